import { RerankError } from './errors.js';

/** One document to be scored. `id` is only carried through. */
export interface RerankDocument {
  readonly id: string;
  readonly text: string;
}

/** What a reranker is asked. */
export interface RerankRequest {
  readonly query: string;
  readonly documents: readonly RerankDocument[];
  /** How many results are wanted; all by default. */
  readonly topN?: number;
  readonly signal?: AbortSignal;
}

/** One scored document. */
export interface RerankResult {
  /** 0-based place of the document in the request. */
  readonly index: number;
  readonly id: string;
  /** Higher is better; the scale is the reranker's own. */
  readonly score: number;
  /** 1-based. */
  readonly rank: number;
}

/**
 * Orders documents by how well they answer a query (paper, 3.3). Results come best first, ties by `index`. Any object
 * of this shape can take the place of ours.
 */
export interface Reranker {
  rerank(request: RerankRequest): Promise<readonly RerankResult[]>;
}

function checkTopN(topN: number | undefined): number {
  if (topN === undefined) return Infinity;
  if (Number.isInteger(topN) && topN >= 0) return topN;
  throw new RerankError('invalid_request', `expected topN to be an integer >= 0, got ${topN}`);
}

/**
 * Puts what a reranker answered into order: mapped through `index`, sorted by score and then by `index`, cut at `topN`
 * and ranked from 1. Servers differ in whether they sort and cut; after this they do not.
 *
 * @throws {@link RerankError} `invalid_response` for an index outside the request, an index given twice or a score that
 *   is not finite.
 */
export function orderRerankResults(
  scored: Iterable<{ readonly index: number; readonly score: number }>,
  request: Pick<RerankRequest, 'documents' | 'topN'>,
): RerankResult[] {
  const topN = checkTopN(request.topN);
  const seen = new Set<number>();
  const results: { index: number; score: number }[] = [];
  for (const { index, score } of scored) {
    if (request.documents[index] === undefined) {
      const last = request.documents.length - 1;
      throw new RerankError('invalid_response', `expected an index from 0 to ${last}, got ${index}`);
    }
    if (seen.has(index)) throw new RerankError('invalid_response', `expected each index once, got ${index} twice`);
    if (!Number.isFinite(score)) {
      throw new RerankError('invalid_response', `expected a finite score for index ${index}, got ${score}`);
    }
    seen.add(index);
    results.push({ index, score });
  }
  return results
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, topN)
    .map(({ index, score }, position) => ({ index, id: request.documents[index]!.id, score, rank: position + 1 }));
}
