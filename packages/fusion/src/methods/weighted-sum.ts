import type { FusedHit } from '../fuse-documents.js';
import { sumDescending } from '../fuse-documents.js';
import { fuseScores } from './fuse-scores.js';
import type { ScoreFusionOptions, WeightedScoredRun } from './fuse-scores.js';

/**
 * Weighted sum, the linear combination: `Σ weight × normalised score` over the runs that hold the document (Vogt and Cottrell,
 * Fusion via a Linear Combination of Scores, Information Retrieval 1, 1999). Weights as in `reciprocalRankFusion`.
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_score`
 */
export function weightedSum<Id = string>(
  runs: readonly WeightedScoredRun<Id>[],
  options: ScoreFusionOptions<Id> = {},
): FusedHit<Id>[] {
  return fuseScores(runs, options, sumDescending);
}
