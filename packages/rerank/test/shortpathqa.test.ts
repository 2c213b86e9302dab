import { evaluate } from '@grasp/eval';

import { addRelativeFeatures, crossValidateAnswerRankers, rankAnswers } from '../src/index.js';
import type { AnswerRanking } from '../src/index.js';
import { readShortPathQa } from './shortpathqa.js';

const rows = readShortPathQa();
const questionIds = [...new Set(rows.map(({ questionId }) => questionId))];
const qrels = new Map(
  questionIds.map((id) => [
    id,
    new Map(rows.filter((row) => row.questionId === id && row.isCorrect).map(({ answerId }) => [answerId, 1])),
  ]),
);

function meansOf(rankings: readonly AnswerRanking[]) {
  const run = rankings.map(({ questionId, answers }) => [questionId, answers] as const);
  return evaluate(run, qrels, { measures: ['hit@1', 'mrr'], order: 'as-given' }).means;
}

describe('rankers on the human-annotated questions of ShortPathQA', () => {
  it('has 350 questions, 349 of them with a correct answer', () => {
    expect(rows).toHaveLength(3818);
    expect(questionIds).toHaveLength(350);
    expect([...qrels.values()].filter(({ size }) => size > 0)).toHaveLength(349);
  });

  // The values were measured with networkx features and a stable sort in Python.
  it.each([
    ['num_nodes', 'low', 0.6416249226963512],
    ['page_rank', 'high', 0.634950834879406],
    ['katz_centrality', 'high', 0.6622180993609564],
    ['avg_ssp_length', 'low', 0.6593417851989279],
    ['density', 'high', 0.5481865594722733],
    ['num_edges', 'low', 0.5611976911976909],
    ['cycle', 'low', 0.3826104926819214],
    ['true_bridges_undirected', 'low', 0.40808111729540275],
  ] as const)('%s alone gives its known MRR', (feature, prefer, expected) => {
    expect(meansOf(rankAnswers({ kind: 'single-feature', feature, prefer }, rows))['mrr']).toBeCloseTo(expected, 12);
  });

  it('a random order gives the MRR that is expected of one', () => {
    const seeds = Array.from({ length: 20 }, (_, seed) => seed);
    const means = seeds.map((seed) => meansOf(rankAnswers({ kind: 'random', seed }, rows))['mrr']!);
    const mean = means.reduce((sum, value) => sum + value, 0) / means.length;
    // The exact expectation, for a question with n answers of which c are correct, from the place of the first.
    const exact = questionIds.map((id) => expectedReciprocalRank(countOf(id), qrels.get(id)!.size));
    expect(Math.abs(mean - exact.reduce((sum, value) => sum + value, 0) / exact.length)).toBeLessThan(0.01);
  });

  it('learned on other questions, all features together are better than any one of them', async () => {
    const names = ['num_nodes', 'num_edges', 'density', 'cycle', 'avg_ssp_length', 'katz_centrality', 'page_rank'];
    const features = [...names, ...names.map((name) => `relative:${name}`)];
    const rankers = {
      linear: { kind: 'linear-regression', features },
      logistic: { kind: 'logistic-regression', features },
      katz: { kind: 'single-feature', feature: 'katz_centrality', prefer: 'high' },
    } as const;
    const compared = addRelativeFeatures(rows, names);
    const results = await crossValidateAnswerRankers(compared, rankers, { repetitions: 1 });
    const [linear, logistic, katz] = results.map(({ repetitions }) => meansOf(repetitions[0]!)['mrr']!);
    expect(katz).toBeCloseTo(0.6622180993609564, 12);
    expect(linear).toBeGreaterThan(katz!);
    expect(logistic).toBeGreaterThan(katz! + 0.01);
  });
});

const countOf = (id: string): number => rows.filter(({ questionId }) => questionId === id).length;

function expectedReciprocalRank(count: number, correct: number): number {
  let [expected, wrongSoFar] = [0, 1];
  for (let rank = 1; rank <= count - correct + 1 && correct > 0; rank++) {
    const left = count - rank + 1;
    expected += (wrongSoFar * correct) / left / rank;
    wrongSoFar *= (left - correct) / left;
  }
  return expected;
}
