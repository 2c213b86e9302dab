/**
 * Moves the lower half of some items, each once, to the front, by their keys and equal ones by themselves; keys move along.
 *
 * @returns how many are in it: half of them, rounded down.
 */
export function halve(items: Uint32Array, keys: Int32Array): number {
  const middle = items.length >> 1;
  let low = 0;
  let high = items.length - 1;
  while (low < high) {
    const pivot = (low + high) >>> 1;
    const [pivotKey, pivotItem] = [keys[pivot]!, items[pivot]!];
    let left = low;
    let right = high;
    while (left <= right) {
      while (keys[left]! < pivotKey || (keys[left] === pivotKey && items[left]! < pivotItem)) left += 1;
      while (keys[right]! > pivotKey || (keys[right] === pivotKey && items[right]! > pivotItem)) right -= 1;
      if (left > right) break;
      const [key, item] = [keys[left]!, items[left]!];
      keys[left] = keys[right]!;
      items[left] = items[right]!;
      keys[right] = key;
      items[right] = item;
      left += 1;
      right -= 1;
    }
    if (middle <= right) high = right;
    else if (middle >= left) low = left;
    else break;
  }
  return middle;
}
