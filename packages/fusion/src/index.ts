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
export type { Contribution, FusedHit, FusionOptions } from './fuse-documents.js';
export { TIE_TOLERANCE } from './order-by-score.js';
export { RANK_FUSION_DEFAULTS, reciprocalRankFusion } from './reciprocal-rank-fusion.js';
export type { RankFusionOptions } from './reciprocal-rank-fusion.js';
export { compareKeys } from './run.js';
export type { DocumentKey, KeyFunction, RankingEntry, Run } from './run.js';
export { bordaFuse } from './methods/borda-fuse.js';
export { combAnz } from './methods/comb-anz.js';
export { combMax } from './methods/comb-max.js';
export { combMed } from './methods/comb-med.js';
export { combMin } from './methods/comb-min.js';
export { combMnz } from './methods/comb-mnz.js';
export { combSum } from './methods/comb-sum.js';
export { condorcetFuse } from './methods/condorcet-fuse.js';
export { SCORE_FUSION_DEFAULTS } from './methods/fuse-scores.js';
export type { ScoredRun, ScoreFusionOptions, WeightedScoredRun } from './methods/fuse-scores.js';
export { inverseSquareRank } from './methods/inverse-square-rank.js';
export { normalizeScores } from './methods/normalization.js';
export type { Normalization, NormalizedRun } from './methods/normalization.js';
export { RANK_BIASED_CENTROID_DEFAULTS, rankBiasedCentroid } from './methods/rank-biased-centroid.js';
export type { RankBiasedCentroidOptions } from './methods/rank-biased-centroid.js';
export { weightedSum } from './methods/weighted-sum.js';
