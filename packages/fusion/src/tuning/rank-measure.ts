import { countOption } from '../run.js';

/**
 * How good a fused list is for one question, from where its relevant documents stand: their ranks from 1, ascending,
 * those that the list lacks left out; and how many relevant documents there are. Must be finite; larger is better.
 */
export interface RankMeasure {
  (ranks: readonly number[], relevantCount: number): number;
  /** The measure reads the first rank only: then it is given no others, and tuning is several times faster. Default false. */
  readonly bestRankOnly?: boolean;
}

/** Hit@cutoff: 1 if a relevant document is among the first `cutoff`, else 0. */
export function hitAt(cutoff: number): RankMeasure {
  countOption('cutoff', cutoff);
  return Object.assign((ranks: readonly number[]) => (ranks.length > 0 && ranks[0]! <= cutoff ? 1 : 0), {
    bestRankOnly: true,
  });
}

/** Reciprocal rank: 1 / rank of the first relevant document, 0 without one. Its mean is MRR. */
export const reciprocalRank: RankMeasure = Object.assign(
  (ranks: readonly number[]) => (ranks.length > 0 ? 1 / ranks[0]! : 0),
  { bestRankOnly: true },
);

/** Recall@cutoff: the share of the relevant documents that is among the first `cutoff`; 0 if there are none. */
export function recallAt(cutoff: number): RankMeasure {
  countOption('cutoff', cutoff);
  return (ranks, relevantCount) =>
    relevantCount === 0 ? 0 : ranks.filter((rank) => rank <= cutoff).length / relevantCount;
}
