import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow, QuestionRows } from './answer-row.js';

/** An answer in its place. */
export interface RankedAnswer {
  /** The row's `answerId`. */
  readonly id: string;
  /** Higher is better; the scale is the ranker's own. */
  readonly score: number;
  /** 1-based. */
  readonly rank: number;
  /** The row, as an index into the rows that were ranked. */
  readonly index: number;
}

/** The answers of one question, best first. */
export interface AnswerRanking {
  readonly questionId: string;
  readonly answers: readonly RankedAnswer[];
}

/**
 * Puts the answers of a question in order: by score, equal scores by first position. An answer that several rows hold
 * stands once, where it ranks best. `scores` go with the question's `indexes`.
 *
 * @throws AnswerRankerError `invalid_response` for a score that is not finite, or another number of scores.
 */
export function orderAnswers(
  rows: readonly AnswerRow[],
  question: QuestionRows,
  scores: ArrayLike<number>,
): AnswerRanking {
  const { questionId, indexes } = question;
  if (scores.length !== indexes.length) {
    throw new AnswerRankerError('invalid_response', `${indexes.length} scores`, scores.length);
  }
  const places = indexes.map((index, place) => {
    const score = scores[place]!;
    if (!Number.isFinite(score)) {
      throw new AnswerRankerError('invalid_response', 'a finite score', score, { row: index });
    }
    return { id: rows[index]!.answerId, score, index, place };
  });
  places.sort((a, b) => b.score - a.score || a.place - b.place);
  const seen = new Set<string>();
  const answers: RankedAnswer[] = [];
  for (const { id, score, index } of places) {
    if (seen.has(id)) continue;
    seen.add(id);
    answers.push({ id, score, rank: answers.length + 1, index });
  }
  return { questionId, answers };
}
