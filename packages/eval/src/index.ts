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
export { FileFormatError } from './files/file-format-error.js';
export type { FileFormatErrorCode } from './files/file-format-error.js';
export type { IrMetadata, IrMetadataValue } from './files/ir-metadata.js';
export { formatQuestions, readQuestions } from './files/question-lines.js';
export { formatSplit, readSplit } from './files/split-file.js';
export { readStarkQuestions } from './files/stark-questions.js';
export type { ReadOptions, TextSource } from './files/text-lines.js';
export { formatTrecQrels, readTrecQrels } from './files/trec-qrels.js';
export { readTrecRun, streamTrecRun } from './files/trec-run-reader.js';
export type { TrecRun } from './files/trec-run-reader.js';
export { formatTrecRun } from './files/trec-run-writer.js';
export type { FormatTrecRunOptions } from './files/trec-run-writer.js';
export type { CandidateSet } from './judge-ranking.js';
export type { JudgedRanking } from './judged-ranking.js';
export type { Measure, MeasureFamily } from './measure.js';
export { computeMeasure, MEASURE_FAMILIES, parseMeasure } from './parse-measure.js';
export { qrelsOfQuestions } from './questions/question.js';
export type { Question } from './questions/question.js';
export { hashQuestions } from './questions-hash.js';
export type { Qrels, Ranking, Run, ScoredId } from './ranking.js';
export { compareUtf8, orderRanking } from './ranking-order.js';
export type { RankingOrder } from './ranking-order.js';
export { compareRuns } from './comparison/compare-runs.js';
export type {
  CompareOptions,
  Comparison,
  MeanWithInterval,
  NamedReport,
  PairComparison,
} from './comparison/compare-runs.js';
export { ComparisonError } from './comparison/comparison-error.js';
export type { ComparisonErrorCode } from './comparison/comparison-error.js';
export { renderComparison } from './comparison/render-comparison.js';
export { renderReport } from './render-report.js';
export type { RenderOptions } from './render-report.js';
export type { TableFormat } from './render-table.js';
export { bootstrapInterval } from './significance/bootstrap-interval.js';
export type { BootstrapOptions, Interval } from './significance/bootstrap-interval.js';
export { holmCorrection } from './significance/holm-correction.js';
export type { TestResult } from './significance/paired-differences.js';
export { pairedRandomisation } from './significance/paired-randomisation.js';
export type { RandomisationOptions } from './significance/paired-randomisation.js';
export { pairedT } from './significance/paired-t.js';
export { wilcoxonSignedRank } from './significance/wilcoxon-signed-rank.js';
export type { WilcoxonOptions } from './significance/wilcoxon-signed-rank.js';
export { drawQuestions, gatherQuestions, generateQuestions } from './questions/generate-questions.js';
export type { GeneratedQuestions, GenerateQuestionsOptions } from './questions/generate-questions.js';
export type { AdjacencyRows, QuestionGraph } from './questions/question-graph.js';
export { QUESTION_KINDS } from './questions/question-template.js';
export type { QuestionKind } from './questions/question-template.js';
export type { RelationPhrases } from './questions/relation-wording.js';
export { rephraseQuestions } from './questions/rephrase-questions.js';
export type { Rephrase, RephrasedQuestions } from './questions/rephrase-questions.js';
export { DEFAULT_SPLITS, splitQuestions } from './questions/split-questions.js';
export type { SplitShares } from './questions/split-questions.js';
