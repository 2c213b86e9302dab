import type { Digraph } from './digraph.js';
import { undirected } from './digraph.js';

/** Edges on the shortest path from `start` to each node, directions ignored; -1 where there is none. */
export function distancesFrom(start: number, neighbours: Digraph): Int32Array {
  const { nodeCount, offsets, targets } = neighbours;
  const distances = new Int32Array(nodeCount).fill(-1);
  distances[start] = 0;
  const queue = [start];
  for (const node of queue) {
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
      const next = targets[edge]!;
      if (distances[next] !== -1) continue;
      distances[next] = distances[node]! + 1;
      queue.push(next);
    }
  }
  return distances;
}

/**
 * Mean number of edges on the shortest paths, directions ignored, from the other nodes to `node`; nodes that cannot reach
 * it are left out. Null when no other node can.
 */
export function averagePathLength(digraph: Digraph, node: number): number | null {
  let sum = 0;
  let count = 0;
  for (const distance of distancesFrom(node, undirected(digraph))) {
    if (distance <= 0) continue;
    sum += distance;
    count++;
  }
  return count === 0 ? null : sum / count;
}
