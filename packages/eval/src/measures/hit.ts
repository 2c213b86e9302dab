import { relevantWithin } from '../judged-ranking.js';
import type { MeasureFamily } from '../measure.js';

/** Hit@k of STaRK; the same number as {@link success}. */
export const hit: MeasureFamily = {
  name: 'hit',
  aliases: ['hits'],
  label: 'Hit',
  cutoff: 'required',
  describe: (cutoff) => `1 if a relevant document is among the first ${cutoff}, else 0.`,
  definition: '1 if rel(i) >= level for some i <= cutoff, else 0',
  compute: (ranking, cutoff) => (relevantWithin(ranking, cutoff) > 0 ? 1 : 0),
};
