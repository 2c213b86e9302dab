import type { CypherQuery } from './compile.js';
import { CypherCompilerError } from './errors.js';

/** What compilation needs of a binding; `Binding` of `@grasp/graph-retriever` fits. */
export interface ScoredId {
  readonly id: string;
  /** Cosine, −1 to 1; any finite number up to 500 in size is taken. */
  readonly score: number;
}

/** The parameters of one run of a query. */
export interface BoundParameters {
  readonly parameters: Readonly<Record<string, unknown>>;
  /**
   * Variables of anchors without which no node satisfies the plan, and which are bound to nothing. If there are any,
   * the query has no rows and need not be sent.
   */
  readonly unbound: readonly string[];
}

/** What some queries need besides bindings; see `needs` of `CypherQuery`. */
export interface MoreParameters {
  /** The vector of the plan's `relevance_text`. */
  readonly relevance?: ArrayLike<number>;
  /** Ids of the targets to explain. */
  readonly targets?: readonly string[];
}

const LARGEST_SCORE = 500;

/**
 * Adds the bindings of the anchors to a query's parameters. Of equal ids the best counts.
 *
 * @param bindings - By anchor variable; a missing variable is an unbound one.
 * @throws CypherCompilerError `invalid_binding`, `invalid_parameter`
 */
export function bindParameters(
  query: CypherQuery,
  bindings: Readonly<Record<string, readonly ScoredId[]>>,
  more: MoreParameters = {},
): BoundParameters {
  const parameters: Record<string, unknown> = { ...query.parameters };
  const unbound: string[] = [];
  for (const { variable, parameter, form, isRequired } of query.anchors) {
    const best = new Map<string, number>();
    for (const { id, score } of Object.hasOwn(bindings, variable) ? bindings[variable]! : []) {
      if (typeof id !== 'string' || typeof score !== 'number' || !(Math.abs(score) <= LARGEST_SCORE)) {
        throw new CypherCompilerError(
          'invalid_binding',
          `expected each binding of anchor "${variable}" to have an id and a score from -${LARGEST_SCORE} to ${LARGEST_SCORE}, got ${JSON.stringify(id)} with ${String(score)}`,
        );
      }
      if (score > (best.get(id) ?? -Infinity)) best.set(id, score);
    }
    if (isRequired && best.size === 0) unbound.push(variable);
    parameters[parameter] = form === 'ids' ? [...best.keys()] : [...best].map(([id, score]) => ({ id, score }));
  }
  if (query.needs.includes('relevance')) parameters['relevance'] = checkVector('relevance', more.relevance);
  if (query.needs.includes('targets')) {
    if (more.targets === undefined)
      throw new CypherCompilerError('invalid_parameter', 'expected targets, a list of ids');
    parameters['targets'] = [...more.targets];
  }
  return { parameters, unbound };
}

/**
 * A vector as Neo4j takes it: a list of finite numbers, not all zero.
 *
 * @throws CypherCompilerError `invalid_parameter`
 */
export function checkVector(name: string, vector: ArrayLike<number> | undefined): number[] {
  const values = vector === undefined ? [] : Array.from(vector);
  if (values.length === 0 || !values.every(Number.isFinite) || values.every((value) => value === 0)) {
    throw new CypherCompilerError(
      'invalid_parameter',
      `expected ${name} to be a vector of finite numbers that are not all 0`,
    );
  }
  return values;
}
