import { relevantWithin } from '../judged-ranking.js';
import type { MeasureFamily } from '../measure.js';

/** P@k: divided by k even if fewer documents were retrieved (trec_eval's `P`). */
export const precision: MeasureFamily = {
  name: 'p',
  aliases: ['precision'],
  label: 'P',
  cutoff: 'required',
  describe: (cutoff) => `Share of relevant documents among the first ${cutoff} places.`,
  definition: '|{i <= cutoff : rel(i) >= level}| / cutoff',
  compute: (ranking, cutoff) => relevantWithin(ranking, cutoff) / cutoff,
};
