import type { AnswerRow, QuestionRows } from './answer-row.js';
import { columnReader } from './column.js';

/** One number as the ranker. The score is that number, or its negative; a row that lacks it comes last. */
export interface SingleFeatureModel {
  readonly kind: 'single-feature';
  readonly feature: string;
  /** Which values come first. */
  readonly prefer: 'high' | 'low';
}

/** @throws AnswerRankerError `invalid_row` */
export function scoreByFeature(
  { feature, prefer }: SingleFeatureModel,
  rows: readonly AnswerRow[],
  { indexes }: QuestionRows,
): number[] {
  const read = columnReader(feature);
  return indexes.map((index) => {
    const value = read(rows[index]!, index);
    if (Number.isNaN(value)) return -Number.MAX_VALUE;
    return prefer === 'high' ? value : -value;
  });
}
