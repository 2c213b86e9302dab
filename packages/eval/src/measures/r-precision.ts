import { relevantWithin } from '../judged-ranking.js';
import type { MeasureFamily } from '../measure.js';

/** R-precision: precision at the number of relevant documents (trec_eval's `Rprec`). */
export const rPrecision: MeasureFamily = {
  name: 'rprec',
  aliases: ['rprecision', 'r-precision'],
  label: 'Rprec',
  cutoff: 'none',
  describe: () => 'Share of relevant documents among as many first places as there are relevant documents.',
  definition: '|{i <= R : rel(i) >= level}| / R; 0 if R = 0',
  compute: (ranking) =>
    ranking.relevantCount === 0 ? 0 : relevantWithin(ranking, ranking.relevantCount) / ranking.relevantCount,
};
