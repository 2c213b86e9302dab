import type { Relation } from '@grasp/plan';

/**
 * How a relation is worded. Each phrase reads from the relation's `from` end to its `to` end: "gene *associated with*
 * disease", "paper *cites* paper", "disease *has onset* onset", "word *hypernym* word".
 */
export type RelationPhrases = Readonly<Record<string, readonly string[]>>;

/** Words of a name such as `has_brand`, `alsoBuy` or `author___writes___paper`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .toLowerCase();

/** The phrases of a relation: those handed in, or the relation's name and aliases. */
export function phrasesOf(relation: Relation, phrases: RelationPhrases | undefined): readonly string[] {
  const given = phrases !== undefined && Object.hasOwn(phrases, relation.name) ? phrases[relation.name]! : [];
  const words = given.length > 0 ? given : [wordsOf(relation.name), ...(relation.aliases ?? [])];
  return [...new Set(words.map((word) => word.trim()).filter((word) => word !== ''))];
}

const PREPOSITIONS = new Set(
  'about against as at between by for from in into of on onto over to under upon via with within'.split(' '),
);

/**
 * A relative clause for a node that a relation connects with `other`, a name or a noun phrase.
 *
 * @param role - Whether the node is the relation's `from` end (`subject`) or its `to` end (`object`).
 */
export function relativeClause(phrase: string, role: 'subject' | 'object', other: string): string {
  const words = phrase.split(' ');
  const [first, last] = [words[0]!.toLowerCase(), words.at(-1)!.toLowerCase()];
  const isSubject = role === 'subject';
  if (first === 'has' && words.length > 1) return nounClause(words.slice(1).join(' '), isSubject, other);
  if (first === 'is' || first === 'was') return isSubject ? `that ${phrase} ${other}` : `that ${other} ${phrase}`;
  if (/[^s]s$/u.test(first) && (words.length === 1 || PREPOSITIONS.has(last))) {
    return isSubject ? `that ${phrase} ${other}` : `that ${other} ${phrase}`;
  }
  if (PREPOSITIONS.has(last)) return isSubject ? `that is ${phrase} ${other}` : `that ${other} is ${phrase}`;
  return nounClause(phrase, isSubject, other);
}

const nounClause = (noun: string, isSubject: boolean, other: string): string =>
  isSubject ? `with ${other} as its ${noun}` : `that is given as the ${noun} of ${other}`;

/** `a` or `an` and the noun. */
export const withArticle = (noun: string): string => `${/^[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;
