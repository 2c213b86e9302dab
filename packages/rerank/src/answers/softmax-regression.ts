import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow, QuestionRows } from './answer-row.js';
import { groupByQuestion } from './answer-row.js';
import { learnScaling, scaledMatrix } from './feature-scaling.js';
import type { LinearWeights } from './linear-score.js';
import { checkPenalty, labelsOf } from './linear-score.js';
import type { ScoreLoss } from './newton-weights.js';
import { newtonWeights } from './newton-weights.js';

/**
 * Listwise logistic regression: the answers of a question share one probability by the softmax of their scores, and those that are
 * right are to have all of it (ListNet's top-one loss; Cao and others, 2007). Other than a regression on 1 and 0 it learns only what
 * sets answers of one question apart.
 */
export interface SoftmaxRegressionRecipe {
  readonly kind: 'softmax-regression';
  /** Names of features and vectors. */
  readonly features: readonly string[];
  /** Half of it times the sum of the squared weights (of standardised columns) is added to the loss; above 0, default 20. */
  readonly penalty?: number;
}

/** A fitted {@link SoftmaxRegressionRecipe}. */
export interface SoftmaxRegressionModel extends LinearWeights {
  readonly kind: 'softmax-regression';
}

const DEFAULT_PENALTY = 20;

/**
 * Fits a listwise regression by Newton's method. Questions all of whose answers are right, or wrong, teach nothing.
 *
 * @throws AnswerRankerError
 */
export function fitSoftmaxRegression(
  rows: readonly AnswerRow[],
  recipe: SoftmaxRegressionRecipe,
): SoftmaxRegressionModel {
  const penalty = checkPenalty(recipe.penalty ?? DEFAULT_PENALTY, false);
  const labels = labelsOf(rows);
  const questions = groupByQuestion(rows).filter(({ indexes }) => {
    const correct = indexes.filter((index) => labels[index] === 1).length;
    return correct > 0 && correct < indexes.length;
  });
  if (questions.length === 0) {
    throw new AnswerRankerError('too_few_rows', 'a question with correct and with wrong rows', questions.length);
  }
  const scaling = learnScaling(rows, recipe.features, 'standard');
  const matrix = scaledMatrix(rows, scaling);
  const penalties = new Float64Array(matrix.columnCount).fill(penalty);
  const weights = newtonWeights(matrix, penalties, softmaxLoss(questions, labels));
  return { kind: 'softmax-regression', scaling, weights: [...weights], intercept: 0 };
}

function softmaxLoss(questions: readonly QuestionRows[], labels: Float64Array): ScoreLoss {
  const shares = new Float64Array(labels.length);
  for (const { indexes } of questions) {
    const correct = indexes.reduce((sum, index) => sum + labels[index]!, 0);
    for (const index of indexes) shares[index] = labels[index]! / correct;
  }
  return {
    of: (scores) =>
      questions.reduce((loss, { indexes }) => {
        const expected = indexes.reduce((sum, index) => sum + shares[index]! * scores[index]!, 0);
        return loss + logSumExp(scores, indexes) - expected;
      }, 0),
    derive(scores, slopes) {
      slopes.fill(0);
      const probabilities = new Float64Array(labels.length);
      for (const { indexes } of questions) {
        const total = logSumExp(scores, indexes);
        for (const index of indexes) {
          probabilities[index] = Math.exp(scores[index]! - total);
          slopes[index] = probabilities[index]! - shares[index]!;
        }
      }
      return (vector) => {
        for (const { indexes } of questions) {
          const mean = indexes.reduce((sum, index) => sum + probabilities[index]! * vector[index]!, 0);
          for (const index of indexes) vector[index] = probabilities[index]! * (vector[index]! - mean);
        }
        // Rows of questions that teach nothing have no part in the loss; their probability is 0.
        for (let row = 0; row < vector.length; row++) if (probabilities[row] === 0) vector[row] = 0;
      };
    },
  };
}

/** The logarithm of the sum of e to the power of these scores. */
function logSumExp(scores: Float64Array, indexes: readonly number[]): number {
  const highest = indexes.reduce((most, index) => Math.max(most, scores[index]!), -Infinity);
  return highest + Math.log(indexes.reduce((sum, index) => sum + Math.exp(scores[index]! - highest), 0));
}
