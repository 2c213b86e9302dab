import type { MeasureFamily } from '../measure.js';

/** Judged@k of ir_measures: how far the other numbers rest on judgements at all. A list shorter than k is not punished. */
export const judged: MeasureFamily = {
  name: 'judged',
  aliases: [],
  label: 'Judged',
  cutoff: 'required',
  describe: (cutoff) =>
    `Share of the first ${cutoff} documents, or of all if fewer were retrieved, that have a judgement.`,
  definition: '|{i <= cutoff : the document at i is judged, rel >= 0}| / min(cutoff, n); 0 if n = 0',
  compute: (ranking, cutoff) => {
    if (ranking.retrievedCount === 0) return 0;
    const count = ranking.ranks.filter((rank, index) => rank <= cutoff && ranking.judgements[index]! >= 0).length;
    return count / Math.min(cutoff, ranking.retrievedCount);
  },
};
