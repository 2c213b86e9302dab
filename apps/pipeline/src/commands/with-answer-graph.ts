import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';

import { openAnswerGraph } from '../answers/answer-graph.js';
import type { AnswerGraph } from '../answers/answer-graph.js';
import { anchorsOfPlans } from '../answers/find-anchors.js';
import type { AnswerQuestion } from '../answers/answer-questions.js';
import { gatherEvidence } from '../answers/answer-rows.js';
import type { QuestionEvidence } from '../answers/answer-rows.js';
import { createPipeline } from '../pipeline.js';
import type { Pipeline } from '../pipeline.js';
import type { Terminal } from '../terminal.js';
import { textIndexVectors } from '../text-index.js';

/** What plans a question and counts what the plan finds. */
type Planning = Pick<Pipeline, 'plan' | 'count'>;

/** Opens a knowledge base for reranking, does something with it, and closes it. */
export async function withAnswerGraph<Result>(
  file: string,
  terminal: Terminal,
  use: (graph: AnswerGraph, planning: Planning) => Promise<Result>,
): Promise<Result> {
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const encoder = await loadStaticEncoder({ signal: terminal.signal });
    let pipeline: Pipeline | undefined;
    // Plans need indexes of texts.
    const isPlanned = textIndexVectors(knowledgeBase) !== undefined;
    const opened = (): Pipeline => (pipeline ??= createPipeline({ knowledgeBase, encoder, allNodes: true }));
    const planning: Planning = {
      plan: (question, options) => opened().plan(question, options),
      count: (plan, options) => opened().count(plan, options),
    };
    const options = isPlanned ? { findAnchors: anchorsOfPlans(planning) } : {};
    return await use(openAnswerGraph(knowledgeBase, encoder, options), planning);
  } finally {
    knowledgeBase.close();
  }
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
