/** One retrieved document: its id and the score it was ranked by. */
export interface ScoredId {
  readonly id: string;
  readonly score: number;
}

/** The documents retrieved for one query. Best first by convention; the evaluator orders them itself. */
export type Ranking = readonly ScoredId[];

/** What a system retrieved: a ranking for each query id. */
export type Run = ReadonlyMap<string, Ranking>;

/**
 * Relevance judgements: for each query id, the judgement of each judged document. Binary judgements are 0 and 1; graded
 * ones are larger integers; a negative one means "in the pool, but not judged", as in trec_eval.
 */
export type Qrels = ReadonlyMap<string, ReadonlyMap<string, number>>;
