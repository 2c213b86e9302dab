import { crossValidateAnswerRankers, fitAnswerRanker } from '@grasp/rerank';
import type { AnswerRankerModel, AnswerRankerRecipe, AnswerRow } from '@grasp/rerank';

import { PipelineError } from '../pipeline-error.js';
import type { AnswerFigures } from './evaluate-answers.js';
import { evaluateAnswers } from './evaluate-answers.js';
import { isRight } from './answer-rows.js';
import type { QuestionEvidence } from './answer-rows.js';

/** Rankers that can be learned here. */
export const TRAINED_RANKERS = Object.freeze([
  'logistic-regression',
  'linear-regression',
  'softmax-regression',
] as const);

/** A ranker with how good it is on questions that it has not learned from. */
export interface TrainedAnswerRanker {
  readonly model: AnswerRankerModel;
  readonly figures: readonly { readonly ranker: string; readonly figures: readonly AnswerFigures[] }[];
  readonly questions: number;
  readonly rows: number;
}

/** The rows of answers with a subgraph in questions that can be reranked, with what is right. */
export function labelledRows(evidence: readonly QuestionEvidence[]): AnswerRow[] {
  return evidence.flatMap(({ question, rows, candidates }) =>
    rows.flatMap((row, at) => {
      const candidate = candidates[at]!;
      if (candidate.evidence === undefined) return [];
      return [{ ...row, isCorrect: isRight(candidate, question.answers ?? []) }];
    }),
  );
}

/**
 * Learns a ranker of all questions that can be reranked, and measures it, beside the generator's order, by repeated
 * cross-validation over them.
 *
 * @throws {@link PipelineError} `invalid_input` for fewer questions than folds; AnswerRankerError of `@grasp/rerank`.
 */
export async function trainAnswerRanker(
  evidence: readonly QuestionEvidence[],
  recipe: AnswerRankerRecipe,
  options: {
    readonly folds: number;
    readonly repetitions: number;
    readonly seed: number;
    readonly signal?: AbortSignal;
  },
): Promise<TrainedAnswerRanker> {
  const used = evidence.filter(({ kept }) => kept === undefined);
  if (used.length < options.folds) {
    const message = `expected at least ${options.folds} questions that can be reranked, got ${used.length} of ${evidence.length}`;
    throw new PipelineError('invalid_input', message);
  }
  const rows = labelledRows(used);
  const rankers = { none: { kind: 'none' } as const, [recipe.kind]: recipe };
  const validated = await crossValidateAnswerRankers(rows, rankers, options);
  const figures = validated.map(({ name, repetitions }) => ({
    ranker: name,
    figures: evaluateAnswers(
      used,
      used.map((_, at) => repetitions.map((rankings) => rankings[at]!.answers.map(({ id }) => id))),
    ),
  }));
  return { model: fitAnswerRanker(rows, recipe), figures, questions: used.length, rows: rows.length };
}
