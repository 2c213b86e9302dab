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

  /** By slot: 1 where a row in this direction changed, or was not imported. */
  changedSlots(direction: Direction, { importedCount, slotCount }: NodeNumbering): Uint8Array {
    const isChanged = new Uint8Array(slotCount).fill(1, importedCount);
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

const BLOCK_BITS = 8;
const IS_MIXED = 0x7fff_ffff;

/** By block of 256 imported slots: how far from its slot the index of each node stands, unless they differ. */
function blockShifts({ importedCount, indexes }: NodeNumbering): Int32Array {
  const shifts = new Int32Array((importedCount >>> BLOCK_BITS) + 1);
  for (let slot = 0; slot < importedCount; slot++) {
    const block = slot >>> BLOCK_BITS;
    const shift = indexes[slot]! - slot;
    if (slot === block << BLOCK_BITS) shifts[block] = shift;
    else if (shifts[block] !== shift) shifts[block] = IS_MIXED;
  }
  return shifts;
}

/** Writes the indexes of nodes that are all there, from `start` on; looks up few of them in the long list of all. */
function renumber(
  slots: Uint32Array,
  shifts: Int32Array,
  indexes: Uint32Array,
  target: Uint32Array,
  start: number,
): void {
  for (let edge = 0; edge < slots.length; edge++) {
    const slot = slots[edge]!;
    const shift = shifts[slot >>> BLOCK_BITS]!;
    target[start + edge] = shift === IS_MIXED ? indexes[slot]! : slot + shift;
  }
}

/**
 * The edges of one relation in one direction after updates, by index. Takes time proportional to the edges.
 *
 * @param opposite - The imported edges in the other direction.
 */
export function mergeAdjacency(
  imported: Adjacency,
  opposite: Adjacency,
  changes: EdgeChanges,
  numbering: NodeNumbering,
  direction: Direction,
): Adjacency {
  const { importedCount, nodeCount, slots, indexes } = numbering;
  const offsets = new Uint32Array(nodeCount + 1);
  const targets = new Uint32Array(imported.targets.length + changes.addedCount());
  const isChanged = changes.changedSlots(direction, numbering);
  for (let slot = 0; slot < importedCount; slot++) {
    if (indexes[slot] !== NO_NODE) continue;
    const [first, last] = [opposite.offsets[slot]!, opposite.offsets[slot + 1]!];
    for (let edge = first; edge < last; edge++) isChanged[opposite.targets[edge]!] = 1;
  }
  const shifts = blockShifts(numbering);
  let end = 0;
  for (let index = 0; index < nodeCount;) {
    const slot = slots[index]!;
    const first = imported.offsets[slot] ?? 0;
    let next = index;
    while (next < nodeCount && slots[next]! - slot === next - index && isChanged[slots[next]!] === 0) next++;
    if (next === index) {
      const row = imported.targets.subarray(first, imported.offsets[slot + 1] ?? 0);
      end = mergeRow(row, changes.row(slot, direction), numbering, targets, end);
      offsets[++index] = end;
      continue;
    }
    // Rows that follow one another and only have to be renumbered.
    const run = imported.targets.subarray(first, imported.offsets[slot + next - index]);
    if (numbering.isIdentity) targets.set(run, end);
    else renumber(run, shifts, indexes, targets, end);
    const moved = end - first;
    for (let row = slot + 1; index < next; row++) offsets[++index] = imported.offsets[row]! + moved;
    end += run.length;
  }
  return { offsets, targets: targets.subarray(0, end) };
}
