import { chooseFusion } from '../index.js';
import type { DynamicFusionGrid, PlannedTuningQuestion } from '../index.js';

describe('chooseFusion', () => {
  const grids = {
    dynamicGrid: {
      rankConstants: [5],
      bucketWeights: [[0.5, 2], [0.5, 2], [1], [1], [1]],
      riskMultipliers: { no_trade: [0], weak: [1], normal: [1], aggressive: [1] },
    } satisfies DynamicFusionGrid,
    staticGrid: { weights: [0.3, 0.5, 0.7], rankConstants: [5] },
  };
  /** The graph run is right when it has few candidates, the text run when it has many. */
  const split = (count: number): PlannedTuningQuestion[] =>
    Array.from({ length: count }, (_, index) => ({
      first: index % 2 === 0 ? ['z', 'x'] : ['x', 'z'],
      second: index % 2 === 0 ? ['x', 'z'] : ['z', 'x'],
      relevant: ['z'],
      candidateCount: index % 2 === 0 ? 5 : 20,
      riskLevel: 'normal',
    }));

  it('chooses dynamic where only it can follow', () => {
    const result = chooseFusion(split(40), grids);
    expect(result).toMatchObject({ choice: 'dynamic', losses: 0 });
    expect(result.dynamic.goal).toBe(1);
    expect(result.difference).toBe(1 - result.static.goal);
    expect(result.pValue).toBeLessThan(0.001);
    expect(result.dynamic.tuning.best.bucketWeights.slice(0, 2)).toEqual([2, 0.5]);
    expect(result.static.foldBest).toHaveLength(5);
    expect(chooseFusion(split(40), grids)).toEqual(result);
  });

  it('chooses static where dynamic cannot reach the weights', () => {
    const result = chooseFusion(split(40), {
      ...grids,
      dynamicGrid: { ...grids.dynamicGrid, bucketWeights: [[0.5], [2], [1], [1], [1]] },
    });
    expect(result).toMatchObject({ choice: 'static', wins: 0 });
    expect(result.dynamic.goal).toBe(0);
  });

  it('says so when there is no difference', () => {
    const alike = split(20).map((one) => ({ ...one, second: one.first }));
    expect(chooseFusion(alike, grids)).toMatchObject({
      choice: 'no difference',
      difference: 0,
      pValue: 1,
      wins: 0,
      losses: 0,
      equal: 20,
    });
    // Too few questions to tell: 2 of 4 differ at the most.
    expect(chooseFusion(split(4), { ...grids, folds: 2 }).choice).toBe('no difference');
  });

  it('the seed changes the split, and nothing else does', () => {
    const picks = (seed: number) => chooseFusion(split(11), { ...grids, seed, folds: 3 }).static.foldBest;
    expect(picks(1)).toEqual(picks(1));
    expect(new Set([1, 2, 3, 4, 5, 6].map((seed) => JSON.stringify(picks(seed)))).size).toBeGreaterThan(1);
  });
});
