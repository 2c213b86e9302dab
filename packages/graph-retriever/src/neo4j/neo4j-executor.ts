import { bindParameters, compile, compileWitness, CypherCompilerError } from '@grasp/cypher-compiler';
import type { CompileIssue, CompileOptions, CypherDialect, CypherQuery, MoreParameters } from '@grasp/cypher-compiler';
import type { Plan, Schema } from '@grasp/plan';

import type { Bindings } from '../bindings.js';
import { GraphRetrieverError } from '../errors.js';
import type { Candidate, ExecuteOptions, Execution, PlanExecutor } from '../execution.js';
import { EXECUTE_DEFAULTS } from '../memory-executor.js';
import { createCypherRun } from './cypher-run.js';
import type { CypherResult, CypherRun } from './cypher-run.js';
import { describeWay, usedBindings } from './describe-way.js';
import type { Neo4jDriver } from './neo4j-driver.js';
import { Neo4jEngineError } from './neo4j-engine-error.js';
import { createReadOnlyRun } from './read-only-run.js';

/** What a Neo4j executor is made of. */
export interface Neo4jExecutorParts {
  /** A driver of `neo4j-driver` 6; or `run`. It stays the caller's to close. */
  readonly driver?: Neo4jDriver;
  /** Another way to run statements, instead of a driver. It must give query type and plan of EXPLAIN. */
  readonly run?: CypherRun;
  /** Node types are labels, relations are relationship types; see `@grasp/cypher-compiler`. */
  readonly schema: Schema;
  /** For `driver`. Default: the user's home database, which costs a request more. */
  readonly database?: string;
  /** Property with a node's id, or null for Neo4j's own `elementId`. Default `id`. */
  readonly idProperty?: string | null;
  /** Property with the vector of a node's document, for the option `relevance` of `execute`. */
  readonly documentProperty?: string;
  /** Default `neo4j5`. */
  readonly dialect?: CypherDialect;
  /** Default `stepwise`. */
  readonly form?: 'stepwise' | 'flat';
  /** Operators to allow beside those that are known to read only. */
  readonly moreOperators?: readonly string[];
}

/** Options of {@link Neo4jExecutor.execute}. */
export interface Neo4jExecuteOptions extends ExecuteOptions {
  /** How many rows are fetched at most; when more are needed, execution ends with `stopped: 'budget'`. Default 200,000. */
  readonly rowBudget?: number;
  /** How many candidates, from the best, get a path; the others have none. An integer from 0. Default 100. */
  readonly pathCount?: number;
  /** Added to the anchor score of each candidate, by id, before candidates are ordered and cut. Fetches all rows. */
  readonly residual?: (id: string) => number;
  /** Whether the node with this id may be a candidate; others are neither counted nor returned. Fetches all rows. */
  readonly accepts?: (id: string) => boolean;
  /** The vector of the plan's `relevance_text`: its cosine with `documentProperty` is added in the database. */
  readonly relevance?: ArrayLike<number>;
}

/** Default options of {@link Neo4jExecutor.execute}. */
export const NEO4J_EXECUTE_DEFAULTS = Object.freeze({
  limit: EXECUTE_DEFAULTS.limit,
  timeoutMs: EXECUTE_DEFAULTS.timeoutMs,
  rowBudget: 200_000,
  pathCount: 100,
});

/** An {@link Execution}, and what the server did not know. */
export interface Neo4jExecution extends Execution {
  /** Labels, relationship types and properties of the plan that the database does not have, in the server's words. */
  readonly warnings: readonly string[];
}

/** Executes plans in Neo4j. */
export interface Neo4jExecutor extends PlanExecutor {
  /**
   * Finds the nodes that satisfy a plan: the same ids, scores and counts as the memory engine. Of several best ways a
   * candidate's path may be another one.
   *
   * @throws GraphRetrieverError `unsupported_plan` for a plan that cannot be compiled, `invalid_binding`,
   *   `invalid_option`; Neo4jEngineError; the signal's reason if aborted
   */
  execute(plan: Plan, bindings: Bindings, options?: Neo4jExecuteOptions): Promise<Neo4jExecution>;
}

const NOTHING: Neo4jExecution = Object.freeze({ candidates: [], candidateCount: 0, truncated: false, warnings: [] });

/**
 * An executor over Neo4j. Plans are compiled to Cypher; the database is asked to read only, each text is explained
 * before it is first run, and what is not known to only read is refused.
 */
export function createNeo4jExecutor(parts: Neo4jExecutorParts): Neo4jExecutor {
  const { driver, database } = parts;
  const unguarded =
    parts.run ?? (driver && createCypherRun(driver, database === undefined ? {} : { database, access: 'read' }));
  if (unguarded === undefined) throw new GraphRetrieverError('invalid_option', 'expected driver or run, got neither');
  const run = createReadOnlyRun(
    unguarded,
    parts.moreOperators === undefined ? {} : { moreOperators: parts.moreOperators },
  );
  return { execute: (plan, bindings, options = {}) => execute(parts, run, plan, bindings, options) };
}

function checkedOptions(options: Neo4jExecuteOptions): Record<keyof typeof NEO4J_EXECUTE_DEFAULTS, number> {
  const values = {
    limit: options.limit ?? NEO4J_EXECUTE_DEFAULTS.limit,
    timeoutMs: options.timeoutMs ?? NEO4J_EXECUTE_DEFAULTS.timeoutMs,
    rowBudget: options.rowBudget ?? NEO4J_EXECUTE_DEFAULTS.rowBudget,
    pathCount: options.pathCount ?? NEO4J_EXECUTE_DEFAULTS.pathCount,
  };
  const check = (name: keyof typeof values, isValid: boolean, expected: string): void => {
    if (isValid) return;
    throw new GraphRetrieverError('invalid_option', `expected ${name} to be ${expected}, got ${values[name]}`);
  };
  const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;
  check('limit', values.limit === Infinity || isWhole(values.limit), 'a whole number or Infinity');
  check('timeoutMs', values.timeoutMs > 0, 'above 0');
  check('rowBudget', isWhole(values.rowBudget) && values.rowBudget > 0, 'a whole number from 1');
  check('pathCount', isWhole(values.pathCount), 'a whole number');
  return values;
}

function refusePlan(issues: readonly CompileIssue[]): never {
  const text = issues.map(({ code, path, message }) => `${path.join('.') || '(the whole)'}: ${code}: ${message}`);
  throw new GraphRetrieverError('unsupported_plan', `expected a plan that can be executed, got\n${text.join('\n')}`);
}

function bind(query: CypherQuery, bindings: Bindings, more: MoreParameters): ReturnType<typeof bindParameters> {
  try {
    return bindParameters(query, bindings, more);
  } catch (error) {
    if (!(error instanceof CypherCompilerError)) throw error;
    const code = error.code === 'invalid_binding' ? 'invalid_binding' : 'invalid_option';
    throw new GraphRetrieverError(code, error.message);
  }
}

type Scored = Omit<Candidate, 'path' | 'anchors'>;

async function execute(
  parts: Neo4jExecutorParts,
  run: CypherRun,
  plan: Plan,
  bindings: Bindings,
  options: Neo4jExecuteOptions,
): Promise<Neo4jExecution> {
  const { limit, timeoutMs, rowBudget, pathCount } = checkedOptions(options);
  const { signal, residual, relevance, accepts } = options;
  signal?.throwIfAborted();
  if (plan.retrieval_mode === 'skip') return NOTHING;
  const { schema, dialect, idProperty, documentProperty, form } = parts;
  const needsAllRows = residual !== undefined || accepts !== undefined;
  const rowLimit = !needsAllRows ? Math.min(Math.max(limit, 1), rowBudget) : rowBudget;
  const shared = {
    ...(dialect === undefined ? {} : { dialect }),
    ...(idProperty === undefined ? {} : { idProperty }),
  };
  const compileOptions: CompileOptions = {
    ...shared,
    limit: rowLimit,
    ...(form === undefined ? {} : { form }),
    ...(documentProperty === undefined || relevance === undefined ? {} : { documentProperty }),
  };
  const compilation = compile(plan, schema, compileOptions);
  if (!compilation.ok) refusePlan(compilation.issues);
  const { query } = compilation;
  const { parameters, unbound } = bind(query, bindings, relevance === undefined ? {} : { relevance });
  if (unbound.length > 0) return NOTHING;

  const end = performance.now() + timeoutMs;
  /** Undefined when the caller's time is up. */
  const inTime = async (text: string, values: Readonly<Record<string, unknown>>): Promise<CypherResult | undefined> => {
    const left = end - performance.now();
    try {
      if (left <= 0) return undefined;
      const time = left === Infinity ? {} : { timeoutMs: left };
      return await run(text, values, { ...time, ...(signal === undefined ? {} : { signal }) });
    } catch (error) {
      if (error instanceof Neo4jEngineError && error.code === 'timeout' && performance.now() >= end) return undefined;
      throw error;
    }
  };

  const found = await inTime(query.text, parameters);
  if (found === undefined) return { ...NOTHING, truncated: true, stopped: 'timeout' };
  const { scored, candidateCount, rowCount } = select(found, limit, residual, accepts);
  const isComplete = rowCount <= found.rows.length || (!needsAllRows && limit <= found.rows.length);
  const ways = await explain(scored.slice(0, pathCount));
  const candidates = scored.map((candidate): Candidate => ({
    ...candidate,
    ...(ways.found.get(candidate.id) ?? { path: [], anchors: [] }),
  }));
  const stopped = ways.isLate ? 'timeout' : isComplete ? undefined : 'budget';
  return {
    candidates,
    candidateCount,
    truncated: stopped !== undefined || candidates.length < candidateCount,
    ...(stopped === undefined ? {} : { stopped }),
    warnings: [...new Set([...found.warnings, ...ways.warnings])],
  };

  async function explain(chosen: readonly Scored[]): Promise<{
    found: ReadonlyMap<string, Pick<Candidate, 'path' | 'anchors'>>;
    warnings: readonly string[];
    isLate: boolean;
  }> {
    const paths = new Map<string, Pick<Candidate, 'path' | 'anchors'>>();
    if (plan.hops.length === 0) {
      for (const { id } of scored) {
        paths.set(id, { path: [], anchors: usedBindings(plan, bindings, new Map([['T', id]])) });
      }
    }
    if (plan.hops.length === 0 || chosen.length === 0) return { found: paths, warnings: [], isLate: false };
    const witness = compileWitness(plan, schema, shared);
    if (!witness.ok) return { found: paths, warnings: [], isLate: false };
    const targets = chosen.map(({ id }) => id);
    const result = await inTime(witness.query.text, bind(witness.query, bindings, { targets }).parameters);
    const { variables, hops } = witness.query;
    for (const row of result?.rows ?? []) {
      const { id, nodes, forward } = row as { id: string; nodes: readonly string[]; forward: readonly boolean[] };
      paths.set(id, describeWay(plan, bindings, { variables, nodes, hops, forward }));
    }
    return { found: paths, warnings: result?.warnings ?? [], isLate: result === undefined };
  }
}

/** Rows as candidates, those that may be, with residual scores if they are added here, ordered and cut. */
function select(
  { rows }: CypherResult,
  limit: number,
  residual: Neo4jExecuteOptions['residual'],
  accepts: Neo4jExecuteOptions['accepts'],
): { scored: readonly Scored[]; candidateCount: number; rowCount: number } {
  const accepted = accepts === undefined ? rows : rows.filter((row) => accepts(String(row['id'])));
  const scored = accepted.map((row): Scored => {
    const [id, score] = [String(row['id']), Number(row['score'])];
    if (residual !== undefined) {
      const residualScore = residual(id);
      return { id, score: score + residualScore, anchorScore: score, residualScore };
    }
    if (row['anchorScore'] === undefined) return { id, score, anchorScore: score };
    const anchorScore = Number(row['anchorScore']);
    return { id, score, anchorScore, residualScore: score - anchorScore };
  });
  // Neo4j orders equal scores by code points, which differs beyond U+FFFF.
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0));
  const rowCount = Number(rows[0]?.['candidateCount'] ?? 0);
  return {
    scored: scored.slice(0, limit),
    candidateCount: accepts === undefined ? rowCount : accepted.length,
    rowCount,
  };
}
