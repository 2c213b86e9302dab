import type { Conventions, ConventionsName } from './conventions.js';
import { CONVENTIONS } from './conventions.js';
import { EvaluationError } from './errors.js';
import type { CandidateSet, JudgedQuery } from './judge-ranking.js';
import { judgeRanking, prepareQuery } from './judge-ranking.js';
import type { JudgedRanking } from './judged-ranking.js';
import type { Measure } from './measure.js';
import { computeMeasure, parseMeasure } from './parse-measure.js';
import { hashQuestions } from './questions-hash.js';
import type { Qrels, Ranking } from './ranking.js';

/** The measures of GRASP's and STaRK's tables; what `evaluate` computes unless told otherwise. */
export const DEFAULT_MEASURES: readonly string[] = Object.freeze(['hit@1', 'hit@5', 'recall@20', 'mrr']);

/** Computes one measure for one query. A finite number; `evaluate` refuses anything else. */
export type MeasureComputer = (measure: Measure, ranking: JudgedRanking) => number;

/** Options of {@link evaluate}: a named set of conventions, and any single convention that shall differ from it. */
export interface EvaluateOptions extends Partial<Conventions> {
  /** Names or measures. Default {@link DEFAULT_MEASURES}. */
  readonly measures?: readonly (string | Measure)[];
  /** Default `stark`. */
  readonly conventions?: ConventionsName;
  /** The documents that count at all: others vanish from rankings and from qrels. Default: every document. */
  readonly candidates?: CandidateSet;
  /** The queries to evaluate, for example a split. Default: every query of the qrels. */
  readonly queries?: CandidateSet;
  /** Who computes the measures. Default {@link computeMeasure}. */
  readonly computer?: MeasureComputer;
}

/** The values of one query, by measure name. */
export interface QueryValues {
  readonly id: string;
  readonly values: Readonly<Record<string, number>>;
}

/** The outcome of {@link evaluate}; plain data. */
export interface Report {
  /** See `hashQuestions`; over the queries and judgements that were used. */
  readonly hash: string;
  readonly measures: readonly Measure[];
  readonly conventions: Conventions;
  /** Means over `queries`, by measure name; 0 if there is no query. */
  readonly means: Readonly<Record<string, number>>;
  /** Every query that is averaged, in code-unit order of the ids. */
  readonly queries: readonly QueryValues[];
  readonly counts: ReportCounts;
}

/** How many queries the numbers rest on. */
export interface ReportCounts {
  /** Queries in the mean; the length of `queries`. */
  readonly averaged: number;
  readonly judged: number;
  /** Judged queries that the run does not hold, or holds an empty ranking for. */
  readonly judgedNotRetrieved: number;
  /** Queries of the run without qrels; they are never averaged. */
  readonly retrievedNotJudged: number;
  /** Judged queries without any relevant document. */
  readonly withoutRelevant: number;
}

/**
 * Evaluates a run against relevance judgements. A `Map` of rankings is a run; so is any iterable of query id and ranking,
 * each id once. Nothing is NaN: with no relevant document every measure but `judged@k` is 0.
 *
 * @throws EvaluationError for an unknown measure, an option out of its range, a score or judgement that is not a number, a
 *   query that comes twice, and a document that comes twice where the conventions forbid it.
 */
export function evaluate(
  run: Iterable<readonly [string, Ranking]>,
  qrels: Qrels,
  options: EvaluateOptions = {},
): Report {
  const evaluation = new Evaluation(qrels, options);
  for (const [queryId, ranking] of run) evaluation.add(queryId, ranking);
  return evaluation.report();
}

/**
 * {@link evaluate} for a run that arrives query by query, for example from a file reader; each ranking is let go as soon
 * as it is evaluated.
 */
export async function evaluateStream(
  run: AsyncIterable<readonly [string, Ranking]>,
  qrels: Qrels,
  options: EvaluateOptions & { readonly signal?: AbortSignal } = {},
): Promise<Report> {
  const evaluation = new Evaluation(qrels, options);
  for await (const [queryId, ranking] of run) {
    options.signal?.throwIfAborted();
    evaluation.add(queryId, ranking);
  }
  return evaluation.report();
}

class Evaluation {
  readonly #measures: readonly Measure[];
  readonly #conventions: Conventions;
  readonly #candidates: CandidateSet | undefined;
  readonly #computer: MeasureComputer;
  readonly #queries = new Map<string, JudgedQuery>();
  readonly #values = new Map<string, QueryValues>();
  readonly #seen = new Set<string>();
  #retrievedNotJudged = 0;

  constructor(qrels: Qrels, options: EvaluateOptions) {
    this.#measures = (options.measures ?? DEFAULT_MEASURES).map((measure) =>
      typeof measure === 'string' ? parseMeasure(measure) : measure,
    );
    this.#conventions = resolveConventions(options);
    this.#candidates = options.candidates;
    this.#computer = options.computer ?? computeMeasure;
    const { relevanceLevel } = this.#conventions;
    for (const [id, judgements] of qrels) {
      if (options.queries !== undefined && !options.queries.has(id)) continue;
      this.#queries.set(id, prepareQuery(id, judgements, relevanceLevel, options.candidates));
    }
  }

  add(queryId: string, ranking: Ranking): void {
    if (this.#seen.size === this.#seen.add(queryId).size) {
      const expected = `expected each query once in the run, got "${queryId}" again`;
      throw new EvaluationError('duplicate_query', expected, { queryId });
    }
    const query = this.#queries.get(queryId);
    if (query === undefined) this.#retrievedNotJudged++;
    // trec_eval knows a query only by its lines, so an empty ranking is a query that was not retrieved.
    else if (ranking.length > 0) this.#values.set(queryId, this.#evaluate(query, ranking));
  }

  report(): Report {
    const { averaging, withoutRelevant } = this.#conventions;
    const queries = [...this.#queries.values()]
      .filter((query) => averaging === 'all-judged' || this.#values.has(query.id))
      .filter((query) => withoutRelevant === 'zero' || query.relevantCount > 0)
      .map((query) => this.#values.get(query.id) ?? this.#evaluate(query, []))
      .sort((a, b) => (a.id < b.id ? -1 : 1));
    const means = Object.fromEntries(
      this.#measures.map(({ name }) => {
        const sum = queries.reduce((total, query) => total + query.values[name]!, 0);
        return [name, queries.length === 0 ? 0 : sum / queries.length];
      }),
    );
    const judged = [...this.#queries.values()];
    return {
      hash: hashQuestions(judged.map((query) => [query.id, query.judgements] as const)),
      measures: this.#measures,
      conventions: this.#conventions,
      means,
      queries,
      counts: {
        averaged: queries.length,
        judged: judged.length,
        judgedNotRetrieved: judged.length - this.#values.size,
        retrievedNotJudged: this.#retrievedNotJudged,
        withoutRelevant: judged.filter((query) => query.relevantCount === 0).length,
      },
    };
  }

  #evaluate(query: JudgedQuery, ranking: Ranking): QueryValues {
    const judged = judgeRanking(query, ranking, this.#conventions, this.#candidates);
    const values = this.#measures.map((measure) => {
      const value = this.#computer(measure, judged);
      if (!Number.isFinite(value)) {
        const expected = `expected a finite value of "${measure.name}" for query "${query.id}", got ${value}`;
        throw new EvaluationError('invalid_measure_value', expected, { queryId: query.id });
      }
      return [measure.name, value] as const;
    });
    return { id: query.id, values: Object.fromEntries(values) };
  }
}

function resolveConventions(options: EvaluateOptions): Conventions {
  const name = options.conventions ?? 'stark';
  const base = (CONVENTIONS as Readonly<Record<string, Conventions | undefined>>)[name];
  if (base === undefined) {
    const names = Object.keys(CONVENTIONS).join(' or ');
    throw new EvaluationError('invalid_option', `expected conventions ${names}, got "${name}"`);
  }
  const relevanceLevel = options.relevanceLevel ?? base.relevanceLevel;
  if (!(relevanceLevel > 0) || relevanceLevel === Infinity) {
    throw new EvaluationError('invalid_option', `expected a relevanceLevel above 0, got ${relevanceLevel}`);
  }
  return {
    order: options.order ?? base.order,
    duplicates: options.duplicates ?? base.duplicates,
    averaging: options.averaging ?? base.averaging,
    withoutRelevant: options.withoutRelevant ?? base.withoutRelevant,
    precision: options.precision ?? base.precision,
    relevanceLevel,
  };
}
