import { readFileSync } from 'node:fs';

import fc from 'fast-check';

import { readShortPathQa } from '../../test/shortpathqa.js';
import type { AnswerRankerRecipe } from './answer-ranker.js';
import { fitAnswerRanker, rankAnswers } from './answer-ranker.js';
import type { AnswerRow } from './answer-row.js';
import { fitLinearRegression } from './linear-regression.js';
import { linearScores } from './linear-score.js';
import { fitLogisticRegression } from './logistic-regression.js';

interface Golden {
  every: number;
  cases: { recipe: AnswerRankerRecipe; scores: number[] }[];
}

const golden = JSON.parse(
  readFileSync(new URL('../../test/fixtures/regression-golden.json', import.meta.url), 'utf8'),
) as Golden;
const rows = readShortPathQa();
const learned = rows.filter(({ questionId }) => Number(questionId) < 200);
const scored = rows.filter(({ questionId }) => Number(questionId) >= 200);

describe('linear and logistic regression', () => {
  it.each(
    golden.cases.map(({ recipe, scores }) => [JSON.stringify({ ...recipe, features: undefined }), recipe, scores]),
  )('give the scores of scikit-learn: %s', (_, recipe, scores) => {
    const model = fitAnswerRanker(learned, recipe as AnswerRankerRecipe);
    if (!('weights' in model) || !('scaling' in model)) throw new Error('expected a linear model');
    const own = [...linearScores(model, scored)].filter((__, row) => row % golden.every === 0);
    (scores as number[]).forEach((score, place) => expect(own[place]).toBeCloseTo(score, 7));
    expect(own).toHaveLength((scores as number[]).length);
  });

  it('solves by hand: two columns, one of them a copy, share the weight', () => {
    const make = (x: number, isCorrect: boolean): AnswerRow => ({
      questionId: 'q',
      answerId: `${x}`,
      isCorrect,
      features: { first: x, second: x },
    });
    const model = fitLinearRegression([make(0, false), make(1, true)], {
      kind: 'linear-regression',
      features: ['first', 'second'],
    });
    // Standardised to -1 and 1; y = 1/2 + (1/4 + 1/4) x is exact, and shortest.
    expect(model.intercept).toBe(0.5);
    model.weights.forEach((weight) => expect(weight).toBeCloseTo(1 / 4, 12));
  });

  it('does not change its order when a feature is measured in other units', () => {
    const few = learned.slice(0, 300);
    fc.assert(
      fc.property(
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        fc.integer({ min: -50, max: 50 }),
        (scale, shift) => {
          const moved = (list: readonly AnswerRow[]): AnswerRow[] =>
            list.map((row) => ({ ...row, features: { x: Number(row.features!['page_rank']) * scale + shift } }));
          const plain = (list: readonly AnswerRow[]): AnswerRow[] =>
            list.map((row) => ({ ...row, features: { x: row.features!['page_rank']! } }));
          const recipe = { kind: 'logistic-regression', features: ['x'] } as const;
          const own = linearScores(fitLogisticRegression(moved(few), recipe), moved(few));
          const other = linearScores(fitLogisticRegression(plain(few), recipe), plain(few));
          own.forEach((score, row) => expect(score).toBeCloseTo(other[row]!, 6));
        },
      ),
      { numRuns: 20 },
    );
  });

  it('learns from vectors, one component of which tells', () => {
    const make = (number: number): AnswerRow => ({
      questionId: `${number >> 2}`,
      answerId: `${number}`,
      isCorrect: number % 4 === 2,
      vectors: number % 7 === 0 ? {} : { text: [Math.sin(number), number % 4 === 2 ? 1 : 0, 3] },
    });
    const some = Array.from({ length: 80 }, (_, number) => make(number));
    for (const kind of ['linear-regression', 'logistic-regression'] as const) {
      const model = fitAnswerRanker(some, { kind, features: ['text'] });
      const rankings = rankAnswers(model, some);
      const right = rankings.filter(({ answers }) => Number(answers[0]!.id) % 4 === 2);
      // Every 28th row is a correct one without a vector.
      expect(right.length).toBeGreaterThanOrEqual(17);
    }
  });

  it.each([
    ['missing_label', [{ questionId: 'q', answerId: 'a', features: { x: 1 } }], ['x']],
    ['too_few_rows', [{ questionId: 'q', answerId: 'a', features: { x: 1 }, isCorrect: true }], ['x']],
    ['too_few_rows', [], ['x']],
    ['missing_feature', learned.slice(0, 20), ['absent']],
    ['invalid_option', learned.slice(0, 20), []],
    ['invalid_option', learned.slice(0, 20), ['cycle', 'cycle']],
  ])('say %s', (code, list, features) => {
    for (const kind of ['linear-regression', 'logistic-regression'] as const) {
      expect(() => fitAnswerRanker(list as AnswerRow[], { kind, features })).toThrow(expect.objectContaining({ code }));
    }
  });

  it.each([
    { kind: 'logistic-regression', penalty: 0 },
    { kind: 'logistic-regression', classWeights: 'some' },
    { kind: 'logistic-regression', scaling: 'log' },
    { kind: 'linear-regression', penalty: -1 },
  ])('refuse $kind with an option outside its range', (recipe) => {
    const whole = { ...recipe, features: ['cycle'] } as AnswerRankerRecipe;
    expect(() => fitAnswerRanker(learned, whole)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });

  it('refuse vectors of different sizes and values that are no numbers', () => {
    const make = (extra: object, isCorrect: boolean): AnswerRow => ({
      questionId: 'q',
      answerId: 'a',
      isCorrect,
      ...extra,
    });
    const refuse = (first: object, second: object): void =>
      expect(() =>
        fitLinearRegression([make(first, true), make(second, false)], { kind: 'linear-regression', features: ['x'] }),
      ).toThrow(expect.objectContaining({ code: 'invalid_row', row: 1 }));
    refuse({ vectors: { x: [1, 2] } }, { vectors: { x: [1] } });
    refuse({ vectors: { x: [1, 2] } }, { vectors: { x: [1, Number.NaN] } });
    refuse({ features: { x: 1 } }, { features: { x: '1' } });
  });
});
