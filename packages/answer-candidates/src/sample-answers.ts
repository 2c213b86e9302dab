import { AnswerCandidatesError, checkWholeNumber } from './answer-candidates-error.js';
import { answerText } from './answer-text.js';
import { gatherAnswers } from './gather-answers.js';
import type { CandidateAnswer } from './gather-answers.js';

/** One message of a conversation with a language model. */
export interface SampleMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A model that gives several answers to one question; `createOpenAiModel` of `@grasp/planner` is one. */
export interface SamplingModel {
  /** Fewer texts than `count` are allowed; then it is asked again. */
  sample(request: {
    readonly messages: readonly SampleMessage[];
    readonly count: number;
    readonly temperature: number;
    readonly maxTokens: number;
    readonly seed?: number;
    readonly beamSearch?: boolean;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly texts: readonly string[] }>;
}

export interface SampleAnswersOptions {
  /** Answers asked for, 1 or more; default 20. */
  readonly count?: number;
  /** At least 0, default 0.8; 0 with `beamSearch`. */
  readonly temperature?: number;
  /** Of one answer, 1 or more; default 64. */
  readonly maxTokens?: number;
  /** Of the first request; later ones add 1 each. Default 1. */
  readonly seed?: number;
  /** The best sequences of a beam search at the server, where it offers one, instead of samples; default false. */
  readonly beamSearch?: boolean;
  /** What the model is asked; default: the question after {@link ANSWER_INSTRUCTION}. */
  readonly messages?: (question: string) => readonly SampleMessage[];
  readonly signal?: AbortSignal;
}

/** The default numbers of {@link sampleAnswers}. */
export const SAMPLE_DEFAULTS = Object.freeze({ count: 20, temperature: 0.8, maxTokens: 64, seed: 1 });

/** What a model is told before the question. */
export const ANSWER_INSTRUCTION =
  'Answer the question with the name, number or date that it asks for, or with yes or no. Write nothing else: no sentence, no explanation.';

const defaultMessages = (question: string): SampleMessage[] => [
  { role: 'system', content: ANSWER_INSTRUCTION },
  { role: 'user', content: question },
];

/**
 * Different answers of a language model to one question, in the order of their first appearance, with how often each was
 * given. A model that gives fewer than it is asked for is asked again, until there are `count`; a beam search is asked once.
 *
 * @throws AnswerCandidatesError `invalid_option`, and `no_answers` when no text holds an answer; what the model throws; the
 *   signal's reason.
 */
export async function sampleAnswers(
  model: SamplingModel,
  question: string,
  options: SampleAnswersOptions = {},
): Promise<CandidateAnswer[]> {
  const { count, maxTokens, seed } = { ...SAMPLE_DEFAULTS, ...options };
  const { beamSearch = false, messages = defaultMessages, signal } = options;
  const temperature = options.temperature ?? (beamSearch ? 0 : SAMPLE_DEFAULTS.temperature);
  checkWholeNumber('count', count, 1);
  checkWholeNumber('maxTokens', maxTokens, 1);
  if (!(Number.isFinite(temperature) && temperature >= 0)) {
    throw new AnswerCandidatesError('invalid_option', 'a temperature of at least 0', temperature);
  }
  const texts: string[] = [];
  for (let call = 0; texts.length < count && (call === 0 || !beamSearch); call++) {
    signal?.throwIfAborted();
    const reply = await model.sample({
      messages: messages(question),
      count: count - texts.length,
      temperature,
      maxTokens,
      seed: seed + call,
      ...(beamSearch ? { beamSearch } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
    if (reply.texts.length === 0) break;
    texts.push(...reply.texts.slice(0, count - texts.length));
  }
  const answers = gatherAnswers(texts.map(answerText));
  if (answers.length === 0)
    throw new AnswerCandidatesError('no_answers', 'texts that hold an answer', texts.slice(0, 3));
  return answers;
}
