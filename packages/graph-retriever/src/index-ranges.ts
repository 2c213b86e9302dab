/** Sorted, disjoint, non-empty ranges of node indexes, end exclusive, flat: start, end, start, end … */
export type IndexRanges = readonly number[];

/** The union of ranges. */
export function unionRanges(ranges: readonly { readonly start: number; readonly end: number }[]): IndexRanges {
  const union: number[] = [];
  for (const { start, end } of [...ranges].sort((a, b) => a.start - b.start)) {
    if (start >= end) continue;
    if (union.length > 0 && start <= union.at(-1)!) union[union.length - 1] = Math.max(end, union.at(-1)!);
    else union.push(start, end);
  }
  return union;
}

/** Whether a range contains `index`. */
export function isInRanges(ranges: IndexRanges, index: number): boolean {
  for (let i = 0; i < ranges.length; i += 2) if (index >= ranges[i]! && index < ranges[i + 1]!) return true;
  return false;
}

/** Whether two unions of ranges share an index. */
export function doRangesOverlap(a: IndexRanges, b: IndexRanges): boolean {
  for (let i = 0; i < a.length; i += 2) {
    for (let j = 0; j < b.length; j += 2) if (a[i]! < b[j + 1]! && b[j]! < a[i + 1]!) return true;
  }
  return false;
}
