import { FUNCTION_WORDS, LIGHT_WORDS, SCAFFOLD_WORDS } from './english-words.js';
import { wordForms } from './word-key.js';
import type { WordForms } from './word-key.js';

/** One word of a text. */
export interface Token extends WordForms {
  readonly text: string;
  /** Offsets in the text, in UTF-16 code units, end exclusive. */
  readonly start: number;
  readonly end: number;
  /** Number of the sentence and of the clause (parted by any punctuation but hyphen and slash) that it stands in. */
  readonly sentence: number;
  readonly clause: number;
  readonly inBrackets: boolean;
  /** Grammar only. */
  readonly isFunction: boolean;
  /** An article, preposition or the like, which names may have or lack. */
  readonly isLight: boolean;
  /** Carries content that a plan should explain: neither grammar nor question scaffolding. */
  readonly isContent: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}]+)*/gu;

/** Splits a text into words, at most `limit` of them. */
export function tokenize(text: string, limit = Infinity): Token[] {
  const tokens: Token[] = [];
  let [sentence, clause, depth, last] = [0, 0, 0, 0];
  for (const match of text.matchAll(WORD)) {
    if (tokens.length >= limit) break;
    const between = text.slice(last, match.index);
    if (tokens.length > 0 && /[.?!;\n]/u.test(between)) sentence++;
    if (tokens.length > 0 && /[^\s\-‐‑/'’+&]|\n| [-–] /u.test(between)) clause++;
    for (const character of between) {
      if (character === '(' || character === '[') depth++;
      else if (character === ')' || character === ']') depth = Math.max(0, depth - 1);
    }
    const forms = wordForms(match[0]);
    const lower = match[0].toLowerCase().replace('’', "'");
    const isFunction = FUNCTION_WORDS.has(lower) || FUNCTION_WORDS.has(forms.folded);
    tokens.push({
      ...forms,
      folded: isFunction ? lower : forms.folded,
      text: match[0],
      start: match.index,
      end: match.index + match[0].length,
      sentence,
      clause,
      inBrackets: depth > 0,
      isFunction,
      isLight: LIGHT_WORDS.has(lower),
      isContent: !isFunction && !SCAFFOLD_WORDS.has(forms.folded),
    });
    last = match.index + match[0].length;
  }
  return tokens;
}

/** The words of a name that count when it is compared: all but the light ones, or all when there are no others. */
export function nameWords(name: string): WordForms[] {
  const all: WordForms[] = [];
  const counting: WordForms[] = [];
  for (const word of name.match(WORD) ?? []) {
    const forms = wordForms(word);
    all.push(forms);
    if (!LIGHT_WORDS.has(forms.folded)) counting.push(forms);
  }
  return counting.length > 0 ? counting : all;
}
