import type { Question } from '@grasp/eval';
import type { KnowledgeBase } from '@grasp/skb';

import { candidateScopeOf } from './candidate-scope.js';

/** An answer that cannot be found. */
export interface WrongAnswer {
  readonly question: string;
  readonly answer: string;
  /** `unknown`: no node has this id. `no_candidate`: a node that may not be an answer. */
  readonly why: 'unknown' | 'no_candidate';
}

/** How the answers of questions fit a knowledge base. */
export interface AnswerCheck {
  readonly questions: number;
  /** Answers of all questions together. */
  readonly answers: number;
  readonly unknown: number;
  readonly noCandidates: number;
  /** Questions none of whose answers can be found: they score 0 whatever is returned. */
  readonly unanswerable: number;
  /** The first 20. */
  readonly examples: readonly WrongAnswer[];
}

const EXAMPLES = 20;

/** Looks whether every answer is a node that may be an answer; without a candidate set, every node may. */
export function checkAnswers(knowledgeBase: KnowledgeBase, questions: readonly Question[]): AnswerCheck {
  const scope = candidateScopeOf(knowledgeBase);
  const examples: WrongAnswer[] = [];
  const counts = { answers: 0, unknown: 0, noCandidates: 0, unanswerable: 0 };
  for (const { id, answer_ids: answers } of questions) {
    let found = 0;
    for (const answer of answers) {
      counts.answers++;
      const index = knowledgeBase.indexOf(answer);
      const why = index === undefined ? 'unknown' : 'no_candidate';
      if (index !== undefined && scope?.accepts(index) !== false) {
        found++;
        continue;
      }
      counts[why === 'unknown' ? 'unknown' : 'noCandidates']++;
      if (examples.length < EXAMPLES) examples.push({ question: id, answer, why });
    }
    if (found === 0) counts.unanswerable++;
  }
  return { questions: questions.length, ...counts, examples };
}
