import type { RelationGraph } from './lexicon.js';
import type { Mention } from './mention.js';
import { QUESTION_WORDS } from './english-words.js';
import type { Token } from './tokenize.js';

const BROADER_WORDS: ReadonlySet<string> = new Set(
  `parent parents broader broad broadest general superclass superclasses supertype supertypes ancestor ancestors above
  hypernym hypernyms upper superordinate umbrella under within`.split(/\s+/u),
);
const NARROWER_WORDS: ReadonlySet<string> = new Set(
  `child children kind kinds type types form forms sort sorts variety varieties subtype subtypes subclass subclasses
  subcategory subcategories narrower narrow specific special descendant descendants below hyponym hyponyms subordinate
  example examples case cases`.split(/\s+/u),
);
const SIBLING_WORDS: ReadonlySet<string> = new Set(['sibling', 'siblings']);

/** What the question asks for, seen from a mention of the same type. */
export type HierarchyRole = 'broader' | 'narrower' | 'sibling';

/**
 * Reads whether the question asks for what is above, below or beside a mention. Words such as "subtypes" speak about
 * the answer, except when they follow the mention and are followed by "of": "X is a subtype of what" asks for what is
 * above. Undefined when no such word, or words of both kinds, stand in the mention's sentence.
 */
export function hierarchyRole(mention: Mention, tokens: readonly Token[]): HierarchyRole | undefined {
  const own = new Set(mention.tokens);
  const first = mention.tokens[0]!;
  const found = new Set<HierarchyRole>();
  tokens.forEach((token, position) => {
    if (own.has(position) || token.sentence !== tokens[first]!.sentence) return;
    if (SIBLING_WORDS.has(token.folded)) found.add('sibling');
    const broader = BROADER_WORDS.has(token.folded);
    if (!broader && !NARROWER_WORDS.has(token.folded)) return;
    const of = tokens.slice(position + 1, position + 3).findIndex((next) => next.folded === 'of');
    const asksAfterOf = of >= 0 && QUESTION_WORDS.has(tokens[position + of + 2]?.folded ?? '');
    found.add(broader === (position > first && asksAfterOf) ? 'narrower' : 'broader');
  });
  const [role] = found;
  return found.size === 1 ? role : undefined;
}

/** How much more often one direction must lead somewhere for the relation to count as a hierarchy. */
const ASYMMETRY = 1.5;

/**
 * The direction in which a relation between nodes of one type leads upwards: in a hierarchy nearly every node has
 * something above it, and few have something below. Undefined when it is no hierarchy or there is no graph.
 */
export function upwardDirection(
  relation: string,
  type: string,
  graph: RelationGraph | undefined,
): 'out' | 'in' | undefined {
  const range = graph?.typeRange(type);
  if (graph === undefined || range === undefined) return undefined;
  const starts = (direction: 'out' | 'in'): number => {
    const offsets = graph.adjacency(relation, direction)?.offsets;
    if (offsets === undefined) return 0;
    let count = 0;
    for (let node = range.start; node < range.end; node++) if (offsets[node + 1]! > offsets[node]!) count++;
    return count;
  };
  const [out, into] = [starts('out'), starts('in')];
  if (out > ASYMMETRY * into) return 'out';
  return into > ASYMMETRY * out ? 'in' : undefined;
}
