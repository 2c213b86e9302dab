import { loadStaticEncoder } from '@grasp/encoders';
import type { MemoryExecutor } from '@grasp/graph-retriever';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

import { createPipeline } from '../pipeline.js';
import type { Pipeline } from '../pipeline.js';
import type { Terminal } from '../terminal.js';

/**
 * Opens a knowledge base with the shipped encoder, does something with it, and closes it.
 *
 * @param executorFor - Another engine for plans than memory.
 */
export async function withPipeline<Result>(
  file: string,
  terminal: Terminal,
  use: (pipeline: Pipeline, knowledgeBase: KnowledgeBase) => Promise<Result>,
  executorFor?: (knowledgeBase: KnowledgeBase) => MemoryExecutor,
): Promise<Result> {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const encoder = await loadStaticEncoder({ signal: terminal.signal });
    const engine = executorFor === undefined ? {} : { executor: executorFor(knowledgeBase) };
    return await use(createPipeline({ knowledgeBase, encoder, ...engine }), knowledgeBase);
  } finally {
    knowledgeBase.close();
  }
}
