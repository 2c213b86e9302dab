import type { Question } from './question.js';

/** Words a question anew, for example with a language model. The plan and the draft tell what it must ask. */
export type Rephrase = (question: Question, options: { readonly signal?: AbortSignal }) => Promise<string>;

/** The outcome of {@link rephraseQuestions}. */
export interface RephrasedQuestions {
  readonly questions: readonly Question[];
  /** Ids of questions that kept their draft, because the new wording was blank or lacked the name of an anchor. */
  readonly kept: readonly string[];
}

/**
 * Hands each question to `rephrase`, one after another, and takes the new wording if it still names every anchor of the
 * plan (case aside): a question that lost its entity would have other answers. Errors of `rephrase` pass through.
 */
export async function rephraseQuestions(
  questions: Iterable<Question>,
  rephrase: Rephrase,
  options: { readonly signal?: AbortSignal } = {},
): Promise<RephrasedQuestions> {
  const rephrased: Question[] = [];
  const kept: string[] = [];
  for (const question of questions) {
    options.signal?.throwIfAborted();
    const query = (await rephrase(question, options)).trim();
    const names = question.plan?.anchors.map(({ text }) => text.toLowerCase()) ?? [];
    if (query !== '' && names.every((name) => query.toLowerCase().includes(name)))
      rephrased.push({ ...question, query });
    else {
      kept.push(question.id);
      rephrased.push(question);
    }
  }
  return { questions: rephrased, kept };
}
