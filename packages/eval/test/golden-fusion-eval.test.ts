import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { evaluate } from '../src/evaluate.js';
import type { Report } from '../src/evaluate.js';
import type { Qrels, Run } from '../src/ranking.js';
import { orderRanking } from '../src/ranking-order.js';

type Triple = readonly [query: string, document: string, value: number];
type Values = Readonly<Record<string, number>>;

interface Metrics {
  readonly order: Readonly<Record<string, readonly string[]>>;
  readonly per_query: Readonly<Record<string, Values>>;
  readonly mean: { readonly judged_and_retrieved: Values; readonly all_judged: Values };
  readonly num_q: { readonly judged_and_retrieved: number; readonly all_judged: number };
}

interface Case {
  readonly id: string;
  readonly kind: 'rrf' | 'rrf_dynamic' | 'metrics' | 'pipeline';
  readonly params: { readonly relevance_level: number; readonly k: number; readonly weights: readonly number[] };
  readonly qrels: readonly Triple[];
  readonly run: readonly Triple[];
  readonly queries: Readonly<Record<string, readonly { readonly ids: readonly string[] }[]>>;
  readonly expected: Metrics & {
    readonly metrics: Metrics;
    readonly fused: Readonly<Record<string, unknown>>;
  };
}

const golden = JSON.parse(readFileSync(join(__dirname, 'fixtures/fusion-eval.json'), 'utf8')) as {
  readonly abs_tolerance: number;
  readonly cases: readonly Case[];
};
const MEASURES = ['hit@1', 'hit@3', 'hit@5', 'hit@10', 'recall@20', 'mrr', 'ndcg@10', 'map'];

function group(triples: readonly Triple[]): Map<string, Map<string, number>> {
  const groups = new Map<string, Map<string, number>>();
  for (const [query, document, value] of triples) {
    groups.set(query, (groups.get(query) ?? new Map<string, number>()).set(document, value));
  }
  return groups;
}

const runOf = (triples: readonly Triple[]): Run =>
  new Map([...group(triples)].map(([query, scores]) => [query, [...scores].map(([id, score]) => ({ id, score }))]));

/** Weighted reciprocal rank fusion, written out here so that the evaluator is tested on its own. */
function fuse({ queries, params }: Case): Run {
  return new Map(
    Object.entries(queries).map(([query, lists]) => {
      const scores = new Map<string, number>();
      lists.forEach(({ ids }, list) => {
        ids.forEach((id, index) => {
          scores.set(id, (scores.get(id) ?? 0) + params.weights[list]! / (params.k + index + 1));
        });
      });
      return [query, [...scores].map(([id, score]) => ({ id, score }))];
    }),
  );
}

function expectClose(actual: Values, expected: Values): void {
  expect(Object.keys(expected).sort()).toEqual([...MEASURES].sort());
  for (const [name, value] of Object.entries(expected)) {
    expect(Math.abs(actual[name]! - value)).toBeLessThanOrEqual(golden.abs_tolerance);
  }
}

function expectMetrics(run: Run, qrels: Qrels, relevanceLevel: number, expected: Metrics): void {
  const reportWith = (averaging: 'judged-and-retrieved' | 'all-judged'): Report =>
    evaluate(run, qrels, { conventions: 'trec_eval', measures: MEASURES, relevanceLevel, averaging });
  const [both, all] = [reportWith('judged-and-retrieved'), reportWith('all-judged')];
  expect(both.queries.map(({ id }) => id)).toEqual(Object.keys(expected.per_query).sort());
  for (const { id, values } of both.queries) expectClose(values, expected.per_query[id]!);
  expectClose(both.means, expected.mean.judged_and_retrieved);
  expectClose(all.means, expected.mean.all_judged);
  expect(both.counts.averaged).toBe(expected.num_q.judged_and_retrieved);
  expect(all.counts.averaged).toBe(expected.num_q.all_judged);
  for (const [query, order] of Object.entries(expected.order)) {
    expect(orderRanking(run.get(query)!, 'score-desc-docno-desc').map(({ id }) => id)).toEqual(order);
  }
}

const casesOf = (kind: Case['kind']): readonly Case[] => golden.cases.filter((entry) => entry.kind === kind);

test('the file holds five metric and two pipeline cases', () => {
  expect([casesOf('metrics').length, casesOf('pipeline').length]).toEqual([5, 2]);
});

test.each(casesOf('metrics').map((entry) => [entry.id, entry] as const))('%s', (_, entry) => {
  expectMetrics(runOf(entry.run), group(entry.qrels), entry.params.relevance_level, entry.expected);
});

test.each(casesOf('pipeline').map((entry) => [entry.id, entry] as const))('%s', (_, entry) => {
  expectMetrics(fuse(entry), group(entry.qrels), entry.params.relevance_level, entry.expected.metrics);
});
