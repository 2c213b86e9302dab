import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import type { Encoder } from '@grasp/encoders';
import type { Plan } from '@grasp/plan';
import type { Planner } from '@grasp/planner';
import { createScoringReranker } from '@grasp/rerank';
import { importKnowledgeBase, openKnowledgeBase, openSource } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

import { buildDataset, datasetFolder, temporaryFolder } from '../test/built-knowledge-base.js';
import { formatExplanation } from './format-explanation.js';
import { createPipeline } from './pipeline.js';

const folder = temporaryFolder();
let encoder: Encoder;
let knowledgeBase: KnowledgeBase;

beforeAll(async () => {
  encoder = await loadStaticEncoder();
  await buildDataset('products', join(folder.path, 'products.skb'));
  knowledgeBase = openKnowledgeBase(join(folder.path, 'products.skb'));
}, 60_000);

afterAll(() => {
  knowledgeBase.close();
  folder.remove();
});

const tentsOfNordvik: Plan = {
  anchors: [{ var: 'A', text: 'Nordvik', label: 'brand', match_mode: 'name' }],
  hops: [{ from: 'A', rel: 'has brand', to_var: 'T', to_label: 'product' }],
  target: { var: 'T', labels: ['product'], relevance_text: 'tent for a family' },
  risk_level: 'normal',
};

const fixedPlanner = (plan: Plan): Planner => ({
  plan: () =>
    Promise.resolve({
      status: 'planned',
      plan,
      explanation: [],
      alternatives: [],
      score: 0,
      probability: 1,
      features: {},
      timing: { totalMs: 0 },
    }),
});

const noPlanner: Planner = {
  plan: () => Promise.resolve({ status: 'skipped', reason: 'no_words', timing: { totalMs: 0 } }),
};

describe('createPipeline', () => {
  it('fuses what several plans find, and tells of each hit which plan found it', async () => {
    const other: Plan = { ...tentsOfNordvik, anchors: [{ ...tentsOfNordvik.anchors[0]!, text: 'Fernhollow' }] };
    const unsure: Planner = {
      async plan(question) {
        const [best, second] = await Promise.all(
          [tentsOfNordvik, other].map((plan) => fixedPlanner(plan).plan(question)),
        );
        if (best?.status !== 'planned' || second?.status !== 'planned') throw new Error('expected plans');
        const message = 'the filter was dropped';
        return {
          ...best,
          probability: 0.7,
          alternatives: [{ ...second, probability: 0.3 }],
          attempts: [{ source: 'relaxation', outcome: 'planned', message, durationMs: 0 }],
        };
      },
    };
    const one = await createPipeline({ knowledgeBase, encoder, planner: unsure }).run('a family tent');
    const parts = { knowledgeBase, encoder, planner: unsure, fusedPlans: 2, reranker: null };
    const both = await createPipeline(parts).run('a family tent');
    const otherAlone = createPipeline({ ...parts, planner: fixedPlanner(other) });
    const alone = await otherAlone.run('a family tent');
    expect(both.plan).toEqual(tentsOfNordvik);
    const graphWeight = one.fusionWeight.graph + (0.3 / 0.7) * alone.fusionWeight.graph;
    expect(both.fusionWeight).toEqual({ graph: expect.closeTo(graphWeight, 12), text: one.fusionWeight.text });
    const union = [...one.graph, ...alone.graph].map(({ id }) => id);
    expect(both.graph.map(({ id }) => id).sort()).toEqual([...new Set(union)].sort());
    const { hits, attempts } = await createPipeline(parts).ask('a family tent', { count: 30 });
    expect(attempts).toHaveLength(1);
    const second = hits.find(({ trace }) => trace.plan === other)!;
    const { hits: known } = await otherAlone.ask('a family tent', { count: 30 });
    const { bindings, path } = known.find(({ id }) => id === second.id)!.trace;
    expect(path).toHaveLength(1);
    expect(second.trace).toMatchObject({
      relaxed: 'the filter was dropped',
      bindings,
      path,
    });
    expect(second.trace.contributions.map(({ run }) => run)).toContain('plan 2');
    expect(formatExplanation(second).join('\n')).toMatch(
      /relaxed: the filter was dropped\n[^]*\bplan 2 0\.0\d+ \(rank/u,
    );
  });

  it('answers with hits whose trace adds up', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder });
    const { hits, plan, timings } = await pipeline.ask('a family tent', { plan: tentsOfNordvik, count: 5 });
    expect(plan).toEqual(tentsOfNordvik);
    expect(hits).toHaveLength(5);
    expect(hits[0]).toMatchObject({ id: 'TNT-02', type: 'product', name: 'Fjellro 4' });
    const sum = (values: readonly { readonly value: number }[]): number =>
      values.reduce((total, { value }) => total + value, 0);
    for (const { score, trace } of hits) {
      expect(score).toBeCloseTo(sum(trace.finalContributions), 12);
      expect(trace.contributions.map(({ run, rank }) => [run, rank])).toEqual(
        [
          ['graph', trace.graphRank],
          ['text', trace.textRank],
        ].filter(([, rank]) => rank !== null),
      );
    }
    const [first] = hits;
    expect(first!.trace.path).toEqual([
      {
        from: { id: 'brand:Nordvik', name: 'Nordvik' },
        relation: 'has brand',
        to: { id: 'TNT-02', name: 'Fjellro 4' },
        direction: 'in',
      },
    ]);
    expect(first!.trace.bindings).toEqual({ A: { id: 'brand:Nordvik', name: 'Nordvik', score: 1, via: 'name' } });
    expect(first!.trace.anchorScore).toBe(1);
    expect(first!.trace.residualScore).toBeGreaterThan(0);
    expect(sum(first!.trace.fieldScores)).toBeGreaterThan(0);
    expect(timings.total).toBeGreaterThan(0);
  });

  it('gives the same answer twice, and the same as plain JSON', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder });
    const ask = async (): Promise<unknown> => (await pipeline.ask('something to cook on in the mountains')).hits;
    const hits = await ask();
    expect(await ask()).toEqual(hits);
    expect(JSON.parse(JSON.stringify(hits))).toEqual(hits);
  });

  it('works without a plan: the text run alone, in its order', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder, planner: noPlanner, reranker: null });
    const run = await pipeline.run('two-person tunnel tent');
    expect(run.plan).toBeNull();
    expect(run.graph).toEqual([]);
    expect(run.fused.map(({ id }) => id)).toEqual(run.text.map(({ id }) => id));
    expect(run.reranked).toEqual(run.fused);
    expect(run.text[0]!.id).toBe('TNT-01');
  });

  it('takes a planner and a reranker of the caller, and ends in the order of the reranker when that has all the weight', async () => {
    const seen: string[] = [];
    const reranker = createScoringReranker((query, texts) => {
      seen.push(query, ...texts);
      return texts.map((text) => -text.length);
    });
    const planner = fixedPlanner(tentsOfNordvik);
    const finalFusion = { rerankerWeight: 1, rankConstant: 1 };
    const pipeline = createPipeline({ knowledgeBase, encoder, planner, reranker, finalFusion });
    const { hits, plan } = await pipeline.ask('a tent', { count: 3 });
    expect(plan).toEqual(tentsOfNordvik);
    expect(seen[0]).toBe('a tent');
    expect(seen[1]).toContain('type: product\nname: ');
    const lengths = hits.map(({ trace }) => trace.rerankerScore!);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
    expect(lengths[0]).toBe(Math.max(...seen.slice(1).map((text) => -text.length)));
  });

  it('keeps the rest of the fused order below what was reranked', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder, planner: noPlanner, rerankedCount: 3 });
    const run = await pipeline.run('camping');
    expect(run.rerankResults).toHaveLength(3);
    expect(run.reranked.slice(3).map(({ id }) => id)).toEqual(run.fused.slice(3).map(({ id }) => id));
    const scores = run.reranked.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(new Set(run.reranked.map(({ id }) => id)).size).toBe(run.fused.length);
  });

  it('returns only the wanted types', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder });
    const { hits } = await pipeline.ask('tents', { types: ['category', 'brand'], count: 20 });
    expect(hits.length).toBeGreaterThan(0);
    expect(new Set(hits.map(({ type }) => type))).not.toContain('product');
  });

  it('fuses with the weights that are given', async () => {
    const fusion = { mode: 'static', graphWeight: 0, rankConstant: 60 } as const;
    const pipeline = createPipeline({ knowledgeBase, encoder, fusion, reranker: null });
    const run = await pipeline.run('a family tent', { plan: tentsOfNordvik });
    expect(run.graph.length).toBeGreaterThan(0);
    expect(run.fused.map(({ id }) => id)).toEqual(run.text.map(({ id }) => id));
  });

  it('does not execute a plan that is to be skipped', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder });
    const plan = { anchors: [], hops: [], target: { labels: ['product'] }, retrieval_mode: 'skip' };
    const run = await pipeline.run('a tent', { plan });
    expect(run.execution.candidateCount).toBe(0);
    expect(run.fusionWeight).toEqual({ graph: 0, text: 1 });
  });

  it('refuses what it cannot use and says why', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder });
    const refused = (code: string, text: string): unknown =>
      expect.objectContaining({ code, message: expect.stringContaining(text) as string });
    const plan = { ...tentsOfNordvik, hops: [{ from: 'A', rel: 'has brnd', to_var: 'T', to_label: 'product' }] };
    await expect(pipeline.ask('x', { plan, planName: 'my.json' })).rejects.toEqual(refused('invalid_plan', 'my.json'));
    await expect(pipeline.ask('x', { plan })).rejects.toEqual(refused('invalid_plan', 'hops.0.rel'));
    await expect(pipeline.ask('x', { plan })).rejects.toEqual(refused('invalid_plan', 'has brand'));
    await expect(pipeline.ask(' ')).rejects.toEqual(refused('invalid_input', 'question'));
    await expect(pipeline.ask('x', { types: ['shop'] })).rejects.toEqual(refused('invalid_input', 'brand'));
    await expect(pipeline.ask('x', { count: -1 })).rejects.toEqual(refused('invalid_input', 'count'));
  });

  it('ends with the reason of an aborted signal', async () => {
    const reason = new Error('enough');
    const pipeline = createPipeline({ knowledgeBase, encoder });
    await expect(pipeline.ask('a tent', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('refuses another encoder than the file was built with, and a file without indexes', async () => {
    const other = { id: 'other', dimensions: 256, encode: encoder.encode.bind(encoder) };
    const code = (expected: string): Error => expect.objectContaining({ code: expected }) as Error;
    expect(() => createPipeline({ knowledgeBase, encoder: other })).toThrow(code('encoder_mismatch'));
    const bare = join(folder.path, 'bare.skb');
    await importKnowledgeBase(await openSource(datasetFolder('products')), bare);
    const unindexed = openKnowledgeBase(bare);
    expect(() => createPipeline({ knowledgeBase: unindexed, encoder })).toThrow(code('not_indexed'));
    unindexed.close();
  });
});
