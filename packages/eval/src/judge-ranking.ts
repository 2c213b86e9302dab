import type { Conventions } from './conventions.js';
import { EvaluationError } from './errors.js';
import type { JudgedRanking } from './judged-ranking.js';
import type { Ranking, ScoredId } from './ranking.js';
import { orderRanking } from './ranking-order.js';

/** The judgements of one query, prepared once for any number of rankings. */
export interface JudgedQuery {
  readonly id: string;
  readonly judgements: ReadonlyMap<string, number>;
  /** See {@link JudgedRanking.pool}. */
  readonly pool: readonly number[];
  readonly relevantCount: number;
}

/** Prepares the judgements of one query; those of documents outside the candidates are left out. */
export function prepareQuery(
  id: string,
  judgements: ReadonlyMap<string, number>,
  relevanceLevel: number,
  candidates: CandidateSet | undefined,
): JudgedQuery {
  const kept = candidates === undefined ? judgements : new Map([...judgements].filter(([key]) => candidates.has(key)));
  for (const [documentId, judgement] of kept) {
    if (!Number.isFinite(judgement)) {
      const expected = `expected a finite judgement of document "${documentId}" for query "${id}", got ${judgement}`;
      throw new EvaluationError('invalid_judgement', expected, { queryId: id, documentId });
    }
  }
  const pool = [...kept.values()].sort((a, b) => b - a);
  return { id, judgements: kept, pool, relevantCount: pool.filter((value) => value >= relevanceLevel).length };
}

/** The documents that may be retrieved at all; a `Set` fits. */
export interface CandidateSet {
  has(id: string): boolean;
}

/**
 * Orders one query's ranking and marks where judged documents stand. Documents outside the candidates are dropped before
 * ranks are given.
 *
 * @throws EvaluationError `invalid_score` for NaN, `duplicate_document` under the policy `error`.
 */
export function judgeRanking(
  query: JudgedQuery,
  ranking: Ranking,
  conventions: Conventions,
  candidates: CandidateSet | undefined,
): JudgedRanking {
  const prepared = prepareRanking(query.id, ranking, conventions, candidates);
  const seen = new Set<string>();
  const ranks: number[] = [];
  const judgements: number[] = [];
  let rank = 0;
  for (const { id } of orderRanking(prepared, conventions.order)) {
    if (seen.size === seen.add(id).size) {
      if (conventions.duplicates === 'collapse') continue;
      const expected = `expected each document once in the ranking of query "${query.id}", got "${id}" again`;
      throw new EvaluationError('duplicate_document', expected, { queryId: query.id, documentId: id });
    }
    rank++;
    const judgement = query.judgements.get(id);
    if (judgement !== undefined) {
      ranks.push(rank);
      judgements.push(judgement);
    }
  }
  const { pool, relevantCount } = query;
  return { retrievedCount: rank, ranks, judgements, pool, relevantCount, relevanceLevel: conventions.relevanceLevel };
}

function prepareRanking(
  queryId: string,
  ranking: Ranking,
  conventions: Conventions,
  candidates: CandidateSet | undefined,
): readonly ScoredId[] {
  for (const { id, score } of ranking) {
    if (Number.isNaN(score) && conventions.order !== 'as-given') {
      const expected = `expected a number as score of document "${id}" for query "${queryId}", got NaN`;
      throw new EvaluationError('invalid_score', expected, { queryId, documentId: id });
    }
  }
  const kept = candidates === undefined ? ranking : ranking.filter(({ id }) => candidates.has(id));
  return conventions.precision === 'double' ? kept : kept.map(({ id, score }) => ({ id, score: Math.fround(score) }));
}
