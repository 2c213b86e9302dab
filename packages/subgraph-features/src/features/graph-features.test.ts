import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { MultiDirectedGraph } from 'graphology';
import { centrality, graph as graphMetrics } from 'graphology-metrics';

import { completeSubgraph, plainSubgraph, smallSubgraph } from '../../test/make-subgraph.js';
import { toGraphology } from '../formats/graphology-data.js';
import type { Subgraph } from '../subgraph.js';
import { countBridges, countWeakComponents } from './bridges.js';
import { connectionFeatures } from './connection-features.js';
import { countSimpleCycles } from './count-simple-cycles.js';
import { toDigraph, withoutSelfLoops } from './digraph.js';
import { graphFeatures } from './graph-features.js';
import { exactKatz } from './katz-centrality.js';
import { pageRank } from './page-rank.js';
import { strongComponents } from './strong-components.js';
import { countTwoEdgeComponents } from './two-edge-components.js';

interface NetworkxValues extends Readonly<Record<string, unknown>> {
  readonly nodes: number;
  readonly edges: readonly (readonly [number, number])[];
}

// Written by test/fixtures/make-networkx-values.py with networkx 3.6.1.
const golden = JSON.parse(
  readFileSync(join(__dirname, '../../test/fixtures/networkx-values.json'), 'utf8'),
) as NetworkxValues[];

type Pair = readonly [number, number];

const pairsOf = ({ edges }: Subgraph): Pair[] => {
  const keys = new Set(edges.map(({ source, target }) => `${source} ${target}`));
  return [...keys].map((key) => key.split(' ').map(Number) as [number, number]);
};

/** Nodes that can be reached, by repeating until nothing is added. */
function reachable(start: number, pairs: readonly Pair[]): Set<number> {
  const found = new Set([start]);
  for (let size = 0; size < found.size;) {
    size = found.size;
    for (const [source, target] of pairs) if (found.has(source)) found.add(target);
  }
  return found;
}

const components = (size: number, pairs: readonly Pair[]): number => {
  const both = pairs.flatMap(([source, target]): Pair[] => [
    [source, target],
    [target, source],
  ]);
  return new Set(Array.from({ length: size }, (_, node) => Math.min(...reachable(node, both)))).size;
};

/** Sequences of distinct nodes that start at their least and close. */
function cyclesByTrial(size: number, pairs: readonly Pair[]): number {
  const has = new Set(pairs.map(String));
  const extend = (path: readonly number[]): number => {
    let count = has.has(String([path.at(-1), path[0]])) ? 1 : 0;
    for (let next = path[0]! + 1; next < size; next++) {
      if (!path.includes(next) && has.has(String([path.at(-1), next]))) count += extend([...path, next]);
    }
    return count;
  };
  return Array.from({ length: size }, (_, node) => extend([node])).reduce((sum, count) => sum + count, 0);
}

const digraphOf = ({ nodes, edges }: NetworkxValues) => toDigraph(plainSubgraph(nodes, edges));

/** The answer is node 0; node 1 is made the question entity. */
const restartedRank = ({ nodes, edges }: Subgraph): number | null =>
  connectionFeatures({
    nodes: nodes.map((node, position) => (position === 1 ? { ...node, role: 'question' } : node)),
    edges,
  }).restartedPageRank;

describe('features of random graphs', () => {
  it('equal those of networkx', () => {
    const close = (value: number | null, expected: unknown, tolerance: number): boolean =>
      expected === null ? value === null : value !== null && Math.abs(value - (expected as number)) <= tolerance;
    const off = golden.filter((values) => {
      const subgraph = plainSubgraph(values.nodes, values.edges);
      const published = graphFeatures(subgraph, { convention: 'asPublished' });
      const corrected = graphFeatures(subgraph);
      const hops = corrected.averagePathLength;
      const checks = [
        published.edges === values.edges.length,
        close(published.density, values['density'], 1e-12),
        values['cycles'] === null || (published.cycles === values['cycles'] && !published.cyclesCapped),
        published.bridges === values['twoEdgeComponents'],
        close(published.katz, values['strippedKatz'], 1e-12),
        close(published.pageRank, values['strippedPageRank'], 1e-12),
        close(published.averagePathLength, hops === null ? null : hops + 1, 1e-12),
        corrected.bridges === values['bridges'],
        close(corrected.katz, values['exactKatz'], 1e-12),
        close(corrected.pageRank, values['pageRank'], 1e-12),
        close(hops, values['averagePathLength'], 1e-12),
        close(restartedRank(subgraph), values['restartedPageRank'], 1e-9),
        strongComponents(digraphOf(values)).length === values['strongComponents'],
        countWeakComponents(digraphOf(values)) === values['weakComponents'],
      ];
      return checks.includes(false);
    });
    expect(golden.length).toBeGreaterThan(200);
    expect(off).toEqual([]);
  });

  it('equal what trying everything gives', () => {
    fc.assert(
      fc.property(smallSubgraph, (subgraph) => {
        const size = subgraph.nodes.length;
        const pairs = pairsOf(subgraph);
        const digraph = toDigraph(subgraph);
        expect(countSimpleCycles(digraph)).toEqual({ count: cyclesByTrial(size, pairs), capped: false });

        const links = [
          ...new Set(pairs.filter(([a, b]) => a !== b).map(([a, b]) => String([Math.min(a, b), Math.max(a, b)]))),
        ];
        const linkPairs = links.map((link) => link.split(',').map(Number) as [number, number]);
        const whole = components(size, linkPairs);
        const bridges = linkPairs.filter(
          (_, left) =>
            components(
              size,
              linkPairs.filter((__, at) => at !== left),
            ) > whole,
        );
        expect(countBridges(digraph)).toBe(bridges.length);
        expect(countWeakComponents(digraph)).toBe(whole);

        // Two nodes are together when both reach each other whichever edge is cut, and by what is left in place.
        const cuts = [pairs, ...pairs.map((_, cut) => pairs.filter((__, at) => at !== cut))];
        const reach = cuts.map((left) => Array.from({ length: size }, (_, node) => reachable(node, left)));
        const isTogether = (a: number, b: number): boolean => reach.every((sets) => sets[a]!.has(b) && sets[b]!.has(a));
        const firsts = Array.from({ length: size }, (_, node) => node).filter(
          (node) => !Array.from({ length: node }, (_, other) => other).some((other) => isTogether(other, node)),
        );
        expect(countTwoEdgeComponents(digraph)).toBe(firsts.length);
      }),
      { numRuns: 500 },
    );
  });

  it('equal those of graphology where its result is right', () => {
    fc.assert(
      fc.property(smallSubgraph, (subgraph) => {
        fc.pre(subgraph.nodes.length > 1);
        const graph = MultiDirectedGraph.from(toGraphology({ ...subgraph, edges: [] }));
        for (const [source, target] of pairsOf(subgraph)) graph.addDirectedEdge(`Q${source}`, `Q${target}`);
        const ranks = Object.values(centrality.pagerank(graph));
        pageRank(toDigraph(subgraph)).forEach((rank, node) => expect(rank).toBeCloseTo(ranks[node]!, 12));
        expect(graphFeatures(subgraph, { convention: 'asPublished' }).density).toBeCloseTo(
          graphMetrics.density(graph),
          12,
        );
      }),
    );
  });
});

describe('graphFeatures', () => {
  it('differs between the conventions as documented', () => {
    // 1 ⇄ 0 with a self-loop at 0, a parallel edge 1 → 0, and 1 → 2.
    const subgraph = plainSubgraph(3, [
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 2],
    ]);
    const parallel = { ...subgraph, edges: [...subgraph.edges, { source: 1, target: 0, relation: 's', name: null }] };
    expect(graphFeatures(parallel, { convention: 'asPublished' })).toMatchObject({
      nodes: 3,
      edges: 4,
      density: 4 / 6,
      cycles: 2,
      bridges: 3,
      averagePathLength: (2 + 3) / 2,
    });
    expect(graphFeatures(parallel)).toMatchObject({
      nodes: 3,
      edges: 5,
      density: 3 / 6,
      cycles: 2,
      bridges: 2,
      averagePathLength: (1 + 2) / 2,
    });
  });

  it('gives null for what is not defined', () => {
    const empty = { nodes: 0, edges: 0, density: 0, cycles: 0, cyclesCapped: false, bridges: 0 };
    const undefinedValues = { katz: null, pageRank: null, averagePathLength: null };
    for (const convention of ['asPublished', 'corrected'] as const) {
      expect(graphFeatures({ nodes: [], edges: [] }, { convention })).toEqual({ ...empty, ...undefinedValues });
      expect(graphFeatures(plainSubgraph(1, []), { convention })).toEqual({
        ...empty,
        nodes: 1,
        katz: 1,
        pageRank: 1,
        averagePathLength: null,
      });
      // The largest eigenvalue of a complete graph of 11 nodes is 10.
      expect(graphFeatures(completeSubgraph(11), { convention, maxCycles: 100 })).toMatchObject({ katz: null });
      expect(graphFeatures(completeSubgraph(10), { convention, maxCycles: 100 }).katz).toBeCloseTo(
        1 / Math.sqrt(10),
        6,
      );
    }
  });

  it('takes means over several answers', () => {
    const chain = plainSubgraph(3, [
      [0, 1],
      [1, 2],
    ]);
    const nodes = chain.nodes.map(
      (node, position) => ({ ...node, role: position < 2 ? 'answer' : 'internal' }) as const,
    );
    const { averagePathLength, pageRank: rank } = graphFeatures({ ...chain, nodes });
    expect(averagePathLength).toBe((1.5 + 1) / 2);
    const ranks = pageRank(toDigraph(chain));
    expect(rank).toBeCloseTo((ranks[0]! + ranks[1]!) / 2, 15);
  });

  it('refuses an unknown convention and limits that are none', () => {
    const run = (options: object) => (): unknown => graphFeatures(plainSubgraph(2, []), options);
    for (const options of [{ convention: 'other' }, { maxCycles: -1 }, { maxSteps: NaN }]) {
      expect(run(options)).toThrow(expect.objectContaining({ name: 'SubgraphError', code: 'invalid_option' }));
    }
  });
});

describe('countSimpleCycles', () => {
  it('counts complete graphs up to the limit and says so', () => {
    const count = (size: number, limits = {}): unknown => countSimpleCycles(toDigraph(completeSubgraph(size)), limits);
    // Σ (n choose k) (k − 1)!
    expect(count(7)).toEqual({ count: 2365, capped: false });
    expect(count(8)).toEqual({ count: 16_064, capped: false });
    expect(count(8, { maxCycles: 16_064 })).toEqual({ count: 16_064, capped: false });
    expect(count(8, { maxCycles: 16_063 })).toEqual({ count: 16_063, capped: true });
    expect(count(12)).toEqual({ count: 100_000, capped: true });
    expect(count(4, { maxCycles: 3 })).toEqual({ count: 3, capped: true });
    expect(count(4, { maxCycles: 0 })).toEqual({ count: 0, capped: true });
    expect(count(8, { maxSteps: 100 })).toMatchObject({ capped: true });
  });

  it('does not search where there is nothing', () => {
    const size = 100_000;
    const ways = Array.from({ length: size - 1 }, (_, node): Pair[] => [
      [node, node + 1],
      [node + 1, node],
    ]);
    expect(countSimpleCycles(toDigraph(plainSubgraph(size, ways.flat())))).toEqual({ count: size - 1, capped: false });
  });
});

describe('exactKatz', () => {
  it('solves large parts as small ones', () => {
    // A ring of 2,000 nodes with a chord is more than elimination takes; by symmetry an unbroken ring has equal values.
    const size = 2000;
    const ring = Array.from({ length: size }, (_, node): Pair => [node, (node + 1) % size]);
    const even = exactKatz(toDigraph(plainSubgraph(size, ring)))!;
    expect(even.every((value) => Math.abs(value - 1 / Math.sqrt(size)) < 1e-14)).toBe(true);
    const chorded = exactKatz(toDigraph(plainSubgraph(size, [...ring, [0, 1000]])))!;
    const raw = chorded.map((value) => value / chorded[0]!);
    // x(v) = 0.1 Σ x(u) + c with one constant c for all nodes.
    const constant = raw[1]! - 0.1 * raw[0]!;
    expect(raw[1000]! - 0.1 * (raw[999]! + raw[0]!)).toBeCloseTo(constant, 12);
    expect(exactKatz(toDigraph(completeSubgraph(400)))).toBeNull();
  });
});

describe('countTwoEdgeComponents', () => {
  it('gives up instead of taking long', () => {
    const complete = withoutSelfLoops(toDigraph(completeSubgraph(30)));
    expect(countTwoEdgeComponents(complete)).toBe(1);
    expect(countTwoEdgeComponents(complete, 1000)).toBeNull();
  });
});
