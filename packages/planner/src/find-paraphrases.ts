import { OPPOSITES } from './english-words.js';
import type { Lexicon, NameSearch, QueryEncoder } from './lexicon.js';
import { isSymbol } from './mention.js';
import type { Mention } from './mention.js';
import { nameWords } from './tokenize.js';
import type { Token } from './tokenize.js';
import type { PlannerWeights } from './weights.js';
import { wordForms } from './word-key.js';
import type { WordForms } from './word-key.js';

const LONGEST_PHRASE = 6;
const PHRASES_LIMIT = 12;
const NAMES_PER_PHRASE = 8;

const stemsOf = (list: readonly string[]): ReadonlySet<string> => new Set(list.map((word) => wordForms(word).stem));
const OPPOSITE_STEMS = OPPOSITES.map((pair) => pair.map(stemsOf));

/** Whether of a pair of opposites the one has the first and the other the second. */
function isOpposite(a: readonly WordForms[], b: readonly WordForms[]): boolean {
  return OPPOSITE_STEMS.some((pair) => {
    const tendency = (words: readonly WordForms[]): number => {
      const [more, less] = pair.map((stems) => (words.some(({ stem }) => stems.has(stem)) ? 1 : 0));
      return more! - less!;
    };
    return tendency(a) * tendency(b) < 0;
  });
}

/** How many words after a phrase may say of it what a name says before ("puberty came late"). */
const PREDICATE_REACH = 2;

/** The words of a phrase, and the next in its clause. */
function withPredicate({ first, last }: Phrase, tokens: readonly Token[]): Token[] {
  const following = tokens.slice(last + 1, last + 1 + PREDICATE_REACH);
  return [...tokens.slice(first, last + 1), ...following.filter(({ clause }) => clause === tokens[last]!.clause)];
}

interface Phrase {
  readonly first: number;
  readonly last: number;
  readonly positions: readonly number[];
}

/** Spans within a clause that hold words not yet explained, those with the most such words and the least else first. */
function openPhrases(
  tokens: readonly Token[],
  isOpen: (position: number) => boolean,
  isBarrier: (position: number) => boolean,
): Phrase[] {
  const phrases: { phrase: Phrase; priority: number }[] = [];
  for (let first = 0; first < tokens.length; first++) {
    if (tokens[first]!.isFunction || isBarrier(first)) continue;
    let open = 0;
    let other = 0;
    const positions: number[] = [];
    for (let last = first; last < Math.min(tokens.length, first + LONGEST_PHRASE); last++) {
      const token = tokens[last]!;
      if (isBarrier(last) || token.clause !== tokens[first]!.clause) break;
      if (!token.isLight) positions.push(last);
      if (isOpen(last)) open++;
      else if (!token.isFunction) other++;
      if (token.isFunction || open === 0) continue;
      phrases.push({ phrase: { first, last, positions: [...positions] }, priority: open - 0.4 * other });
    }
  }
  return phrases
    .sort((a, b) => b.priority - a.priority || a.phrase.first - b.phrase.first || a.phrase.last - b.phrase.last)
    .slice(0, PHRASES_LIMIT)
    .map(({ phrase }) => phrase);
}

/**
 * Mentions that paraphrase a name ("sees double"): phrases of unexplained words whose vector is near that of a name.
 * Evidence grows with the cosine; a name that says more than the phrase does loses by each further word.
 *
 * @param known - The mentions that were found by their words; what they explain alone is not looked up.
 */
export async function findParaphrases(
  question: string,
  tokens: readonly Token[],
  context: {
    readonly lexicon: Lexicon;
    readonly encoder: QueryEncoder;
    readonly nameSearch: NameSearch;
    readonly weights: PlannerWeights;
    readonly known: readonly Mention[];
    readonly isCue: (position: number) => boolean;
    /** Roots of the words of each type's name, which its nodes' names may have more than the question. */
    readonly typeRoots: ReadonlyMap<string, ReadonlySet<string>>;
    readonly signal?: AbortSignal;
  },
): Promise<Mention[]> {
  const { lexicon, encoder, nameSearch, weights, known, isCue, typeRoots, signal } = context;
  const explained = new Set(known.flatMap((mention) => mention.tokens));
  const isOpen = (position: number): boolean =>
    tokens[position]!.isContent && !explained.has(position) && !isCue(position);
  // Symbols and longer names that were found word for word are not part of a paraphrase.
  const firm = new Set(
    known.filter((mention) => mention.evidence >= weights.firmEvidence).flatMap((mention) => mention.tokens),
  );
  const phrases = openPhrases(tokens, isOpen, (position) => firm.has(position));
  if (phrases.length === 0) return [];
  const texts = phrases.map(({ first, last }) => question.slice(tokens[first]!.start, tokens[last]!.end));
  const vectors = await encoder.encode(texts, { role: 'query', ...(signal === undefined ? {} : { signal }) });
  const mentions: Mention[] = [];
  for (const [at, { positions }] of phrases.entries()) {
    const vector = vectors[at];
    if (vector === undefined || vector.every((value) => value === 0)) continue;
    const found = await nameSearch.search(vector, {
      count: NAMES_PER_PHRASE,
      ...(signal === undefined ? {} : { signal }),
    });
    for (const { index, score, text } of found) {
      const { type } = lexicon.node(index);
      if (isSymbol(text)) continue;
      // Vectors hardly tell opposites apart.
      if (isOpposite(nameWords(text), withPredicate(phrases[at]!, tokens))) continue;
      const names = nameWords(text).filter(({ root }) => !typeRoots.get(type)?.has(root));
      const content = positions.filter((position) => !tokens[position]!.isFunction);
      const surplus = Math.max(0, names.length - content.length);
      const above = score - weights.cosineOrigin;
      const further = Math.min(content.length, names.length) - 1;
      const evidence =
        weights.cosine * above +
        (weights.furtherWord * Math.max(0, above) * Math.max(0, further)) / (1 - weights.cosineOrigin) +
        weights.cosineSurplusWord * surplus +
        (content.length === 1 ? weights.cosineSingleWord : 0);
      if (evidence <= weights.leastEvidence) continue;
      // A single known word inside the phrase that already names this node needs no paraphrase.
      if (known.some((mention) => mention.nodes.includes(index))) continue;
      mentions.push({ tokens: positions, type, nodes: [index], text, via: 'vector', evidence });
    }
  }
  return mentions;
}
