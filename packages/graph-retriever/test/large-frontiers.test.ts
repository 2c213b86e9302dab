import type { Plan } from '@grasp/plan';
import fc from 'fast-check';

import { createMemoryExecutor } from '../src/index.js';
import type { Bindings } from '../src/index.js';
import { indexGraph } from './small-graph.js';
import type { SmallEdge } from './small-graph.js';

const COUNT = 5_000;
const idOf = (number: number): string => `n${String(number).padStart(4, '0')}`;
const nodes = Array.from({ length: COUNT }, (_, number) => ({ id: idOf(number), type: 'paper' }));
const schema = {
  nodeTypes: [{ name: 'paper', fields: [] }],
  relations: [{ name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] }],
};

/** Two hops from `A`, undirected. */
const plan: Plan = {
  anchors: [{ var: 'A', text: 'a', label: 'paper', match_mode: 'name' }],
  hops: [
    { from: 'A', rel: 'cites', to_var: 'X', to_label: 'paper' },
    { from: 'X', rel: 'cites', to_var: 'T', to_label: 'paper' },
  ],
  target: { var: 'T', labels: ['paper'], relevance_text: '' },
  risk_level: 'normal',
};

/** A hub that cites most nodes, and edges among all. */
function hubGraph(seed: number): SmallEdge[] {
  let state = seed >>> 0;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const pairs = new Set<number>();
  for (let to = 0; to < COUNT; to++) if (next(10) > 0) pairs.add(to);
  for (let i = 0; i < 2 * COUNT; i++) pairs.add(next(COUNT) * COUNT + next(COUNT));
  return [...pairs].map((pair) => ({
    relation: 'cites',
    from: idOf(Math.floor(pair / COUNT)),
    to: idOf(pair % COUNT),
  }));
}

/** All ways, one by one. */
function twoHops(edges: readonly SmallEdge[], bindings: Bindings): [string, number][] {
  const at = new Map<string, { edge: number; other: string }[]>(nodes.map(({ id }) => [id, []]));
  edges.forEach(({ from, to }, edge) => {
    at.get(from)!.push({ edge, other: to });
    if (from !== to) at.get(to)!.push({ edge, other: from });
  });
  const best = new Map<string, number>();
  for (const { id, score } of bindings['A']!) {
    for (const first of at.get(id)!) {
      for (const second of at.get(first.other)!) {
        if (second.edge !== first.edge && score > (best.get(second.other) ?? -Infinity)) best.set(second.other, score);
      }
    }
  }
  return [...best].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1));
}

describe('createMemoryExecutor with frontiers of thousands of nodes', () => {
  it('agrees with an enumeration of all ways, execution after execution', async () => {
    const bound = fc.uniqueArray(fc.nat({ max: COUNT - 1 }), { minLength: 1, maxLength: 100 });
    const anchors = fc.tuple(fc.boolean(), bound, fc.integer({ min: 1, max: 100 }));
    await fc.assert(
      fc.asyncProperty(fc.nat(), fc.array(anchors, { minLength: 2, maxLength: 4 }), async (seed, rounds) => {
        const edges = hubGraph(seed);
        const executor = createMemoryExecutor(indexGraph({ schema, nodes, edges }));
        for (const [hasHub, numbers, scoreCount] of rounds) {
          const all = [...new Set(hasHub ? [0, ...numbers] : numbers)];
          const bindings: Bindings = {
            A: all.map((number) => ({ id: idOf(number), score: (number % scoreCount) / 128, via: 'name' })),
          };
          const expected = twoHops(edges, bindings);
          const ranking = await executor.execute(plan, bindings, { limit: Infinity });
          expect(ranking.candidates.map(({ id, score }) => [id, score])).toEqual(expected);
          const cut = await executor.execute(plan, bindings, { limit: 7 });
          expect(cut.candidates).toEqual(ranking.candidates.slice(0, 7));
          expect(cut.candidateCount).toBe(expected.length);
        }
      }),
      { numRuns: 5 },
    );
  });
});
