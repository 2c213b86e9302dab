import { reciprocalRankFusion } from '@grasp/fusion';

import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRanking } from './answer-ranking.js';
import type { AnswerRow } from './answer-row.js';
import { groupByQuestion } from './answer-row.js';

/** Options of {@link fuseAnswerRankings}. */
export interface FuseAnswerRankingsOptions {
  /** One for each list of rankings, finite and at least 0, not all 0. Default: 1 each. */
  readonly weights?: readonly number[];
  /** The constant added to each rank; a finite number ≥ 0, default 60. */
  readonly rankConstant?: number;
}

/**
 * Late fusion: several rankers' orders of the same rows become one by reciprocal rank fusion. Equal scores come by first
 * position. Each list of rankings is what one ranker made of `rows`.
 *
 * @throws AnswerRankerError `invalid_option` for another number of weights than lists
 * @throws FusionError of `@grasp/fusion` for weights or a constant outside their range
 */
export function fuseAnswerRankings(
  rows: readonly AnswerRow[],
  rankings: readonly (readonly AnswerRanking[])[],
  options: FuseAnswerRankingsOptions = {},
): readonly AnswerRanking[] {
  const { weights = rankings.map(() => 1), rankConstant } = options;
  if (weights.length !== rankings.length) {
    throw new AnswerRankerError('invalid_option', `${rankings.length} weights`, weights.length);
  }
  const byQuestion = rankings.map((list) => new Map(list.map((ranking) => [ranking.questionId, ranking.answers])));
  return groupByQuestion(rows).map(({ questionId, indexes }) => {
    // Ids of the fusion are places, so that its rule for ties (smallest id first) means the first position.
    const placeOf = new Map<string, number>();
    indexes.forEach((index, place) => {
      const { answerId } = rows[index]!;
      if (!placeOf.has(answerId)) placeOf.set(answerId, place);
    });
    const runs = byQuestion.map((answers, number) => ({
      name: String(number),
      weight: weights[number]!,
      ranking: (answers.get(questionId) ?? []).map(({ id }) => ({ id: placeOf.get(id)! })),
    }));
    const fused = reciprocalRankFusion<number>(runs, rankConstant === undefined ? {} : { rankConstant });
    const answers = fused.map(({ id: place, score }, position) => {
      const index = indexes[place]!;
      return { id: rows[index]!.answerId, score, rank: position + 1, index };
    });
    return { questionId, answers };
  });
}
