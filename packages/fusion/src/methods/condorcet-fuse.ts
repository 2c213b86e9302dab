import type { FusedHit, FusionOptions } from '../fuse-documents.js';
import { collectRuns, fuseDocuments } from '../fuse-documents.js';
import { TIE_TOLERANCE } from '../order-by-score.js';
import type { Run } from '../run.js';

/**
 * Condorcet fusion, weighted where runs have weights: a run votes for the document that it ranks higher of two, holding one
 * beats lacking it, and lacking both is no vote; of two documents the one with more (weight of) votes wins (Montague and
 * Aslam, Condorcet Fusion for Improved Retrieval, CIKM 2002).
 *
 * The paper sorts by pairwise wins, which leaves cycles and ties to the sorting algorithm. Here the score is Copeland's: 1, plus
 * 1 for each document beaten, plus 1/2 for each one tied with. Without cycles and ties that is the same order, and the score
 * is the place from the bottom; with them, every order of runs and documents still gives the same list.
 * A contribution's value is the number of documents that the run ranks below, times its weight. Time: O(n² × runs).
 *
 * @throws FusionError as `reciprocalRankFusion`
 */
export function condorcetFuse<Id = string>(runs: readonly Run<Id>[], options: FusionOptions<Id> = {}): FusedHit<Id>[] {
  const collected = collectRuns(runs, options);
  const { weights, offsets } = collected;
  const documentCount = collected.ids.length;
  // One table of ranks per run, heaviest first so that sums of votes do not depend on the order of the runs.
  const voters = [...weights.keys()]
    .filter((run) => weights[run]! > 0)
    .sort((left, right) => weights[right]! - weights[left]!);
  const rankTables = new Map(voters.map((run) => [run, new Float64Array(documentCount).fill(Infinity)]));
  const values = new Float64Array(collected.ranks.length);
  for (let document = 0; document < documentCount; document += 1) {
    for (let place = offsets[document]!; place < offsets[document + 1]!; place += 1) {
      const run = collected.runs[place]!;
      const rank = collected.ranks[place]!;
      const table = rankTables.get(run);
      if (table === undefined) continue;
      table[document] = rank;
      values[place] = weights[run]! * (documentCount - rank);
    }
  }

  const scores = new Float64Array(documentCount).fill(1);
  const tables = [...rankTables.values()];
  for (let left = 0; left < documentCount; left += 1) {
    for (let right = left + 1; right < documentCount; right += 1) {
      let leftVotes = 0;
      let rightVotes = 0;
      for (let voter = 0; voter < tables.length; voter += 1) {
        const leftRank = tables[voter]![left]!;
        const rightRank = tables[voter]![right]!;
        if (leftRank < rightRank) leftVotes += weights[voters[voter]!]!;
        else if (rightRank < leftRank) rightVotes += weights[voters[voter]!]!;
      }
      const lead = leftVotes - rightVotes;
      if (Math.abs(lead) <= TIE_TOLERANCE * Math.max(leftVotes, rightVotes)) {
        scores[left]! += 0.5;
        scores[right]! += 0.5;
      } else scores[lead > 0 ? left : right]! += 1;
    }
  }
  return fuseDocuments(runs, collected, values, scores, options);
}
