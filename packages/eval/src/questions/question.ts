import type { Plan } from '@grasp/plan';

import type { Qrels } from '../ranking.js';

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
  /** For each anchor variable of the plan, the id of the node it was written for: linking can be judged apart. */
  readonly anchors?: Readonly<Record<string, string>>;
}

/** The answers of questions as binary judgements; an answer that is listed twice counts once. */
export function qrelsOfQuestions(questions: Iterable<Pick<Question, 'id' | 'answer_ids'>>): Qrels {
  const qrels = new Map<string, ReadonlyMap<string, number>>();
  for (const { id, answer_ids } of questions) qrels.set(id, new Map(answer_ids.map((answer) => [answer, 1])));
  return qrels;
}
