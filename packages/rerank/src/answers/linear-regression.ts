import type { AnswerRow } from './answer-row.js';
import { conjugateGradient } from './conjugate-gradient.js';
import { learnScaling, scaledMatrix } from './feature-scaling.js';
import type { LinearWeights } from './linear-score.js';
import { checkPenalty, labelsOf, multiplyColumns, multiplyRows } from './linear-score.js';

/** Least squares on 1 for correct and 0 for wrong; the score estimates that number. */
export interface LinearRegressionRecipe {
  readonly kind: 'linear-regression';
  /** Names of features and vectors. */
  readonly features: readonly string[];
  /** Times the sum of the squared weights (of standardised columns) is added to the loss; at least 0, default 0: ordinary least squares. */
  readonly penalty?: number;
}

/** A fitted {@link LinearRegressionRecipe}. */
export interface LinearRegressionModel extends LinearWeights {
  readonly kind: 'linear-regression';
}

/**
 * Fits a linear regression. Columns are standardised, which changes no prediction unless there is a penalty; of several
 * solutions (columns that depend on each other) the one with the smallest weights is taken.
 *
 * @throws AnswerRankerError
 */
export function fitLinearRegression(rows: readonly AnswerRow[], recipe: LinearRegressionRecipe): LinearRegressionModel {
  const penalty = checkPenalty(recipe.penalty ?? 0, true);
  const labels = labelsOf(rows);
  const scaling = learnScaling(rows, recipe.features, 'standard');
  const matrix = scaledMatrix(rows, scaling);
  const intercept = labels.reduce((sum, label) => sum + label, 0) / labels.length;
  const rightSide = new Float64Array(matrix.columnCount);
  multiplyColumns(
    matrix,
    labels.map((label) => label - intercept),
    rightSide,
  );
  const predictions = new Float64Array(rows.length);
  const weights = conjugateGradient(
    (vector, product) => {
      multiplyRows(matrix, vector, predictions);
      multiplyColumns(matrix, predictions, product);
      for (let column = 0; column < vector.length; column++) {
        product[column] = product[column]! + penalty * vector[column]!;
      }
    },
    rightSide,
    { tolerance: 1e-13, maxIterations: 100 + 4 * matrix.columnCount },
  );
  return { kind: 'linear-regression', scaling, weights: [...weights], intercept };
}
