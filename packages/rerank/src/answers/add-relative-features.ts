import type { AnswerRow } from './answer-row.js';
import { groupByQuestion } from './answer-row.js';
import { featureOf } from './column.js';

/**
 * Adds to each row, for every named feature, how it compares with the question's other answers: `relative:NAME` is the value
 * less the question's mean, divided by the question's standard deviation; 0 where all are equal, not defined where the
 * value is not. A linear model cannot see this by itself, since an answer is better only than those it stands beside.
 *
 * @throws AnswerRankerError `invalid_row`
 */
export function addRelativeFeatures(rows: readonly AnswerRow[], names: readonly string[]): readonly AnswerRow[] {
  const added = rows.map((): Record<string, number | null> => ({}));
  for (const { indexes } of groupByQuestion(rows)) {
    for (const name of names) {
      const values = indexes.map((index) => featureOf(rows[index]!, name, index));
      const defined = values.filter((value) => !Number.isNaN(value));
      const mean = defined.reduce((sum, value) => sum + value, 0) / defined.length;
      const variance = defined.reduce((sum, value) => sum + (value - mean) ** 2, 0) / defined.length;
      const isConstant = defined.every((value) => value === defined[0]);
      indexes.forEach((index, place) => {
        const value = values[place]!;
        const relative = isConstant ? 0 : (value - mean) / Math.sqrt(variance);
        added[index]![`relative:${name}`] = Number.isNaN(value) ? null : relative;
      });
    }
  }
  return rows.map((row, index) => ({ ...row, features: { ...row.features, ...added[index] } }));
}
