import fc from 'fast-check';
import {
  chooseFusion,
  DYNAMIC_FUSION_GRID,
  FusionError,
  hitAt,
  planConditionedFusion,
  recallAt,
  reciprocalRank,
  reciprocalRankFusion,
  RISK_LEVELS,
  STATIC_FUSION_GRID,
  staticFusionWeights,
  tuneDynamicFusion,
  tuneStaticFusion,
} from '../index.js';
import type { DynamicFusionGrid, FusedHit, PlannedTuningQuestion, RankMeasure, RiskLevel } from '../index.js';

const ranking = fc.array(
  fc.integer({ min: 0, max: 7 }).map((id) => `d${id}`),
  { maxLength: 8 },
);
const question: fc.Arbitrary<PlannedTuningQuestion> = fc.record({
  first: ranking,
  second: ranking,
  relevant: fc.array(
    fc.integer({ min: 0, max: 9 }).map((id) => `d${id}`),
    { maxLength: 3 },
  ),
  candidateCount: fc.constantFrom(0, 3, 10, 11, 70, 300, 501),
  riskLevel: fc.constantFrom(...RISK_LEVELS),
  skipped: fc.constantFrom(false, false, true),
});
const questions = fc.array(question, { minLength: 1, maxLength: 4 });

// Every value of these measures on lists of up to 8 documents is a multiple of 1/840, so their sums can be compared as integers.
const UNIT = 840;
function measured(hits: readonly FusedHit[], relevant: readonly string[], measure: RankMeasure): number {
  const ranks = hits.flatMap(({ id }, index) => (relevant.includes(id) ? [index + 1] : []));
  const value = measure(ranks, new Set(relevant).size) * UNIT;
  if (Math.abs(value - Math.round(value)) > 1e-9) throw new Error('not a multiple of the unit');
  return Math.round(value);
}

interface Tried {
  readonly goal: number;
  readonly tieBreaker: number;
}
function bestOf(points: readonly Tried[]): number {
  return points.reduce((best, { goal, tieBreaker }, index) => {
    const lead = goal - points[best]!.goal || tieBreaker - points[best]!.tieBreaker;
    return lead > 0 ? index : best;
  }, 0);
}

const goals: readonly (readonly [RankMeasure, RankMeasure])[] = [
  [hitAt(1), reciprocalRank],
  [recallAt(2), hitAt(3)],
  [reciprocalRank, recallAt(4)],
];

describe('tuneStaticFusion', () => {
  const grid = { weights: [0, 0.25, 0.5, 0.95, 1], rankConstants: [0, 2, 60] };

  it('equals brute force on 1,000 random instances', () => {
    fc.assert(
      fc.property(questions, fc.constantFrom(...goals), (given, [goal, tieBreaker]) => {
        const points = grid.weights.flatMap((weight) =>
          grid.rankConstants.map((rankConstant) => {
            const [first, second] = staticFusionWeights(weight);
            const point = { goal: 0, tieBreaker: 0 };
            for (const one of given) {
              const hits = reciprocalRankFusion(
                [
                  { name: 'first', weight: first, ranking: one.first },
                  { name: 'second', weight: second, ranking: one.second },
                ],
                { rankConstant },
              );
              point.goal += measured(hits, one.relevant, goal);
              point.tieBreaker += measured(hits, one.relevant, tieBreaker);
            }
            return point;
          }),
        );
        const tuning = tuneStaticFusion(given, { grid, goal, tieBreaker });
        const index = bestOf(points);
        expect(tuning.best.index).toBe(index);
        expect(tuning.best.goal).toBeCloseTo(points[index]!.goal / UNIT / given.length, 11);
        expect(tuning.best.tieBreaker).toBeCloseTo(points[index]!.tieBreaker / UNIT / given.length, 11);
        expect(tuning.best.weights).toEqual(staticFusionWeights(grid.weights[Math.floor(index / 3)]!));
        expect(tuning.best.rankConstant).toBe(grid.rankConstants[index % 3]);
        const inUnits = (means: readonly (readonly number[])[]) =>
          means.flat().map((mean) => Math.round(mean * UNIT * given.length * 1e6) / 1e6);
        expect(inUnits(tuning.heatMap.goal)).toEqual(points.map((point) => point.goal));
        expect(inUnits(tuning.heatMap.tieBreaker)).toEqual(points.map((point) => point.tieBreaker));
      }),
      { numRuns: 1000 },
    );
  });

  it('searches the grid of the paper', () => {
    expect(STATIC_FUSION_GRID.weights).toHaveLength(21);
    expect(STATIC_FUSION_GRID.weights[13]).toBe(0.65);
    expect(STATIC_FUSION_GRID.weights[20]).toBe(1);
    const { heatMap, best, flatness, questionCount } = tuneStaticFusion([
      { first: ['x', 'a'], second: ['a', 'x'], relevant: ['a'] },
    ]);
    expect(questionCount).toBe(1);
    expect(heatMap.goal).toHaveLength(21);
    expect(heatMap.goal.every((row) => row.length === 9)).toBe(true);
    // The first run is wrong: every weight up to 0.5 is right, where a ties with x and comes first by its id.
    expect(best).toEqual({ index: 0, weights: [0, 1], rankConstant: 1, goal: 1, tieBreaker: 1 });
    expect(flatness).toEqual({ tolerance: 0.01, good: 99, share: 99 / 189, connected: 99, tied: 99 });
  });

  it('tells a connected region from an island', () => {
    // Three questions of which each is right for weights in one part of the grid only.
    const { flatness, heatMap } = tuneStaticFusion(
      [
        { first: ['x', 'a'], second: ['a', 'x'], relevant: ['a'] },
        { first: ['b', 'y'], second: ['y', 'b'], relevant: ['b'] },
      ],
      { grid: { weights: [0.1, 0.5, 0.9], rankConstants: [1] }, tolerance: 0.5 },
    );
    expect(heatMap.goal).toEqual([[0.5], [1], [0.5]]);
    expect(flatness).toEqual({ tolerance: 0.5, good: 3, share: 1, connected: 3, tied: 1 });
    const island = tuneStaticFusion([{ first: ['x', 'a'], second: ['a', 'x'], relevant: ['a'] }], {
      grid: { weights: [0.1, 0.9, 0.2], rankConstants: [1] },
    });
    expect(island.flatness).toMatchObject({ good: 2, connected: 1, tied: 2 });
  });
});

describe('staticFusionWeights', () => {
  it('sums to 1 without the noise of a subtraction', () => {
    expect(staticFusionWeights(0.95)).toEqual([0.95, 0.05]);
    STATIC_FUSION_GRID.weights.forEach((weight, index) => {
      expect(staticFusionWeights(weight)).toEqual([index / 20, (20 - index) / 20]);
    });
    for (const weight of [-0.1, 1.1, NaN]) expect(() => staticFusionWeights(weight)).toThrow(FusionError);
  });
});

describe('tuneDynamicFusion', () => {
  const grid: DynamicFusionGrid = {
    rankConstants: [5, 0],
    bucketWeights: [[1, 2], [0.8], [0.2], [0.05], [3]],
    riskMultipliers: { no_trade: [0, 0.5], weak: [0.5], normal: [1, 1.5], aggressive: [2] },
  };
  function points(): { rankConstant: number; bucketWeights: number[]; multipliers: number[] }[] {
    const lists = [
      grid.rankConstants,
      ...grid.bucketWeights,
      ...RISK_LEVELS.map((level) => grid.riskMultipliers[level]),
    ];
    const combinations = lists.reduce<number[][]>(
      (all, values) => all.flatMap((chosen) => values.map((value) => [...chosen, value])),
      [[]],
    );
    return combinations.map(([rankConstant, ...rest]) => ({
      rankConstant: rankConstant!,
      bucketWeights: rest.slice(0, 5),
      multipliers: rest.slice(5),
    }));
  }
  const tables = ({ bucketWeights, multipliers }: { bucketWeights: number[]; multipliers: number[] }) => ({
    bucketWeights: bucketWeights as [number, number, number, number, number],
    riskMultipliers: Object.fromEntries(RISK_LEVELS.map((level, index) => [level, multipliers[index]!])) as Record<
      RiskLevel,
      number
    >,
  });

  it('equals brute force on 1,000 random instances', () => {
    const all = points();
    expect(all).toHaveLength(2 * 2 * 4);
    fc.assert(
      fc.property(questions, fc.constantFrom(...goals), (given, [goal, tieBreaker]) => {
        const tried = all.map((point) => {
          const sums = { goal: 0, tieBreaker: 0 };
          for (const one of given) {
            const hits = planConditionedFusion(
              { graph: one.first, text: one.second },
              { ...one, ...tables(point), rankConstant: point.rankConstant },
            );
            sums.goal += measured(hits, one.relevant, goal);
            sums.tieBreaker += measured(hits, one.relevant, tieBreaker);
          }
          return sums;
        });
        const index = bestOf(tried);
        const tuning = tuneDynamicFusion(given, { grid, goal, tieBreaker });
        expect(tuning.best.index).toBe(index);
        expect(tuning.best).toMatchObject({ ...tables(all[index]!), rankConstant: all[index]!.rankConstant });
        expect(tuning.best.goal).toBeCloseTo(tried[index]!.goal / UNIT / given.length, 11);
        expect(tuning.best.tieBreaker).toBeCloseTo(tried[index]!.tieBreaker / UNIT / given.length, 11);
        expect(tuning.flatness.tied).toBe(tried.filter((point) => point.goal === tried[index]!.goal).length);
        expect(tuning.pointCount).toBe(16);
        expect(tuning.cells.flat().reduce((sum, count) => sum + count, tuning.withoutCandidates)).toBe(given.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('searches the grid of the paper, all 1,290,240 points', () => {
    const tuning = tuneDynamicFusion([
      { first: ['a', 'x'], second: ['x', 'a'], relevant: ['a'], candidateCount: 60, riskLevel: 'weak' },
      { first: ['y', 'b'], second: ['b', 'y'], relevant: ['b'], candidateCount: 600, riskLevel: 'aggressive' },
    ]);
    expect(tuning.pointCount).toBe(1_290_240);
    // a ties with x, and comes first, once the product is 1: 0.8 × 1.25. b is first while its product is below 1: 0.1 × 2.
    expect(tuning.best).toMatchObject({
      rankConstant: 5,
      bucketWeights: [1, 0.8, 0.8, 0, 0],
      riskMultipliers: { no_trade: 0, weak: 1.25, normal: 0.75, aggressive: 1 },
      goal: 1,
      tieBreaker: 1,
    });
    expect(tuning.best.index).toBe((3 * 3 * 3 + 0) * 256 + 3 * 16);
    expect(tuning.flatness).toMatchObject({ tied: 1_290_240 / 16, good: 1_290_240 / 16, connected: 1_290_240 / 16 });
    expect(tuning.cells).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 0, 0, 0],
      [0, 0, 0, 1],
    ]);
    expect(DYNAMIC_FUSION_GRID.rankConstants).toHaveLength(7);
  });
});

describe('ties', () => {
  it('are the fused list’s, chains and equal fractions included', () => {
    const ids = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'];
    const permutation = fc.shuffledSubarray(ids, { minLength: 4, maxLength: 10 });
    fc.assert(
      fc.property(permutation, permutation, fc.constantFrom(...ids), (first, second, relevant) => {
        // At rank constant 0 sums such as 1/3 + 1/6 and 1/4 + 1/4 are many.
        const { best } = tuneStaticFusion([{ first, second, relevant: [relevant] }], {
          grid: { weights: [0.5], rankConstants: [0] },
          goal: reciprocalRank,
        });
        const hits = reciprocalRankFusion(
          [
            { name: 'first', ranking: first },
            { name: 'second', ranking: second },
          ],
          { rankConstant: 0 },
        );
        const place = hits.findIndex(({ id }) => id === relevant);
        expect(best.goal).toBe(place < 0 ? 0 : 1 / (place + 1));
      }),
      { numRuns: 2000 },
    );
  });
});

describe('options', () => {
  const one: PlannedTuningQuestion = {
    first: ['x', 'a'],
    second: ['x', 'y', 'a'],
    relevant: ['a'],
    candidateCount: 2,
    riskLevel: 'normal',
  };

  it('takes a window and a key', () => {
    const grid = { weights: [0.5], rankConstants: [1] };
    expect(tuneStaticFusion([one], { grid, goal: reciprocalRank }).best.goal).toBe(1 / 2);
    expect(tuneStaticFusion([one], { grid, goal: reciprocalRank, windowSize: 1 }).best.goal).toBe(0);
    const objects = {
      first: [{ id: { url: 'x' } }, { id: { url: 'a' } }],
      second: [{ id: { url: 'a' } }],
      relevant: [{ url: 'a' }],
    };
    expect(tuneStaticFusion([objects], { grid, key: ({ url }) => url }).best.goal).toBe(1);
  });

  it('refuses what is out of range', () => {
    const refused = (action: () => unknown) => expect(action).toThrow(FusionError);
    refused(() => tuneStaticFusion([]));
    refused(() => tuneStaticFusion([{ ...one, first: 'a' as never }]));
    refused(() => tuneStaticFusion([{ ...one, relevant: undefined as never }]));
    refused(() => tuneStaticFusion([one], { tolerance: -1 }));
    refused(() => tuneStaticFusion([one], { goal: () => NaN }));
    refused(() => tuneStaticFusion([one], { grid: { weights: [], rankConstants: [1] } }));
    refused(() => tuneStaticFusion([one], { grid: { weights: [2], rankConstants: [1] } }));
    refused(() => tuneStaticFusion([one], { grid: { weights: [1], rankConstants: [] } }));
    refused(() => tuneStaticFusion([one], { grid: { weights: [1], rankConstants: [-1] } }));
    refused(() => tuneDynamicFusion([{ ...one, candidateCount: -1 }]));
    refused(() => tuneDynamicFusion([{ ...one, riskLevel: 'bold' as never }]));
    refused(() => tuneDynamicFusion([one], { grid: { ...DYNAMIC_FUSION_GRID, bucketWeights: [[1]] as never } }));
    refused(() =>
      tuneDynamicFusion([one], { grid: { ...DYNAMIC_FUSION_GRID, bucketWeights: [[1], [1], [1], [1], []] } }),
    );
    refused(() =>
      tuneDynamicFusion([one], { grid: { ...DYNAMIC_FUSION_GRID, bucketWeights: [[1], [1], [1], [1], [-1]] } }),
    );
    refused(() => hitAt(0.5));
    refused(() => chooseFusion([one, one], { folds: 3 }));
    refused(() => chooseFusion([one, one], { folds: 2, seed: 0.5 }));
    refused(() => chooseFusion([one, one], { folds: 2, significanceLevel: 0 }));
    refused(() => chooseFusion([one, one], { folds: 2, samples: 0 }));
  });

  it('stops with the signal’s reason', () => {
    const reason = new Error('enough');
    const signal = AbortSignal.abort(reason);
    expect(() => tuneStaticFusion([one], { signal })).toThrow(reason);
    expect(() => tuneDynamicFusion([one], { signal })).toThrow(reason);
  });
});
