/** One item of each list. */
export interface Combination<Item> {
  readonly items: readonly Item[];
  /** The sum of their scores. */
  readonly score: number;
}

/**
 * The `count` best ways to take one item of each list, by the sum of their scores; of equals the one whose first items stand
 * earlier. Nothing when a list is empty.
 */
export function combineBest<Item extends { readonly score: number }>(
  lists: readonly (readonly Item[])[],
  count: number,
): Combination<Item>[] {
  interface Partial {
    readonly item: Item | undefined;
    readonly before: Partial | undefined;
    readonly score: number;
  }
  let partials: Partial[] = [{ item: undefined, before: undefined, score: 0 }];
  for (const list of lists) {
    const items = [...list].sort((a, b) => b.score - a.score);
    const grown: Partial[] = [];
    partials.forEach((before, at) => {
      // With an earlier partial and a better item alike there are (at + 1) * (rank + 1) at least as good.
      const most = Math.min(items.length, Math.floor(count / (at + 1)));
      for (let rank = 0; rank < most; rank++) {
        const item = items[rank]!;
        grown.push({ item, before, score: before.score + item.score });
      }
    });
    partials = grown.sort((a, b) => b.score - a.score).slice(0, count);
  }
  return partials.map((last) => {
    const items: Item[] = [];
    for (let at: Partial | undefined = last; at?.item !== undefined; at = at.before) items.push(at.item);
    return { items: items.reverse(), score: last.score };
  });
}
