import type { MeasureFamily } from '../measure.js';

/** Binary preference (Buckley and Voorhees, SIGIR 2004) as trec_eval computes it. */
export const bpref: MeasureFamily = {
  name: 'bpref',
  aliases: [],
  label: 'Bpref',
  cutoff: 'none',
  describe: () =>
    'How seldom judged non-relevant documents stand above relevant ones; unjudged documents do not count.',
  definition:
    '(1/R) sum over retrieved relevant d of 1 - min(N above d, R) / min(N, R), the term being 1 with none above; N: judged non-relevant, 0 <= rel < level; 0 if R = 0',
  compute: (ranking) => {
    if (ranking.relevantCount === 0) return 0;
    const nonRelevant = ranking.pool.filter((value) => value >= 0 && value < ranking.relevanceLevel).length;
    const bound = Math.min(nonRelevant, ranking.relevantCount);
    let above = 0;
    let sum = 0;
    for (const judgement of ranking.judgements) {
      if (judgement >= ranking.relevanceLevel) {
        sum += above === 0 ? 1 : 1 - Math.min(above, ranking.relevantCount) / bound;
      } else if (judgement >= 0) above++;
    }
    return sum / ranking.relevantCount;
  },
};
