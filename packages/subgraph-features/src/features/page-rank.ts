import type { Digraph } from './digraph.js';

/**
 * PageRank of every node: damping 0.85, the rank of nodes without successors spread evenly, at most 100 rounds, until the
 * values change by less than 1e-6 times the node count in all. These are networkx's defaults and its order of steps. The
 * rounds shrink the change to below 1e-6 long before the hundredth, so that it always converges. Empty for no nodes.
 */
export function pageRank({ nodeCount, offsets, targets }: Digraph): Float64Array {
  const damping = 0.85;
  let ranks = new Float64Array(nodeCount).fill(1 / nodeCount);
  for (let round = 0; round < 100; round++) {
    const next = new Float64Array(nodeCount);
    let dangling = 0;
    for (let node = 0; node < nodeCount; node++) {
      const degree = offsets[node + 1]! - offsets[node]!;
      if (degree === 0) dangling += ranks[node]!;
      const share = ranks[node]! / degree;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) next[targets[edge]!]! += share;
    }
    const base = (damping * dangling + 1 - damping) / nodeCount;
    let change = 0;
    for (let node = 0; node < nodeCount; node++) {
      next[node] = damping * next[node]! + base;
      change += Math.abs(next[node]! - ranks[node]!);
    }
    ranks = next;
    if (change < nodeCount * 1e-6) break;
  }
  return ranks;
}
