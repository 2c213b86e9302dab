import { FusionError } from './fusion-error.js';
import { collectRuns, fuseDocuments, sumDescending } from './fuse-documents.js';
import type { FusedHit, FusionOptions } from './fuse-documents.js';
import type { Run } from './run.js';

/** Options of reciprocal rank fusion. */
export interface RankFusionOptions<Id = string> extends FusionOptions<Id> {
  /** The constant added to each rank: any finite number ≥ 0, default 60. 0 is honoured. Smaller values favour the first ranks more. */
  readonly rankConstant?: number;
}

export const RANK_FUSION_DEFAULTS = Object.freeze({ rankConstant: 60 });

/**
 * Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009; GRASP paper, 3.2.0.1):
 * `score(d) = Σ weight / (rankConstant + rank(d))` over the runs that hold `d`, ranks from 1. A run that lacks `d` adds nothing.
 *
 * A document that stands twice in a run counts where it stands first, and the documents after the copy move up.
 * Hits come by score, best first; equal scores by key: numbers, then bigints, then strings by UTF-16 code units. Neither
 * scores nor order depend on the order of the runs: each document's terms are added from the largest to the smallest, and
 * sums within `TIE_TOLERANCE` of each other count as equal, because fractions that are equal (1/3 + 1/6 and 1/4 + 1/4)
 * may differ in a double's last digit.
 *
 * No runs, or only empty ones, give an empty list. Time: O(n log n) for n distinct documents.
 *
 * @throws FusionError for runs, weights, ids or options outside their range
 */
export function reciprocalRankFusion<Id = string>(
  runs: readonly Run<Id>[],
  options: RankFusionOptions<Id> = {},
): FusedHit<Id>[] {
  const rankConstant = rankConstantOption(options.rankConstant);
  const collected = collectRuns(runs, options);
  const values = new Float64Array(collected.ranks.length);
  for (let place = 0; place < values.length; place += 1) {
    values[place] = collected.weights[collected.runs[place]!]! / (rankConstant + collected.ranks[place]!);
  }
  return fuseDocuments(runs, collected, values, sumDescending, options);
}

/** Checks a rank constant. @throws FusionError `invalid_option` */
export function rankConstantOption(value: number | undefined): number {
  const rankConstant = value ?? RANK_FUSION_DEFAULTS.rankConstant;
  if (typeof rankConstant === 'number' && rankConstant >= 0 && rankConstant < Infinity) return rankConstant;
  throw new FusionError('invalid_option', 'rankConstant to be a finite number ≥ 0', rankConstant);
}
