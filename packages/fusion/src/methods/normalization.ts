import { FusionError } from '../fusion-error.js';

/**
 * Ways to make the scores of different runs comparable, run by run; `s` is a score, `n` the run's length, `N` the number of distinct documents in all runs.
 *
 * - `none`: `s`.
 * - `min-max`: `(s − min) / (max − min)`; 0 when all scores are equal (a run of one document too).
 * - `min-max-inverted`: `(max − s) / (max − min)`, for distances; 0 when all are equal.
 * - `max`: `s / max`; 0 for each document when no score is above 0.
 * - `sum`: `(s − min) / Σ(s − min)`; 0 when all are equal.
 * - `zmuv`: `(s − mean) / standard deviation` of the population (zero mean, unit variance); 0 when all are equal.
 * - `rank`: `1 − (rank − 1) / n`; scores are not read.
 * - `borda`: `1 − (rank − 1) / N`, and `1/2 − (n − 1) / 2N` for each document that the run lacks; scores are not read.
 */
export type Normalization = 'none' | 'min-max' | 'min-max-inverted' | 'max' | 'sum' | 'zmuv' | 'rank' | 'borda';

/** A run's normalised scores by place, and what a document that the run lacks gets; without `missing` it gets nothing. */
export interface NormalizedRun {
  readonly values: readonly number[];
  readonly missing?: number;
}

/**
 * Normalises one run's scores, best first.
 *
 * @param documentCount how many distinct documents all runs have together; read by `borda` only
 * @throws FusionError `invalid_score` for a score that is not finite (or scores whose range, sum or ratio is not), `invalid_option` for an unknown name
 */
export function normalizeScores(
  scores: readonly number[],
  normalization: Normalization,
  documentCount: number = scores.length,
): NormalizedRun {
  const count = scores.length;
  if (normalization === 'rank') return { values: scores.map((_, index) => 1 - index / count) };
  if (normalization === 'borda') {
    return {
      values: scores.map((_, index) => 1 - index / documentCount),
      // Without documents nobody asks for the share; without this, it would be no number.
      missing: documentCount === 0 ? 0 : 0.5 - (count - 1) / (2 * documentCount),
    };
  }
  for (const score of scores) {
    if (!Number.isFinite(score)) throw new FusionError('invalid_score', 'a finite score', score);
  }
  const least = scores.reduce((left, right) => Math.min(left, right), Infinity);
  const most = scores.reduce((left, right) => Math.max(left, right), -Infinity);
  switch (normalization) {
    case 'none':
      return { values: scores };
    case 'min-max':
      return scaled(scores, (score) => score - least, most - least);
    case 'min-max-inverted':
      return scaled(scores, (score) => most - score, most - least);
    case 'max':
      return scaled(scores, (score) => score, Math.max(most, 0));
    case 'sum':
      return scaled(
        scores,
        (score) => score - least,
        scores.reduce((sum, score) => sum + (score - least), 0),
      );
    case 'zmuv': {
      const mean = scores.reduce((sum, score) => sum + score, 0) / count;
      const variance = scores.reduce((sum, score) => sum + (score - mean) ** 2, 0) / count;
      // Rounding of the mean must not turn equal scores into a spread.
      return scaled(scores, (score) => score - mean, most === least ? 0 : Math.sqrt(variance));
    }
    default:
      throw new FusionError('invalid_option', 'normalization to be a known one', normalization);
  }
}

function scaled(scores: readonly number[], shift: (score: number) => number, divisor: number): NormalizedRun {
  if (divisor === 0 || scores.length === 0) return { values: scores.map(() => 0) };
  const values = scores.map((score) => shift(score) / divisor);
  // A range of more than 1.8e308, or a largest score of 1e-320 beside one of −1.
  if (Number.isFinite(divisor) && values.every(Number.isFinite)) return { values };
  throw new FusionError('invalid_score', 'scores whose range, sum and ratios are finite', divisor);
}
