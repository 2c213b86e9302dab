import type { AdjacencyRows, KnowledgeGraph } from '../src/index.js';

export interface IndexedGraph extends KnowledgeGraph {
  indexOf(id: string): number;
}

/** A knowledge graph in memory; indexes follow the order of `nodes`. */
export function indexGraph(
  nodes: readonly { readonly id: string; readonly name?: string; readonly type?: string }[],
  triples: Iterable<readonly [source: string, relation: string, target: string]>,
): IndexedGraph {
  const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
  const pairs = new Map<string, [number, number][]>();
  for (const [source, relation, target] of triples) {
    const list = pairs.get(relation) ?? [];
    pairs.set(relation, list);
    list.push([indexes.get(source)!, indexes.get(target)!]);
  }
  const rowsOf = (list: readonly [number, number][]): AdjacencyRows => {
    const sorted = list.toSorted((left, right) => left[0] - right[0] || left[1] - right[1]);
    const distinct = sorted.filter(
      ([source, target], place) => place === 0 || sorted[place - 1]![0] !== source || sorted[place - 1]![1] !== target,
    );
    const offsets = new Uint32Array(nodes.length + 1);
    for (const [source] of distinct) offsets[source + 1]!++;
    for (let node = 0; node < nodes.length; node++) offsets[node + 1]! += offsets[node]!;
    return { offsets, targets: Uint32Array.from(distinct, ([, target]) => target) };
  };
  const adjacencies = new Map<string, AdjacencyRows>();
  for (const [relation, list] of pairs) {
    adjacencies.set(`${relation} out`, rowsOf(list));
    adjacencies.set(`${relation} in`, rowsOf(list.map(([source, target]) => [target, source])));
  }
  return {
    nodeCount: nodes.length,
    schema: { relations: [...pairs.keys()].sort().map((name) => ({ name })) },
    adjacency: (relation, direction) => adjacencies.get(`${relation} ${direction}`)!,
    idOf: (index) => nodes[index]!.id,
    nameOf: (index) => nodes[index]!.name ?? '',
    typeOf: (index) => nodes[index]!.type ?? 'entity',
    indexOf: (id) => indexes.get(id)!,
  };
}
