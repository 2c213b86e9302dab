/**
 * A name without case, accents, punctuation and white space: enough to see which of a node's names a text equals.
 * Symbols such as `+` stay.
 */
export const foldName = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}\p{P}\p{Z}\p{C}]/gu, '');
