import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow, QuestionRows } from './answer-row.js';

/** The answer that was generated most often first. The score is the sum of `count` over the question's rows with that answer. */
export interface MajorityVoteModel {
  readonly kind: 'majority-vote';
}

/** @throws AnswerRankerError `invalid_row` for a count that is negative or not finite. */
export function scoreByVotes(rows: readonly AnswerRow[], { indexes }: QuestionRows): number[] {
  const votes = new Map<string, number>();
  for (const index of indexes) {
    const { answerId, count = 1 } = rows[index]!;
    if (!(count >= 0 && count < Infinity)) {
      throw new AnswerRankerError('invalid_row', 'a finite count ≥ 0', count, { row: index });
    }
    votes.set(answerId, (votes.get(answerId) ?? 0) + count);
  }
  return indexes.map((index) => votes.get(rows[index]!.answerId)!);
}
