// The entry `@grasp/fusion/rrf`: reciprocal rank fusion alone, for those who do without a bundler.
export { FusionError } from './fusion-error.js';
export type { FusionErrorCode } from './fusion-error.js';
export type { Contribution, FusedHit, FusionOptions } from './fuse-documents.js';
export { RANK_FUSION_DEFAULTS, reciprocalRankFusion } from './reciprocal-rank-fusion.js';
export type { RankFusionOptions } from './reciprocal-rank-fusion.js';
export type { DocumentKey, KeyFunction, RankingEntry, Run } from './run.js';
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
