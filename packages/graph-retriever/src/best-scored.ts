/** The best of some scored nodes. */
export interface BestScored {
  /** Positions of the best, by score descending, then node ascending. */
  readonly positions: readonly number[];
  /** How many have a score. */
  readonly count: number;
}

/**
 * The first `limit` of `count` nodes by score descending, then node ascending; those of −Infinity do not count. A bounded
 * heap over typed arrays: close to one comparison a node when most come after what is already there.
 */
export function bestScored(count: number, scores: Float64Array, nodes: Uint32Array, limit: number): BestScored {
  const byOrder = (a: number, b: number): number => scores[b]! - scores[a]! || nodes[a]! - nodes[b]!;
  const heap: number[] = [];
  const scored = fillHeap(heap, count, scores, nodes, limit);
  return { positions: heap.sort(byOrder), count: scored };
}

/** Leaves the best in the heap, the last of them at its root. Apart from what happens afterwards, so that it stays compiled. */
function fillHeap(heap: number[], count: number, scores: Float64Array, nodes: Uint32Array, limit: number): number {
  let rootScore = limit === 0 ? Infinity : -Infinity;
  let rootNode = 0;
  let scored = 0;
  for (let position = 0; position < count; position++) {
    const score = scores[position]!;
    if (score === -Infinity) continue;
    scored++;
    if (heap.length < limit) {
      heap.push(position);
      if (heap.length < limit) continue;
      for (let i = (limit >> 1) - 1; i >= 0; i--) sink(heap, i, scores, nodes);
    } else {
      if (score < rootScore || (score === rootScore && nodes[position]! > rootNode)) continue;
      heap[0] = position;
      sink(heap, 0, scores, nodes);
    }
    rootScore = scores[heap[0]!]!;
    rootNode = nodes[heap[0]!]!;
  }
  return scored;
}

/** Moves an entry of the heap down to where those below come before it. */
function sink(heap: number[], start: number, scores: Float64Array, nodes: Uint32Array): void {
  const isAfter = (a: number, b: number): boolean =>
    scores[a] === scores[b] ? nodes[a]! > nodes[b]! : scores[a]! < scores[b]!;
  for (let parent = start; ;) {
    let last = parent;
    for (let child = 2 * parent + 1; child <= 2 * parent + 2 && child < heap.length; child++) {
      if (isAfter(heap[child]!, heap[last]!)) last = child;
    }
    if (last === parent) return;
    [heap[parent], heap[last]] = [heap[last]!, heap[parent]!];
    parent = last;
  }
}
