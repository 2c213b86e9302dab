import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow, QuestionRows } from './answer-row.js';
import { vectorOf } from './column.js';

/** The cosine of two vectors of a row, −1…1; 0 if one is all zeros, and −1 for a row that lacks one. */
export interface CosineModel {
  readonly kind: 'cosine';
  /** Names of the two vectors. */
  readonly vectors: readonly [string, string];
}

/** @throws AnswerRankerError `invalid_row` for vectors of different size. */
export function scoreByCosine(
  { vectors }: CosineModel,
  rows: readonly AnswerRow[],
  { indexes }: QuestionRows,
): number[] {
  return indexes.map((index) => {
    const left = vectorOf(rows[index]!, vectors[0], index);
    const right = vectorOf(rows[index]!, vectors[1], index);
    if (left === undefined || right === undefined) return -1;
    if (left.length === right.length) return cosine(left, right);
    throw new AnswerRankerError('invalid_row', `vector ${vectors[1]} of ${left.length} numbers`, right.length, {
      row: index,
    });
  });
}

function cosine(left: ArrayLike<number>, right: ArrayLike<number>): number {
  let [product, leftSquare, rightSquare] = [0, 0, 0];
  for (let place = 0; place < left.length; place++) {
    product += left[place]! * right[place]!;
    leftSquare += left[place]! ** 2;
    rightSquare += right[place]! ** 2;
  }
  return product === 0 ? 0 : product / Math.sqrt(leftSquare) / Math.sqrt(rightSquare);
}
