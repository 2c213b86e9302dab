export { candidateText, CANDIDATE_TEXT_DEFAULTS } from './candidate-text.js';
export type { CandidateGraph, CandidateTextOptions } from './candidate-text.js';
export { createEncoderReranker } from './encoder-reranker.js';
export type { QueryDocumentEncoder } from './encoder-reranker.js';
export { RerankError } from './errors.js';
export { orderRerankResults } from './reranker.js';
export type { RerankDocument, Reranker, RerankRequest, RerankResult } from './reranker.js';
export { createScoringReranker } from './scoring-reranker.js';
export type { ScoreTexts } from './scoring-reranker.js';
export { AnswerRankerError } from './answers/answer-ranker-error.js';
export type { AnswerRankerErrorCode } from './answers/answer-ranker-error.js';
export { addRelativeFeatures } from './answers/add-relative-features.js';
export { fitAnswerRanker, rankAnswers } from './answers/answer-ranker.js';
export type {
  AnswerRankerModel,
  AnswerRankerRecipe,
  LateFusionModel,
  LateFusionRecipe,
} from './answers/answer-ranker.js';
export type { AnswerRanking, RankedAnswer } from './answers/answer-ranking.js';
export type { AnswerRow } from './answers/answer-row.js';
export { readCatBoost } from './answers/catboost.js';
export type { CatBoostModel, CatBoostTree, ReadCatBoostOptions } from './answers/catboost.js';
export type { CosineModel } from './answers/cosine.js';
export { CROSS_VALIDATION_DEFAULTS, crossValidateAnswerRankers } from './answers/cross-validate-answer-rankers.js';
export type {
  CrossValidatedRanker,
  CrossValidationOptions,
  FitRows,
  RankRows,
} from './answers/cross-validate-answer-rankers.js';
export { DIVERSE_BEAM_SEARCH_DEFAULTS, diverseBeamSearch } from './answers/diverse-beam-search.js';
export type {
  DiverseBeamSearchOptions,
  GeneratedSequence,
  NextTokenLogProbabilities,
} from './answers/diverse-beam-search.js';
export type { FeatureScaling, ScaledFeature, Scaling } from './answers/feature-scaling.js';
export { fuseAnswerRankings } from './answers/fuse-answer-rankings.js';
export type { FuseAnswerRankingsOptions } from './answers/fuse-answer-rankings.js';
export type { GeneratedOrderModel } from './answers/generated-order.js';
export type { LinearRegressionModel, LinearRegressionRecipe } from './answers/linear-regression.js';
export type { LinearWeights } from './answers/linear-score.js';
export type { LogisticRegressionModel, LogisticRegressionRecipe } from './answers/logistic-regression.js';
export type { SoftmaxRegressionModel, SoftmaxRegressionRecipe } from './answers/softmax-regression.js';
export type { MajorityVoteModel } from './answers/majority-vote.js';
export { createOnnxAnswerRanker } from './answers/onnx-answer-ranker.js';
export { createOnnxNextToken } from './answers/onnx-next-token.js';
export type { OnnxNextTokenOptions } from './answers/onnx-next-token.js';
export { openOnnxSession } from './answers/open-onnx-session.js';
export type { OnnxRuntime, OpenOnnxSessionOptions } from './answers/open-onnx-session.js';
export type {
  AsyncAnswerRanker,
  OnnxAnswerRankerOptions,
  OnnxSession,
  OnnxTensor,
} from './answers/onnx-answer-ranker.js';
export type { RandomOrderModel } from './answers/random-order.js';
export { loadAnswerRanker, saveAnswerRanker } from './answers/saved-answer-ranker.js';
export type { SavedAnswerRanker } from './answers/saved-answer-ranker.js';
export type { SingleFeatureModel } from './answers/single-feature.js';
