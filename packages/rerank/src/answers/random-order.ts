import type { AnswerRow, QuestionRows } from './answer-row.js';
import { mixBits } from './seeded-random.js';

/**
 * A random order that seed, question and answer ids fix: neither other rows nor the order of the rows change it. The
 * score is uniform in 0 ≤ x < 1.
 */
export interface RandomOrderModel {
  readonly kind: 'random';
  /** An integer; its last 32 bits count. */
  readonly seed: number;
}

export function scoreAtRandom(
  { seed }: RandomOrderModel,
  rows: readonly AnswerRow[],
  { questionId, indexes }: QuestionRows,
): number[] {
  const start = hashText(questionId, mixBits(seed >>> 0));
  return indexes.map((index) => mixBits(hashText(rows[index]!.answerId, start)) / 0x1_0000_0000);
}

/** FNV-1a over UTF-16 code units, the length last so that "ab", "c" and "a", "bc" differ. */
function hashText(text: string, start: number): number {
  let hash = start;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return mixBits(hash ^ text.length);
}
