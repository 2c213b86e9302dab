import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';

import { createPipeline } from '../pipeline.js';
import type { Pipeline } from '../pipeline.js';
import type { Terminal } from '../terminal.js';

/** Opens a knowledge base with the shipped encoder, does something with it, and closes it. */
export async function withPipeline<Result>(
  file: string,
  terminal: Terminal,
  use: (pipeline: Pipeline) => Promise<Result>,
): Promise<Result> {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const encoder = await loadStaticEncoder({ signal: terminal.signal });
    return await use(createPipeline({ knowledgeBase, encoder }));
  } finally {
    knowledgeBase.close();
  }
}
