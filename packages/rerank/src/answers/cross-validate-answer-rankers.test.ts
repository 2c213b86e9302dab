import type { AnswerRow } from './answer-row.js';
import type { FitRows } from './cross-validate-answer-rankers.js';
import { crossValidateAnswerRankers } from './cross-validate-answer-rankers.js';
import { rankAnswers } from './answer-ranker.js';

const rows: readonly AnswerRow[] = Array.from({ length: 69 }, (_, at) => ({
  questionId: `q${at % 23}`,
  answerId: `${at}`,
  isCorrect: at < 23,
  features: { x: at < 23 ? 1 + (at % 5) : at % 3 },
}));
const questionIds = [...new Set(rows.map(({ questionId }) => questionId))];

describe('crossValidateAnswerRankers', () => {
  it('ranks every question once a repetition, by what was learned from all questions of the other folds', async () => {
    const calls: { learned: Set<string>; held: Set<string> }[] = [];
    const spy: FitRows = (learned) => {
      expect(learned.every(({ isCorrect }) => isCorrect !== undefined)).toBe(true);
      return (held) => {
        expect(held.every((row) => !('isCorrect' in row))).toBe(true);
        const ids = (list: readonly AnswerRow[]) => new Set(list.map(({ questionId }) => questionId));
        calls.push({ learned: ids(learned), held: ids(held) });
        return rankAnswers({ kind: 'none' }, held);
      };
    };
    const [result] = await crossValidateAnswerRankers(rows, { spy }, { folds: 5, repetitions: 3 });
    expect(calls).toHaveLength(15);
    for (const { learned, held } of calls) {
      expect([...learned, ...held].sort()).toEqual([...questionIds].sort());
      expect([4, 5]).toContain(held.size);
    }
    for (const rankings of result!.repetitions) {
      expect(rankings.map(({ questionId }) => questionId)).toEqual(questionIds);
      for (const { questionId, answers } of rankings) {
        for (const { id, index } of answers) expect(rows[index]).toMatchObject({ questionId, answerId: id });
      }
    }
    const folds = calls.map(({ held }) => [...held].sort().join());
    expect(folds.slice(0, 5).sort()).not.toEqual(folds.slice(5, 10).sort());
  });

  it('gives the same again for the same seed, and each ranker the same as alone', async () => {
    const recipe = { kind: 'logistic-regression', features: ['x'] } as const;
    const options = { folds: 4, repetitions: 2, seed: 9 };
    const together = await crossValidateAnswerRankers(rows, { none: { kind: 'none' }, recipe }, options);
    const alone = await crossValidateAnswerRankers(rows, { recipe }, options);
    expect(together[1]).toEqual(alone[0]);
    const other = await crossValidateAnswerRankers(rows, { recipe }, { ...options, seed: 10 });
    expect(other).not.toEqual(alone);
  });

  it.each([{ folds: 1 }, { folds: 24 }, { repetitions: 0 }, { seed: 0.5 }])('refuses %j', async (options) => {
    const run = crossValidateAnswerRankers(rows, { none: { kind: 'none' } }, options);
    await expect(run).rejects.toMatchObject({ code: 'invalid_option' });
  });

  it('stops when told to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(crossValidateAnswerRankers(rows, { none: { kind: 'none' } }, { signal })).rejects.toThrow('enough');
  });
});
