import { loadStaticEncoder } from '@grasp/encoders';
import type { MemoryExecutor } from '@grasp/graph-retriever';
import type { Planner } from '@grasp/planner';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

import { createPipeline } from '../pipeline.js';
import type { Pipeline, PlannerContext } from '../pipeline.js';
import type { Terminal } from '../terminal.js';

/**
 * Opens a knowledge base with the shipped encoder, does something with it, and closes it.
 *
 * @param executorFor - Another engine for plans than memory.
 * @param plannerFor - Another planner than the template planner.
 */
export async function withPipeline<Result>(
  file: string,
  terminal: Terminal,
  use: (pipeline: Pipeline, knowledgeBase: KnowledgeBase) => Promise<Result>,
  executorFor?: (knowledgeBase: KnowledgeBase) => MemoryExecutor,
  plannerFor?: (context: PlannerContext) => Planner,
): Promise<Result> {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const encoder = await loadStaticEncoder({ signal: terminal.signal });
    const engine = executorFor === undefined ? {} : { executor: executorFor(knowledgeBase) };
    const planning = plannerFor === undefined ? {} : { planner: plannerFor };
    return await use(createPipeline({ knowledgeBase, encoder, ...engine, ...planning }), knowledgeBase);
  } finally {
    knowledgeBase.close();
  }
}
