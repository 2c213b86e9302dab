import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { dynamicFusionWeights, planConditionedFusion, reciprocalRankFusion } from '../src/index.js';
import type { FusedHit, RiskLevel } from '../src/index.js';

interface GoldenList {
  readonly name: string;
  readonly ids: readonly string[];
}
interface GoldenResults {
  readonly results: readonly {
    readonly id: string;
    readonly score: number;
    readonly contributions?: readonly { list: string; rank: number; weight: number; value: number }[];
  }[];
  readonly ranking_groups: readonly (readonly string[])[];
}
interface StaticParams {
  readonly k: number;
  readonly weights: readonly number[];
  readonly window: number | null;
}

const golden = JSON.parse(readFileSync(join(__dirname, 'fixtures/fusion-eval.json'), 'utf8')) as {
  readonly abs_tolerance: number;
  readonly cases: readonly (Record<string, unknown> & { readonly id: string; readonly kind: string })[];
};

function casesOfKind<Case>(kind: string): (readonly [string, Case])[] {
  return golden.cases.filter((one) => one.kind === kind).map((one) => [one.id, one as unknown as Case] as const);
}

function fuse(lists: readonly GoldenList[], { k, weights, window }: StaticParams): FusedHit[] {
  return reciprocalRankFusion(
    lists.map(({ name, ids }, index) => ({ name, weight: weights[index]!, ranking: ids.map((id) => ({ id })) })),
    { rankConstant: k, ...(window === null ? {} : { windowSize: window }) },
  );
}

function expectClose(actual: number, expected: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(golden.abs_tolerance);
}

function expectResults(hits: readonly FusedHit[], expected: GoldenResults): void {
  const byId = new Map(hits.map((hit) => [hit.id, hit]));
  const positive = expected.results.filter(({ score }) => score > 0);
  expect(byId.size).toBe(hits.length);
  expect(hits).toHaveLength(positive.length);
  for (const { id, score, contributions } of positive) {
    const hit = byId.get(id)!;
    expectClose(hit.score, score);
    if (contributions === undefined) continue;
    expect(hit.contributions.map(({ run, rank }) => [run, rank])).toEqual(
      contributions.map(({ list, rank }) => [list, rank]),
    );
    hit.contributions.forEach((contribution, index) => {
      expectClose(contribution.weight, contributions[index]!.weight);
      expectClose(contribution.value, contributions[index]!.value);
    });
  }
  const shown = new Set(positive.map(({ id }) => id));
  const order = expected.ranking_groups.flatMap((group) => [...group].sort().filter((id) => shown.has(id)));
  expect(hits.map(({ id }) => id)).toEqual(order);
}

describe('golden cases', () => {
  it('are all here', () => {
    expect(casesOfKind('rrf')).toHaveLength(6);
    expect(casesOfKind('rrf_dynamic')).toHaveLength(2);
    expect(casesOfKind('pipeline')).toHaveLength(2);
  });

  type StaticCase = {
    readonly params: StaticParams;
    readonly lists: readonly GoldenList[];
    readonly expected?: GoldenResults;
    readonly expected_by_duplicate_policy?: { readonly compact: GoldenResults };
  };
  it.each(casesOfKind<StaticCase>('rrf'))('%s', (_, { params, lists, expected, expected_by_duplicate_policy }) => {
    expectResults(fuse(lists, params), expected ?? expected_by_duplicate_policy!.compact);
  });

  type DynamicCase = {
    readonly params: {
      readonly k: number;
      readonly w_bucket: readonly [number, number, number, number, number];
      readonly m_risk: Readonly<Record<RiskLevel, number>>;
    };
    readonly query: { readonly n_cand: number; readonly risk_level: RiskLevel };
    readonly lists: readonly [GoldenList, GoldenList];
    readonly expected: GoldenResults & { readonly bucket_index: number; readonly graph_weight: number };
  };
  it.each(casesOfKind<DynamicCase>('rrf_dynamic'))('%s', (_, { params, query, lists: [graph, dense], expected }) => {
    const signals = { candidateCount: query.n_cand, riskLevel: query.risk_level };
    const tables = { bucketWeights: params.w_bucket, riskMultipliers: params.m_risk };
    const weights = dynamicFusionWeights(signals, tables);
    expect(weights.bucket).toBe(expected.bucket_index);
    expectClose(weights.graph, expected.graph_weight);

    const hits = planConditionedFusion(
      { graph: graph.ids, text: dense.ids },
      { ...signals, ...tables, rankConstant: params.k },
    );
    const named = hits.map((hit) => ({
      ...hit,
      contributions: hit.contributions.map((one) => ({ ...one, run: one.run === 'graph' ? graph.name : dense.name })),
    }));
    expectResults(named, expected);
  });

  type PipelineCase = {
    readonly params: StaticParams;
    readonly queries: Readonly<Record<string, readonly GoldenList[]>>;
    readonly expected: { readonly fused: Readonly<Record<string, GoldenResults>> };
  };
  it.each(casesOfKind<PipelineCase>('pipeline'))('%s', (_, { params, queries, expected }) => {
    for (const [query, lists] of Object.entries(queries)) expectResults(fuse(lists, params), expected.fused[query]!);
  });
});
