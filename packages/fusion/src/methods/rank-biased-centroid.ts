import { FusionError } from '../fusion-error.js';
import type { FusedHit, FusionOptions } from '../fuse-documents.js';
import { collectRuns, fuseDocuments, sumDescending } from '../fuse-documents.js';
import type { Run } from '../run.js';
import { refuseWeights } from './fuse-scores.js';

/** Options of rank-biased centroid. */
export interface RankBiasedCentroidOptions<Id = string> extends FusionOptions<Id> {
  /** How likely a reader goes on to the next place (φ); above 0 and below 1, default 0.8. */
  readonly persistence?: number;
}

export const RANK_BIASED_CENTROID_DEFAULTS = Object.freeze({ persistence: 0.8 });

/**
 * Rank-biased centroid (RBC): `Σ (1 − φ) φ^(rank − 1)` over the runs that hold the document (Bailey, Moffat, Scholer and
 * Thomas, Retrieval Consistency in the Presence of Query Variations, SIGIR 2017).
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_option` for a persistence out of range; `invalid_weight` for a run with a weight
 */
export function rankBiasedCentroid<Id = string>(
  runs: readonly Omit<Run<Id>, 'weight'>[],
  options: RankBiasedCentroidOptions<Id> = {},
): FusedHit<Id>[] {
  refuseWeights('rankBiasedCentroid', runs);
  const persistence = options.persistence ?? RANK_BIASED_CENTROID_DEFAULTS.persistence;
  if (!(persistence > 0 && persistence < 1)) {
    throw new FusionError('invalid_option', 'persistence to be above 0 and below 1', persistence);
  }
  const collected = collectRuns(runs, options);
  const values = Float64Array.from(collected.ranks, (rank) => (1 - persistence) * persistence ** (rank - 1));
  return fuseDocuments(runs, collected, values, sumDescending, options);
}
