import { FusionError } from '../fusion-error.js';
import { RISK_LEVELS } from '../plan-conditioned-fusion.js';
import type { RiskLevel } from '../plan-conditioned-fusion.js';
import { checkRankConstants } from './tune-static-fusion.js';

/** The values that dynamic tuning tries. */
export interface DynamicFusionGrid {
  readonly rankConstants: readonly number[];
  /** For each bucket of the candidate count, the weights to try. */
  readonly bucketWeights: readonly [
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
    readonly number[],
  ];
  /** For each risk level, the multipliers to try. */
  readonly riskMultipliers: Readonly<Record<RiskLevel, readonly number[]>>;
}

/** The paper's grid (7.0.0.2): 7 rank constants × 720 bucket weights × 256 risk multipliers = 1,290,240 points. */
export const DYNAMIC_FUSION_GRID: DynamicFusionGrid = Object.freeze({
  rankConstants: Object.freeze([5, 10, 20, 40, 80, 150, 300]),
  bucketWeights: Object.freeze([
    Object.freeze([1.0, 1.2, 1.4, 1.6, 2.0]),
    Object.freeze([0.8, 1.0, 1.2, 1.4]),
    Object.freeze([0.2, 0.4, 0.6, 0.8]),
    Object.freeze([0, 0.05, 0.1]),
    Object.freeze([0, 0.05, 0.1]),
  ] as const),
  riskMultipliers: Object.freeze({
    no_trade: Object.freeze([0, 0.25, 0.5, 0.75]),
    weak: Object.freeze([0.5, 0.75, 1.0, 1.25]),
    normal: Object.freeze([0.75, 1.0, 1.25, 1.5]),
    aggressive: Object.freeze([1.0, 1.25, 1.5, 2.0]),
  }),
});

/** Returns the grid. @throws FusionError `invalid_option`, `invalid_weight` */
export function checkDynamicGrid(grid: DynamicFusionGrid): DynamicFusionGrid {
  checkRankConstants(grid.rankConstants);
  if (grid.bucketWeights.length !== 5) {
    throw new FusionError('invalid_option', 'a grid with weights for 5 buckets', grid.bucketWeights.length);
  }
  for (const values of [...grid.bucketWeights, ...RISK_LEVELS.map((level) => grid.riskMultipliers[level])]) {
    if (!Array.isArray(values) || values.length === 0 || values.length > 255) {
      throw new FusionError('invalid_option', 'a grid with 1 to 255 values for each bucket and risk level', values);
    }
    for (const value of values as readonly number[]) {
      if (!(value >= 0 && value < 1e150))
        throw new FusionError('invalid_weight', 'grid values that are finite and ≥ 0', value);
    }
  }
  return grid;
}
