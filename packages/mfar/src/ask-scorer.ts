import type { FieldScorer } from './field-scorer.js';

/** What dense scorers and weights need of an encoder; those of `@grasp/encoders` have it. */
export interface QuestionEncoder {
  readonly id: string;
  readonly dimensions: number;
  encode(
    texts: readonly string[],
    options: { readonly role: 'query'; readonly signal?: AbortSignal | undefined },
  ): Promise<readonly Float32Array[]>;
}

/** A scorer that has been given the question. */
export interface AskedScorer {
  search(
    range: { readonly start: number; readonly end: number },
    count: number,
  ): readonly { readonly index: number; readonly score: number }[];
  score(index: number): number | undefined;
}

/**
 * Gives the scorer the question: its text, or its vector. `undefined` for a dense scorer and a question in which the
 * encoder knows nothing, which is as near to one node as to another.
 */
export function askScorer(
  scorer: FieldScorer,
  question: string,
  vector: Float32Array | undefined,
): AskedScorer | undefined {
  if (scorer.kind === 'lexical') {
    const query = scorer.lexicon.prepare(question);
    return { search: (range, count) => query.search({ ...range, count }), score: (index) => query.score(index) };
  }
  if (vector === undefined || vector.every((value) => value === 0)) return undefined;
  const { vectors } = scorer;
  return {
    search: (range, count) => vectors.search(vector, { ...range, count }),
    score: (index) => vectors.score(vector, index),
  };
}
