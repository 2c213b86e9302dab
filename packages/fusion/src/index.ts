export { FusionError } from './fusion-error.js';
export type { FusionErrorCode } from './fusion-error.js';
export {
  BUCKET_UPPER_BOUNDS,
  candidateBucket,
  DYNAMIC_FUSION_DEFAULTS,
  dynamicFusionWeights,
  planConditionedFusion,
  RISK_LEVELS,
} from './plan-conditioned-fusion.js';
export type {
  DynamicWeights,
  DynamicWeightTables,
  PlanConditionedOptions,
  PlanSignals,
  RiskLevel,
} from './plan-conditioned-fusion.js';
export { RANK_FUSION_DEFAULTS, reciprocalRankFusion, TIE_TOLERANCE } from './reciprocal-rank-fusion.js';
export type { Contribution, FusedHit, RankFusionOptions } from './reciprocal-rank-fusion.js';
export { compareKeys } from './run.js';
export type { DocumentKey, KeyFunction, RankingEntry, Run } from './run.js';
