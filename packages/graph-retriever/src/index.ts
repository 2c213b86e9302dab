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
  SimilarName,
  TextEncoder,
  VectorHit,
  VectorSearch,
} from './linker.js';
export { createMemoryExecutor, EXECUTE_DEFAULTS, executePlan } from './memory-executor.js';
export type { MemoryExecuteOptions, MemoryExecutor } from './memory-executor.js';
export { connectNeo4j } from './neo4j/connect-neo4j.js';
export type { Neo4jAddress } from './neo4j/connect-neo4j.js';
export { createCypherRun } from './neo4j/cypher-run.js';
export type { CypherResult, CypherRun, CypherRunOptions, CypherRunSettings } from './neo4j/cypher-run.js';
export type { Neo4jDriver, Neo4jPlan, Neo4jResult, Neo4jSession, Neo4jTransaction } from './neo4j/neo4j-driver.js';
export { Neo4jEngineError } from './neo4j/neo4j-engine-error.js';
export type { Neo4jEngineErrorCode } from './neo4j/neo4j-engine-error.js';
export { createNeo4jExecutor, NEO4J_EXECUTE_DEFAULTS } from './neo4j/neo4j-executor.js';
export type { Neo4jExecuteOptions, Neo4jExecution, Neo4jExecutor, Neo4jExecutorParts } from './neo4j/neo4j-executor.js';
export { createNeo4jLinker } from './neo4j/neo4j-linker.js';
export type { Neo4jLinkerParts, Neo4jNames, Neo4jVectors } from './neo4j/neo4j-linker.js';
export { createReadOnlyRun } from './neo4j/read-only-run.js';
export type { ReadOnlyRunSettings } from './neo4j/read-only-run.js';
export { createResidual } from './residual.js';
export type { DocumentVectors } from './residual.js';
export { findTypeAlternatives } from './type-alternatives.js';
export type { TypeAlternative } from './type-alternatives.js';
