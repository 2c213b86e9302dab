/**
 * What a question says about its type: its words and pairs of neighbouring words, each once, in the order of their first
 * appearance, in small letters; `^` stands before the first word and `0` for any number.
 */
export function questionTerms(question: string): string[] {
  const words = [
    '^',
    ...(question
      .toLowerCase()
      .replace(/\d+/gu, '0')
      .match(/\p{L}+|0/gu) ?? []),
  ];
  return [...new Set(words.flatMap((word, at) => (at === 0 ? [word] : [word, `${words[at - 1]!} ${word}`])))];
}
