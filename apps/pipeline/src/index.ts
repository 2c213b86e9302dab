export { answerEvidence } from './answers/answer-evidence.js';
export type { AnswerEvidence } from './answers/answer-evidence.js';
export { ANSWER_FEATURE_SETS } from './answers/answer-features.js';
export { openAnswerGraph } from './answers/answer-graph.js';
export type { AnswerGraph, AnswerGraphOptions, LinkedText } from './answers/answer-graph.js';
export type { AnswerQuestion, GivenCandidate } from './answers/answer-questions.js';
export { gatherEvidence } from './answers/answer-rows.js';
export type { KeptReason, LinkedCandidate, QuestionEvidence } from './answers/answer-rows.js';
export type { CheckedAnswer } from './answers/check-answer.js';
export { anchorsOfPlans } from './answers/find-anchors.js';
export type { FindAnchors, NamedAnchor } from './answers/find-anchors.js';
export { openAnswerRanker } from './answers/open-answer-ranker.js';
export type { NamedRanker } from './answers/open-answer-ranker.js';
export { rankQuestion } from './answers/rank-question.js';
export type { RankedCandidate, RankedQuestion } from './answers/rank-question.js';
export { buildKnowledgeBase } from './build-knowledge-base.js';
export type { BuildOptions, BuildProgress, BuildReport } from './build-knowledge-base.js';
export { EVALUATED_RUNS, evaluatePipeline } from './evaluate-pipeline.js';
export type {
  EvaluatedRun,
  EvaluatePipelineOptions,
  EvaluationRow,
  KindRow,
  PipelineEvaluation,
  PlanSignalRow,
} from './evaluate-pipeline.js';
export type { DynamicFusionSettings, FinalFusionSettings, Ranking, StaticFusionSettings } from './fuse-runs.js';
export type { Hit, HitTrace, TracedBinding, TracedContribution, TracedFieldScore, TracedStep } from './hit.js';
export { createDatabasePipeline, DATABASE_PIPELINE_DEFAULTS } from './neo4j/database-pipeline.js';
export type { DatabasePipelineParts } from './neo4j/database-pipeline.js';
export { INSPECT_DEFAULTS, inspectNeo4j } from './neo4j/inspect-neo4j.js';
export type { InspectedDatabase, InspectedIndex, InspectOptions } from './neo4j/inspect-neo4j.js';
export type { NameProperties } from './neo4j/sampled-properties.js';
export { checkAnswers } from './check-answers.js';
export type { AnswerCheck, WrongAnswer } from './check-answers.js';
export { neo4jSource } from './neo4j/neo4j-source.js';
export type { Neo4jGraph, Neo4jSourceOptions } from './neo4j/neo4j-source.js';
export { loadIntoNeo4j } from './neo4j/load-into-neo4j.js';
export type { LoadOptions, LoadProgress, LoadReport } from './neo4j/load-into-neo4j.js';
export { DOCUMENT_PROPERTY, loadedDocuments, loadedNames } from './neo4j/neo4j-layout.js';
export { neo4jExecutorOver } from './neo4j/neo4j-executor-over.js';
export type { Neo4jExecutorSettings } from './neo4j/neo4j-executor-over.js';
export { createPipeline, PIPELINE_DEFAULTS } from './pipeline.js';
export type {
  Answer,
  AskOptions,
  Pipeline,
  PipelineParts,
  PlannerContext,
  PipelineRun,
  RunOptions,
  StageTimings,
} from './pipeline.js';
export { PipelineError } from './pipeline-error.js';
export type { PipelineErrorCode } from './pipeline-error.js';
export { compactKnowledgeBaseFile, updateKnowledgeBaseFile } from './update-knowledge-base-file.js';
export type { CompactFileOptions, UpdateFileOptions } from './update-knowledge-base-file.js';
export type { VectorChoice } from './text-index.js';
