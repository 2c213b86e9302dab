import fc from 'fast-check';
import {
  bordaFuse,
  combAnz,
  combMax,
  combMed,
  combMin,
  combMnz,
  combSum,
  condorcetFuse,
  FusionError,
  inverseSquareRank,
  normalizeScores,
  rankBiasedCentroid,
  weightedSum,
} from '../index.js';
import type { FusedHit, Normalization } from '../index.js';

const runs = fc.array(
  fc.record({
    name: fc.constantFrom('one', 'two', 'three'),
    ranking: fc.uniqueArray(
      fc.record({
        id: fc.integer({ min: 0, max: 20 }).map((id) => `d${id}`),
        score: fc.double({ min: -100, max: 100, noNaN: true }).map((score) => (Math.abs(score) < 1e-9 ? 0 : score)),
      }),
      { selector: ({ id }) => id, maxLength: 15 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
);
const normalizations: readonly Normalization[] = [
  'none',
  'min-max',
  'min-max-inverted',
  'max',
  'sum',
  'zmuv',
  'rank',
  'borda',
];
const scored = { combSum, combMnz, combAnz, combMin, combMax, combMed, weightedSum };
const ranked = { inverseSquareRank, rankBiasedCentroid, bordaFuse, condorcetFuse };
const plain = (hits: readonly FusedHit[]) => hits.map(({ id, score }) => ({ id, score }));

describe('every method', () => {
  const permuted = runs.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length, maxLength: list.length })),
  );

  it.each(Object.entries(scored))('%s: the order of runs changes nothing, and there is no NaN', (_, fuse) => {
    fc.assert(
      fc.property(permuted, fc.constantFrom(...normalizations), ([list, shuffled], normalization) => {
        const hits = fuse(list, { normalization });
        expect(plain(fuse(shuffled, { normalization }))).toEqual(plain(hits));
        for (const { score, contributions } of hits) {
          expect(Number.isFinite(score)).toBe(true);
          for (const { value } of contributions) expect(Number.isFinite(value)).toBe(true);
        }
      }),
    );
  });

  it.each(Object.entries(ranked))('%s: the order of runs changes nothing', (_, fuse) => {
    fc.assert(
      fc.property(permuted, ([list, shuffled]) => {
        expect(plain(fuse(shuffled))).toEqual(plain(fuse(list)));
      }),
    );
  });

  it.each(Object.entries({ ...scored, ...ranked }))('%s: compacts copies, cuts, and takes nothing', (_, fuse) => {
    fc.assert(
      fc.property(runs, fc.nat({ max: 8 }), (list, topN) => {
        const copied = list.map((run) => ({ ...run, ranking: run.ranking.flatMap((entry) => [entry, entry]) }));
        expect(fuse(copied)).toEqual(fuse(list));
        expect(fuse(list, { topN })).toEqual(fuse(list).slice(0, topN));
      }),
    );
    expect(fuse([])).toEqual([]);
    expect(fuse([{ name: 'one', ranking: [] }])).toEqual([]);
  });

  it.each(
    Object.entries({ combSum, combMnz, combAnz, combMin, combMax, combMed, inverseSquareRank, rankBiasedCentroid }),
  )('%s refuses weights instead of ignoring them', (_, fuse) => {
    const weighted = [{ name: 'one', weight: 2, ranking: [{ id: 'a', score: 1 }] }];
    expect(() => fuse(weighted as never)).toThrow(FusionError);
  });
});

describe('by hand', () => {
  const one = {
    name: 'one',
    ranking: [
      { id: 'a', score: 4 },
      { id: 'b', score: 2 },
      { id: 'c', score: 0 },
    ],
  };
  const two = {
    name: 'two',
    ranking: [
      { id: 'b', score: 9 },
      { id: 'd', score: 8 },
    ],
  };
  const scores = (hits: readonly FusedHit[]) => Object.fromEntries(hits.map(({ id, score }) => [id, score]));

  it('combinations', () => {
    expect(scores(combSum([one, two]))).toEqual({ a: 1, b: 0.5 + 1, c: 0, d: 0 });
    expect(scores(combMnz([one, two]))).toEqual({ a: 1, b: (0.5 + 1) * 2, c: 0, d: 0 });
    expect(scores(combAnz([one, two]))).toEqual({ a: 1, b: (0.5 + 1) / 2, c: 0, d: 0 });
    expect(scores(combMin([one, two]))).toEqual({ a: 1, b: 0.5, c: 0, d: 0 });
    expect(scores(combMax([one, two]))).toEqual({ a: 1, b: 1, c: 0, d: 0 });
    expect(scores(combMed([one, two]))).toEqual({ a: 1, b: 0.75, c: 0, d: 0 });
    expect(scores(combMed([one, two, { ...two, name: 'three' }]))).toMatchObject({ b: 1 });
    expect(scores(weightedSum([{ ...one, weight: 2 }, two]))).toEqual({ a: 2, b: 2 * 0.5 + 1, c: 0, d: 0 });
  });

  it('weight 0 closes a run of a weighted sum, whatever its scores', () => {
    const closed = { ...one, weight: 0 };
    expect(weightedSum([closed, two], { normalization: 'zmuv' })).toEqual([
      {
        id: 'b',
        score: 1,
        contributions: [
          { run: 'one', rank: 2, weight: 0, value: 0 },
          { run: 'two', rank: 1, weight: 1, value: 1 },
        ],
      },
      { id: 'd', score: -1, contributions: [{ run: 'two', rank: 2, weight: 1, value: -1 }] },
    ]);
    expect(scores(bordaFuse([closed, two]))).toEqual({ b: 2, d: 1 });
    expect(scores(condorcetFuse([closed, two]))).toEqual({ b: 2, d: 1 });
  });

  it('ranks', () => {
    expect(scores(inverseSquareRank([one, two]))).toEqual({ a: 1, b: (1 / 4 + 1) * 2, c: 1 / 9, d: 1 / 4 });
    expect(scores(rankBiasedCentroid([two], { persistence: 0.5 }))).toEqual({ b: 0.5, d: 0.25 });
    expect(scores(bordaFuse([one, two]))).toEqual({ a: 4 + 1.5, b: 3 + 4, c: 2 + 1.5, d: 1 + 3 });
  });

  it('a Condorcet cycle is a tie, and a tie is half a win', () => {
    const cycle = ['abc', 'bca', 'cab'].map((ids) => ({ name: ids, ranking: [...ids] }));
    expect(condorcetFuse(cycle).map(({ id, score }) => [id, score])).toEqual([
      ['a', 2],
      ['b', 2],
      ['c', 2],
    ]);
    const tied = [
      { name: 'one', ranking: ['a', 'b'] },
      { name: 'two', ranking: ['b', 'a'] },
    ];
    expect(scores(condorcetFuse(tied))).toEqual({ a: 1.5, b: 1.5 });
    expect(scores(condorcetFuse([{ ...tied[0]!, weight: 2 }, tied[1]!]))).toEqual({ a: 2, b: 1 });
  });

  it('votes of 0.1 + 0.2 tie with 0.3', () => {
    const hits = condorcetFuse([
      { name: 'one', weight: 0.1, ranking: ['b', 'a'] },
      { name: 'two', weight: 0.2, ranking: ['b', 'a'] },
      { name: 'three', weight: 0.3, ranking: ['a', 'b'] },
    ]);
    expect(scores(hits)).toEqual({ a: 1.5, b: 1.5 });
  });

  it('refuses a persistence of 0 or 1', () => {
    for (const persistence of [0, 1, NaN]) {
      expect(() => rankBiasedCentroid([two], { persistence })).toThrow(FusionError);
    }
  });
});

describe('normalizeScores', () => {
  it('does as documented', () => {
    expect(normalizeScores([3, 2, 1], 'none').values).toEqual([3, 2, 1]);
    expect(normalizeScores([3, 2, 1], 'min-max').values).toEqual([1, 0.5, 0]);
    expect(normalizeScores([1, 2, 3], 'min-max-inverted').values).toEqual([1, 0.5, 0]);
    expect(normalizeScores([4, 2, 1], 'max').values).toEqual([1, 0.5, 0.25]);
    expect(normalizeScores([3, 2, 1], 'sum').values).toEqual([2 / 3, 1 / 3, 0]);
    expect(normalizeScores([3, 1], 'zmuv').values).toEqual([1, -1]);
    expect(normalizeScores([9, 9, 0, 0], 'rank').values).toEqual([1, 0.75, 0.5, 0.25]);
    expect(normalizeScores([9, 9], 'borda', 4)).toEqual({ values: [1, 0.75], missing: 0.5 - 1 / 8 });
  });

  it.each(['min-max', 'min-max-inverted', 'sum', 'zmuv'] as const)('%s: equal scores give 0', (normalization) => {
    expect(normalizeScores([0.1, 0.1, 0.1], normalization).values).toEqual([0, 0, 0]);
    expect(normalizeScores([7], normalization).values).toEqual([0]);
    expect(normalizeScores([], normalization).values).toEqual([]);
  });

  it('max: without a score above 0 all are 0', () => {
    expect(normalizeScores([0, -1], 'max').values).toEqual([0, 0]);
  });

  it('refuses scores that are not finite, and whose range is not', () => {
    for (const score of [NaN, Infinity, undefined as never]) {
      expect(() => normalizeScores([score], 'min-max')).toThrow(FusionError);
    }
    expect(() => normalizeScores([1e308, -1e308], 'min-max')).toThrow(FusionError);
    expect(() => normalizeScores([5e-324, -1], 'max')).toThrow(FusionError);
    expect(() => normalizeScores([1], 'softmax' as never)).toThrow(FusionError);
  });
});
