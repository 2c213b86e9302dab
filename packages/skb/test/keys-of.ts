import type { NameKeys } from '../src/names/name-segment.js';

/** Texts as the rows of a sorted column without repetition. */
export function keysOf(texts: readonly string[]): NameKeys {
  const sorted = [...new Set(texts)].sort();
  return {
    length: sorted.length,
    at: (row) => sorted[row]!,
    search: (text) => sorted.indexOf(text),
    readUnits(row, units) {
      const text = sorted[row]!;
      if (text.length > units.length) return -1;
      for (let position = 0; position < text.length; position++) units[position] = text.charCodeAt(position);
      return text.length;
    },
  };
}
