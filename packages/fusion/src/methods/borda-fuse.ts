import type { FusedHit, FusionOptions } from '../fuse-documents.js';
import { collectRuns, fuseDocuments, sumDescending } from '../fuse-documents.js';
import type { Run } from '../run.js';

/**
 * Borda-fuse, weighted where runs have weights: each run gives `N − rank + 1` points to what it ranks and shares the points
 * that are left equally, `(N − n + 1) / 2` to each document that it lacks; `N` is the number of distinct documents, `n` the run's
 * length (Aslam and Montague, Models for Metasearch, SIGIR 2001). The score holds those shares too, so it may exceed the sum of
 * the contributions. N counts no document that only runs of weight 0 hold.
 *
 * @throws FusionError as `reciprocalRankFusion`
 */
export function bordaFuse<Id = string>(runs: readonly Run<Id>[], options: FusionOptions<Id> = {}): FusedHit<Id>[] {
  const collected = collectRuns(runs, options);
  const documentCount = collected.ids.length;
  const values = Float64Array.from(
    collected.runs,
    (run, place) => collected.weights[run]! * (documentCount - collected.ranks[place]! + 1),
  );
  const missing = Float64Array.from(
    collected.lengths,
    (length, run) => (collected.weights[run]! * (documentCount - length + 1)) / 2,
  );
  return fuseDocuments(runs, collected, values, sumDescending, options, missing);
}
