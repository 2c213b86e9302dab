import type { FusedHit } from '../fuse-documents.js';
import { sumDescending } from '../fuse-documents.js';
import { fuseScores, refuseWeights } from './fuse-scores.js';
import type { ScoredRun, ScoreFusionOptions } from './fuse-scores.js';

/**
 * CombSUM: the sum of a document’s normalised scores (Fox and Shaw, Combination of Multiple Searches, TREC-2, 1994).
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_score`; `invalid_weight` for a run with a weight
 */
export function combSum<Id = string>(
  runs: readonly ScoredRun<Id>[],
  options: ScoreFusionOptions<Id> = {},
): FusedHit<Id>[] {
  refuseWeights('combSum', runs);
  return fuseScores(runs, options, sumDescending);
}
