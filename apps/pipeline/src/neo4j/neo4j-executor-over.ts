import { createNeo4jExecutor, NEO4J_EXECUTE_DEFAULTS } from '@grasp/graph-retriever';
import type { MemoryExecutor, Neo4jDriver } from '@grasp/graph-retriever';
import type { KnowledgeBase } from '@grasp/skb';

import { PipelineError } from '../pipeline-error.js';

/** Settings of {@link neo4jExecutorOver}. */
export interface Neo4jExecutorSettings {
  /** Default: the user's home database. */
  readonly database?: string;
  /** Told once of each name that the database does not know. */
  readonly note?: (text: string) => void;
}

/**
 * Executes the plans of a pipeline on a database that {@link loadIntoNeo4j} filled from the same knowledge base, instead
 * of in memory.
 *
 * @throws PipelineError `database_mismatch` when the database answers with nodes that the knowledge base does not have
 */
export function neo4jExecutorOver(
  knowledgeBase: KnowledgeBase,
  driver: Neo4jDriver,
  { database, note }: Neo4jExecutorSettings = {},
): MemoryExecutor {
  const { schema } = knowledgeBase;
  const executor = createNeo4jExecutor({ driver, schema, ...(database === undefined ? {} : { database }) });
  const noted = new Set<string>();
  const indexOf = (id: string): number => {
    const index = knowledgeBase.indexOf(id);
    if (index !== undefined) return index;
    const got = `expected the database to hold the nodes of the file, got "${id}", which the file does not have`;
    throw new PipelineError('database_mismatch', `${got}; load the file into an empty database`);
  };
  return {
    async execute(plan, bindings, options = {}) {
      const { residual, accepts } = options;
      const { warnings, ...execution } = await executor.execute(plan, bindings, {
        limit: options.limit ?? NEO4J_EXECUTE_DEFAULTS.limit,
        timeoutMs: options.timeoutMs ?? NEO4J_EXECUTE_DEFAULTS.timeoutMs,
        ...(options.signal === undefined ? {} : { signal: options.signal }),
        ...(residual === undefined ? {} : { residual: (id) => residual(indexOf(id)) }),
        ...(accepts === undefined ? {} : { accepts: (id) => accepts(indexOf(id)) }),
      });
      for (const { id } of execution.candidates) indexOf(id);
      for (const warning of warnings.filter((text) => !noted.has(text))) {
        noted.add(warning);
        note?.(`Neo4j: ${warning}`);
      }
      return execution;
    },
  };
}
