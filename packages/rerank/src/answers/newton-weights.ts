import { conjugateGradient, dot } from './conjugate-gradient.js';
import type { Matrix } from './feature-scaling.js';
import { multiplyColumns, multiplyRows } from './linear-score.js';

/** A convex, twice differentiable loss of the scores of all rows. */
export interface ScoreLoss {
  of(scores: Float64Array): number;
  /** Writes the first derivative into `slopes`; returns what multiplies a vector, in place, with the second one. */
  derive(scores: Float64Array, slopes: Float64Array): (vector: Float64Array) => void;
}

/** Newton steps halve their length at most so often, and stop after so many. */
const MAX_HALVINGS = 40;
const MAX_STEPS = 100;

/** Of the gradient's length, for each row. */
const GRADIENT_TOLERANCE = 1e-12;

/** Differences of the loss below this share of it may be rounding. */
const ROUNDING = 1e-12;

/**
 * The weights of the columns that minimise the loss of the scores `matrix · weights`, plus half of each weight's square times its
 * penalty. Newton's method, the steps by conjugate gradients.
 */
export function newtonWeights(matrix: Matrix, penalties: Float64Array, scoreLoss: ScoreLoss): Float64Array {
  const { rowCount, columnCount } = matrix;
  let solution = new Float64Array(columnCount);
  let scores = new Float64Array(rowCount);
  const gradient = new Float64Array(columnCount);
  const products = new Float64Array(rowCount);
  const lossOf = (values: Float64Array, weights: Float64Array): number =>
    scoreLoss.of(values) + weights.reduce((sum, weight, column) => sum + 0.5 * penalties[column]! * weight * weight, 0);
  const addPenalty = (weights: Float64Array, sums: Float64Array): void => {
    for (let column = 0; column < columnCount; column++) {
      sums[column] = sums[column]! + penalties[column]! * weights[column]!;
    }
  };
  let loss = lossOf(scores, solution);
  for (let step = 0; step < MAX_STEPS; step++) {
    const curve = scoreLoss.derive(scores, products);
    multiplyColumns(matrix, products, gradient);
    addPenalty(solution, gradient);
    const length = Math.sqrt(dot(gradient, gradient));
    if (length <= GRADIENT_TOLERANCE * rowCount) break;
    const direction = conjugateGradient(
      (vector, product) => {
        multiplyRows(matrix, vector, products);
        curve(products);
        multiplyColumns(matrix, products, product);
        addPenalty(vector, product);
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
      const candidateScores = new Float64Array(rowCount);
      multiplyRows(matrix, candidate, candidateScores);
      const candidateLoss = lossOf(candidateScores, candidate);
      // Near the minimum the gain drowns in rounding.
      if (!(candidateLoss <= loss + 1e-4 * share * slope + ROUNDING * loss)) continue;
      [solution, scores, loss] = [candidate, candidateScores, candidateLoss];
      break;
    }
    if (halvings === MAX_HALVINGS) break;
  }
  return solution;
}
