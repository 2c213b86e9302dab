import type { ScoredId } from './ranking.js';

/**
 * How documents are put in order.
 *
 * - `score-desc-id-asc`: by score, equal scores by id in UTF-16 code-unit order (plain `<`), smallest first. The order of
 *   every `@grasp` package.
 * - `score-desc-docno-desc`: by score, equal scores by id in UTF-8 byte order, **largest** first, as trec_eval does.
 * - `as-given`: the order of the list; scores are not looked at.
 */
export type RankingOrder = 'score-desc-id-asc' | 'score-desc-docno-desc' | 'as-given';

/**
 * Compares two strings by their UTF-8 bytes, which is the order of their code points. It differs from `<` only where a
 * character above U+FFFF meets one from U+E000 to U+FFFF.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const [left, right] = [a.charCodeAt(index), b.charCodeAt(index)];
    if (left !== right) {
      const isSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdfff;
      if (isSurrogate(left) !== isSurrogate(right)) return isSurrogate(left) ? 1 : -1;
      return left - right;
    }
  }
  return a.length - b.length;
}

type Comparison = (a: ScoredId, b: ScoredId) => number;

const byIdAscending: Comparison = (a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0);
const byDocnoDescending: Comparison = (a, b) => b.score - a.score || compareUtf8(b.id, a.id);

/**
 * Puts scored documents in the named order and returns them; the given list is never changed. Runs usually come sorted,
 * so a list that is in order already is returned as it is. Infinite scores are ordered; NaN is not (check first).
 */
export function orderRanking<T extends ScoredId>(ranking: readonly T[], order: RankingOrder): readonly T[] {
  if (order === 'as-given') return ranking;
  const compare = order === 'score-desc-id-asc' ? byIdAscending : byDocnoDescending;
  for (let index = 1; index < ranking.length; index++) {
    // Two infinite scores of one sign differ by NaN, which `||` above already sends to the ids.
    if (compare(ranking[index - 1]!, ranking[index]!) > 0) return ranking.toSorted(compare);
  }
  return ranking;
}
