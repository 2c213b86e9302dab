/** Code units of a text that one pass compares: three make a whole number that a 64-bit float holds exactly. */
const UNITS_PER_KEY = 3;
/** Fewer texts than this are compared as they are. */
const FEW = 16;
/** Texts that agree in more code units than this are too: a pass for every three of millions would take too long. */
const MOST_AGREED = 48;

/** Three code units from `offset` on as a number; ends of texts come before every unit. */
function keyAt(text: string, offset: number): number {
  let key = 0;
  for (let index = 0; index < UNITS_PER_KEY; index++) {
    key = key * 0x1_0001 + (offset + index < text.length ? text.charCodeAt(offset + index) + 1 : 0);
  }
  return key;
}

/**
 * The positions of `texts` in the order of their code units; equal texts in the order of their positions. Compares numbers
 * instead of strings where there are many.
 */
export function sortTexts(texts: readonly string[]): Uint32Array {
  const order = Uint32Array.from(texts, (_, position) => position);
  sortRange(texts, order, 0, order.length, 0);
  return order;
}

const compareTexts =
  (texts: readonly string[]) =>
  (a: number, b: number): number =>
    texts[a]! < texts[b]! ? -1 : texts[a]! > texts[b]! ? 1 : a - b;

function isSorted(texts: readonly string[], order: Uint32Array, start: number, end: number): boolean {
  for (let rank = start + 1; rank < end; rank++) {
    if (!(texts[order[rank - 1]!]! <= texts[order[rank]!]!)) return false;
  }
  return true;
}

/** Sorts positions whose texts agree before `offset`. */
function sortRange(texts: readonly string[], order: Uint32Array, start: number, end: number, offset: number): void {
  const ranges = [[start, end, offset]];
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    const [first, last, agreed] = range as [number, number, number];
    if (last - first < FEW || agreed > MOST_AGREED) {
      order.subarray(first, last).sort(compareTexts(texts));
      continue;
    }
    if (isSorted(texts, order, first, last)) continue;
    const keys = new Float64Array(last - first);
    for (let rank = first; rank < last; rank++) keys[rank - first] = keyAt(texts[order[rank]!]!, agreed);
    const sorted = sortByKeys(order.subarray(first, last), keys);
    order.set(sorted.positions, first);
    for (let from = 0; from < keys.length;) {
      let to = from + 1;
      while (to < keys.length && sorted.keys[to] === sorted.keys[from]) to++;
      const ended = sorted.keys[from]! % 0x1_0001 === 0;
      if (to - from > 1 && !ended) ranges.push([first + from, first + to, agreed + UNITS_PER_KEY]);
      from = to;
    }
  }
}

/** Merges runs from the bottom up, which is stable and needs no function for each comparison. */
function sortByKeys(
  positions: Uint32Array,
  keys: Float64Array,
): { readonly positions: Uint32Array; readonly keys: Float64Array } {
  const count = keys.length;
  let fromKeys = keys;
  let toKeys: Float64Array = new Float64Array(count);
  let from = positions.slice();
  let to = new Uint32Array(count);
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width) {
      const middle = Math.min(start + width, count);
      const end = Math.min(start + 2 * width, count);
      for (let left = start, right = middle, out = start; out < end; out++) {
        const takesLeft = left < middle && (right >= end || fromKeys[left]! <= fromKeys[right]!);
        const source = takesLeft ? left++ : right++;
        toKeys[out] = fromKeys[source]!;
        to[out] = from[source]!;
      }
    }
    [fromKeys, toKeys] = [toKeys, fromKeys];
    [from, to] = [to, from];
  }
  return { positions: from, keys: fromKeys };
}
