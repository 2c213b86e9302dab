export type { Adjacency } from './adjacency.js';
export type { Direction } from './base-graph.js';
export type { StoredArray } from './entry.js';
export { importKnowledgeBase } from './import-knowledge-base.js';
export type { ImportOptions, ImportProgress, SectionWriter } from './import-knowledge-base.js';
export { IMPORT_PROBLEM_CODES } from './import-problem.js';
export type { ImportProblemCode } from './import-problem.js';
export { ImportRefusedError } from './import-refused-error.js';
export { formatProblemExample } from './import-report.js';
export type { ImportReport, ProblemExample, ProblemSummary } from './import-report.js';
export type { DegreeStatistics, Hub, RelationCheck } from './inspect/degree-statistics.js';
export type { NameStatistics, SharedName } from './inspect/duplicate-names.js';
export { inspectKnowledgeBase, INSPECTION_DEFAULTS } from './inspect/inspect-knowledge-base.js';
export type {
  FieldFill,
  InspectionOptions,
  KnowledgeBaseInspection,
  TypeInspection,
} from './inspect/inspect-knowledge-base.js';
export { listEntries } from './inspect/list-entries.js';
export type { EntrySize } from './inspect/list-entries.js';
export { openKnowledgeBase } from './knowledge-base.js';
export type { KnowledgeBase, KnowledgeBaseUpdate, NodeView } from './knowledge-base.js';
export { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
export type { KnowledgeBaseFileErrorCode } from './knowledge-base-file-error.js';
export { SIMILAR_NAME_DEFAULTS } from './names/find-similar-names.js';
export type { SimilarName, SimilarNameOptions } from './names/find-similar-names.js';
export type { SimilarTextArrays } from './names/similar-texts.js';
export { buildTextSearch, openTextSearch } from './names/text-search.js';
export type { TextList, TextSearch } from './names/text-search.js';
export { normalizeName } from './normalize-name.js';
export type { FieldValue, ImportProblem, KnowledgeBaseSource, NodeRecord, Origin, RelationRecord } from './source.js';
export type { VerificationProgress } from './verify-graph.js';
export { verifyKnowledgeBase } from './verify-knowledge-base.js';
export type { Verification, VerificationOptions } from './verify-knowledge-base.js';
export { openSource } from './sources/open-source.js';
export { readLines } from './sources/read-lines.js';
export type { LineBatch, SourceFile } from './sources/read-lines.js';
export type { OpenSourceOptions } from './sources/open-source.js';
export { starkDocuments } from './sources/stark/stark-document.js';
export type { DocumentWriter, StarkDocumentOptions } from './sources/stark/stark-document.js';
export { candidatesOf, starkSectionOf } from './sources/stark/stark-sections.js';
export type { StarkRelationCounts, StarkSection } from './sources/stark/stark-sections.js';
export { SOURCE_FORMATS } from './sources/source-description.js';
export type { SourceFormat } from './sources/source-description.js';
export { SOURCE_ERROR_CODES, SourceError } from './sources/source-error.js';
export type { SourceErrorCode, SourceErrorDetails } from './sources/source-error.js';
export { compactKnowledgeBase, sourceOfKnowledgeBase } from './updates/compact-knowledge-base.js';
export type { CompactOptions } from './updates/compact-knowledge-base.js';
export type { KnowledgeBaseChange, NodeDeletion, RelationDeletion } from './updates/knowledge-base-change.js';
export { NO_NODE } from './updates/node-numbering.js';
export type { NodeNumbering } from './updates/node-numbering.js';
export { updateKnowledgeBase } from './updates/update-knowledge-base.js';
export type { DecoratedUpdate, UpdateOptions, UpdateReport } from './updates/update-knowledge-base.js';
export { WRITER_LOCK_DEFAULTS } from './updates/writer-lock.js';
