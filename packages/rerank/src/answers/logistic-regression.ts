import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow } from './answer-row.js';
import { conjugateGradient, dot } from './conjugate-gradient.js';
import type { Matrix, Scaling } from './feature-scaling.js';
import { learnScaling, scaledMatrix, SCALINGS } from './feature-scaling.js';
import type { LinearWeights } from './linear-score.js';
import { checkPenalty, labelsOf, multiplyColumns, multiplyRows } from './linear-score.js';

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

/** Newton steps halve their length at most so often, and stop after so many. */
const MAX_HALVINGS = 40;
const MAX_STEPS = 100;

/** Of the gradient's length, for each row. */
const GRADIENT_TOLERANCE = 1e-12;

/** Differences of the loss below this share of it may be rounding. */
const ROUNDING = 1e-12;

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
  const solution = minimise(withOnes(scaledMatrix(rows, scaling)), labels, rowWeights, penalty);
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

function minimise(matrix: Matrix, labels: Float64Array, rowWeights: Float64Array, penalty: number): Float64Array {
  const { rowCount, columnCount } = matrix;
  const penalties = new Float64Array(columnCount).fill(penalty);
  penalties[columnCount - 1] = 0;
  let solution = new Float64Array(columnCount);
  let odds = new Float64Array(rowCount);
  const gradient = new Float64Array(columnCount);
  const curvatures = new Float64Array(rowCount);
  const products = new Float64Array(rowCount);
  const penaltyOf = (weights: Float64Array): number =>
    weights.reduce((sum, weight, column) => sum + 0.5 * penalties[column]! * weight * weight, 0);
  const lossOf = (values: Float64Array, weights: Float64Array): number =>
    values.reduce((sum, odd, row) => sum + rowWeights[row]! * (softplus(odd) - labels[row]! * odd), penaltyOf(weights));
  let loss = lossOf(odds, solution);
  for (let step = 0; step < MAX_STEPS; step++) {
    for (let row = 0; row < rowCount; row++) {
      const probability = 1 / (1 + Math.exp(-odds[row]!));
      curvatures[row] = rowWeights[row]! * probability * (1 - probability);
      products[row] = rowWeights[row]! * (probability - labels[row]!);
    }
    multiplyColumns(matrix, products, gradient);
    for (let column = 0; column < columnCount; column++) {
      gradient[column] = gradient[column]! + penalties[column]! * solution[column]!;
    }
    const length = Math.sqrt(dot(gradient, gradient));
    if (length <= GRADIENT_TOLERANCE * rowCount) break;
    const direction = conjugateGradient(
      (vector, product) => {
        multiplyRows(matrix, vector, products);
        for (let row = 0; row < rowCount; row++) products[row] = products[row]! * curvatures[row]!;
        multiplyColumns(matrix, products, product);
        for (let column = 0; column < columnCount; column++) {
          product[column] = product[column]! + penalties[column]! * vector[column]!;
        }
      },
      gradient.map((value) => -value),
      // Loose while far from the minimum, tight near it, so that the last steps converge quadratically.
      { tolerance: Math.min(0.1, Math.max(1e-10, length / rowCount)), maxIterations: 20 + 4 * columnCount },
    );
    const slope = dot(gradient, direction);
    let share = 1;
    let halvings = 0;
    for (; halvings < MAX_HALVINGS; halvings++, share /= 2) {
      const candidate = solution.map((value, column) => value + share * direction[column]!);
      const candidateOdds = new Float64Array(rowCount);
      multiplyRows(matrix, candidate, candidateOdds);
      const candidateLoss = lossOf(candidateOdds, candidate);
      // Near the minimum the gain drowns in rounding.
      if (!(candidateLoss <= loss + 1e-4 * share * slope + ROUNDING * loss)) continue;
      [solution, odds, loss] = [candidate, candidateOdds, candidateLoss];
      break;
    }
    if (halvings === MAX_HALVINGS) break;
  }
  return solution;
}

/** log(1 + e^x) without overflow. */
function softplus(x: number): number {
  return x > 0 ? x + Math.log1p(Math.exp(-x)) : Math.log1p(Math.exp(x));
}
