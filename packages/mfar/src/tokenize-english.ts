import { stemmer } from 'stemmer';

/** Words that say nothing about what a text is about. Our own short list: articles, pronouns, prepositions, auxiliaries. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  (
    'a about after all also am an and any are as at be because been before being between both but by can could did do ' +
    'does doing for from had has have having he her hers him his how i if in into is it its itself may me might my no ' +
    'nor not of on or our ours out over own shall she should so some such than that the their theirs them then there ' +
    'these they this those through to too under up upon us very was we were what when where which while who whom whose ' +
    'why will with within without would you your yours'
  ).split(' '),
);

const NON_ASCII = /[^\0-\x7f]/u;
const ASCII_WORD = /[a-z0-9]+/g;
const WORD = /[\p{L}\p{N}]+/gu;
const POSSESSIVE = /['\u2019]s(?![\p{L}\p{N}])/gu;
const LETTERS_ONLY = /^[a-z]+$/;

/** Stems that are remembered; few texts have more distinct words. */
const REMEMBERED_STEMS = 200_000;
const stems = new Map<string, string>();

function stemOf(word: string): string {
  let stem = stems.get(word);
  if (stem === undefined) {
    stem = LETTERS_ONLY.test(word) ? stemmer(word) : word;
    if (stems.size === REMEMBERED_STEMS) stems.clear();
    stems.set(word, stem);
  }
  return stem;
}

/**
 * The terms of a text in order, repeats included: runs of Unicode letters and digits in lower case, compatibility forms
 * and accents folded (NFKD without marks), without possessive `'s` and English stop words, by their Porter stem. Words
 * with digits or with letters other than a to z are kept whole.
 */
export function tokenizeEnglish(text: string): string[] {
  const terms: string[] = [];
  for (const word of englishWords(text)) if (!STOP_WORDS.has(word)) terms.push(stemOf(word));
  return terms;
}

/** The term of a word that {@link englishWords} gives; undefined for a stop word. */
export const termOfWord = (word: string): string | undefined => (STOP_WORDS.has(word) ? undefined : stemOf(word));

/** The words of a text before stop words are left out and stems taken. */
export function englishWords(text: string): readonly string[] {
  const isAscii = !NON_ASCII.test(text);
  const folded = (isAscii ? text : text.normalize('NFKD').replace(/\p{M}+/gu, '')).toLowerCase();
  return folded.replace(POSSESSIVE, '').match(isAscii ? ASCII_WORD : WORD) ?? [];
}
