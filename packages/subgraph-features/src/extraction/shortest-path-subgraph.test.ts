import fc from 'fast-check';

import { indexGraph } from '../../test/index-graph.js';
import type { IndexedGraph } from '../../test/index-graph.js';
import { createSubgraphExtractor, shortestPathSubgraph } from './shortest-path-subgraph.js';

type Triple = readonly [string, string, string];

const graphOf = (size: number, triples: readonly Triple[]): IndexedGraph =>
  indexGraph(
    Array.from({ length: size }, (_, index) => ({ id: String(index), name: `n${index}` })),
    triples,
  );

/** All shortest paths by trying all simple paths, in ascending order of their nodes; directions ignored. */
function shortestPathsByTrial(size: number, triples: readonly Triple[], start: number, end: number): number[][] {
  const neighbours = Array.from({ length: size }, () => new Set<number>());
  for (const [source, , target] of triples) {
    neighbours[Number(source)]!.add(Number(target));
    neighbours[Number(target)]!.add(Number(source));
  }
  const found: number[][] = [];
  const walk = (path: number[]): void => {
    const last = path.at(-1)!;
    if (last === end) found.push(path);
    else {
      for (const next of [...neighbours[last]!].sort((left, right) => left - right)) {
        if (!path.includes(next)) walk([...path, next]);
      }
    }
  };
  walk([start]);
  const shortest = Math.min(...found.map(({ length }) => length));
  return found.filter(({ length }) => length === shortest);
}

const randomGraph = fc.integer({ min: 1, max: 8 }).chain((size) => {
  const node = fc.integer({ min: 0, max: size - 1 }).map(String);
  return fc.record({
    size: fc.constant(size),
    triples: fc.array(fc.tuple(node, fc.constantFrom('r', 's', 't'), node), { maxLength: 14 }),
    sources: fc.array(fc.integer({ min: 0, max: size - 1 }), { minLength: 1, maxLength: 3 }),
    target: fc.integer({ min: 0, max: size - 1 }),
    maxPaths: fc.constantFrom(1, 2, 3, Infinity),
  });
});

describe('shortestPathSubgraph', () => {
  it('keeps the first shortest paths and the edges among their nodes', () => {
    fc.assert(
      fc.property(randomGraph, ({ size, triples, sources, target, maxPaths }) => {
        const graph = graphOf(size, triples);
        const found = shortestPathSubgraph(graph, sources, target, { maxPaths, maxLength: Infinity });
        const nodes = new Set([...sources, target]);
        [...new Set(sources)].forEach((source, place) => {
          const paths = shortestPathsByTrial(size, triples, source, target);
          const connection = found.connections[place]!;
          expect(connection).toMatchObject({
            outcome: source === target ? 'same' : paths.length > 0 ? 'connected' : 'unconnected',
            distance: paths.length > 0 ? paths[0]!.length - 1 : null,
            pathCount: paths.length,
            keptPaths: Math.min(paths.length, maxPaths),
          });
          for (const path of paths.slice(0, maxPaths)) for (const node of path) nodes.add(node);
        });
        const ids = [...nodes].sort((left, right) => left - right).map(String);
        expect(found.subgraph.nodes.map(({ id }) => id)).toEqual(ids);
        const lines = new Set(
          triples.filter(([source, , end]) => ids.includes(source) && ids.includes(end)).map(String),
        );
        const edges = found.subgraph.edges.map(({ source, relation, target: end }) =>
          String([ids[source], relation, ids[end]]),
        );
        expect([...edges].sort()).toEqual([...lines].sort());
        expect(
          createSubgraphExtractor(graph).extract(sources, target, { maxPaths, maxLength: Infinity }).subgraph,
        ).toEqual(found.subgraph);
      }),
      { numRuns: 400 },
    );
  });

  it('gives an extractor that forgets each search', () => {
    fc.assert(
      fc.property(
        randomGraph,
        fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 6 }),
        ({ size, triples }, pairs) => {
          const graph = graphOf(size, triples);
          const extractor = createSubgraphExtractor(graph);
          for (const [source, target] of pairs) {
            const ends = [source % size, target % size] as const;
            const again = createSubgraphExtractor(graph).extract([ends[0]], ends[1]);
            expect(extractor.extract([ends[0]], ends[1])).toEqual(again);
          }
        },
      ),
    );
  });

  const square = graphOf(5, [
    ['0', 'r', '1'],
    ['0', 'r', '2'],
    ['1', 'r', '3'],
    ['2', 's', '3'],
  ]);

  it('tells roles, names, types, degrees and frequencies', () => {
    const { subgraph, flags } = shortestPathSubgraph(square, [0], 3, {
      maxPaths: 1,
      relationName: (relation) => (relation === 'r' ? 'likes' : null),
    });
    expect(subgraph).toEqual({
      nodes: [
        { id: '0', name: 'n0', role: 'question', type: 'entity', degree: 2 },
        { id: '1', name: 'n1', role: 'internal', type: 'entity', degree: 2 },
        { id: '3', name: 'n3', role: 'answer', type: 'entity', degree: 2 },
      ],
      edges: [
        { source: 0, target: 1, relation: 'r', name: 'likes', frequency: 3 },
        { source: 1, target: 2, relation: 'r', name: 'likes', frequency: 3 },
      ],
    });
    expect(flags).toEqual(['paths_left_out']);
  });

  it('has a result and a flag for what is out of the ordinary', () => {
    const flagsOf = (sources: number[], targets: number | number[], options = {}): readonly string[] =>
      shortestPathSubgraph(square, sources, targets, options).flags;
    expect(flagsOf([0], 3)).toEqual([]);
    expect(flagsOf([], 3)).toEqual(['no_question_entity']);
    expect(flagsOf([0], [])).toEqual(['no_answer']);
    expect(flagsOf([0], [1, 2])).toEqual(['several_answers']);
    expect(flagsOf([0], 0)).toEqual(['answer_in_question']);
    expect(flagsOf([0, 4], 3)).toEqual(['unconnected']);
    expect(flagsOf([0], 3, { maxLength: 1 })).toEqual(['cut_off']);
    expect(flagsOf([0], 3, { maxNodes: 1 })).toEqual(['paths_left_out']);
    const both = shortestPathSubgraph(square, [0, 4], 0);
    expect(both.subgraph.nodes).toMatchObject([{ role: 'answer', isQuestion: true }, { role: 'question' }]);
  });

  it('says which limit was met', () => {
    const chain = graphOf(
      9,
      Array.from({ length: 8 }, (_, place) => [String(place), 'r', String(place + 1)] as const),
    );
    const connectionOf = (options: object): object => shortestPathSubgraph(chain, [0], 8, options).connections[0]!;
    expect(connectionOf({})).toMatchObject({ outcome: 'cut_off', limit: 'length', distance: null });
    expect(connectionOf({ maxLength: 8 })).toMatchObject({ outcome: 'connected', distance: 8 });
    expect(connectionOf({ maxLength: 8, maxExpandedNodes: 3 })).toMatchObject({ limit: 'expanded', expandedNodes: 3 });
    let clock = 0;
    expect(connectionOf({ maxLength: 8, timeoutMs: 2.5, now: () => clock++ })).toMatchObject({ limit: 'time' });
  });

  it('keeps whole paths when nodes are limited', () => {
    const triples: Triple[] = [];
    for (const middle of ['1', '2', '3', '4']) {
      triples.push(['0', 'r', middle]);
      for (const next of ['5', '6', '7']) triples.push([middle, 'r', next]);
    }
    for (const next of ['5', '6', '7']) triples.push([next, 'r', '8']);
    const graph = graphOf(9, triples);
    const keep = (maxNodes: number): unknown => {
      const { subgraph, connections } = shortestPathSubgraph(graph, [0], 8, { maxNodes });
      return [subgraph.nodes.map(({ id }) => id).join(''), connections[0]!.pathCount, connections[0]!.keptPaths];
    };
    expect(keep(7)).toEqual(['012345678', 12, 12]);
    expect(keep(6)).toEqual(['01235678', 12, 9]);
    expect(keep(3)).toEqual(['01568', 12, 2]);
    expect(keep(1)).toEqual(['08', 12, 0]);
  });

  it('passes a hub of a million neighbours', () => {
    const size = 1_000_003;
    const hub = 1_000_000;
    const offsets = (degreeOf: (node: number) => number): Uint32Array => {
      const starts = new Uint32Array(size + 1);
      for (let node = 0; node < size; node++) starts[node + 1] = starts[node]! + degreeOf(node);
      return starts;
    };
    const leaves = Uint32Array.from({ length: hub + 2 }, (_, place) => (place < hub ? place : place + 1));
    const rows = {
      out: { offsets: offsets((node) => (node === hub ? leaves.length : 0)), targets: leaves },
      in: { offsets: offsets((node) => (node === hub ? 0 : 1)), targets: new Uint32Array(leaves.length).fill(hub) },
    };
    const graph = {
      nodeCount: size,
      schema: { relations: [{ name: 'r' }] },
      adjacency: (_: string, direction: 'out' | 'in') => rows[direction],
      idOf: String,
      nameOf: String,
      typeOf: () => 'entity',
    };
    const { subgraph, connections } = shortestPathSubgraph(graph, [5], hub + 1);
    expect(connections[0]).toMatchObject({ distance: 2, pathCount: 1, expandedNodes: 2 });
    expect(subgraph.nodes.map(({ id }) => id)).toEqual(['5', String(hub), String(hub + 1)]);
    expect(subgraph.edges.map(({ source, target }) => [source, target])).toEqual([
      [1, 0],
      [1, 2],
    ]);
  });

  it('refuses what it cannot use', () => {
    const code = (run: () => unknown): unknown => {
      try {
        return run();
      } catch (error) {
        return (error as { code?: string }).code;
      }
    };
    expect(code(() => shortestPathSubgraph(square, [5], 0))).toBe('invalid_node');
    expect(code(() => shortestPathSubgraph(square, [0], 1.5))).toBe('invalid_node');
    expect(code(() => shortestPathSubgraph(square, [0], 1, { maxPaths: 0 }))).toBe('invalid_option');
    expect(code(() => shortestPathSubgraph(square, [0], 1, { timeoutMs: NaN }))).toBe('invalid_option');
    const reason = new Error('enough');
    expect(() => shortestPathSubgraph(square, [0], 1, { signal: AbortSignal.abort(reason) })).toThrow(reason);
  });
});
