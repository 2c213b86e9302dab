export { createFusion } from './create-fusion.js';
export type { IncrementalFusion, StreamedRun } from './create-fusion.js';
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
export { chooseFusion, FUSION_CHOICE_DEFAULTS } from './tuning/choose-fusion.js';
export type { FusionChoice, FusionChoiceOptions, HeldOut } from './tuning/choose-fusion.js';
export type { Flatness } from './tuning/flatness.js';
export { hitAt, recallAt, reciprocalRank } from './tuning/rank-measure.js';
export type { RankMeasure } from './tuning/rank-measure.js';
export { DYNAMIC_FUSION_GRID } from './tuning/dynamic-fusion-grid.js';
export type { DynamicFusionGrid } from './tuning/dynamic-fusion-grid.js';
export { tuneDynamicFusion } from './tuning/tune-dynamic-fusion.js';
export type {
  DynamicFusionPoint,
  DynamicFusionTuning,
  DynamicTuningOptions,
  PlannedTuningQuestion,
} from './tuning/tune-dynamic-fusion.js';
export { STATIC_FUSION_GRID, staticFusionWeights, tuneStaticFusion } from './tuning/tune-static-fusion.js';
export type {
  StaticFusionGrid,
  StaticFusionPoint,
  StaticFusionTuning,
  StaticTuningOptions,
} from './tuning/tune-static-fusion.js';
export { TUNING_DEFAULTS } from './tuning/tuning-questions.js';
export type { TuningOptions, TuningQuestion } from './tuning/tuning-questions.js';
