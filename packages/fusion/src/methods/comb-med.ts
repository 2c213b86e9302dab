import type { FusedHit } from '../fuse-documents.js';
import { sortDescending } from '../fuse-documents.js';
import { fuseScores, refuseWeights } from './fuse-scores.js';
import type { ScoredRun, ScoreFusionOptions } from './fuse-scores.js';

/**
 * CombMED: the median of a document’s normalised scores over the runs that hold it (Fox and Shaw, TREC-2, 1994); of an even number the mean of the two in the middle.
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_score`; `invalid_weight` for a run with a weight
 */
export function combMed<Id = string>(
  runs: readonly ScoredRun<Id>[],
  options: ScoreFusionOptions<Id> = {},
): FusedHit<Id>[] {
  refuseWeights('combMed', runs);
  return fuseScores(runs, options, (values, count) => {
    sortDescending(values, count);
    const middle = count >> 1;
    return count % 2 === 1 ? values[middle]! : (values[middle - 1]! + values[middle]!) / 2;
  });
}
