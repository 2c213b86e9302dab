import fc from 'fast-check';

import { evaluate, evaluateStream } from './evaluate.js';
import { parseMeasure } from './parse-measure.js';
import { qrelsOfQuestions } from './questions/question.js';
import { hashQuestions } from './questions-hash.js';
import type { Qrels, Ranking, Run } from './ranking.js';

const qrels: Qrels = new Map([
  ['q2', new Map([['a', 1]])],
  ['q1', new Map([['b', 1]])],
  ['q3', new Map([['c', 0]])],
]);
const run: Run = new Map<string, Ranking>([
  ['q1', [{ id: 'b', score: 0.5 }]],
  [
    'q2',
    [
      { id: 'x', score: 1 },
      { id: 'a', score: 0.5 },
    ],
  ],
  ['q9', [{ id: 'a', score: 1 }]],
]);

test('reports the measures of the paper by default, queries in order of their ids', () => {
  const report = evaluate(run, qrels);
  expect(report.measures.map(({ label }) => label)).toEqual(['Hit@1', 'Hit@5', 'Recall@20', 'MRR']);
  expect(report.means).toEqual({ 'hit@1': 1 / 3, 'hit@5': 2 / 3, 'recall@20': 2 / 3, mrr: (1 + 1 / 2) / 3 });
  expect(report.queries.map(({ id }) => id)).toEqual(['q1', 'q2', 'q3']);
  expect(report.counts).toEqual({
    averaged: 3,
    judged: 3,
    judgedNotRetrieved: 1,
    retrievedNotJudged: 1,
    withoutRelevant: 1,
  });
  expect(JSON.parse(JSON.stringify(report))).toEqual(report);
});

test('a query without relevant documents is left out on request', () => {
  const report = evaluate(run, qrels, { withoutRelevant: 'skip', measures: ['hit@1'] });
  expect(report.means).toEqual({ 'hit@1': 1 / 2 });
  expect(report.counts).toMatchObject({ averaged: 2, withoutRelevant: 1 });
});

test('no queries give means of 0, not NaN', () => {
  expect(evaluate(new Map(), new Map(), { measures: ['mrr', 'judged@5'] }).means).toEqual({ mrr: 0, 'judged@5': 0 });
});

test('an empty ranking is a query that was not retrieved', () => {
  const empty = new Map([['q1', []]]);
  const report = evaluate(empty, qrels, { averaging: 'judged-and-retrieved' });
  expect(report.counts).toMatchObject({ averaged: 0, judgedNotRetrieved: 3 });
});

test('only candidates count, in rankings and in qrels', () => {
  const answers = qrelsOfQuestions([{ id: 'q', answer_ids: ['outside', 'in', 'in'] }]);
  const ranking = [
    { id: 'outside', score: 3 },
    { id: 'in', score: 2 },
  ];
  const options = { measures: ['hit@1', 'recall@1'], candidates: new Set(['in', 'other']) };
  const report = evaluate(new Map([['q', ranking]]), answers, options);
  expect(report.means).toEqual({ 'hit@1': 1, 'recall@1': 1 });
  expect(report.hash).toBe(hashQuestions(qrelsOfQuestions([{ id: 'q', answer_ids: ['in'] }])));
});

test('only the given queries count', () => {
  const report = evaluate(run, qrels, { queries: new Set(['q2']), measures: ['mrr'] });
  expect(report.means).toEqual({ mrr: 0.5 });
  expect(report.counts).toMatchObject({ averaged: 1, judged: 1, retrievedNotJudged: 2 });
});

test('the hash tells question sets and judgements apart, and nothing else', () => {
  const base = evaluate(run, qrels).hash;
  expect(base).toMatch(/^sha256:[\da-f]{64}$/u);
  expect(evaluate(new Map(), new Map([...qrels].reverse()), { measures: ['p@1'] }).hash).toBe(base);
  expect(evaluate(run, qrels, { queries: new Set(['q1', 'q2']) }).hash).not.toBe(base);
  expect(evaluate(run, new Map([...qrels, ['q1', new Map([['b', 2]])]])).hash).not.toBe(base);
  expect(hashQuestions([['a', new Map([['b', 1]])]])).not.toBe(hashQuestions([['a","b', new Map()]]));
});

test('scores that differ past 32 bits tie with single precision', () => {
  const close = [
    { id: 'a', score: 1 },
    { id: 'b', score: 1 + 1e-9 },
  ];
  const judged = new Map([['q', new Map([['a', 1]])]]);
  const hit = (precision: 'single' | 'double'): number =>
    evaluate(new Map([['q', close]]), judged, { measures: ['hit@1'], precision }).means['hit@1']!;
  expect([hit('double'), hit('single')]).toEqual([0, 1]);
});

test('the list may be taken as it stands', () => {
  const list = [
    { id: 'a', score: Number.NaN },
    { id: 'b', score: 1 },
  ];
  const judged = new Map([['q', new Map([['a', 1]])]]);
  expect(evaluate(new Map([['q', list]]), judged, { order: 'as-given', measures: ['mrr'] }).means).toEqual({ mrr: 1 });
});

test('infinite scores are ordered', () => {
  const list = [
    { id: 'c', score: -Infinity },
    { id: 'b', score: Infinity },
    { id: 'a', score: Infinity },
  ];
  const judged = new Map([['q', new Map([['c', 1]])]]);
  expect(evaluate(new Map([['q', list]]), judged, { measures: ['mrr'] }).means).toEqual({ mrr: 1 / 3 });
});

test('a measure of one’s own with its own computer', () => {
  const measure = { ...parseMeasure('mrr'), name: 'first', label: 'First', family: 'first' };
  const report = evaluate(run, qrels, { measures: [measure], computer: (_, ranking) => ranking.ranks[0] ?? 0 });
  expect(report.queries.map(({ values }) => values['first'])).toEqual([1, 2, 0]);
});

test.each([
  ['an unknown measure', { measures: ['x@1'] }, run, 'unknown_measure'],
  ['an unknown set of conventions', { conventions: 'mine' as 'stark' }, run, 'invalid_option'],
  ['a relevance level of 0', { relevanceLevel: 0 }, run, 'invalid_option'],
  ['a query that comes twice', {}, [...run, ...run], 'duplicate_query'],
  ['a score that is NaN', {}, [['q1', [{ id: 'b', score: Number.NaN }]]] as const, 'invalid_score'],
  ['a computer that answers NaN', { computer: () => Number.NaN }, run, 'invalid_measure_value'],
] as const)('refuses %s', (_, options, given, code) => {
  expect(() => evaluate(given, qrels, options)).toThrow(expect.objectContaining({ name: 'EvaluationError', code }));
});

test('refuses a judgement that is no number', () => {
  const broken = new Map([['q', new Map([['a', Number.NaN]])]]);
  expect(() => evaluate(run, broken)).toThrow(expect.objectContaining({ code: 'invalid_judgement' }));
});

test('a stream of rankings gives the same report', async () => {
  async function* stream(): AsyncGenerator<readonly [string, Ranking]> {
    yield* run;
  }
  expect(await evaluateStream(stream(), qrels)).toEqual(evaluate(run, qrels));
  const reason = new Error('enough');
  await expect(evaluateStream(stream(), qrels, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
});

test('the order of queries in run and qrels does not matter', () => {
  const shuffled = fc.shuffledSubarray([...run], { minLength: run.size });
  const shuffledQrels = fc.shuffledSubarray([...qrels], { minLength: qrels.size });
  fc.assert(
    fc.property(shuffled, shuffledQrels, (rankings, judged) => {
      expect(evaluate(rankings, new Map(judged))).toEqual(evaluate(run, qrels));
    }),
  );
});
