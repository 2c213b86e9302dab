import type { RankingOrder } from './ranking-order.js';

/** What happens to a document that a ranking holds twice: all but the best placed are dropped, or it is an error. */
export type DuplicatePolicy = 'collapse' | 'error';

/**
 * Over which queries a mean is taken.
 *
 * - `all-judged`: every query of the qrels; one without results counts 0 (trec_eval `-c`; STaRK).
 * - `judged-and-retrieved`: the queries that are in both files (trec_eval without `-c`).
 */
export type Averaging = 'all-judged' | 'judged-and-retrieved';

/** A query whose qrels hold nothing relevant counts 0 in the mean (trec_eval and STaRK), or is left out of it. */
export type WithoutRelevant = 'zero' | 'skip';

/** Scores are compared as doubles, or rounded to 32 bits first (trec_eval before 2023, pytrec_eval, STaRK). */
export type ScorePrecision = 'double' | 'single';

/** The choices that two evaluators may make differently; part of each report. */
export interface Conventions {
  readonly order: RankingOrder;
  readonly duplicates: DuplicatePolicy;
  readonly averaging: Averaging;
  readonly withoutRelevant: WithoutRelevant;
  readonly precision: ScorePrecision;
  /** The smallest judgement that counts as relevant. */
  readonly relevanceLevel: number;
}

/** Name of a set of conventions. */
export type ConventionsName = 'stark' | 'trec_eval';

/**
 * The named sets. `stark` ranks as STaRK's evaluator does where that is defined, with this project's rule for ties;
 * `trec_eval` is trec_eval 10 with `-c`. Both average over all judged queries.
 */
export const CONVENTIONS: Readonly<Record<ConventionsName, Conventions>> = Object.freeze({
  stark: Object.freeze({
    order: 'score-desc-id-asc',
    duplicates: 'collapse',
    averaging: 'all-judged',
    withoutRelevant: 'zero',
    precision: 'double',
    relevanceLevel: 1,
  }),
  trec_eval: Object.freeze({
    order: 'score-desc-docno-desc',
    duplicates: 'error',
    averaging: 'all-judged',
    withoutRelevant: 'zero',
    precision: 'double',
    relevanceLevel: 1,
  }),
});
