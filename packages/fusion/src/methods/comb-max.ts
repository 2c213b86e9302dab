import type { FusedHit } from '../fuse-documents.js';
import { sortDescending } from '../fuse-documents.js';
import { fuseScores, refuseWeights } from './fuse-scores.js';
import type { ScoredRun, ScoreFusionOptions } from './fuse-scores.js';

/**
 * CombMAX: the greatest of a document’s normalised scores over the runs that hold it (Fox and Shaw, TREC-2, 1994).
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_score`; `invalid_weight` for a run with a weight
 */
export function combMax<Id = string>(
  runs: readonly ScoredRun<Id>[],
  options: ScoreFusionOptions<Id> = {},
): FusedHit<Id>[] {
  refuseWeights('combMax', runs);
  return fuseScores(runs, options, (values, count) => {
    sortDescending(values, count);
    return values[0]!;
  });
}
