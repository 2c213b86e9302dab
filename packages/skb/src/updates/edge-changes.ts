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
 * The edges of one relation in one direction after updates, by index. Where no node was added or deleted, rows without
 * changes are copied whole; otherwise takes time proportional to the edges.
 */
export function mergeAdjacency(
  imported: Adjacency,
  changes: EdgeChanges,
  numbering: NodeNumbering,
  direction: Direction,
): Adjacency {
  const { importedCount, nodeCount, slots, indexes } = numbering;
  const offsets = new Uint32Array(nodeCount + 1);
  const targets = new Uint32Array(imported.targets.length + changes.addedCount());
  const none = new Uint32Array(0);
  let end = 0;
  for (let index = 0; index < nodeCount; index++) {
    const slot = slots[index]!;
    const changed = changes.row(slot, direction);
    if (changed === undefined && slot < importedCount) {
      const last = imported.offsets[slot + 1]!;
      for (let edge = imported.offsets[slot]!; edge < last; edge++) {
        const other = indexes[imported.targets[edge]!]!;
        if (other !== NO_NODE) targets[end++] = other;
      }
    } else {
      const row =
        slot < importedCount ? imported.targets.subarray(imported.offsets[slot], imported.offsets[slot + 1]) : none;
      end = mergeRow(row, changed, numbering, targets, end);
    }
    offsets[index + 1] = end;
  }
  return { offsets, targets: targets.subarray(0, end) };
}
