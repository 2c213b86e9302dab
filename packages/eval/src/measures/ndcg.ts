import type { MeasureFamily } from '../measure.js';

/**
 * Normalised discounted cumulative gain with trec_eval's choices (`ndcg`, `ndcg_cut`): the gain is the judgement itself,
 * not 2^judgement − 1; the ideal ranks the whole qrels; the relevance level plays no part.
 */
export const ndcg: MeasureFamily = {
  name: 'ndcg',
  aliases: ['ndcg_cut'],
  label: 'nDCG',
  cutoff: 'optional',
  describe: (cutoff) =>
    `Discounted judgements of the ${cutoff === undefined ? 'retrieved' : `first ${cutoff}`} documents, as a share of the best possible.`,
  definition:
    'DCG / ideal DCG, DCG = sum over i <= cutoff of max(rel(i), 0) / log2(i + 1), the ideal over all judgements in descending order; 0 if it is 0',
  compute: (ranking, cutoff) => {
    let ideal = 0;
    for (let index = 0; index < ranking.pool.length && index < cutoff && ranking.pool[index]! > 0; index++) {
      ideal += ranking.pool[index]! / Math.log2(index + 2);
    }
    if (ideal === 0) return 0;
    let gained = 0;
    for (let index = 0; index < ranking.ranks.length && ranking.ranks[index]! <= cutoff; index++) {
      if (ranking.judgements[index]! > 0) gained += ranking.judgements[index]! / Math.log2(ranking.ranks[index]! + 1);
    }
    // Rounding must not lift a ranking above the ideal one.
    return Math.min(1, gained / ideal);
  },
};
