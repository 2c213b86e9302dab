import fc from 'fast-check';
import {
  candidateBucket,
  DYNAMIC_FUSION_DEFAULTS,
  dynamicFusionWeights,
  FusionError,
  planConditionedFusion,
  reciprocalRankFusion,
  RISK_LEVELS,
} from './index.js';
import type { RiskLevel } from './index.js';

const tables = {
  bucketWeights: [1.4, 1, 0.6, 0.1, 0.05] as const,
  riskMultipliers: { no_trade: 0, weak: 0.5, normal: 1, aggressive: 1.5 },
};

describe('candidateBucket', () => {
  it.each([
    [0, undefined],
    [1, 0],
    [10, 0],
    [11, 1],
    [50, 1],
    [51, 2],
    [100, 2],
    [101, 3],
    [500, 3],
    [501, 4],
    [1e9, 4],
  ])('%i candidates: bucket %s', (candidateCount, bucket) => {
    expect(candidateBucket(candidateCount)).toBe(bucket);
  });

  it.each([-1, 1.5, NaN, Infinity])('refuses %d', (candidateCount) => {
    expect(() => candidateBucket(candidateCount)).toThrow(FusionError);
  });
});

describe('dynamicFusionWeights', () => {
  it('multiplies the bucket weight by the risk multiplier, for every cell', () => {
    [5, 20, 70, 300, 900].forEach((candidateCount, bucket) => {
      for (const riskLevel of RISK_LEVELS) {
        const graph = tables.bucketWeights[bucket]! * tables.riskMultipliers[riskLevel];
        expect(dynamicFusionWeights({ candidateCount, riskLevel }, tables)).toEqual({
          graph,
          text: 1,
          bucket,
          riskLevel,
        });
      }
    });
  });

  it('weighs an empty graph run 0 at every risk level', () => {
    for (const riskLevel of RISK_LEVELS) {
      expect(dynamicFusionWeights({ candidateCount: 0, riskLevel }, tables).graph).toBe(0);
    }
  });

  it('counts a skipped plan as no_trade', () => {
    const trading = { ...tables, riskMultipliers: { ...tables.riskMultipliers, no_trade: 0.25 } };
    expect(dynamicFusionWeights({ candidateCount: 3, riskLevel: 'aggressive', skipped: true }, trading)).toEqual({
      graph: 1.4 * 0.25,
      text: 1,
      bucket: 0,
      riskLevel: 'no_trade',
    });
  });

  it('has defaults from the grids of the paper', () => {
    const grids = [
      [1.0, 1.2, 1.4, 1.6, 2.0],
      [0.8, 1.0, 1.2, 1.4],
      [0.2, 0.4, 0.6, 0.8],
      [0, 0.05, 0.1],
      [0, 0.05, 0.1],
    ];
    grids.forEach((grid, bucket) => expect(grid).toContain(DYNAMIC_FUSION_DEFAULTS.bucketWeights[bucket]));
    expect(dynamicFusionWeights({ candidateCount: 3, riskLevel: 'normal' }).graph).toBe(1.4);
    expect(
      dynamicFusionWeights({ candidateCount: 3, riskLevel: 'normal' }, { bucketWeights: [1, 1, 1, 1, 1] }).graph,
    ).toBe(1);
  });

  it('refuses unknown risk levels and tables with a negative, infinite or missing number', () => {
    const signals = { candidateCount: 3, riskLevel: 'normal' as RiskLevel };
    expect(() => dynamicFusionWeights({ ...signals, riskLevel: 'bold' as never })).toThrow(FusionError);
    expect(() => dynamicFusionWeights(signals, { ...tables, bucketWeights: [-1, 1, 1, 1, 1] })).toThrow(FusionError);
    expect(() => dynamicFusionWeights(signals, { ...tables, bucketWeights: [] as never })).toThrow(FusionError);
    expect(() => dynamicFusionWeights(signals, { ...tables, riskMultipliers: {} as never })).toThrow(FusionError);
    expect(() =>
      dynamicFusionWeights(signals, {
        bucketWeights: [1e200, 1, 1, 1, 1],
        riskMultipliers: { ...tables.riskMultipliers, normal: 1e200 },
      }),
    ).toThrow(FusionError);
  });
});

describe('planConditionedFusion', () => {
  const rankings = fc.uniqueArray(
    fc.integer({ min: 0, max: 40 }).map((id) => `d${id}`),
    { maxLength: 30 },
  );

  it('is static fusion with the looked-up weights', () => {
    fc.assert(
      fc.property(
        rankings,
        rankings,
        fc.integer({ min: 1, max: 700 }),
        fc.constantFrom(...RISK_LEVELS),
        (graph, text, candidateCount, riskLevel) => {
          const weight = dynamicFusionWeights({ candidateCount, riskLevel }, tables).graph;
          expect(
            planConditionedFusion({ graph, text }, { candidateCount, riskLevel, ...tables, rankConstant: 20, topN: 7 }),
          ).toEqual(
            reciprocalRankFusion(
              [
                { name: 'graph', weight, ranking: graph },
                { name: 'text', weight: 1, ranking: text },
              ],
              { rankConstant: 20, topN: 7 },
            ),
          );
        },
      ),
    );
  });

  it('collapses to the text run at graph weight 0', () => {
    fc.assert(
      fc.property(rankings, rankings, fc.integer({ min: 0, max: 700 }), (graph, text, candidateCount) => {
        const hits = planConditionedFusion({ graph, text }, { candidateCount, riskLevel: 'no_trade' });
        expect(hits.map(({ id }) => id)).toEqual(text);
      }),
    );
    expect(planConditionedFusion({ graph: ['a'], text: [] }, { candidateCount: 1, riskLevel: 'no_trade' })).toEqual([]);
  });

  it('uses rank constant 40 unless told otherwise', () => {
    const [hit] = planConditionedFusion({ graph: [], text: ['a'] }, { candidateCount: 0, riskLevel: 'normal' });
    expect(hit!.score).toBe(1 / 41);
  });
});
