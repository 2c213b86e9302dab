/** The first place from `start` to before `end` of ascending values whose value is `value` or higher; `end` when there is none. */
export function firstAtLeast(values: Uint32Array, value: number, start = 0, end = values.length): number {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The position of `value` in ascending values; −1 when it is not there. */
export function positionOf(values: Uint32Array, value: number): number {
  const place = firstAtLeast(values, value);
  return values[place] === value ? place : -1;
}
