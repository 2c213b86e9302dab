import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow } from './answer-row.js';
import type { Matrix, Scaling } from './feature-scaling.js';
import { learnScaling, scaledMatrix, SCALINGS } from './feature-scaling.js';
import type { LinearWeights } from './linear-score.js';
import { checkPenalty, labelsOf } from './linear-score.js';
import type { ScoreLoss } from './newton-weights.js';
import { newtonWeights } from './newton-weights.js';

/** Logistic regression with an L2 penalty; the score is the log-odds of being correct. */
export interface LogisticRegressionRecipe {
  readonly kind: 'logistic-regression';
  /** Names of features and vectors. */
  readonly features: readonly string[];
  /** Half of it times the sum of the squared weights is added to the loss; above 0, default 1. The inverse of scikit-learn's `C`. */
  readonly penalty?: number;
  /** `balanced` (default) lets correct and wrong rows weigh the same in sum; with `none` every row weighs 1. */
  readonly classWeights?: 'balanced' | 'none';
  /** Default `standard`. */
  readonly scaling?: Scaling;
}

/** A fitted {@link LogisticRegressionRecipe}. */
export interface LogisticRegressionModel extends LinearWeights {
  readonly kind: 'logistic-regression';
}

/**
 * Fits a logistic regression by Newton's method, the steps by conjugate gradients. The intercept bears no penalty.
 *
 * @throws AnswerRankerError
 */
export function fitLogisticRegression(
  rows: readonly AnswerRow[],
  recipe: LogisticRegressionRecipe,
): LogisticRegressionModel {
  const { classWeights = 'balanced', scaling: scalingName = 'standard' } = recipe;
  const penalty = checkPenalty(recipe.penalty ?? 1, false);
  if (classWeights !== 'balanced' && classWeights !== 'none') {
    throw new AnswerRankerError('invalid_option', 'classWeights balanced or none', classWeights);
  }
  if (!SCALINGS.includes(scalingName)) {
    throw new AnswerRankerError('invalid_option', `scaling ${SCALINGS.join(', ')}`, scalingName);
  }
  const labels = labelsOf(rows);
  const correct = labels.reduce((sum, label) => sum + label, 0);
  const rowWeights = labels.map((label) =>
    classWeights === 'none' ? 1 : labels.length / (2 * (label === 1 ? correct : labels.length - correct)),
  );
  const scaling = learnScaling(rows, recipe.features, scalingName);
  const matrix = withOnes(scaledMatrix(rows, scaling));
  const penalties = new Float64Array(matrix.columnCount).fill(penalty);
  penalties[penalties.length - 1] = 0;
  const solution = newtonWeights(matrix, penalties, logisticLoss(labels, rowWeights));
  return {
    kind: 'logistic-regression',
    scaling,
    weights: [...solution.subarray(0, -1)],
    intercept: solution[solution.length - 1]!,
  };
}

/** The matrix with a last column of ones, for the intercept. */
function withOnes({ rowCount, columnCount, values }: Matrix): Matrix {
  const wider = new Float64Array(rowCount * (columnCount + 1)).fill(1);
  for (let row = 0; row < rowCount; row++) {
    wider.set(values.subarray(row * columnCount, (row + 1) * columnCount), row * (columnCount + 1));
  }
  return { rowCount, columnCount: columnCount + 1, values: wider };
}

function logisticLoss(labels: Float64Array, rowWeights: Float64Array): ScoreLoss {
  return {
    of: (scores) =>
      scores.reduce((sum, score, row) => sum + rowWeights[row]! * (softplus(score) - labels[row]! * score), 0),
    derive(scores, slopes) {
      const curvatures = scores.map((score, row) => {
        const probability = 1 / (1 + Math.exp(-score));
        slopes[row] = rowWeights[row]! * (probability - labels[row]!);
        return rowWeights[row]! * probability * (1 - probability);
      });
      return (vector) => {
        for (let row = 0; row < vector.length; row++) vector[row] = vector[row]! * curvatures[row]!;
      };
    },
  };
}

/** log(1 + e^x) without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}
