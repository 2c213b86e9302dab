import type { Token } from './tokenize.js';

/**
 * The part of the question that the plan does not explain, in the question's own words: runs of unexplained words that
 * begin with content and end with it, or with their clause ("pain that comes and goes"), joined by spaces. Empty when
 * nothing with content is left.
 */
export function relevanceText(question: string, tokens: readonly Token[], explained: ReadonlySet<number>): string {
  const runs: string[] = [];
  let [start, end] = [-1, -1];
  const close = (last: number): void => {
    if (start >= 0) runs.push(question.slice(tokens[start]!.start, tokens[last]!.end));
    start = -1;
  };
  tokens.forEach((token, position) => {
    if (start >= 0 && token.clause !== tokens[end]!.clause) close(position - 1);
    if (explained.has(position)) close(end);
    else if (token.isContent) {
      if (start < 0) start = position;
      end = position;
    }
  });
  close(tokens.length - 1);
  return runs.join(' ').replace(/\s+/gu, ' ');
}
