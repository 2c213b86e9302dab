import { countSelfLoops, toDigraph } from '../src/features/digraph.js';
import { countWeakComponents } from '../src/features/bridges.js';
import { strongComponents } from '../src/features/strong-components.js';
import { exactKatz } from '../src/features/katz-centrality.js';
import type { GraphFeatures } from '../src/index.js';
import { answerPositions, graphFeatures, linearText } from '../src/index.js';
import { readShortPathRows } from './shortpathqa.js';

// The reference values were computed with networkx 3.6.1; see the data set's README for the tolerances.
const rows = readShortPathRows();

/** Fails with the rows where a value is off; one assertion for all rows, because 3,818 of them take seconds. */
function expectColumn(column: string, tolerance: number, valueOf: (row: (typeof rows)[number]) => number | null): void {
  const off = rows.flatMap((row, position) => {
    const text = row.reference[column]!;
    const value = valueOf(row);
    const isEqual = text === '' ? value === null : value !== null && Math.abs(value - Number(text)) <= tolerance;
    return isEqual ? [] : [{ row: position, expected: text, value }];
  });
  expect(off.slice(0, 5)).toEqual([]);
}

describe('3,818 published subgraphs', () => {
  const published: GraphFeatures[] = rows.map(({ subgraph }) => graphFeatures(subgraph, { convention: 'asPublished' }));
  const corrected: GraphFeatures[] = rows.map(({ subgraph }) => graphFeatures(subgraph));
  const positions = new Map(rows.map((row, position) => [row, position]));
  const at = (list: readonly GraphFeatures[], key: keyof GraphFeatures) => (row: (typeof rows)[number]) =>
    list[positions.get(row)!]![key] as number | null;

  it('are all read', () => {
    expect(rows).toHaveLength(3818);
    expect(new Set(rows.map(({ question }) => question)).size).toBe(350);
    expect(rows.every(({ answerId, reference }) => answerId === reference['candidate_id'])).toBe(true);
    expect(rows.every(({ isCorrect, reference }) => isCorrect === (reference['correct'] === 'True'))).toBe(true);
  });

  it('have the reference values as published', () => {
    expectColumn('num_nodes', 0, at(published, 'nodes'));
    expectColumn('num_edges', 0, at(published, 'edges'));
    expectColumn('density', 1e-12, at(published, 'density'));
    expectColumn('cycle', 0, at(published, 'cycles'));
    expectColumn('bridge_published_order', 0, at(published, 'bridges'));
    expectColumn('katz_published_order', 1e-6, at(published, 'katz'));
    expectColumn('page_rank_published_order', 1e-6, at(published, 'pageRank'));
    expectColumn('avg_ssp_length', 1e-12, at(published, 'averagePathLength'));
  });

  it('have the reference values as corrected', () => {
    expectColumn('num_nodes', 0, at(corrected, 'nodes'));
    expectColumn('num_edges', 0, at(corrected, 'edges'));
    expectColumn('cycle', 0, at(corrected, 'cycles'));
    expectColumn('true_bridges_undirected', 0, at(corrected, 'bridges'));
    expectColumn('katz_exact', 1e-12, at(corrected, 'katz'));
    expectColumn('katz_centrality', 1e-6, at(corrected, 'katz'));
    expectColumn('page_rank', 1e-6, at(corrected, 'pageRank'));
    // Edges instead of nodes on the path.
    expectColumn('avg_ssp_length', 1e-12, (row) => {
      const hops = at(corrected, 'averagePathLength')(row);
      return hops === null ? null : hops + 1;
    });
    // Self-loops left out, so that the density cannot pass 1.
    expectColumn('density', 1e-12, (row) => {
      const density = at(corrected, 'density')(row)!;
      const size = row.subgraph.nodes.length;
      return size < 2 ? 0 : density + countSelfLoops(toDigraph(row.subgraph)) / (size * (size - 1));
    });
  });

  it('have the reference components', () => {
    expectColumn('self_loops', 0, ({ subgraph }) => countSelfLoops(toDigraph(subgraph)));
    expectColumn('scc', 0, ({ subgraph }) => strongComponents(toDigraph(subgraph)).length);
    expectColumn('wcc', 0, ({ subgraph }) => countWeakComponents(toDigraph(subgraph)));
    expectColumn(
      'katz_exact',
      1e-14,
      ({ subgraph }) => exactKatz(toDigraph(subgraph))![answerPositions(subgraph)[0]!]!,
    );
  });

  it('have the reference texts', () => {
    const off = rows.filter(({ subgraph, reference }) => linearText(subgraph) !== reference['determ_sequence']);
    expect(off).toEqual([]);
  });
});
