import { RerankError } from './errors.js';
import { orderRerankResults } from './reranker.js';
import type { Reranker } from './reranker.js';

/** Scores each text against the query; one finite number a text, in input order. */
export type ScoreTexts = (
  query: string,
  texts: readonly string[],
  options: { readonly signal?: AbortSignal },
) => Promise<readonly number[]> | readonly number[];

/**
 * Makes a {@link Reranker} of a plain scoring function. The function is not called for an empty request; blank
 * documents are kept out of its call and come last, one below the lowest score.
 *
 * @throws {@link RerankError} (from `rerank`) `invalid_response` when the function returns another number of scores than
 *   texts, or one that is not finite.
 */
export function createScoringReranker(scoreTexts: ScoreTexts): Reranker {
  return {
    async rerank(request) {
      const { query, documents, signal } = request;
      signal?.throwIfAborted();
      const filled = documents.flatMap((document, index) => (document.text.trim() === '' ? [] : [index]));
      const texts = filled.map((index) => documents[index]!.text);
      const scores = texts.length === 0 ? [] : await scoreTexts(query, texts, signal === undefined ? {} : { signal });
      signal?.throwIfAborted();
      if (scores.length !== texts.length) {
        throw new RerankError('invalid_response', `expected ${texts.length} scores, got ${scores.length}`);
      }
      const lowest = scores.reduce((least, score) => Math.min(least, score), 0) - 1;
      const byIndex = new Map(filled.map((index, position) => [index, scores[position]!]));
      const scored = documents.map((_, index) => ({ index, score: byIndex.get(index) ?? lowest }));
      return orderRerankResults(scored, request);
    },
  };
}
