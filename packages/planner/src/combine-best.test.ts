import fc from 'fast-check';

import { combineBest } from './combine-best.js';

interface Item {
  readonly name: string;
  readonly score: number;
}

/** All combinations, sorted; the sort is stable, and all are made in the order of their items. */
function combineAll(lists: readonly (readonly Item[])[]): { names: string; score: number }[] {
  let all: { names: string; score: number }[] = [{ names: '', score: 0 }];
  for (const list of lists) {
    all = all.flatMap(({ names, score }) =>
      list.map((item) => ({ names: names + item.name, score: score + item.score })),
    );
  }
  return all.sort((a, b) => b.score - a.score);
}

const lists = fc.array(
  fc
    .array(fc.integer({ min: -4, max: 4 }), { maxLength: 5 })
    .map((scores) => scores.map((score, at): Item => ({ name: String(at), score }))),
  { maxLength: 4 },
);

describe('combineBest', () => {
  it('gives the scores of the best of all combinations', () => {
    fc.assert(
      fc.property(lists, fc.integer({ min: 1, max: 30 }), (given, count) => {
        const found = combineBest(given, count);
        const all = combineAll(given);
        expect(found.map(({ score }) => score)).toEqual(all.slice(0, count).map(({ score }) => score));
        const known = new Map(all.map(({ names, score }) => [names, score]));
        const names = found.map(({ items }) => items.map((item) => item.name).join(''));
        expect(names.map((name) => known.get(name))).toEqual(found.map(({ score }) => score));
        expect(new Set(names).size).toBe(found.length);
      }),
    );
  });

  it('prefers earlier items among equals', () => {
    const equal = ['a', 'b'].map((name) => ({ name, score: 1 }));
    expect(combineBest([equal, equal], 3).map(({ items }) => items.map(({ name }) => name).join(''))).toEqual([
      'aa',
      'ab',
      'ba',
    ]);
  });

  it('has one combination of no lists and none with an empty list', () => {
    expect(combineBest([], 4)).toEqual([{ items: [], score: 0 }]);
    expect(combineBest([[{ score: 1 }], []], 4)).toEqual([]);
  });
});
