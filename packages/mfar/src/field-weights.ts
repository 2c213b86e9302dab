import { MultiFieldError } from './errors.js';
import { scorerName } from './field-scorer.js';
import type { FieldScorer } from './field-scorer.js';

/** Learned weights: a linear map from the question's vector to one number per scorer. JSON. */
export interface FieldWeights {
  /** The encoder whose vectors the weights were learned on. */
  readonly encoderId: string;
  readonly dimensions: number;
  /** Names of the scorers, `field/lexical` or `field/dense`, one a column. */
  readonly scorers: readonly string[];
  /** W, row after row: `matrix[dimension * scorers.length + column]`. */
  readonly matrix: ArrayLike<number>;
}

/**
 * The weight of each scorer for one question: `softmax(ln prior + q · W)`, which sums to 1. Without W, or where `q · W`
 * is the same for all scorers, the weights are the priors over their sum.
 */
export type WeighQuestion = (question: Float32Array | undefined) => Float64Array;

/**
 * Checks `weights` against the scorers and brings their columns into the scorers' order.
 *
 * @throws MultiFieldError with the code `weights_mismatch`
 */
export function createWeighing(
  scorers: readonly FieldScorer[],
  weights: FieldWeights | undefined,
  encoder: { readonly id: string; readonly dimensions: number } | undefined,
): WeighQuestion {
  const logPriors = scorers.map(({ prior = 1 }) => Math.log(prior));
  if (weights === undefined) {
    const uniform = softmax(Float64Array.from(logPriors));
    return () => uniform;
  }
  const { dimensions, matrix } = weights;
  const width = weights.scorers.length;
  const names = scorers.map(scorerName);
  const columns = names.map((name) => weights.scorers.indexOf(name));
  if (
    width !== names.length ||
    columns.includes(-1) ||
    matrix.length !== dimensions * width ||
    encoder?.id !== weights.encoderId ||
    encoder.dimensions !== dimensions
  ) {
    throw new MultiFieldError(
      'weights_mismatch',
      `expected weights for the scorers [${names.join(', ')}] and the encoder ${encoder?.id ?? '(none)'}, ` +
        `got ${matrix.length} numbers for [${weights.scorers.join(', ')}] and ${weights.encoderId} (${dimensions} dimensions)`,
    );
  }
  return (question) => {
    const logits = Float64Array.from(logPriors);
    columns.forEach((column, position) => {
      for (let dimension = 0; dimension < dimensions; dimension += 1) {
        logits[position]! += (question?.[dimension] ?? 0) * matrix[dimension * width + column]!;
      }
    });
    return softmax(logits);
  };
}

function softmax(logits: Float64Array): Float64Array {
  const highest = Math.max(...logits);
  const powers = logits.map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}
