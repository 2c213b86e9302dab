import type { Digraph } from './digraph.js';

/**
 * PageRank whose walks start again at `starts` instead of anywhere, with a chance of 0.15 a step or where a node has no
 * way on; until nothing changes by more than 1e-12 in all. `starts` has at least one node.
 */
export function restartedPageRank({ nodeCount, offsets, targets }: Digraph, starts: readonly number[]): Float64Array {
  const restart = 0.15;
  let ranks = new Float64Array(nodeCount);
  for (const start of starts) ranks[start] = 1 / starts.length;
  // Each round takes 15 % or more off the change, at first 2 at most, so that 175 are enough; in large graphs rounding keeps it above.
  for (let change = 1, round = 0; change > 1e-12 && round < 175; round++) {
    const next = new Float64Array(nodeCount);
    let stopped = 0;
    for (let node = 0; node < nodeCount; node++) {
      const degree = offsets[node + 1]! - offsets[node]!;
      if (degree === 0) stopped += ranks[node]!;
      const share = ((1 - restart) * ranks[node]!) / degree;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) next[targets[edge]!]! += share;
    }
    for (const start of starts) next[start]! += (restart + (1 - restart) * stopped) / starts.length;
    change = 0;
    for (let node = 0; node < nodeCount; node++) {
      const difference = next[node]! - ranks[node]!;
      change += difference < 0 ? -difference : difference;
    }
    ranks = next;
  }
  return ranks;
}
