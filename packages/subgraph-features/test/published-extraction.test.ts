import { createSubgraphExtractor, linearText, shortestPathSubgraph } from '../src/index.js';
import { distancesFrom } from '../src/features/average-path-length.js';
import { toDigraph, undirected } from '../src/features/digraph.js';
import { indexGraph } from './index-graph.js';
import { readEntities, readRelations, readShortPathRows, readTriples } from './shortpathqa.js';

// The published subgraphs hold at most two of the shortest paths of a pair, so that the extracted ones may hold more nodes.
const rows = readShortPathRows();
const labels = new Map(readRelations().map(({ id, label }) => [id!, label!]));
const graph = indexGraph(
  readEntities().map(({ id, label }) => ({ id: id!, name: label! })),
  readTriples().map(({ head, relation, tail }) => [head!, relation!, tail!] as const),
);
const extractor = createSubgraphExtractor(graph);
const relationName = (relation: string): string | null => labels.get(relation) || null;
const idsOf = (nodes: readonly { readonly id: string }[]): string[] => nodes.map(({ id }) => id);

describe('extraction from the union of the published subgraphs', () => {
  const extractions = rows.map(({ questionIds, answerId }) =>
    extractor.extract(questionIds.map(graph.indexOf), graph.indexOf(answerId), { relationName }),
  );

  it('finds the published distance of every pair', () => {
    let pairs = 0;
    const off: unknown[] = [];
    rows.forEach(({ subgraph, questionIds, answerId }, row) => {
      const ids = idsOf(subgraph.nodes);
      const distances = distancesFrom(ids.indexOf(answerId), undirected(toDigraph(subgraph)));
      extractions[row]!.connections.forEach(({ source, distance, target, outcome }) => {
        if (outcome === 'connected') pairs++;
        const published = distances[ids.indexOf(source)];
        if (published !== distance || target !== answerId) off.push({ row, source, published, distance });
      });
      expect(extractions[row]!.connections).toHaveLength(new Set(questionIds).size);
    });
    expect(off).toEqual([]);
    expect(pairs).toBe(6144);
  });

  it('holds the published nodes, and nothing else in 3,134 rows', () => {
    const lacking = rows.filter(({ subgraph }, row) => {
      const found = new Set(idsOf(extractions[row]!.subgraph.nodes));
      return idsOf(subgraph.nodes).some((id) => !found.has(id));
    });
    expect(lacking).toEqual([]);
    const equal = rows.filter(({ subgraph }, row) => subgraph.nodes.length === extractions[row]!.subgraph.nodes.length);
    expect(equal).toHaveLength(3134);
  });

  it('induces the published links among the published nodes', () => {
    const off = rows.filter(({ subgraph }, row) => {
      const published = new Set(idsOf(subgraph.nodes));
      const { nodes, edges } = extractions[row]!.subgraph;
      const found = edges
        .filter(({ source, target }) => published.has(nodes[source]!.id) && published.has(nodes[target]!.id))
        .map(({ source, target, relation, name }) => [nodes[source]!.id, relation, name, nodes[target]!.id].join('\t'));
      const expected = subgraph.edges.map(({ source, target, relation, name }) =>
        [subgraph.nodes[source]!.id, relation, name, subgraph.nodes[target]!.id].join('\t'),
      );
      return found.sort().join('\n') !== expected.sort().join('\n');
    });
    expect(off).toEqual([]);
  });

  it('gives nodes their names and roles', () => {
    const off = rows.filter(({ subgraph }, row) => {
      const found = new Map(extractions[row]!.subgraph.nodes.map((node) => [node.id, node]));
      return subgraph.nodes.some(({ id, name, role }) => found.get(id)!.name !== name || found.get(id)!.role !== role);
    });
    expect(off).toEqual([]);
  });

  it('gives the published text where the nodes and their order are the published ones', () => {
    let same = 0;
    rows.forEach(({ subgraph, reference }, row) => {
      if (idsOf(subgraph.nodes).join() !== idsOf(extractions[row]!.subgraph.nodes).join()) return;
      same++;
      expect(linearText(extractions[row]!.subgraph)).toBe(reference['determ_sequence']);
    });
    expect(same).toBeGreaterThan(1000);
  });

  it('is the same without the merged relations', () => {
    for (let row = 0; row < rows.length; row += 40) {
      const { questionIds, answerId } = rows[row]!;
      const found = shortestPathSubgraph(graph, questionIds.map(graph.indexOf), graph.indexOf(answerId), {
        relationName,
      });
      expect({ ...found, connections: [] }).toEqual({ ...extractions[row]!, connections: [] });
      const parts = found.connections.map(({ distance, pathCount }) => [distance, pathCount]);
      expect(parts).toEqual(extractions[row]!.connections.map(({ distance, pathCount }) => [distance, pathCount]));
    }
  });
});
