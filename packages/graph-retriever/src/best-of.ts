/**
 * The first `limit` of the numbers 0 to `count - 1` in the order of `isBefore`, in that order. A bounded heap: time
 * O(count · log limit), and close to O(count) when most come after what is already there.
 */
export function bestOf(count: number, limit: number, isBefore: (a: number, b: number) => boolean): number[] {
  const byOrder = (a: number, b: number): number => (isBefore(a, b) ? -1 : isBefore(b, a) ? 1 : 0);
  if (limit >= count) return Array.from({ length: count }, (_, index) => index).sort(byOrder);
  if (limit === 0) return [];
  // The root is the last of those kept.
  const heap: number[] = [];
  const sink = (start: number): void => {
    for (let parent = start; ;) {
      let last = parent;
      for (const child of [2 * parent + 1, 2 * parent + 2]) {
        if (child < heap.length && isBefore(heap[last]!, heap[child]!)) last = child;
      }
      if (last === parent) return;
      [heap[parent], heap[last]] = [heap[last]!, heap[parent]!];
      parent = last;
    }
  };
  for (let index = 0; index < count; index++) {
    if (heap.length < limit) {
      heap.push(index);
      if (heap.length === limit) for (let i = (limit >> 1) - 1; i >= 0; i--) sink(i);
    } else if (isBefore(index, heap[0]!)) {
      heap[0] = index;
      sink(0);
    }
  }
  return heap.sort(byOrder);
}
