import type { Schema } from '@grasp/plan';

import { NEGATORS, QUESTION_WORDS, RELATIVE_WORDS, REQUEST_WORDS } from './english-words.js';
import { tokenize } from './tokenize.js';
import type { Token } from './tokenize.js';

/** Words of the question that speak of a node type or a relation of the schema. */
export interface Cue {
  readonly kind: 'type' | 'relation';
  readonly name: string;
  /** Positions of its words in the question, ascending. */
  readonly tokens: readonly number[];
  /** Number of content words among them, at least 0.5: a cue of prepositions alone says little. */
  readonly weight: number;
}

const DENYING_WORDS: ReadonlySet<string> = new Set(NEGATORS.flatMap((parts) => (parts.length === 1 ? parts : [])));

interface CuePhrase {
  readonly kind: 'type' | 'relation';
  readonly name: string;
  readonly words: readonly Token[];
}

/** The cue phrases of a schema: names and aliases of its types and relations, ready to be found in questions. */
export interface CueBook {
  readonly phrases: readonly CuePhrase[];
  /** Relations whose name or aliases deny: they hold where something is not so. */
  readonly negativeRelations: ReadonlySet<string>;
}

const spaced = (name: string): string => name.replace(/([\p{Ll}\p{N}])(\p{Lu})/gu, '$1 $2').replace(/[_\-/.]+/gu, ' ');

const denies = (words: readonly Token[]): boolean =>
  NEGATORS.some(
    (negator) =>
      negator.length <= words.length &&
      words.some((_, at) => negator.every((part, offset) => words[at + offset]?.folded === part)),
  );

/** Collects a schema's cue phrases; split at capitals, hyphens and underscores, so that `hasOnset` is "has onset". */
export function buildCueBook(schema: Schema): CueBook {
  const phrases: CuePhrase[] = [];
  const negativeRelations = new Set<string>();
  const collect = (kind: 'type' | 'relation', name: string, aliases: readonly string[] = []): void => {
    const seen = new Set<string>();
    let denying = 0;
    for (const text of [spaced(name), ...aliases]) {
      const words = tokenize(text, 12);
      const key = words.map((word) => word.stem).join(' ');
      if (words.length === 0 || seen.has(key)) continue;
      seen.add(key);
      phrases.push({ kind, name, words });
      if (kind === 'relation' && denies(words)) denying++;
    }
    if (denying > seen.size / 3) negativeRelations.add(name);
  };
  for (const type of schema.nodeTypes) collect('type', type.name, type.aliases);
  for (const relation of schema.relations) collect('relation', relation.name, relation.aliases);
  return { phrases, negativeRelations };
}

const endsAlike = (ending: RegExp, a: string, b: string): boolean => ending.test(a) === ending.test(b);

/** Type names are nouns ("featuring" is no feature), and a comparative is another word ("narrow", "narrower"). */
function same(kind: Cue['kind'], phrase: Token, token: Token): boolean {
  if (phrase.isFunction || token.isFunction) return phrase.folded === token.folded;
  if (phrase.stem !== token.stem) return false;
  return (
    endsAlike(/ers?$/u, phrase.folded, token.folded) &&
    (kind === 'relation' || endsAlike(/(?:ings?|ed)$/u, phrase.folded, token.folded))
  );
}

/** Positions at which the phrase stands from `start` on, its words in order with at most one other word between two. */
function matchAt(phrase: CuePhrase, tokens: readonly Token[], start: number): number[] | undefined {
  if (!same(phrase.kind, phrase.words[0]!, tokens[start]!)) return undefined;
  const positions = [start];
  for (const word of phrase.words.slice(1)) {
    const last = positions[positions.length - 1]!;
    const reach = phrase.words.length > 1 ? 2 : 1;
    let next = -1;
    for (let step = 1; step <= reach && next < 0; step++) {
      const token = tokens[last + step];
      if (token !== undefined && token.sentence === tokens[start]!.sentence && same(phrase.kind, word, token))
        next = last + step;
    }
    if (next < 0) return undefined;
    positions.push(next);
  }
  return positions;
}

/** Finds all cues in a question; of two cues for the same name the longer one that covers the other stays. */
export function findCues(book: CueBook, tokens: readonly Token[]): Cue[] {
  const cues: Cue[] = [];
  for (const phrase of book.phrases) {
    for (let start = 0; start < tokens.length; start++) {
      const positions = matchAt(phrase, tokens, start);
      if (positions === undefined) continue;
      const content = phrase.words.filter((word) => !word.isFunction || DENYING_WORDS.has(word.folded)).length;
      cues.push({ kind: phrase.kind, name: phrase.name, tokens: positions, weight: Math.max(0.5, content) });
    }
  }
  return cues.filter(
    (cue) =>
      !cues.some(
        (other) =>
          other !== cue &&
          other.kind === cue.kind &&
          other.tokens.length > cue.tokens.length &&
          cue.tokens.every((position) => other.tokens.includes(position)),
      ),
  );
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'this', 'that', 'my', 'his', 'her', 'such', 'same']);
const INTRODUCERS: ReadonlySet<string> = new Set(['in', 'of', 'with', 'by', 'for', 'from', 'to', 'through']);
const FOCUS_REACH = 5;

/** Features of a type cue that tell whether it is what the question asks for. */
export interface FocusFeatures {
  /** A question word stands before it, without a mention or a new clause between. */
  readonly afterQuestionWord: number;
  /** An imperative ("list", "name") or "candidate" stands before it, likewise. */
  readonly afterRequest: number;
  readonly plural: number;
  /** It opens or closes a sentence. */
  readonly atEdge: number;
  /** An article or preposition before it makes it part of the description. */
  readonly insideDescription: number;
  /** A mention stands right before it, as in "the Acme brand". */
  readonly afterMention: number;
  readonly inBrackets: number;
  /** It is the first thing that a question without a question word before it names, and goes on with a grammar word. */
  readonly opens: number;
}

/**
 * Reads the {@link FocusFeatures} of a type cue.
 *
 * @param mentioned - Positions of the words that mentions use.
 * @param otherTypes - Positions of the cues of other types: the first noun after "which" is asked for, not the next.
 */
export function focusFeatures(
  cue: Cue,
  tokens: readonly Token[],
  mentioned: ReadonlySet<number>,
  otherTypes: ReadonlySet<number>,
): FocusFeatures {
  const first = cue.tokens[0]!;
  const last = cue.tokens[cue.tokens.length - 1]!;
  const token = tokens[first]!;
  let [afterQuestionWord, afterRequest] = [0, 0];
  let inRelative = false;
  for (let back = 1; back <= FOCUS_REACH; back++) {
    const before = tokens[first - back];
    if (before === undefined || before.clause !== token.clause) break;
    // Right before it another noun makes a compound ("disease genes").
    if (back > 1 && otherTypes.has(first - back)) break;
    if (QUESTION_WORDS.has(before.folded)) {
      // "diseases whose onset": after a noun in the same clause these words relate, they don't ask.
      const noun = tokens[first - back - 1];
      const relates = noun !== undefined && noun.clause === before.clause && RELATIVE_WORDS.has(before.folded);
      if (!relates) afterQuestionWord = 1;
      inRelative = relates && back === 1;
      break;
    }
    if (!mentioned.has(first - back) && REQUEST_WORDS.has(before.folded)) afterRequest = 1;
    // "genes that carry", "a disease with": what follows belongs to a thing already named.
    if (INTRODUCERS.has(before.folded) && back > 1 && before.folded !== 'of') break;
  }
  const previous = tokens[first - 1];
  const next = tokens[last + 1];
  const beforePrevious = tokens[first - 2];
  const inPhrase =
    previous !== undefined &&
    (ARTICLES.has(previous.folded) ||
      INTRODUCERS.has(previous.folded) ||
      (beforePrevious !== undefined && INTRODUCERS.has(beforePrevious.folded)));
  const atEdge =
    previous === undefined ||
    previous.sentence !== token.sentence ||
    next === undefined ||
    next.sentence !== token.sentence ||
    next.clause !== token.clause;
  return {
    afterQuestionWord,
    afterRequest,
    plural: /[^s]s$/u.test(tokens[last]!.folded) ? 1 : 0,
    atEdge: atEdge ? 1 : 0,
    insideDescription:
      inRelative || (inPhrase && !(previous !== undefined && QUESTION_WORDS.has(previous.folded))) ? 1 : 0,
    afterMention: previous !== undefined && previous.clause === token.clause && mentioned.has(first - 1) ? 1 : 0,
    inBrackets: token.inBrackets ? 1 : 0,
    opens:
      tokens.slice(0, first).every((before) => before.isFunction && !QUESTION_WORDS.has(before.folded)) &&
      next?.isFunction === true &&
      next.clause === token.clause
        ? 1
        : 0,
  };
}
