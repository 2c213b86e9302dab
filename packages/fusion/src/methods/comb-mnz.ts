import type { FusedHit } from '../fuse-documents.js';
import { sumDescending } from '../fuse-documents.js';
import { fuseScores, refuseWeights } from './fuse-scores.js';
import type { ScoredRun, ScoreFusionOptions } from './fuse-scores.js';

/**
 * CombMNZ: the sum of a document’s normalised scores times the number of runs that hold it (Fox and Shaw, TREC-2, 1994). Under `borda` every run counts.
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_score`; `invalid_weight` for a run with a weight
 */
export function combMnz<Id = string>(
  runs: readonly ScoredRun<Id>[],
  options: ScoreFusionOptions<Id> = {},
): FusedHit<Id>[] {
  refuseWeights('combMnz', runs);
  return fuseScores(runs, options, (values, count) => sumDescending(values, count) * count);
}
