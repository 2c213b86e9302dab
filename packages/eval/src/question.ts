import type { Plan } from '@grasp/plan';

import type { Qrels } from './ranking.js';

/** The node that a question's anchor was written for, so that linking can be judged apart from the rest. */
export interface QuestionAnchor {
  /** The anchor's variable in the plan. */
  readonly var: string;
  readonly id: string;
  readonly name: string;
}

/** A question with its answers, in the form of `questions.jsonl` files. */
export interface Question {
  readonly id: string;
  readonly query: string;
  /** Ids of the nodes that answer it. */
  readonly answer_ids: readonly string[];
  /** The shape of the question, for example `two-anchors`; to report by kind. */
  readonly kind?: string;
  /** The plan that the question was made from. */
  readonly plan?: Plan;
  readonly anchors?: readonly QuestionAnchor[];
}

/** The answers of questions as binary judgements; an answer that is listed twice counts once. */
export function qrelsOfQuestions(questions: Iterable<Pick<Question, 'id' | 'answer_ids'>>): Qrels {
  const qrels = new Map<string, ReadonlyMap<string, number>>();
  for (const { id, answer_ids } of questions) qrels.set(id, new Map(answer_ids.map((answer) => [answer, 1])));
  return qrels;
}
