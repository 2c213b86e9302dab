import type { MeasureFamily } from '../measure.js';

/** Reciprocal rank, called MRR after its mean (trec_eval's `recip_rank`). */
export const reciprocalRank: MeasureFamily = {
  name: 'mrr',
  aliases: ['rr', 'recip_rank'],
  label: 'MRR',
  cutoff: 'optional',
  describe: (cutoff) =>
    `1 / rank of the first relevant document${cutoff === undefined ? '' : ` if it is among the first ${cutoff}`}, else 0.`,
  definition: '1 / min{i <= cutoff : rel(i) >= level}; 0 if there is none',
  compute: (ranking, cutoff) => {
    const index = ranking.judgements.findIndex((judgement) => judgement >= ranking.relevanceLevel);
    return index < 0 || ranking.ranks[index]! > cutoff ? 0 : 1 / ranking.ranks[index]!;
  },
};
