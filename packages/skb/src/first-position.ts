/**
 * The first position from `start` up to `end` at which what is sorted does not come before what is looked for; `end` when
 * there is none.
 */
export function firstPosition(start: number, end: number, isBefore: (position: number) => boolean): number {
  let [low, high] = [start, end];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isBefore(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
