import type { FusedHit, FusionOptions } from '../fuse-documents.js';
import { collectRuns, fuseDocuments, sumDescending } from '../fuse-documents.js';
import type { Run } from '../run.js';
import { refuseWeights } from './fuse-scores.js';

/**
 * Inverse square rank (ISR): `m × Σ 1 / rank²` over the `m` runs that hold the document (Mourão, Martins and Magalhães,
 * Multimodal Medical Information Retrieval with Unsupervised Rank Fusion, Computerized Medical Imaging and Graphics 39, 2015).
 *
 * @throws FusionError as `reciprocalRankFusion`; `invalid_weight` for a run with a weight
 */
export function inverseSquareRank<Id = string>(
  runs: readonly Omit<Run<Id>, 'weight'>[],
  options: FusionOptions<Id> = {},
): FusedHit<Id>[] {
  refuseWeights('inverseSquareRank', runs);
  const collected = collectRuns(runs, options);
  const values = Float64Array.from(collected.ranks, (rank) => 1 / rank ** 2);
  return fuseDocuments(runs, collected, values, (terms, count) => sumDescending(terms, count) * count, options);
}
