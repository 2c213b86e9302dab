import type { Mention } from './mention.js';
import type { PlanFeatures } from './plan-features.js';
import type { SchemaWalk } from './schema-walks.js';
import type { Token } from './tokenize.js';
import type { LearnedFeature } from './weights.js';

/** The name of the feature that stands for a walk from a mention's type. */
export const learnedWalkName = (walk: SchemaWalk, mention: Pick<Mention, 'type'>): LearnedFeature =>
  `walk:${[mention.type, ...walk.map((step) => `${step.relation} ${step.to}`)].join(' ')}`;

/** Names of walks of which something was learned: all others add nothing to a score. Names hold what stands before any bar. */
export function learnedWalks(weights: Readonly<Record<LearnedFeature, number>>): ReadonlySet<string> {
  const names = new Set<string>();
  for (const name of Object.keys(weights)) {
    names.add(name);
    for (let bar = name.indexOf('|'); bar >= 0; bar = name.indexOf('|', bar + 1)) names.add(name.slice(0, bar));
  }
  return names;
}

/**
 * Features by which a model learns from questions how people ask for a walk: that it is this walk, each word of the question
 * that no mention uses, by its stem, and the words right before and right after the anchor. The names of nodes are no part of them, so
 * that what is learned holds for other nodes.
 */
export function learnedFeatures(
  walk: SchemaWalk,
  mention: Mention,
  mentioned: ReadonlySet<number>,
  tokens: readonly Token[],
): PlanFeatures {
  const name = learnedWalkName(walk, mention);
  const features: PlanFeatures = { [name]: 1 };
  tokens.forEach((token, position) => {
    if (!mentioned.has(position)) features[`${name}|${token.stem}`] = 1;
  });
  const before = tokens[mention.tokens[0]! - 1];
  if (before !== undefined) features[`${name}|${before.folded} …`] = 1;
  const after = tokens[mention.tokens[mention.tokens.length - 1]! + 1];
  if (after !== undefined) features[`${name}|… ${after.folded}`] = 1;
  return features;
}
