import fc from 'fast-check';

import { assignDistinct } from './assign-distinct.js';
import { BestEdges, NO_EDGE } from './frontier.js';

/** The best sum over all choices of pairwise distinct keys, by trying them all. */
function bestSum(lists: readonly ReadonlyMap<number, number>[], taken: readonly number[]): number {
  const [list, ...rest] = lists;
  if (list === undefined) return 0;
  let best = -Infinity;
  for (const [key, score] of list) {
    if (!taken.includes(key)) best = Math.max(best, score + bestSum(rest, [...taken, key]));
  }
  return best;
}

const lists = fc.array(
  fc.uniqueArray(fc.tuple(fc.nat({ max: 6 }), fc.nat({ max: 5 })), { selector: ([key]) => key, maxLength: 6 }),
  { minLength: 1, maxLength: 4 },
);

describe('assignDistinct', () => {
  it('finds the best sum from as many edges as there are branches, plus one', () => {
    fc.assert(
      fc.property(lists, fc.option(fc.nat({ max: 6 }), { nil: NO_EDGE }), (edges, forbidden) => {
        const width = edges.length + (forbidden === NO_EDGE ? 0 : 1);
        const branches = edges.map((list) => {
          const best = new BestEdges(width, 2);
          for (const [key, score] of list) best.offer(1, score, key);
          return best;
        });
        const choice: number[] = [];
        const sum = assignDistinct(branches, 1, forbidden, choice);
        expect(sum).toBe(
          bestSum(
            edges.map((list) => new Map(list)),
            [forbidden],
          ),
        );
        if (sum === -Infinity) return;
        const keys = branches.map((best, branch) => best.keys[width + choice[branch]!]!);
        expect(new Set(keys).size).toBe(keys.length);
        expect(keys).not.toContain(forbidden);
        const chosen = branches.map((best, branch) => best.scores[width + choice[branch]!]!);
        expect(chosen.reduce((a, b) => a + b)).toBe(sum);
      }),
      { numRuns: 1000 },
    );
  });
});
