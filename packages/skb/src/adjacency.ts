/**
 * The edges of one relation in one direction, in compressed sparse row form: the neighbours of node `i` are
 * `targets[offsets[i]]` up to `targets[offsets[i + 1]]` (exclusive), ascending and without repetition.
 */
export interface Adjacency {
  /** One entry for each node and one more. */
  readonly offsets: Uint32Array;
  /** Node indexes. */
  readonly targets: Uint32Array;
}

/** Where each key's values start when `keys` are grouped, and one offset more for the end. */
function groupOffsets(keys: Uint32Array, keyCount: number): Uint32Array {
  const offsets = new Uint32Array(keyCount + 1);
  for (let position = 0; position < keys.length; position++) offsets[keys[position]! + 1]!++;
  for (let key = 0; key < keyCount; key++) offsets[key + 1]! += offsets[key]!;
  return offsets;
}

/** The positions of `keys` reordered so that the keys ascend; equal keys keep the sequence of `order`. Linear time. */
function countingSort(keys: Uint32Array, keyCount: number, order?: Uint32Array): Uint32Array {
  const next = groupOffsets(keys, keyCount);
  const sorted = new Uint32Array(keys.length);
  for (let rank = 0; rank < keys.length; rank++) {
    const position = order === undefined ? rank : order[rank]!;
    sorted[next[keys[position]!]!++] = position;
  }
  return sorted;
}

/** Pairs (row, column) grouped by row, columns ascending. */
interface Rows extends Adjacency {
  /** The row of each target. */
  readonly rows: Uint32Array;
  /** Positions of pairs that repeat an earlier one, ascending; they are left out. */
  readonly duplicates: Uint32Array;
}

/** Groups pairs that come in any order. Linear time. */
export function buildRows(from: Uint32Array, to: Uint32Array, rowCount: number, columnCount: number): Rows {
  const rows = new Uint32Array(from.length);
  const targets = new Uint32Array(from.length);
  const duplicates: number[] = [];
  let count = 0;
  const order = countingSort(from, rowCount, countingSort(to, columnCount));
  for (let rank = 0; rank < order.length; rank++) {
    const position = order[rank]!;
    const row = from[position]!;
    const target = to[position]!;
    if (count > 0 && rows[count - 1] === row && targets[count - 1] === target) duplicates.push(position);
    else {
      rows[count] = row;
      targets[count] = target;
      count++;
    }
  }
  const uniqueRows = rows.subarray(0, count);
  return {
    offsets: groupOffsets(uniqueRows, rowCount),
    targets: targets.subarray(0, count),
    rows: uniqueRows,
    duplicates: Uint32Array.from(duplicates).sort(),
  };
}

/** The edges of {@link buildRows} the other way round: to each target the rows that have it, ascending. */
export function transposeRows({ rows, targets }: Rows, columnCount: number): Adjacency {
  const sources = new Uint32Array(rows.length);
  const order = countingSort(targets, columnCount);
  for (let rank = 0; rank < order.length; rank++) sources[rank] = rows[order[rank]!]!;
  return { offsets: groupOffsets(targets, columnCount), targets: sources };
}
