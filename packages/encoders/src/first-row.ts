/** The first row whose owner is `index` or higher; `rowCount` when there is none. Without owners a row is its own. */
export function firstRow(owners: ArrayLike<number> | undefined, rowCount: number, index: number): number {
  if (owners === undefined) return Math.min(index, rowCount);
  let [low, high] = [0, rowCount];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (owners[middle]! < index) low = middle + 1;
    else high = middle;
  }
  return low;
}
