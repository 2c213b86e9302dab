import { SortedTexts } from '../src/names/sorted-texts.js';

/** Texts as the rows of a sorted column without repetition. */
export function keysOf(texts: readonly string[]): SortedTexts {
  const sorted = [...new Set(texts)].sort();
  return new SortedTexts(sorted.length, (row) => sorted[row]!);
}
