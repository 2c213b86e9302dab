export { CONVENTIONS } from './conventions.js';
export type {
  Averaging,
  Conventions,
  ConventionsName,
  DuplicatePolicy,
  ScorePrecision,
  WithoutRelevant,
} from './conventions.js';
export { EvaluationError } from './errors.js';
export type { EvaluationErrorCode } from './errors.js';
export { DEFAULT_MEASURES, evaluate, evaluateStream } from './evaluate.js';
export type { EvaluateOptions, MeasureComputer, QueryValues, Report, ReportCounts } from './evaluate.js';
export type { CandidateSet } from './judge-ranking.js';
export type { JudgedRanking } from './judged-ranking.js';
export type { Measure, MeasureFamily } from './measure.js';
export { computeMeasure, MEASURE_FAMILIES, parseMeasure } from './parse-measure.js';
export { hashQuestions } from './questions-hash.js';
export type { Qrels, Ranking, Run, ScoredId } from './ranking.js';
export { compareUtf8, orderRanking } from './ranking-order.js';
export type { RankingOrder } from './ranking-order.js';
