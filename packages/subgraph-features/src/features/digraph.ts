import type { Subgraph } from '../subgraph.js';
import { checkEnds } from '../subgraph.js';

/**
 * A directed graph without parallel edges, in compressed sparse row form: the successors of node `i` are
 * `targets[offsets[i]]` up to `targets[offsets[i + 1]]` (exclusive), ascending.
 */
export interface Digraph {
  readonly nodeCount: number;
  readonly offsets: Int32Array;
  readonly targets: Int32Array;
}

/** Rows of a digraph from its edges as two parallel lists; repeated edges are merged. */
function rowsOf(nodeCount: number, sources: Int32Array, targets: Int32Array): Digraph {
  // Two counting sorts, by target and then stably by source, order the edges in linear time.
  const byTarget = orderBy(nodeCount, targets);
  const starts = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < sources.length; edge++) starts[sources[edge]! + 1]!++;
  for (let node = 0; node < nodeCount; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const ordered = new Int32Array(sources.length);
  for (const edge of byTarget) ordered[next[sources[edge]!]!++] = targets[edge]!;

  const offsets = new Int32Array(nodeCount + 1);
  let size = 0;
  for (let node = 0; node < nodeCount; node++) {
    let previous = -1;
    for (let place = starts[node]!; place < starts[node + 1]!; place++) {
      const target = ordered[place]!;
      if (target === previous) continue;
      ordered[size++] = target;
      previous = target;
    }
    offsets[node + 1] = size;
  }
  return { nodeCount, offsets, targets: ordered.subarray(0, size) };
}

function orderBy(nodeCount: number, keys: Int32Array): Int32Array {
  const next = new Int32Array(nodeCount + 1);
  for (let edge = 0; edge < keys.length; edge++) next[keys[edge]! + 1]!++;
  for (let node = 0; node < nodeCount; node++) next[node + 1]! += next[node]!;
  const order = new Int32Array(keys.length);
  for (let edge = 0; edge < keys.length; edge++) order[next[keys[edge]!]!++] = edge;
  return order;
}

/** The ordered pairs of nodes that have at least one edge. */
export function toDigraph(subgraph: Subgraph): Digraph {
  const { nodes, edges } = checkEnds(subgraph);
  const sources = new Int32Array(edges.length);
  const targets = new Int32Array(edges.length);
  edges.forEach((edge, position) => {
    sources[position] = edge.source;
    targets[position] = edge.target;
  });
  return rowsOf(nodes.length, sources, targets);
}

/** Calls back for each edge, in ascending order of source and target. */
function forEachEdge(
  { nodeCount, offsets, targets }: Digraph,
  callback: (source: number, target: number) => void,
): void {
  for (let source = 0; source < nodeCount; source++) {
    for (let place = offsets[source]!; place < offsets[source + 1]!; place++) callback(source, targets[place]!);
  }
}

/** The same graph without edges from a node to itself. */
export function withoutSelfLoops(digraph: Digraph): Digraph {
  if (countSelfLoops(digraph) === 0) return digraph;
  const sources: number[] = [];
  const targets: number[] = [];
  forEachEdge(digraph, (source, target) => {
    if (source === target) return;
    sources.push(source);
    targets.push(target);
  });
  return rowsOf(digraph.nodeCount, Int32Array.from(sources), Int32Array.from(targets));
}

/** Number of nodes with an edge to themselves. */
export function countSelfLoops(digraph: Digraph): number {
  let count = 0;
  forEachEdge(digraph, (source, target) => {
    if (source === target) count++;
  });
  return count;
}

/** All edges turned round. */
export function reversed({ nodeCount, offsets, targets }: Digraph): Digraph {
  const starts = new Int32Array(nodeCount + 1);
  for (let place = 0; place < targets.length; place++) starts[targets[place]! + 1]!++;
  for (let node = 0; node < nodeCount; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const sources = new Int32Array(targets.length);
  for (let source = 0; source < nodeCount; source++) {
    for (let place = offsets[source]!; place < offsets[source + 1]!; place++)
      sources[next[targets[place]!]!++] = source;
  }
  return { nodeCount, offsets: starts, targets: sources };
}

/** Each edge in both directions, self-loops left out. */
export function undirected(digraph: Digraph): Digraph {
  const { nodeCount, targets } = digraph;
  const starts = new Int32Array(2 * targets.length);
  const ends = new Int32Array(2 * targets.length);
  let size = 0;
  forEachEdge(digraph, (source, target) => {
    if (source === target) return;
    starts[size] = source;
    ends[size++] = target;
    starts[size] = target;
    ends[size++] = source;
  });
  return rowsOf(nodeCount, starts.subarray(0, size), ends.subarray(0, size));
}
