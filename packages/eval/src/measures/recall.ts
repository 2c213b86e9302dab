import { relevantWithin } from '../judged-ranking.js';
import type { MeasureFamily } from '../measure.js';

/** Recall@k of trec_eval and STaRK: divided by all relevant documents, even if there are more than k. */
export const recall: MeasureFamily = {
  name: 'recall',
  aliases: ['r'],
  label: 'Recall',
  cutoff: 'optional',
  describe: (cutoff) =>
    `Share of all relevant documents that are ${cutoff === undefined ? 'retrieved' : `among the first ${cutoff}`}.`,
  definition: '|{i <= cutoff : rel(i) >= level}| / R; 0 if R = 0',
  compute: (ranking, cutoff) =>
    ranking.relevantCount === 0 ? 0 : relevantWithin(ranking, cutoff) / ranking.relevantCount,
};
