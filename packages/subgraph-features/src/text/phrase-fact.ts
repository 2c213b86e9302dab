import type { Subgraph, SubgraphEdge } from '../subgraph.js';

/** How a relation reads between the names of an edge's start and end. */
export type RelationPattern =
  'subject is relation object' | 'subject relation object' | 'relation of subject is object';

/** Third-person verbs that relations are often named after; other words in -s may as well be plurals. */
const VERBS: ReadonlySet<string> = new Set(
  `affects applies belongs borders carries causes cites connects contains contradicts covers creates depends derives describes
  designs develops directs discovers employs encodes expresses features follows founds governs inhibits includes interacts
  invents leads likes lists lives manages means mentions needs operates owns participates performs plays precedes predicts
  prevents produces provides publishes recommends refers regulates relates replaces represents requires resembles sells shares
  shows speaks studies succeeds supports teaches treats uses wins works writes`.split(/\s+/),
);

const PREPOSITIONS: ReadonlySet<string> = new Set(
  'about after against at before between by during for from in into of on over than through to under with within'.split(
    ' ',
  ),
);

const AUXILIARIES: ReadonlySet<string> = new Set(['has', 'have', 'is', 'are', 'was', 'were', 'can', 'may', 'does']);

/** Line breaks and runs of spaces as one space. A long text without any is looked through once, not put together again. */
const withSingleSpaces = (text: string): string => (/\s{2}|[^\S ]/u.test(text) ? text.replace(/\s+/gu, ' ') : text);

/** A relation as words: `has_author` and `hasAuthor` are "has author". */
export function relationWords(relation: string): string {
  return withSingleSpaces(relation.replaceAll('_', ' '))
    .replace(/(\p{Ll})(\p{Lu})(?=\p{Ll})/gu, (_, before: string, after: string) => `${before} ${after.toLowerCase()}`)
    .trim();
}

/** The pattern that a relation's words suggest: verbs stand alone, what ends in a preposition needs "is", the rest are nouns. */
export function relationPattern(words: string): RelationPattern {
  const space = words.indexOf(' ');
  const first = (space === -1 ? words : words.slice(0, space)).toLowerCase();
  if (AUXILIARIES.has(first) || VERBS.has(first)) return 'subject relation object';
  return space !== -1 && PREPOSITIONS.has(words.slice(words.lastIndexOf(' ') + 1).toLowerCase())
    ? 'subject is relation object'
    : 'relation of subject is object';
}

/** The names of the nodes for people: an id in brackets for one without a name, line breaks and runs of spaces as one space. */
export const displayNames = ({ nodes }: Subgraph): string[] =>
  nodes.map(({ id, name }) => withSingleSpaces(name ?? '').trim() || `[${id}]`);

/** Puts edges into clauses, without a full stop. */
export class FactPhraser {
  readonly #names: readonly string[];
  readonly #relations = new Map<string, { readonly words: string; readonly pattern: RelationPattern }>();

  constructor(names: readonly string[]) {
    this.#names = names;
  }

  phrase({ source, target, name, relation }: SubgraphEdge): string {
    const subject = this.#names[source]!;
    const object = source === target ? 'itself' : this.#names[target]!;
    const { words, pattern } = this.#read(name ?? relation);
    if (words === '') return `${subject} is connected with ${object}`;
    switch (pattern) {
      case 'subject is relation object':
        return `${subject} is ${words} ${object}`;
      case 'subject relation object':
        return `${subject} ${words} ${object}`;
      case 'relation of subject is object':
        return `The ${words} of ${subject} is ${object}`;
    }
  }

  #read(relation: string): { readonly words: string; readonly pattern: RelationPattern } {
    let read = this.#relations.get(relation);
    if (read === undefined) {
      const words = relationWords(relation);
      this.#relations.set(relation, (read = { words, pattern: relationPattern(words) }));
    }
    return read;
  }
}
