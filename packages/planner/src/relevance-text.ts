import type { Token } from './tokenize.js';

/**
 * The part of the question that the plan does not explain, in the question's own words: runs of unexplained words that
 * begin and end with content, joined by spaces. Empty when nothing with content is left.
 */
export function relevanceText(question: string, tokens: readonly Token[], explained: ReadonlySet<number>): string {
  const runs: string[] = [];
  let start = -1;
  let end = -1;
  const close = (): void => {
    if (start >= 0) runs.push(question.slice(tokens[start]!.start, tokens[end]!.end));
    start = -1;
  };
  tokens.forEach((token, position) => {
    if (explained.has(position) || (start >= 0 && token.clause !== tokens[end]!.clause)) close();
    if (explained.has(position) || !token.isContent) return;
    if (start < 0) start = position;
    end = position;
  });
  close();
  return runs.join(' ').replace(/\s+/gu, ' ');
}
