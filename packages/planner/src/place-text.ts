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

/**
 * Where a text stands in a question: positions of its words, in its order, with little between them. Undefined when it
 * does not stand there, so that names which a model made up are told from those that it read.
 */
export function placeText(text: string, tokens: readonly Token[]): number[] | undefined {
  const words = nameWords(text.slice(0, 2_000));
  if (words.length === 0 || words.length > tokens.length) return undefined;
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
