import type { Digraph } from './digraph.js';
import { undirected } from './digraph.js';

/**
 * Number of bridges: pairs of neighbours whose connection, in whichever direction or both, cannot be cut without parting
 * the graph. Parallel and opposite edges count as one connection, self-loops as none. Linear time.
 */
export function countBridges(digraph: Digraph): number {
  const { nodeCount, offsets, targets } = undirected(digraph);
  const order = new Int32Array(nodeCount);
  const low = new Int32Array(nodeCount);
  const place = offsets.slice(0, nodeCount);
  const parents = new Int32Array(nodeCount).fill(-1);
  let counter = 0;
  let bridges = 0;
  for (let root = 0; root < nodeCount; root++) {
    if (order[root] !== 0) continue;
    order[root] = low[root] = ++counter;
    let node = root;
    while (node !== -1) {
      if (place[node]! < offsets[node + 1]!) {
        const next = targets[place[node]!++]!;
        if (next === parents[node]) continue;
        if (order[next] === 0) {
          parents[next] = node;
          order[next] = low[next] = ++counter;
          node = next;
        } else if (order[next]! < low[node]!) low[node] = order[next]!;
        continue;
      }
      const parent = parents[node]!;
      if (parent !== -1) {
        if (low[node]! < low[parent]!) low[parent] = low[node]!;
        if (low[node]! > order[parent]!) bridges++;
      }
      node = parent;
    }
  }
  return bridges;
}

/** Number of parts that are connected when directions are ignored. */
export function countWeakComponents(digraph: Digraph): number {
  const { nodeCount, offsets, targets } = undirected(digraph);
  const seen = new Uint8Array(nodeCount);
  let count = 0;
  for (let root = 0; root < nodeCount; root++) {
    if (seen[root] === 1) continue;
    count++;
    seen[root] = 1;
    const waiting = [root];
    for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
        const next = targets[edge]!;
        if (seen[next] === 1) continue;
        seen[next] = 1;
        waiting.push(next);
      }
    }
  }
  return count;
}
