import type { Token } from './tokenize.js';

const TEXT_LIMIT = 2_000;

/**
 * The question as a text to search documents with: sentences that only ask ("How is that recorded?") are left out, and
 * of the others the words before the first and after the last with content of their own. The whole question when
 * nothing would be left.
 *
 * @param isCue - Whether the word at a position only speaks about the schema.
 */
export function searchText(question: string, tokens: readonly Token[], isCue: (position: number) => boolean): string {
  const runs = new Map<number, { start: number; end: number }>();
  tokens.forEach((token, position) => {
    if (!token.isContent || isCue(position)) return;
    const run = runs.get(token.sentence);
    if (run === undefined) runs.set(token.sentence, { start: token.start, end: token.end });
    else run.end = token.end;
  });
  const pieces = [...runs.values()].map(({ start, end }) => question.slice(start, end));
  // eslint-disable-next-line no-control-regex -- control characters are what is removed
  const clean = (text: string): string => text.replace(/[\u0000-\u001f\u007f\s]+/gu, ' ').trim();
  return clean(pieces.length > 0 ? pieces.join('. ') : question).slice(0, TEXT_LIMIT);
}
