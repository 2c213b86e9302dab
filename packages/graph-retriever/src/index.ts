export type { Binding, Bindings } from './bindings.js';
export { GraphRetrieverError } from './errors.js';
export type { GraphRetrieverErrorCode } from './errors.js';
export type { Candidate, ExecuteOptions, Execution, PathStep, PlanExecutor, UsedBinding } from './execution.js';
export type { Adjacency, FieldValue, Graph } from './graph.js';
export { createMemoryExecutor, EXECUTE_DEFAULTS, executePlan } from './memory-executor.js';
export type { MemoryExecuteOptions, MemoryExecutor } from './memory-executor.js';
