import { bootstrapInterval, evaluate } from '@grasp/eval';
import type { Interval } from '@grasp/eval';

import { isRight } from './answer-rows.js';
import type { QuestionEvidence } from './answer-rows.js';

/** The measures of answers: Hits@1, 3, 5 and 10, and the mean reciprocal rank. */
export const ANSWER_MEASURES = Object.freeze(['hit@1', 'hit@3', 'hit@5', 'hit@10', 'mrr'] as const);

/** One of {@link ANSWER_MEASURES}. */
type AnswerMeasure = (typeof ANSWER_MEASURES)[number];

/** How well a ranker did on questions of one type. */
export interface AnswerFigures {
  /** `all`, or the type. */
  readonly type: string;
  readonly questions: number;
  readonly means: Readonly<Record<AnswerMeasure, number>>;
  /** 95 % bootstrap intervals over the questions. */
  readonly intervals: Readonly<Record<AnswerMeasure, Interval>>;
}

const WRONG = '';

/**
 * Hits and reciprocal ranks of orders of candidates, over all questions and by type, types by name. A question without a right
 * answer among its candidates counts 0.
 *
 * @param orderings - For each question one or more orders of candidate ids, whose values are averaged.
 */
export function evaluateAnswers(
  evidence: readonly QuestionEvidence[],
  orderings: readonly (readonly (readonly string[])[])[],
): AnswerFigures[] {
  const values = evidence.map(({ question, candidates }, at) => {
    const right = candidates.filter((candidate) => isRight(candidate, question.answers ?? []));
    const judgements = new Map(right.map(({ id }) => [id, 1]));
    // A question none of whose candidates is right is judged too: no order finds its answer.
    if (judgements.size === 0) judgements.set(WRONG, 1);
    const reports = orderings[at]!.map((order) =>
      evaluate(
        [[question.id, order.map((id, place) => ({ id, score: -place }))]],
        new Map([[question.id, judgements]]),
        { measures: ANSWER_MEASURES, order: 'as-given' },
      ),
    );
    return Object.fromEntries(
      ANSWER_MEASURES.map((measure) => [
        measure,
        reports.reduce((sum, { means }) => sum + means[measure]!, 0) / reports.length,
      ]),
    ) as Record<AnswerMeasure, number>;
  });
  const types = [...new Set(evidence.map(({ type }) => type))].sort();
  const groups = [{ type: 'all', places: evidence.map((_, at) => at) }];
  for (const type of types) {
    groups.push({ type, places: evidence.flatMap((each, at) => (each.type === type ? [at] : [])) });
  }
  return groups.map(({ type, places }) => {
    const of = (measure: AnswerMeasure): number[] => places.map((at) => values[at]![measure]);
    const each = <Value>(make: (list: number[]) => Value): Record<AnswerMeasure, Value> =>
      Object.fromEntries(ANSWER_MEASURES.map((measure) => [measure, make(of(measure))])) as Record<
        AnswerMeasure,
        Value
      >;
    return {
      type,
      questions: places.length,
      means: each((list) => list.reduce((sum, value) => sum + value, 0) / list.length),
      intervals: each((list) => bootstrapInterval(list, { samples: 2_000 })),
    };
  });
}
