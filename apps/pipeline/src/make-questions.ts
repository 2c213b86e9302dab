import { setImmediate } from 'node:timers/promises';

import { drawQuestions, gatherQuestions } from '@grasp/eval';
import type { GeneratedQuestions, GenerateQuestionsOptions, Question } from '@grasp/eval';
import type { KnowledgeBase } from '@grasp/skb';

import type { BuildProgress } from './build-knowledge-base.js';

/** `generateQuestions` of `@grasp/eval` that shows how far it is and can be interrupted. */
export async function makeQuestions(
  knowledgeBase: KnowledgeBase,
  options: GenerateQuestionsOptions & { readonly count: number },
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<GeneratedQuestions> {
  const questions: Question[] = [];
  for (const question of drawQuestions(knowledgeBase, options)) {
    // Lets an interruption through.
    await setImmediate();
    signal.throwIfAborted();
    questions.push(question);
    onProgress({ phase: 'making questions', done: questions.length, total: options.count });
  }
  return gatherQuestions(questions, options);
}
