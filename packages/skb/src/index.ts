export { IMPORT_PROBLEM_CODES } from './import-problem.js';
export type { ImportProblemCode } from './import-problem.js';
export type { FieldValue, ImportProblem, KnowledgeBaseSource, NodeRecord, Origin, RelationRecord } from './source.js';
