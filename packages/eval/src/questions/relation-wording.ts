import type { Relation } from '@grasp/plan';

/**
 * How relations are worded, by name. Each phrase reads from the relation's `from` end to its `to` end: "gene *associated
 * with* disease", "paper *cites* paper", "disease *has onset* onset".
 */
export type RelationPhrases = Readonly<Record<string, readonly string[]>>;

/** A node that a clause speaks of. */
export interface Mention {
  readonly text: string;
  /** A name, and not a description with clauses of its own. */
  readonly isName: boolean;
}

/** Whether the described node is the relation's `from` end or its `to` end. */
export type ClauseRole = 'subject' | 'object';

/** Words of a name such as `has_brand`, `alsoBuy` or `author___writes___paper`. */
export const wordsOf = (name: string): string =>
  name
    .replace(/([a-z\d])([A-Z])/gu, '$1 $2')
    .replace(/[_\s]+/gu, ' ')
    .trim()
    .toLowerCase();

/** `a` or `an` and the noun. */
export const withArticle = (noun: string): string => `${/^[aeiou]/iu.test(noun) ? 'an' : 'a'} ${noun}`;

const PREPOSITIONS = new Set(
  'about against as at between by for from in into of on onto over to under upon via with within'.split(' '),
);

/** A relative clause for a node that a phrase connects with another one, for example "that is associated with BRCA1". */
export function phraseClause(phrase: string, role: ClauseRole, other: string): string {
  const words = phrase.split(' ');
  const [first, last] = [words[0]!.toLowerCase(), words.at(-1)!.toLowerCase()];
  const isSubject = role === 'subject';
  if (first === 'has' && words.length > 1) return nounClause(words.slice(1).join(' '), isSubject, other);
  const isVerb = first === 'is' || (/[^s]s$/u.test(first) && (words.length === 1 || PREPOSITIONS.has(last)));
  if (isVerb) return isSubject ? `that ${phrase} ${other}` : `that ${other} ${phrase}`;
  if (PREPOSITIONS.has(last)) return isSubject ? `that is ${phrase} ${other}` : `that ${other} is ${phrase}`;
  return nounClause(phrase, isSubject, other);
}

const nounClause = (noun: string, isSubject: boolean, other: string): string =>
  isSubject ? `with ${other} as its ${noun}` : `that is given as the ${noun} of ${other}`;

/** The `to` end in a description of the form "From a … to a … that it …", with `it` for the `from` end. */
function describedEnd(description: string | undefined): string | undefined {
  const sentence = (description ?? '').split(/[.;:](?:\s|$)|, and from |, such as /u)[0]!;
  const end = /^From .+? to (?<end>.+)$/u.exec(sentence)?.groups?.['end'];
  return end !== undefined && /\bits?\b/u.test(end) ? end : undefined;
}

/**
 * A clause from a relation's description, if it has the form "From a disease to a phenotype that occurs in it":
 * "that occurs in Marfan syndrome" for the phenotype, "such that scoliosis is a phenotype that occurs in it" for the
 * disease. undefined if it has not, or if the clause would be hard to read and the relation's name tells as much.
 */
export function descriptionClause(
  relation: Relation,
  role: ClauseRole,
  toType: string,
  other: Mention,
  isOnlyHint: boolean,
): string | undefined {
  const end = describedEnd(relation.description);
  if (end === undefined) return undefined;
  // "a phenotype that …" said of a phenotype: the noun goes without saying.
  const prefix = [`${withArticle(toType)} `, `the ${toType} `].find((start) => end.startsWith(start));
  const rest = prefix === undefined ? undefined : end.slice(prefix.length);
  const isClause = rest !== undefined && /^(?:that|which|in which|at which|for which|to which) /u.test(rest);
  if (role === 'subject') {
    // A second "it" inside the first would leave the reader lost; only a direction that nothing else tells is worth that.
    if (!other.isName && !isOnlyHint) return undefined;
    const predicate = /^that (?:is|are) (?<predicate>.+)$/u.exec(rest ?? '')?.groups?.['predicate'];
    return `such that ${other.text} is ${predicate ?? end}`;
  }
  const pronoun = /\bit\b/u.test(end) ? /\bit\b/u : /\bits\b/u;
  if (!other.isName && pronoun.test('its')) return undefined;
  // A function as replacement, because names may hold `$&`.
  const filled = (text: string): string =>
    text.replace(pronoun, (word) => (word === 'it' ? other.text : `${other.text}'s`));
  return isClause ? filled(rest) : `that is ${filled(end)}`;
}

/** Words for "linked by this relation" that say nothing about the direction. */
export const linkClause = (relation: string, other: string): string =>
  `that "${wordsOf(relation)}" connects with ${other}`;
