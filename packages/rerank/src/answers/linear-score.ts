import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow } from './answer-row.js';
import type { FeatureScaling, Matrix } from './feature-scaling.js';
import { scaledMatrix } from './feature-scaling.js';

/** What a linear model has learned: a score is `intercept` plus the sum of weight times scaled column. */
export interface LinearWeights {
  readonly scaling: FeatureScaling;
  readonly weights: readonly number[];
  readonly intercept: number;
}

/** The score of each row. @throws AnswerRankerError `invalid_row` */
export function linearScores(model: LinearWeights, rows: readonly AnswerRow[]): Float64Array {
  const matrix = scaledMatrix(rows, model.scaling);
  const scores = new Float64Array(rows.length);
  multiplyRows(matrix, Float64Array.from(model.weights), scores);
  return scores.map((score) => score + model.intercept);
}

/** `matrix · vector`, into `product`. */
export function multiplyRows(
  { rowCount, columnCount, values }: Matrix,
  vector: Float64Array,
  product: Float64Array,
): void {
  for (let row = 0, place = 0; row < rowCount; row++) {
    let sum = 0;
    for (let column = 0; column < columnCount; column++) sum += values[place++]! * vector[column]!;
    product[row] = sum;
  }
}

/** `matrixᵀ · vector`, into `product`. */
export function multiplyColumns(
  { rowCount, columnCount, values }: Matrix,
  vector: Float64Array,
  product: Float64Array,
): void {
  product.fill(0);
  for (let row = 0, place = 0; row < rowCount; row++) {
    const factor = vector[row]!;
    for (let column = 0; column < columnCount; column++) product[column] = product[column]! + factor * values[place++]!;
  }
}

/** 1 for each correct row, 0 for each wrong one. @throws AnswerRankerError `missing_label`, `too_few_rows` for none or one class */
export function labelsOf(rows: readonly AnswerRow[]): Float64Array {
  const labels = Float64Array.from(rows, ({ isCorrect }, row) => {
    if (typeof isCorrect === 'boolean') return isCorrect ? 1 : 0;
    throw new AnswerRankerError('missing_label', 'isCorrect to be true or false', isCorrect, { row });
  });
  const correct = labels.reduce((sum, label) => sum + label, 0);
  if (correct > 0 && correct < labels.length) return labels;
  throw new AnswerRankerError('too_few_rows', 'correct and wrong rows', `${correct} correct of ${labels.length}`);
}

/** Checks a penalty. @throws AnswerRankerError `invalid_option` */
export function checkPenalty(penalty: number, mayBeZero: boolean): number {
  if (Number.isFinite(penalty) && (penalty > 0 || (mayBeZero && penalty === 0))) return penalty;
  throw new AnswerRankerError('invalid_option', `a finite penalty ${mayBeZero ? '≥' : 'above'} 0`, penalty);
}
