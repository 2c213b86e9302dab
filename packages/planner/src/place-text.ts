import { boundedEditDistance } from './edit-distance.js';
import { nameWords } from './tokenize.js';
import type { Token } from './tokenize.js';
import type { WordForms } from './word-key.js';

const SHORTEST_MISSPELT = 5;
const WIDEST_GAP = 3;

/** Whether a word of the question stands for a word of a text: the same, inflected, or with one letter wrong. */
function stands(token: Token, word: WordForms): boolean {
  if (token.folded === word.folded || token.root === word.root || token.stem === word.stem) return true;
  if (word.folded.length < SHORTEST_MISSPELT || token.folded.length < SHORTEST_MISSPELT) return false;
  return boundedEditDistance(token.folded, word.folded, 1) <= 1;
}

/** Words of a text that stand in order, with little between them. */
function inOrder(words: readonly WordForms[], tokens: readonly Token[]): number[] | undefined {
  for (let start = 0; start < tokens.length; start++) {
    if (!stands(tokens[start]!, words[0]!)) continue;
    const positions = [start];
    for (const word of words.slice(1)) {
      const last = positions[positions.length - 1]!;
      let next = last + 1;
      while (next <= last + WIDEST_GAP && next < tokens.length && !stands(tokens[next]!, word)) next++;
      if (next > last + WIDEST_GAP || next >= tokens.length) break;
      positions.push(next);
    }
    if (positions.length === words.length) return positions;
  }
  return undefined;
}

/** Words of a text that stand close together in any order: "the thyroid is overactive" for "overactive thyroid". */
function together(words: readonly WordForms[], tokens: readonly Token[]): number[] | undefined {
  for (let start = 0; start < tokens.length; start++) {
    const used = new Set<number>();
    for (const word of words) {
      let at = start;
      const end = Math.min(tokens.length, start + words.length + WIDEST_GAP);
      while (at < end && (used.has(at) || !stands(tokens[at]!, word))) at++;
      if (at >= end) break;
      used.add(at);
    }
    if (used.size === words.length) return [...used].sort((a, b) => a - b);
  }
  return undefined;
}

/**
 * Where a text stands in a question: positions of its words, in its order with little between them, else close together.
 * Undefined when it does not stand there, so that names which a model made up are told from those that it read.
 */
export function placeText(text: string, tokens: readonly Token[]): number[] | undefined {
  const words = nameWords(text.slice(0, 2_000));
  if (words.length === 0 || words.length > tokens.length) return undefined;
  return inOrder(words, tokens) ?? together(words, tokens);
}

/** Share of the words of a text that stand anywhere in a question, 0 to 1. */
export function shareOfWords(text: string, tokens: readonly Token[]): number {
  const words = nameWords(text.slice(0, 2_000));
  const found = words.filter((word) => tokens.some((token) => stands(token, word)));
  return words.length === 0 ? 0 : found.length / words.length;
}
