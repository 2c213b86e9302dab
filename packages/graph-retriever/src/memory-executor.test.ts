import type { Anchor, Hop, Plan, Schema } from '@grasp/plan';
import fc from 'fast-check';

import { PlanSatisfier } from '../test/satisfy-plan.js';
import { indexGraph } from '../test/small-graph.js';
import type { SmallEdge, SmallGraph } from '../test/small-graph.js';
import type { Bindings } from './bindings.js';
import { createMemoryExecutor, executePlan } from './memory-executor.js';
import type { MemoryExecuteOptions } from './memory-executor.js';

const schema: Schema = {
  nodeTypes: ['paper', 'author'].map((name) => ({ name, fields: [] })),
  relations: [
    { name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
  ],
};

/** Edges as `from relation to`; a node whose id starts with `a` is an author. */
function graphOf(...lines: string[]): SmallGraph {
  const edges = lines.map((line): SmallEdge => {
    const [from, relation, to] = line.split(' ') as [string, string, string];
    return { relation, from, to };
  });
  const ids = [...new Set(edges.flatMap(({ from, to }) => [from, to]))];
  return { schema, edges, nodes: ids.map((id) => ({ id, type: id.startsWith('a') ? 'author' : 'paper' })) };
}

const typeOf = (variable: string): string => (variable.startsWith('A') ? 'author' : 'paper');

/** Hops as `from relation to`, with `!` before the relation of a negated one; a variable that starts with `A` is an author. */
function planOf(anchors: string[], ...lines: string[]): Plan {
  return {
    anchors: anchors.map((variable): Anchor => ({
      var: variable,
      text: 'x',
      label: typeOf(variable),
      match_mode: 'name',
    })),
    hops: lines.map((line): Hop => {
      const [from, rel, to] = line.split(' ') as [string, string, string];
      const hop = { from, rel: rel.replace('!', ''), to_var: to, to_label: typeOf(to) };
      return rel.startsWith('!') ? { ...hop, negated: true } : hop;
    }),
    target: { var: 'T', labels: ['paper'], relevance_text: '' },
    risk_level: 'normal',
  };
}

const bind = (scores: Record<string, Record<string, number>>): Bindings =>
  Object.fromEntries(
    Object.entries(scores).map(([variable, ids]) => [
      variable,
      Object.entries(ids).map(([id, score]) => ({ id, score, via: 'name' as const })),
    ]),
  );

const run = async (
  graph: SmallGraph,
  plan: Plan,
  bindings: Record<string, Record<string, number>>,
  options?: MemoryExecuteOptions,
) => executePlan(indexGraph(graph), plan, bind(bindings), options);

const ranking = async (...input: Parameters<typeof run>): Promise<[string, number][]> =>
  (await run(...input)).candidates.map(({ id, score }) => [id, score]);

describe('execution', () => {
  it('does not turn back on the edge by which it came', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2', 'a2 writes p1', 'a2 writes p3');
    expect(await ranking(graph, planOf(['P'], 'P writes A', 'A writes T'), { P: { p1: 0.5 } })).toEqual([
      ['p2', 0.5],
      ['p3', 0.5],
    ]);
  });

  it('may come back by another edge', async () => {
    const graph = graphOf('p1 cites p2', 'p2 cites p1');
    expect(await ranking(graph, planOf(['P'], 'P cites X', 'X cites T'), { P: { p1: 0.5 } })).toEqual([['p1', 0.5]]);
  });

  it('may use an edge again that is not next to it', async () => {
    // p1–p2–p3–p1–p2: the first and the fourth hop take the same edge.
    const graph = graphOf('p1 cites p2', 'p2 cites p3', 'p3 cites p1');
    const plan = planOf(['P'], 'P cites X', 'X cites Y', 'Y cites Z', 'Z cites T');
    expect(await ranking(graph, plan, { P: { p1: 1 } })).toEqual([
      ['p2', 1],
      ['p3', 1],
    ]);
  });

  it('does not let two branches share an edge', async () => {
    const graph = graphOf('a1 writes p1', 'a2 writes p1', 'a1 writes p2');
    const plan = planOf(['A', 'Ab'], 'A writes T', 'Ab writes T');
    const both = { a1: 0.9, a2: 0.5 };
    expect(await ranking(graph, plan, { A: both, Ab: both })).toEqual([['p1', 1.4]]);
  });

  it('counts an anchor once, with one binding', async () => {
    const graph = graphOf('p1 cites p2', 'a1 writes p1', 'a1 writes p2', 'a2 writes p3', 'p3 cites p2');
    const plan = planOf(['A'], 'A writes T', 'A writes X', 'T cites X');
    expect(await ranking(graph, plan, { A: { a1: 0.25, a2: 0.75 } })).toEqual([
      ['p1', 0.25],
      ['p2', 0.25],
    ]);
  });

  it('keeps what a negated branch does not reach', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2', 'a2 writes p2');
    const bindings = { A: { a1: 0.9 }, Ab: { a2: 0.9 } };
    expect(await ranking(graph, planOf(['A', 'Ab'], 'A writes T', 'Ab !writes T'), bindings)).toEqual([['p1', 0.9]]);
    // A negation about nothing rules nothing out.
    expect(await ranking(graph, planOf(['A', 'Ab'], 'A writes T', 'Ab !writes T'), { A: { a1: 0.9 } })).toHaveLength(2);
  });

  it('gives all other targets when there are only negations', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2', 'a2 writes p3');
    expect(await ranking(graph, planOf(['A'], 'A !writes T'), { A: { a1: 1 } })).toEqual([['p3', 0]]);
  });

  it('binds the target itself', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2');
    expect(await ranking(graph, planOf(['T']), { T: { p1: 0.2, p2: 0.3, a1: 0.9 } })).toEqual([
      ['p2', 0.3],
      ['p1', 0.2],
    ]);
    const plan = planOf(['T', 'A'], 'A writes T');
    expect(await ranking(graph, plan, { T: { p1: -0.5 }, A: { a1: 0.25 } })).toEqual([['p1', -0.25]]);
  });

  it('has no candidates without a binding, or for a plan that is to be skipped', async () => {
    const graph = graphOf('a1 writes p1');
    const plan = planOf(['A'], 'A writes T');
    const nothing = { candidates: [], candidateCount: 0, truncated: false };
    expect(await run(graph, plan, {})).toEqual(nothing);
    expect(await run(graph, plan, { A: { missing: 1, p1: 1 } })).toEqual(nothing);
    expect(await run(graph, { ...plan, retrieval_mode: 'skip' }, { A: { a1: 1 } })).toEqual(nothing);
  });

  it('describes the best way', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2', 'p3 cites p2');
    const plan = planOf(['P'], 'P writes A', 'A writes X', 'X cites T');
    const { candidates } = await run(graph, plan, { P: { p1: 0.7 } });
    expect(candidates).toEqual([
      {
        id: 'p3',
        score: 0.7,
        anchorScore: 0.7,
        path: [
          { from: 'p1', fromVariable: 'P', relation: 'writes', to: 'a1', variable: 'A', direction: 'in', hop: 0 },
          { from: 'a1', fromVariable: 'A', relation: 'writes', to: 'p2', variable: 'X', direction: 'out', hop: 1 },
          { from: 'p2', fromVariable: 'X', relation: 'cites', to: 'p3', variable: 'T', direction: 'in', hop: 2 },
        ],
        anchors: [{ variable: 'P', id: 'p1', score: 0.7 }],
      },
    ]);
  });

  it('adds scores in decimal', async () => {
    const graph = graphOf('a1 writes p1', 'a2 writes p1', 'a3 writes p1');
    const plan = planOf(['Aa', 'Ab', 'Ac'], 'Aa writes T', 'Ab writes T', 'Ac writes T');
    expect(await ranking(graph, plan, { Aa: { a1: 0.1 }, Ab: { a2: 0.2 }, Ac: { a3: 0.3 } })).toEqual([['p1', 0.6]]);
  });

  it('orders by score, then id, across types', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p0', 'a2 writes p0');
    const plan: Plan = {
      ...planOf(['P'], 'P writes T'),
      hops: [{ from: 'T', rel: 'writes', to_var: 'P', to_label: 'paper' }],
      target: { var: 'T', labels: ['author', 'paper'], relevance_text: '' },
    };
    expect(await ranking(graph, plan, { P: { p0: 0.5, p1: 0.75 } })).toEqual([
      ['a1', 0.75],
      ['a2', 0.5],
    ]);
  });

  it('leaves nodes out that may not be candidates, before it counts and cuts', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2', 'a1 writes p3', 'a2 writes p3');
    const index = indexGraph(graph);
    const accepts = (node: number): boolean => index.idOf(node) !== 'p1';
    const plan = planOf(['A'], 'A writes T');
    const bindings = { A: { a1: 0.5, a2: 0.25 } };
    const restricted = await run(graph, plan, bindings, { accepts, limit: 1 });
    expect(restricted).toMatchObject({ candidates: [{ id: 'p2', score: 0.5 }], candidateCount: 2, truncated: true });
    const residual = (node: number): number => (index.idOf(node) === 'p1' ? 9 : 0);
    expect(await ranking(graph, plan, bindings, { accepts, residual })).toEqual([
      ['p2', 0.5],
      ['p3', 0.5],
    ]);
    expect(await run(graph, plan, bindings, { accepts: () => false })).toMatchObject({
      candidates: [],
      candidateCount: 0,
      truncated: false,
    });
  });

  it('adds residual scores before it cuts', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p2', 'a1 writes p3');
    const index = indexGraph(graph);
    const residual = (node: number): number => ({ p1: 0, p2: 0.25, p3: 0.5 })[index.idOf(node)] ?? NaN;
    const plan = planOf(['A'], 'A writes T');
    const { candidates, ...rest } = await run(graph, plan, { A: { a1: 0.5 } }, { residual, limit: 2 });
    expect(candidates).toMatchObject([
      { id: 'p3', score: 1, anchorScore: 0.5, residualScore: 0.5 },
      { id: 'p2', score: 0.75, anchorScore: 0.5, residualScore: 0.25 },
    ]);
    expect(rest).toEqual({ candidateCount: 3, truncated: true });
  });

  it('takes a repeated edge for one', async () => {
    const graph = graphOf('a1 writes p1', 'a1 writes p1');
    expect(await ranking(graph, planOf(['P'], 'P writes A', 'A writes T'), { P: { p1: 1 } })).toEqual([]);
  });

  it('ends when its budget is used up', async () => {
    const graph = graphOf(...Array.from({ length: 50 }, (_, index) => `a${index} writes p${index}`));
    const plan = planOf(['A'], 'A writes T', 'A writes T');
    const bindings = { A: Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`a${index}`, 0.5])) };
    expect(await run(graph, planOf(['A'], 'A writes T'), bindings, { edgeBudget: 10 })).toEqual({
      candidates: [],
      candidateCount: 0,
      truncated: true,
      stopped: 'budget',
    });
    expect(await run(graph, plan, bindings, { edgeBudget: 1000 })).toMatchObject({
      truncated: true,
      stopped: 'budget',
    });
  });

  it('ends when its time is over, with what it has found', async () => {
    const lines = Array.from({ length: 400 }, (_, index) => `a${index % 20} writes p${(index * 7) % 90}`);
    const plan = planOf(['A', 'Ab'], 'A writes X', 'A writes T', 'Ab writes X', 'Ab writes T');
    const bound = Object.fromEntries(Array.from({ length: 20 }, (_, index) => [`a${index}`, 0.5]));
    const { stopped, truncated } = await run(graphOf(...lines), plan, { A: bound, Ab: bound }, { timeoutMs: 1e-3 });
    expect({ stopped, truncated }).toEqual({ stopped: 'timeout', truncated: true });
  });

  it('can be aborted before and while it runs, and works on after it', async () => {
    const lines = Array.from({ length: 4000 }, (_, index) => `a${index % 60} writes p${(index * 7) % 900}`);
    const executor = createMemoryExecutor(indexGraph(graphOf(...lines)));
    const plan = planOf(['A', 'Ab'], 'A writes X', 'A writes T', 'Ab writes X', 'Ab writes T');
    const bound = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`a${index}`, 0.5]));
    const bindings = bind({ A: bound, Ab: bound });
    const reason = new Error('enough');
    await expect(executor.execute(plan, bindings, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    setImmediate(() => controller.abort(reason));
    await expect(executor.execute(plan, bindings, { signal: controller.signal })).rejects.toBe(reason);
    const single = planOf(['A'], 'A writes T');
    const one = bind({ A: { a1: 1 } });
    const [first, second] = await Promise.all([executor.execute(single, one), executor.execute(single, one)]);
    expect(first).toEqual(second);
    expect(first.candidateCount).toBe(new Set(lines.filter((line) => line.startsWith('a1 '))).size);
  });

  it('refuses what it cannot use', async () => {
    const graph = graphOf('a1 writes p1', 'p1 cites p2');
    const plan = planOf(['A'], 'A writes T');
    const refused = (code: string): object => ({ name: 'GraphRetrieverError', code });
    for (const options of [{ limit: -1 }, { limit: 1.5 }, { timeoutMs: 0 }, { timeoutMs: NaN }, { edgeBudget: 0 }]) {
      await expect(run(graph, plan, { A: { a1: 1 } }, options)).rejects.toMatchObject(refused('invalid_option'));
    }
    for (const score of [NaN, Infinity, 501]) {
      await expect(run(graph, plan, { A: { a1: score } })).rejects.toMatchObject(refused('invalid_binding'));
    }
    const between = planOf(['A', 'Ab'], 'A writes T', 'Ab writes T', 'A writes X', 'Ab writes Y', 'X !cites Y');
    await expect(run(graph, between, { A: { a1: 1 } })).rejects.toMatchObject(refused('unsupported_plan'));
  });
});

describe('hops that share an anchor in a cycle', () => {
  const shapes = [
    planOf(['P'], 'P cites X', 'P cites Y', 'X cites T', 'Y cites T'),
    planOf(['P'], 'P cites X', 'X cites T', 'P cites T'),
    planOf(['P'], 'P cites T', 'T cites P'),
    planOf(['P'], 'P cites X', 'P cites Y', 'P cites Z', 'X cites T', 'Y cites T', 'Z cites T'),
  ];

  it.each(shapes.map((plan) => [plan.hops.map((hop) => `${hop.from}–${hop.to_var}`).join(', '), plan] as const))(
    'never take the same edge: %s',
    async (_, plan) => {
      // Enough neighbours that the few patterns by bits are tried instead of every edge.
      const pairs = fc.uniqueArray(fc.tuple(fc.nat({ max: 19 }), fc.nat({ max: 4 })), {
        selector: ([a, b]) => a * 5 + b,
        minLength: 10,
        maxLength: 40,
      });
      let found = 0;
      await fc.assert(
        fc.asyncProperty(
          fc.shuffledSubarray(Array.from({ length: 20 }, (_unused, index) => index)),
          pairs,
          async (near, far) => {
            const lines = [...near.map((index) => `p0 cites x${index}`), ...far.map(([a, b]) => `x${a} cites y${b}`)];
            const graph = graphOf('p0 cites p0', 'x0 cites p0', 'p0 cites y0', 'y0 cites p0', ...lines);
            const bindings = { P: { p0: 0.5, y0: 0.25, x3: 0.125 } };
            const expected = [...new PlanSatisfier(graph, plan, bind(bindings)).scores()].sort(
              ([a, scoreA], [b, scoreB]) => scoreB - scoreA || (a < b ? -1 : 1),
            );
            expect(await ranking(graph, plan, bindings)).toEqual(expected);
            if (expected.length > 0) found++;
          },
        ),
        { numRuns: 25 },
      );
      expect(found).toBeGreaterThan(0);
    },
  );
});
