import { namesSame, overlaps, REPEATED_SHARE } from './mention.js';
import type { Mention } from './mention.js';
import type { Token } from './tokenize.js';
import type { PlannerWeights } from './weights.js';

/** Most anchors that one plan gets. */
const ANCHORS_LIMIT = 6;
const BEAM = 64;
const REDUCED_SETS = 2;

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
      .map(({ chosen, score }) => {
        const isRepeated = chosen.some((other) => namesSame(other, mention));
        const again = isRepeated ? (1 - REPEATED_SHARE) * mention.evidence * weights.features.evidence : 0;
        return { chosen: [...chosen, mention], score: score + value - again };
      });
    // A stable sort keeps the earlier, that is the better evidenced, set first among equals.
    beam = [...beam, ...grown].sort((a, b) => b.score - a.score).slice(0, BEAM);
  }
  const sets = beam.slice(0, count).map(({ chosen }) => [...chosen].sort((a, b) => a.tokens[0]! - b.tokens[0]!));
  // The best sets without one or two of their mentions: when all together find nothing, a part of them may.
  const known = new Set(sets.map((set) => set.map((mention) => mentions.indexOf(mention)).join(' ')));
  const parts = sets
    .slice(0, REDUCED_SETS)
    .flatMap((set) =>
      set.flatMap((_, a) => [
        set.filter((_, at) => at !== a),
        ...set.slice(a + 1).map((_, b) => set.filter((_, at) => at !== a && at !== a + 1 + b)),
      ]),
    );
  for (const part of parts) {
    const key = part.map((mention) => mentions.indexOf(mention)).join(' ');
    if (part.length === 0 || known.has(key)) continue;
    known.add(key);
    sets.push(part);
  }
  return sets.some((set) => set.length === 0) ? sets : [...sets, []];
}
