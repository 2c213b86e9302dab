import fc from 'fast-check';

import { readShortPathQa } from '../../test/shortpathqa.js';
import { rankAnswers } from './answer-ranker.js';
import type { AnswerRow } from './answer-row.js';
import { scaledMatrix } from './feature-scaling.js';
import { loadAnswerRanker, saveAnswerRanker } from './saved-answer-ranker.js';
import { fitSoftmaxRegression } from './softmax-regression.js';

const answer = (questionId: string, answerId: string, x: number, isCorrect: boolean): AnswerRow => ({
  questionId,
  answerId,
  isCorrect,
  features: { x },
});

/** The loss as its definition writes it, question by question. */
function lossOf(rows: readonly AnswerRow[], values: readonly number[], weight: number, penalty: number): number {
  let loss = (penalty / 2) * weight ** 2;
  for (const questionId of new Set(rows.map((row) => row.questionId))) {
    const own = rows.flatMap((row, index) => (row.questionId === questionId ? [index] : []));
    const right = own.filter((index) => rows[index]!.isCorrect);
    if (right.length === 0 || right.length === own.length) continue;
    const sum = own.reduce((total, index) => total + Math.exp(weight * values[index]!), 0);
    for (const index of right) loss -= Math.log(Math.exp(weight * values[index]!) / sum) / right.length;
  }
  return loss;
}

describe('softmax regression', () => {
  it('finds the weight that a search along the line finds', () => {
    const numbers = fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.boolean()), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(
        fc.array(numbers, { minLength: 1, maxLength: 4 }),
        fc.double({ min: 0.1, max: 30, noNaN: true }),
        (lists, penalty) => {
          const rows = lists.flatMap((list, question) =>
            list.map(([x, isCorrect], place) => answer(`q${question}`, `a${place}`, x, isCorrect)),
          );
          fc.pre(lists.some((list) => new Set(list.map(([, isCorrect]) => isCorrect)).size === 2));
          const model = fitSoftmaxRegression(rows, { kind: 'softmax-regression', features: ['x'], penalty });
          const values = [...scaledMatrix(rows, model.scaling).values];
          let [low, high] = [-100, 100];
          for (let step = 0; step < 300; step++) {
            const [left, right] = [low + (high - low) / 3, high - (high - low) / 3];
            if (lossOf(rows, values, left, penalty) < lossOf(rows, values, right, penalty)) high = right;
            else low = left;
          }
          // Around a minimum the loss is flat to half of the digits.
          expect(model.weights[0]).toBeCloseTo((low + high) / 2, 5);
        },
      ),
      { numRuns: 60 },
    );
  });

  it('learns only from what sets the answers of one question apart', () => {
    const rows = [
      answer('q', 'a', 1, true),
      answer('q', 'b', 2, false),
      answer('r', 'a', 101, true),
      answer('r', 'b', 102, false),
      answer('none right', 'a', 500, false),
    ];
    const model = fitSoftmaxRegression(rows, { kind: 'softmax-regression', features: ['x'] });
    expect(model.weights[0]).toBeLessThan(0);
    const moved = rows.map((row) => ({ ...row, features: { x: row.features!['x'] as number } }));
    expect(rankAnswers(model, moved).map(({ answers }) => answers[0]!.id)).toEqual(['a', 'a', 'a']);
  });

  it('orders real answers better than by chance and survives a file', () => {
    const rows = readShortPathQa();
    const learned = rows.filter(({ questionId }) => Number(questionId) < 200);
    const rest = rows.filter(({ questionId }) => Number(questionId) >= 200);
    const features = ['num_nodes', 'katz_centrality', 'avg_ssp_length'];
    const model = fitSoftmaxRegression(learned, { kind: 'softmax-regression', features });
    const rankings = rankAnswers(model, rest);
    const firsts = rankings.filter(({ answers }) => rest[answers[0]!.index]!.isCorrect).length;
    expect(firsts).toBeGreaterThan(50);
    const saved: unknown = JSON.parse(JSON.stringify(saveAnswerRanker(model)));
    expect(rankAnswers(loadAnswerRanker(saved), rest)).toEqual(rankings);
  });

  it('refuses a penalty of 0 and rows that teach nothing', () => {
    const rows = [answer('q', 'a', 1, true), answer('r', 'b', 2, false)];
    const recipe = { kind: 'softmax-regression', features: ['x'] } as const;
    expect(() => fitSoftmaxRegression(rows, recipe)).toThrow(expect.objectContaining({ code: 'too_few_rows' }));
    expect(() => fitSoftmaxRegression(rows, { ...recipe, penalty: 0 })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});
