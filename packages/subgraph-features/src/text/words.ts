/** A word of a text. */
export interface Word {
  /** Lower case, without accents and without a final 's. */
  readonly form: string;
  readonly isCapitalized: boolean;
  readonly start: number;
  readonly end: number;
}

const NOT_ASCII = /[^\0-\x7f]/u;
const WORD = /[\p{L}\p{M}\p{N}]+(?:['’]\p{L}+)*/gu;

/** What a word is compared by. */
function formOf(word: string): string {
  const plain = word.replace(/['’]s$/iu, '').toLowerCase();
  return NOT_ASCII.test(plain) ? plain.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase() : plain;
}

/** The words of a text in order; punctuation, symbols and spaces part them. */
export function wordsOf(text: string): Word[] {
  return Array.from(text.matchAll(WORD), ({ 0: word, index }) => ({
    form: formOf(word),
    isCapitalized: /^\p{Lu}/u.test(word),
    start: index,
    end: index + word.length,
  }));
}

/** The forms of the words of a text, when all of them are among `known`; reads no further than the first that is not. */
export function formsAmong(text: string, known: ReadonlySet<string>): string[] | undefined {
  const forms: string[] = [];
  for (const [word] of text.matchAll(WORD)) {
    const form = formOf(word);
    if (!known.has(form)) return undefined;
    forms.push(form);
  }
  return forms;
}

/** Characters of a name that features look at: no name is longer, but text that got in as a name is. */
const LONGEST_NAME = 1000;

/** The beginning of a name, as much as features look at. */
export const shortName = (name: string): string => name.slice(0, LONGEST_NAME);

const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about after all also although an and another answer answers are as at be because been before being between both but by
  called candidate candidates connected connection did do does each either entities entity for from had has have he her here hers
  him his how i if in into is it its itself known me more most of on one or other others our over proposed question questions
  related relation relations same she so some such than that the their them then there these they this those through to too two
  under upon was we were what when where which while who whom whose will with would you your`.split(/\s+/),
);

const NEGATIONS: ReadonlySet<string> = new Set(
  `no not never neither nor none nobody nothing without isn't isn’t aren't aren’t wasn't wasn’t weren't weren’t doesn't doesn’t
  didn't didn’t don't don’t cannot can't can’t won't won’t hasn't hasn’t haven't haven’t`.split(/\s+/),
);

/** Words that say nothing about entities: articles, pronouns, prepositions, and the words of a frame such as "the answer is". */
export const isFunctionWord = (form: string): boolean => FUNCTION_WORDS.has(form);

export const isNegation = (form: string): boolean => NEGATIONS.has(form);

/** A word without the endings of English inflection, so that "directed", "directs" and "director" agree. Too much rather than too little. */
export function stemOf(form: string): string {
  const stem = form
    .replace(/ies$/u, 'y')
    .replace(/(?:ings?|ers?|ors?|ed|es|s)$/u, '')
    .replace(/(.)\1$/u, '$1')
    .replace(/[ey]$/u, '');
  return stem.length < 3 ? form : stem;
}
