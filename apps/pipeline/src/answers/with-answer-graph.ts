import { loadStaticEncoder } from '@grasp/encoders';

import { withPipeline } from '../commands/open-for-questions.js';
import type { Pipeline } from '../pipeline.js';
import type { Terminal } from '../terminal.js';
import type { AnswerGraph } from './answer-graph.js';
import { openAnswerGraph } from './answer-graph.js';
import type { AnswerQuestion } from './answer-questions.js';
import type { QuestionEvidence } from './answer-rows.js';
import { gatherEvidence } from './answer-rows.js';

/** Opens a knowledge base for reranking, does something with it, and closes it. */
export function withAnswerGraph<Result>(
  file: string,
  terminal: Terminal,
  use: (graph: AnswerGraph, pipeline: Pipeline) => Promise<Result>,
): Promise<Result> {
  return withPipeline(file, { ...terminal, note: () => undefined }, async (pipeline, knowledgeBase) =>
    use(openAnswerGraph(knowledgeBase, await loadStaticEncoder({ signal: terminal.signal })), pipeline),
  );
}

/** {@link gatherEvidence} of each question, with progress. */
export async function gatherAllEvidence(
  graph: AnswerGraph,
  questions: readonly AnswerQuestion[],
  terminal: Terminal,
): Promise<QuestionEvidence[]> {
  const evidence: QuestionEvidence[] = [];
  for (const question of questions) {
    terminal.signal.throwIfAborted();
    terminal.progress(`question ${evidence.length + 1} of ${questions.length}`);
    evidence.push(await gatherEvidence(graph, question, terminal.signal));
    // Between questions others have their turn: Ctrl-C is heard, and the line is drawn.
    await new Promise(setImmediate);
  }
  return evidence;
}
