import {
  askedFeatures,
  connectionFeatures,
  describeSubgraph,
  graphFeatures,
  linearText,
  questionFeatures,
} from '@grasp/subgraph-features';
import type { Extraction } from '@grasp/subgraph-features';

import type { AnswerGraph } from './answer-graph.js';

/** What the knowledge base tells about one answer to a question. */
export interface AnswerEvidence extends Extraction {
  /** Numbers by name; null is not defined. */
  readonly features: Readonly<Record<string, number | null>>;
  /** The paper's deterministic text of the subgraph. */
  readonly linear: string;
  /** The same in plain English. */
  readonly description: string;
}

/** Numbers of an object, with a prefix to their names. */
function numbersOf(object: object, prefix = ''): Record<string, number | null> {
  const numbers = Object.entries(object).filter(([, value]) => typeof value === 'number' || value === null);
  return Object.fromEntries(numbers.map(([name, value]) => [`${prefix}${name}`, value as number | null]));
}

const PUBLISHED = 'published:';

/** The question with an answer's name, as it is encoded. */
const withAnswer = (question: string, name: string): string => `${question} ; ${name}`;

/** A linear text as it is encoded. */
const withoutCommas = (linear: string): string => linear.replaceAll(',', ' ');

const cosine = (a: Float32Array, b: Float32Array): number => a.reduce((sum, value, at) => sum + value * b[at]!, 0);

/**
 * The subgraph between the question's entities and an answer, as numbers and as text. The numbers are those of
 * `graphFeatures` (corrected, and as published under `published:`), `connectionFeatures`, `questionFeatures` and `askedFeatures`, and the cosines between the
 * question and the answer's name (`cosine:answer`), both together (`cosine:questionAnswer`), and the linear text (`cosine:linearText`).
 */
export function answerEvidence(
  graph: AnswerGraph,
  question: string,
  entities: readonly number[],
  answer: number,
  signal?: AbortSignal,
): AnswerEvidence {
  const extraction = graph.extract(entities, answer, signal);
  const { subgraph } = extraction;
  const linear = linearText(subgraph);
  const name = graph.knowledgeBase.nameOf(answer);
  const own = graph.encodeText(question);
  const cosineTo = (text: string): number => cosine(own, graph.encodeText(text));
  return {
    ...extraction,
    linear,
    description: describeSubgraph(subgraph),
    features: {
      ...numbersOf(graphFeatures(subgraph)),
      ...numbersOf(graphFeatures(subgraph, { convention: 'asPublished' }), PUBLISHED),
      ...numbersOf(connectionFeatures(subgraph)),
      ...numbersOf(questionFeatures(subgraph, question, { encodeText: graph.encodeText })),
      ...numbersOf(askedFeatures(question, graph.relationsAt(answer), { encodeText: graph.encodeText })),
      'cosine:answer': cosineTo(name),
      'cosine:questionAnswer': cosineTo(withAnswer(question, name)),
      'cosine:linearText': cosineTo(withoutCommas(linear)),
    },
  };
}

/**
 * Vectors of the paper's texts: the question with the answer (`vector:questionAnswer`), and the subgraph as linear text
 * (`vector:linearText`) and in plain English (`vector:description`).
 */
export function textVectors(
  graph: AnswerGraph,
  question: string,
  answer: number,
  { linear, description }: AnswerEvidence,
): Readonly<Record<string, Float32Array>> {
  return {
    'vector:questionAnswer': graph.encodeText(withAnswer(question, graph.knowledgeBase.nameOf(answer))),
    'vector:linearText': graph.encodeText(withoutCommas(linear)),
    'vector:description': graph.encodeText(description),
  };
}
