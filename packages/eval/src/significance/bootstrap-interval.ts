import { EvaluationError } from '../errors.js';
import { createRandom } from '../random.js';
import { checkInteger } from './paired-differences.js';

/** Options of {@link bootstrapInterval}. */
export interface BootstrapOptions {
  /** Above 0 and below 1. Default 0.95. */
  readonly confidence?: number;
  /** Default 10000. */
  readonly samples?: number;
  /** Default 1. */
  readonly seed?: number;
}

/** An interval of values, both ends included. */
export interface Interval {
  readonly low: number;
  readonly high: number;
}

/**
 * The percentile bootstrap interval of a mean (Efron and Tibshirani, 1993, chapter 13): values are drawn with replacement,
 * and the middle share of the means is kept, ends interpolated between neighbouring means. Hand in the differences of two
 * runs for an interval of their difference.
 *
 * @throws EvaluationError `invalid_option` for no values, a value that is not finite, or an option out of its range.
 */
export function bootstrapInterval(values: readonly number[], options: BootstrapOptions = {}): Interval {
  const { confidence = 0.95, samples = 10_000, seed = 1 } = options;
  checkInteger('samples', samples, 1, 1e8);
  checkInteger('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  if (!(confidence > 0 && confidence < 1)) {
    throw new EvaluationError('invalid_option', `expected a confidence between 0 and 1, got ${confidence}`);
  }
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new EvaluationError('invalid_option', 'expected at least one value, all of them finite');
  }
  const source = Float64Array.from(values);
  const random = createRandom(seed);
  const means = Float64Array.from({ length: samples }, () => {
    let sum = 0;
    for (let draw = 0; draw < source.length; draw++) sum += source[random.integer(source.length)]!;
    return sum / source.length;
  }).sort();
  const tail = (1 - confidence) / 2;
  return { low: quantile(means, tail), high: quantile(means, 1 - tail) };
}

function quantile(sorted: Float64Array, share: number): number {
  const position = share * (sorted.length - 1);
  const below = Math.floor(position);
  const low = sorted[below]!;
  const high = sorted[Math.min(below + 1, sorted.length - 1)]!;
  return low + (high - low) * (position - below);
}
