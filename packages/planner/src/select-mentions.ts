import { overlaps } from './mention.js';
import type { Mention } from './mention.js';
import type { Token } from './tokenize.js';
import type { PlannerWeights } from './weights.js';

/** Most anchors that one plan gets. */
export const ANCHORS_LIMIT = 6;
const BEAM = 64;

/**
 * The best sets of mentions of which no two use the same word, best first, the empty set among them at the end if it is
 * not earlier. A set is worth the evidence of its mentions, the words that they explain, less the price of an anchor
 * each; overlaps are so resolved over the whole question.
 */
export function selectMentions(
  mentions: readonly Mention[],
  tokens: readonly Token[],
  weights: PlannerWeights,
  count: number,
): readonly (readonly Mention[])[] {
  const worth = (mention: Mention): number =>
    mention.evidence * weights.features.evidence +
    weights.features.anchors -
    weights.features.unexplained * mention.tokens.filter((position) => tokens[position]!.isContent).length;
  let beam: { chosen: Mention[]; score: number }[] = [{ chosen: [], score: 0 }];
  for (const mention of mentions) {
    const value = worth(mention);
    const grown = beam
      .filter(({ chosen }) => chosen.length < ANCHORS_LIMIT && !chosen.some((other) => overlaps(other, mention)))
      .map(({ chosen, score }) => ({ chosen: [...chosen, mention], score: score + value }));
    // A stable sort keeps the earlier, that is the better evidenced, set first among equals.
    beam = [...beam, ...grown].sort((a, b) => b.score - a.score).slice(0, BEAM);
  }
  const sets = beam
    .slice(0, count)
    .map(({ chosen }) => [...chosen].sort((a, b) => a.tokens[0]! - b.tokens[0]!));
  return sets.some((set) => set.length === 0) ? sets : [...sets, []];
}
