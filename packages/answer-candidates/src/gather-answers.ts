import { AnswerCandidatesError } from './answer-candidates-error.js';
import { answerKey } from './answer-text.js';

/** An answer that was given, once or several times. */
export interface GivenAnswer {
  readonly text: string;
  /** How often; at least 0, default 1. */
  readonly count?: number;
}

/** One of the different answers to a question. */
export interface CandidateAnswer {
  /** As it was first written. */
  readonly text: string;
  /** How often it was given, over all spellings; the majority vote counts these. */
  readonly count: number;
  /** Place of its first appearance among the different answers, from 0. */
  readonly position: number;
}

/**
 * The different answers in the order of their first appearance. Answers are the same when their {@link answerKey}s are.
 * Blank texts are left out.
 *
 * @throws AnswerCandidatesError `invalid_option` for a count that is negative or not finite.
 */
export function gatherAnswers(given: readonly (string | GivenAnswer)[]): CandidateAnswer[] {
  const counts = new Map<string, { text: string; count: number }>();
  for (const one of given) {
    const { text, count = 1 } = typeof one === 'string' ? { text: one } : one;
    if (!(Number.isFinite(count) && count >= 0)) {
      throw new AnswerCandidatesError('invalid_option', 'a count of at least 0', count);
    }
    if (text.trim() === '') continue;
    const key = answerKey(text);
    const known = counts.get(key);
    if (known === undefined) counts.set(key, { text: text.trim(), count });
    else known.count += count;
  }
  return [...counts.values()].map(({ text, count }, position) => ({ text, count, position }));
}
