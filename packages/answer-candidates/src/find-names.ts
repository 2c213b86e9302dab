import type { NameGraph } from './link-name.js';

/** A part of a text. */
export interface TextSpan {
  readonly text: string;
  /** Where it stands: UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A part of a text that is the name of nodes. */
export interface NameInText extends TextSpan {
  /** All nodes of that name, ascending. */
  readonly nodes: readonly number[];
}

const LONGEST_NAME = 12;
const WORD = /[\p{L}\p{N}][\p{L}\p{N}\p{M}.&+]*(?:[-'’][\p{L}\p{N}\p{M}]+)*/gu;
/** Words that open questions and hold sentences together; in capitals they may name something all the same. */
const COMMON = new Set(
  (
    'a an and are as at be been by can could did do does during first for from had has have he her his how i in into is it ' +
    'its last many me more most much name not of on one or she that the their there they this to two was were what when ' +
    'where which who whom whose why will with would you your'
  ).split(' '),
);

/** Words, without an `'s` or a full stop at the end. */
const wordsOf = (text: string): TextSpan[] =>
  Array.from(text.matchAll(WORD), ({ 0: word, index }) => {
    const bare = word.replace(/['’]s?$/u, '').replace(/\.+$/u, (dots) => (/\.\p{L}*\.$/u.test(word) ? dots : ''));
    return { text: bare, start: index, end: index + bare.length };
  });

/** Whether the word that starts there is the first of its sentence. */
const opensAt = (text: string, words: readonly TextSpan[], place: number): boolean =>
  place === 0 || /[.?!]\s*["“]?$/u.test(text.slice(words[place - 1]!.end, words[place]!.start));

const overlaps = (span: TextSpan, other: TextSpan): boolean => span.start < other.end && other.start < span.end;

const isCommon = ({ text }: TextSpan): boolean => COMMON.has(text.toLowerCase());

const isCapital = ({ text }: TextSpan): boolean => /\p{Lu}|\p{N}/u.test(text[0]!) || /\p{Lu}/u.test(text.slice(1));

function mayName(words: readonly TextSpan[], opens: boolean): boolean {
  // "The Who" is a band; "Who" is none, and "What did" opens a question.
  if (words.every(isCommon)) return words.length > 1 && !opens && words.every(isCapital);
  // The first word of a sentence has a capital whatever it is.
  if (words.length === 1) return isCapital(words[0]!) && !(opens && /^\p{Lu}\p{Ll}+$/u.test(words[0]!.text));
  return words.some((word, at) => isCapital(word) && !(opens && at === 0 && isCommon(word)));
}

/**
 * The names of nodes in a question: of the spans of up to 12 words that are a node's name and hold a capital or a digit, the
 * longest first, so that "New York City" is not taken for "New York"; then those of two words or more that are written small
 * ("figure skating"); if there is none, single words too ("who invented glass"). Spans do not overlap, and an `'s` behind a
 * name does not count. In the order of the text.
 */
export function findNames(graph: Pick<NameGraph, 'findByName'>, text: string): NameInText[] {
  const words = wordsOf(text);
  const taken: NameInText[] = [];
  const take = (isMeant: (span: readonly TextSpan[], first: number) => boolean): void => {
    for (let length = Math.min(LONGEST_NAME, words.length); length > 0; length--) {
      for (let first = 0; first + length <= words.length; first++) {
        const span = words.slice(first, first + length);
        const [start, end] = [span[0]!.start, span[length - 1]!.end];
        if (taken.some((other) => overlaps({ text, start, end }, other)) || !isMeant(span, first)) continue;
        const surface = text.slice(start, end);
        const nodes = graph.findByName(surface);
        if (nodes.length > 0) taken.push({ text: surface, start, end, nodes });
      }
    }
  };
  take((span, first) => mayName(span, opensAt(text, words, first)));
  take((span) => span.length > 1 && !isCommon(span[0]!) && !isCommon(span.at(-1)!));
  if (taken.length === 0) take((span) => !span.every(isCommon));
  return taken.sort((a, b) => a.start - b.start);
}

/**
 * What is written like a name in a text and is none that was `found`: runs of words in capitals or digits, with white space between
 * them only, as long as they go. Other spellings of names are among them ("Picasso", "Heath Ledgers"), for `linkName`.
 */
export function unknownNames(text: string, found: readonly TextSpan[]): TextSpan[] {
  const words = wordsOf(text);
  const isFree = (place: number): boolean =>
    isCapital(words[place]!) && !found.some((other) => overlaps(words[place]!, other));
  const names: TextSpan[] = [];
  for (let first = 0; first < words.length; first++) {
    if (!isFree(first)) continue;
    let last = first;
    while (
      last + 1 < words.length &&
      isFree(last + 1) &&
      /^\s+$/u.test(text.slice(words[last]!.end, words[last + 1]!.start))
    ) {
      last++;
    }
    const run = words.slice(first, last + 1);
    let opens = opensAt(text, words, first);
    // "What" and "Is" at the start are no part of the name that follows.
    if (opens && run.length > 1 && isCommon(run[0]!)) {
      run.shift();
      opens = false;
    }
    const [start, end] = [run[0]!.start, run.at(-1)!.end];
    const surface = text.slice(start, end);
    if (/\p{Lu}/u.test(surface) && mayName(run, opens)) names.push({ text: surface, start, end });
    first = last;
  }
  return names;
}
