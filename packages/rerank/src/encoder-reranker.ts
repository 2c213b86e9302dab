import type { Reranker } from './reranker.js';
import { createScoringReranker } from './scoring-reranker.js';

/** The part of an encoder that the reranker uses: unit vectors, or zeros for a text without known words. */
export interface QueryDocumentEncoder {
  encode(
    texts: readonly string[],
    options: { readonly role: 'query' | 'document'; readonly signal?: AbortSignal },
  ): Promise<readonly Float32Array[]>;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += a[index]! * b[index]!;
  return sum;
}

/**
 * A reranker that needs no model server: the cosine (−1…1) of the question and the candidate's text. It stands where the
 * paper has a fine-tuned language model (3.3) and is only as good as its encoder.
 */
export function createEncoderReranker(encoder: QueryDocumentEncoder): Reranker {
  return createScoringReranker(async (query, texts, options) => {
    const [question] = await encoder.encode([query], { role: 'query', ...options });
    const vectors = await encoder.encode(texts, { role: 'document', ...options });
    return vectors.map((vector) => dot(question!, vector));
  });
}
