/**
 * Edges of one relation in one direction, in compressed sparse row form: the neighbours of node `i` are
 * `targets[offsets[i]]` up to `targets[offsets[i + 1]]` (exclusive), ascending and without repetition.
 */
export interface AdjacencyRows {
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
}

/** What extraction needs of a knowledge base. `KnowledgeBase` of @grasp/skb fits it. Nodes are indexes from 0. */
export interface KnowledgeGraph {
  readonly nodeCount: number;
  readonly schema: { readonly relations: readonly { readonly name: string }[] };
  adjacency(relation: string, direction: 'out' | 'in'): AdjacencyRows;
  idOf(index: number): string;
  /** Empty when the node has no name. */
  nameOf(index: number): string;
  typeOf(index: number): string;
}

/** All neighbours of all nodes, each at least once, spread over one or more adjacencies. */
export type NeighbourLayers = readonly AdjacencyRows[];

/** The undirected view without copying: one layer for each relation and direction. */
export function relationLayers(graph: KnowledgeGraph): NeighbourLayers {
  return graph.schema.relations
    .flatMap(({ name }) => [graph.adjacency(name, 'out'), graph.adjacency(name, 'in')])
    .filter(({ targets }) => targets.length > 0);
}

/** The undirected view as one layer, neighbours ascending and without repetition. Linear time. */
export function mergedLayer({ nodeCount }: KnowledgeGraph, layers: NeighbourLayers): NeighbourLayers {
  const starts = new Uint32Array(nodeCount + 1);
  for (const { targets } of layers) for (const target of targets) starts[target + 1]!++;
  for (let node = 0; node < nodeCount; node++) starts[node + 1]! += starts[node]!;
  const next = starts.slice();
  const sources = new Uint32Array(starts[nodeCount]!);
  // Every edge lies in two layers, so that handing each node to its neighbours gives all of theirs, ascending.
  for (let node = 0; node < nodeCount; node++) {
    for (const { offsets, targets } of layers) {
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
        const place = targets[edge]!;
        const end = next[place]!;
        if (end > starts[place]! && sources[end - 1] === node) continue;
        sources[end] = node;
        next[place] = end + 1;
      }
    }
  }
  const offsets = new Uint32Array(nodeCount + 1);
  for (let node = 0; node < nodeCount; node++) offsets[node + 1] = offsets[node]! + next[node]! - starts[node]!;
  const targets = new Uint32Array(offsets[nodeCount]!);
  for (let node = 0; node < nodeCount; node++) {
    targets.set(sources.subarray(starts[node]!, next[node]!), offsets[node]!);
  }
  return [{ offsets, targets }];
}

/** Number of entries of a node in all layers. */
export function degreeIn(layers: NeighbourLayers, node: number): number {
  let degree = 0;
  for (const { offsets } of layers) degree += offsets[node + 1]! - offsets[node]!;
  return degree;
}
