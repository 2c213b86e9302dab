import { loadStaticEncoder } from '@grasp/encoders';
import type { MemoryExecutor } from '@grasp/graph-retriever';
import type { Planner } from '@grasp/planner';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

import { createPipeline } from '../pipeline.js';
import type { Pipeline, PlannerContext } from '../pipeline.js';
import type { Terminal } from '../terminal.js';
import { textIndexVectors } from '../text-index.js';

/** What a file cannot do for want of vectors, by what it has. */
const LACKS: Readonly<Record<string, string>> = {
  none: 'has no vectors: names are linked by their letters and texts found by their words alone, and anchors that are described instead of named are linked to nothing',
  names:
    'has vectors of names only: texts are found by their words alone, and anchors that are described instead of named are linked to nothing',
};

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
    const lack = LACKS[textIndexVectors(knowledgeBase) ?? 'all'];
    if (lack !== undefined) terminal.note(`${file} ${lack}; build it with --vectors all to change that`);
    const encoder = await loadStaticEncoder({ signal: terminal.signal });
    const engine = executorFor === undefined ? {} : { executor: executorFor(knowledgeBase) };
    const planning = plannerFor === undefined ? {} : { planner: plannerFor };
    return await use(createPipeline({ knowledgeBase, encoder, ...engine, ...planning }), knowledgeBase);
  } finally {
    knowledgeBase.close();
  }
}
