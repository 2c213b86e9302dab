import type { MeasureFamily } from '../measure.js';

/** Average precision, called MAP after its mean (trec_eval's `map` and `map_cut`): with a cutoff still divided by R. */
export const averagePrecision: MeasureFamily = {
  name: 'map',
  aliases: ['ap', 'map_cut'],
  label: 'MAP',
  cutoff: 'optional',
  describe: (cutoff) =>
    `Mean over all relevant documents of the precision at their rank, 0 for those not ${cutoff === undefined ? 'retrieved' : `among the first ${cutoff}`}.`,
  definition: '(1/R) sum over i <= cutoff with rel(i) >= level of P@i; 0 if R = 0',
  compute: (ranking, cutoff) => {
    if (ranking.relevantCount === 0) return 0;
    let found = 0;
    let sum = 0;
    for (let index = 0; index < ranking.ranks.length && ranking.ranks[index]! <= cutoff; index++) {
      if (ranking.judgements[index]! >= ranking.relevanceLevel) sum += ++found / ranking.ranks[index]!;
    }
    return sum / ranking.relevantCount;
  },
};
