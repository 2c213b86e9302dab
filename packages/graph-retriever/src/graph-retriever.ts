import type { Plan } from '@grasp/plan';

import type { Bindings } from './bindings.js';
import type { ExecuteOptions, Execution } from './execution.js';
import type { Graph } from './graph.js';
import type { Linker, TextEncoder } from './linker.js';
import { createMemoryExecutor } from './memory-executor.js';
import type { MemoryExecuteOptions, MemoryExecutor } from './memory-executor.js';
import { createResidual } from './residual.js';
import type { DocumentVectors } from './residual.js';

/** What a graph retriever is made of. */
export interface GraphRetrieverParts {
  readonly graph: Graph;
  readonly linker: Linker;
  /** For the plan's `relevance_text`. */
  readonly encoder: TextEncoder;
  readonly vectors: DocumentVectors;
  /** Another engine over the same nodes. Default: the memory engine over `graph`. */
  readonly executor?: MemoryExecutor;
}

/** Options of {@link GraphRetriever.retrieve}. */
export interface RetrieveOptions extends ExecuteOptions, Pick<MemoryExecuteOptions, 'edgeBudget' | 'accepts'> {
  /** Bindings to use as they are; nothing is linked then. */
  readonly bindings?: Bindings;
}

/** What a plan retrieved. */
export interface GraphRetrieval {
  readonly bindings: Bindings;
  readonly execution: Execution;
}

/** Stage 1 of GRASP behind the planner: links, executes, and rescores (paper, 3.1). */
export interface GraphRetriever {
  /**
   * Links the anchors of a valid plan, executes it, and adds the cosine of `relevance_text` and each candidate's
   * document, before candidates are ordered and cut. `timeoutMs` is the time for execution. Throws what the executor
   * throws.
   */
  retrieve(plan: Plan, options?: RetrieveOptions): Promise<GraphRetrieval>;
}

/** A graph retriever over a graph in memory, or over an engine that executes plans on the same nodes. */
export function createGraphRetriever(parts: GraphRetrieverParts): GraphRetriever {
  const { graph, linker, encoder, vectors, executor = createMemoryExecutor(graph) } = parts;
  return {
    async retrieve(plan, { bindings: given, ...options } = {}) {
      const cancel = options.signal === undefined ? {} : { signal: options.signal };
      if (plan.retrieval_mode === 'skip') return { bindings: {}, execution: await executor.execute(plan, {}, options) };
      const bindings = given ?? (await linker.link(plan, cancel));
      const residual = await createResidual(plan.target.relevance_text, encoder, vectors, cancel);
      const execution = await executor.execute(plan, bindings, {
        ...options,
        ...(residual === undefined ? {} : { residual }),
      });
      return { bindings, execution };
    },
  };
}
