/**
 * All that a measure may look at: where judged documents stand in one query's ranking, and what the qrels hold for that
 * query. Ids are gone, so that no measure can depend on them.
 */
export interface JudgedRanking {
  /** Number of documents retrieved. */
  readonly retrievedCount: number;
  /** Ranks, from 1 and ascending, at which documents with a judgement stand. */
  readonly ranks: readonly number[];
  /** The judgement at each of `ranks`. */
  readonly judgements: readonly number[];
  /** Every judgement of the query, retrieved or not, in descending order. */
  readonly pool: readonly number[];
  /** The smallest judgement that counts as relevant. Gains of nDCG do not depend on it. */
  readonly relevanceLevel: number;
  /** Number of relevant documents in `pool`. */
  readonly relevantCount: number;
}

/** Number of relevant documents among the first `cutoff`. */
export function relevantWithin(ranking: JudgedRanking, cutoff: number): number {
  let count = 0;
  for (let index = 0; index < ranking.ranks.length && ranking.ranks[index]! <= cutoff; index++) {
    if (ranking.judgements[index]! >= ranking.relevanceLevel) count++;
  }
  return count;
}
