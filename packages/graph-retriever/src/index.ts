export type { Binding, Bindings } from './bindings.js';
export { GraphRetrieverError } from './errors.js';
export type { GraphRetrieverErrorCode } from './errors.js';
export type { Candidate, ExecuteOptions, Execution, PathStep, PlanExecutor, UsedBinding } from './execution.js';
export type { Adjacency, FieldValue, Graph } from './graph.js';
export { createGraphRetriever } from './graph-retriever.js';
export type { GraphRetrieval, GraphRetriever, GraphRetrieverParts, RetrieveOptions } from './graph-retriever.js';
export { createLinker, LINKER_DEFAULTS } from './linker.js';
export type {
  Linker,
  LinkerGraph,
  LinkerOptions,
  LinkerParts,
  LinkLimits,
  TextEncoder,
  VectorHit,
  VectorSearch,
} from './linker.js';
export { createMemoryExecutor, EXECUTE_DEFAULTS, executePlan } from './memory-executor.js';
export type { MemoryExecuteOptions, MemoryExecutor } from './memory-executor.js';
export { createResidual } from './residual.js';
export type { DocumentVectors } from './residual.js';
