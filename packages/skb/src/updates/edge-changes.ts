import type { Adjacency } from '../adjacency.js';
import type { Direction } from '../base-graph.js';
import { NO_NODE } from './node-numbering.js';
import type { NodeNumbering } from './node-numbering.js';

/** By slot of the node at the other end: whether the edge is there, whatever the import says. */
type ChangedRow = ReadonlyMap<number, boolean>;

/** The edges of one relation that updates added or removed, by the slots of their ends; the last word counts. */
export class EdgeChanges {
  readonly #rows = { out: new Map<number, Map<number, boolean>>(), in: new Map<number, Map<number, boolean>>() };

  set(from: number, to: number, isThere: boolean): void {
    for (const [direction, at, other] of [['out', from, to] as const, ['in', to, from] as const]) {
      const row = this.#rows[direction].get(at);
      if (row === undefined) this.#rows[direction].set(at, new Map([[other, isThere]]));
      else row.set(other, isThere);
    }
  }

  get(from: number, to: number): boolean | undefined {
    return this.#rows.out.get(from)?.get(to);
  }

  get isEmpty(): boolean {
    return this.#rows.out.size === 0;
  }

  row(slot: number, direction: Direction): ChangedRow | undefined {
    return this.#rows[direction].get(slot);
  }

  /** By slot: 1 where a row in this direction changed. */
  changedSlots(direction: Direction, slotCount: number): Uint8Array {
    const isChanged = new Uint8Array(slotCount);
    for (const slot of this.#rows[direction].keys()) isChanged[slot] = 1;
    return isChanged;
  }

  /** How many edges were added, at most: for the size of arrays. */
  addedCount(): number {
    let count = 0;
    for (const row of this.#rows.out.values()) for (const isThere of row.values()) if (isThere) count++;
    return count;
  }
}

/**
 * Writes the neighbours of one node, as indexes in ascending order, to `target` from `start` on.
 *
 * @param imported - Its neighbours as imported, by slot, ascending.
 * @returns where they end.
 */
export function mergeRow(
  imported: Uint32Array,
  changed: ChangedRow | undefined,
  numbering: NodeNumbering,
  target: Uint32Array,
  start: number,
): number {
  let end = start;
  for (const slot of imported) {
    const index = numbering.indexOf(slot);
    if (index !== NO_NODE && changed?.has(slot) !== true) target[end++] = index;
  }
  if (changed === undefined) return end;
  const importedEnd = end;
  for (const [slot, isThere] of changed) {
    const index = numbering.indexOf(slot);
    if (isThere && index !== NO_NODE) target[end++] = index;
  }
  if (end > importedEnd) target.subarray(start, end).sort();
  return end;
}

/**
 * The edges of one relation in one direction after updates, by index. Takes time proportional to the edges.
 */
export function mergeAdjacency(
  imported: Adjacency,
  changes: EdgeChanges,
  numbering: NodeNumbering,
  direction: Direction,
): Adjacency {
  const { importedCount, nodeCount, slotCount, slots, indexes } = numbering;
  const { offsets: importedOffsets, targets: importedTargets } = imported;
  const offsets = new Uint32Array(nodeCount + 1);
  const targets = new Uint32Array(importedTargets.length + changes.addedCount());
  const isChanged = changes.changedSlots(direction, slotCount);
  const isCopied = numbering.isIdentity;
  let end = 0;
  for (let index = 0; index < nodeCount; index++) {
    const slot = slots[index]!;
    const isImported = slot < importedCount;
    const first = isImported ? importedOffsets[slot]! : 0;
    const last = isImported ? importedOffsets[slot + 1]! : 0;
    if (isChanged[slot] === 1) {
      const row = importedTargets.subarray(first, last);
      end = mergeRow(row, changes.row(slot, direction), numbering, targets, end);
    } else if (isCopied) {
      for (let edge = first; edge < last; edge++) targets[end++] = importedTargets[edge]!;
    } else {
      for (let edge = first; edge < last; edge++) {
        const other = indexes[importedTargets[edge]!]!;
        targets[end] = other;
        end += other === NO_NODE ? 0 : 1;
      }
    }
    offsets[index + 1] = end;
  }
  return { offsets, targets: targets.subarray(0, end) };
}
