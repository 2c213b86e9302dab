import { boundedEditDistance } from '../edit-distance.js';

/** A name that may be spoken of by other words. */
export interface NamedChoice {
  readonly name: string;
  readonly aliases?: readonly string[];
}

const words = (text: string): string[] =>
  text
    .slice(0, 256)
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => (word.length > 3 ? word.replace(/(?<=[^s])s$/u, '') : word));

/** How unlike two texts are: 0 equal but for spelling conventions, below 1 alike, 1 or more not. */
function unlikeness(wanted: readonly string[], text: string): number {
  const own = words(text);
  const [a, b] = [wanted.join(' '), own.join(' ')];
  if (a === b) return 0;
  const [smaller, larger] = wanted.length <= own.length ? [wanted, own] : [own, wanted];
  if (smaller.length > 0 && smaller.every((word) => larger.includes(word))) {
    return 0.1 + 0.1 * (larger.length - smaller.length);
  }
  const limit = Math.floor(Math.max(a.length, b.length) / 3);
  const distance = boundedEditDistance(a, b, limit);
  return distance > limit ? 1 : 0.05 + distance / Math.max(1, Math.max(a.length, b.length));
}

/**
 * The choice that a model most likely meant by `wanted`: the same but for case, plural, accents and separators, then by
 * alias, by shared words, by spelling. Ties keep the order of `choices`. Undefined when none is alike.
 */
export function matchName(wanted: string, choices: readonly NamedChoice[]): string | undefined {
  const own = words(wanted);
  if (own.length === 0) return choices.find(({ name }) => name === wanted)?.name;
  let best: { name: string; score: number } | undefined;
  for (const { name, aliases = [] } of choices) {
    // An alias is worth less than a name that is as alike.
    const score = Math.min(unlikeness(own, name), ...aliases.map((alias) => unlikeness(own, alias) + 0.01));
    if (score < 1 && (best === undefined || score < best.score)) best = { name, score };
  }
  return best?.name;
}
