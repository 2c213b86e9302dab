import type { Schema } from '@grasp/plan';

import { checkVector } from './bind-parameters.js';
import { COMPILE_DEFAULTS } from './compile.js';
import type { CypherDialect } from './dialect.js';
import { CypherCompilerError } from './errors.js';
import { nameProblem, quoteName } from './quote-name.js';

/** What to search: one vector index, which Neo4j has for one label and one property. */
export interface LinkingTarget {
  /** Node type of the schema: the anchor's label. */
  readonly label: string;
  /** Property with the vectors: those of names, or those of documents. */
  readonly property: string;
  /** Name of the vector index on that label and property, with cosine as its similarity. */
  readonly index: string;
}

/** Options of {@link compileLinking}. */
export interface LinkingOptions {
  /** Default `neo4j5`. */
  readonly dialect?: CypherDialect;
  /** As in `CompileOptions`. Default `id`. */
  readonly idProperty?: string | null;
  /** More properties of the nodes found: each row has their values as the list `more`. Default: none, and no list. */
  readonly more?: readonly string[];
}

/** Parameters of one run of a {@link LinkingQuery}. */
export interface LinkingParameters {
  /** The vector of the anchor's text. */
  readonly vector: ArrayLike<number>;
  /** How many nodes to keep, from 1; also those that tie with the last. */
  readonly count: number;
  /** Least share of the best cosine, 0 to 1. */
  readonly ratio: number;
  /**
   * How many nodes to ask the index for. It is approximate and finds more of the nearest when asked for more. Default:
   * ten times `count`, at least 100.
   */
  readonly fetch?: number;
}

/** A query whose rows are the bindings of one anchor: `id` and `score`, a cosine, best first; `more` if asked for. */
export interface LinkingQuery {
  readonly text: string;
  /** @throws CypherCompilerError `invalid_option`, `invalid_parameter` */
  bind(parameters: LinkingParameters): Readonly<Record<string, unknown>>;
}

const whole = (name: string, value: number): bigint => {
  if (Number.isSafeInteger(value) && value >= 1) return BigInt(value);
  throw new CypherCompilerError('invalid_option', `expected ${name} to be an integer from 1, got ${value}`);
};

/**
 * Compiles the linking of an anchor against a vector index (paper, 3.1 and appendix 7). What the index finds is scored
 * again by the exact cosine: Neo4j's own score is (1 + cosine) / 2, and wrong where the index quantises. The ratio then
 * applies to cosines. If the best is 0 or less there are no rows.
 *
 * @throws CypherCompilerError `invalid_option` for a label that the schema does not have or a name that cannot be used
 */
export function compileLinking(target: LinkingTarget, schema: Schema, options: LinkingOptions = {}): LinkingQuery {
  const { dialect = COMPILE_DEFAULTS.dialect, more = [] } = options;
  const idProperty = options.idProperty === undefined ? COMPILE_DEFAULTS.idProperty : options.idProperty;
  const type = schema.nodeTypes.find((candidate) => candidate.name === target.label);
  if (type === undefined) {
    const message = `expected a label of the schema, got ${JSON.stringify(target.label)}`;
    throw new CypherCompilerError('invalid_option', message);
  }
  for (const name of [
    type.name,
    target.property,
    target.index,
    ...more,
    ...(idProperty === null ? [] : [idProperty]),
  ]) {
    const problem = nameProblem(name);
    if (problem === undefined) continue;
    throw new CypherCompilerError('invalid_option', `expected names that Neo4j can have, got one that ${problem}`);
  }
  const search = dialect.vectorSearch({ index: target.index, label: type.name, variable: 'n' });
  const cosine = `2 * vector.similarity.cosine(n.${quoteName(target.property)}, $vector) - 1`;
  const id = idProperty === null ? 'elementId(n)' : `n.${quoteName(idProperty)}`;
  const values = more.map((name) => `n.${quoteName(name)}`).join(', ');
  const [bound, collected, returned] =
    more.length === 0 ? ['', '', ''] : [`, [${values}] AS more`, ', more: more', ', hit.more AS more'];
  const text = [
    dialect.prefix,
    ...search.lines,
    `WITH ${id} AS id, ${cosine} AS score${bound}`,
    'ORDER BY score DESC, id',
    `WITH collect({id: id, score: score${collected}}) AS hits`,
    'WITH hits, hits[0].score AS best, coalesce(hits[$count - 1].score, -1) AS last',
    'UNWIND hits AS hit',
    'WITH hit, best, last WHERE best > 0 AND hit.score >= $ratio * best AND hit.score >= last',
    `RETURN hit.id AS id, hit.score AS score${returned}`,
    'ORDER BY score DESC, id',
  ].join('\n');
  return {
    text,
    bind: ({ vector, count, ratio, fetch = Math.max(100, 10 * count) }) => {
      if (!(ratio >= 0 && ratio <= 1)) {
        throw new CypherCompilerError('invalid_option', `expected ratio to be from 0 to 1, got ${ratio}`);
      }
      const [kept, fetched] = [whole('count', count), whole('fetch', fetch)];
      return {
        ...search.parameters,
        vector: checkVector('vector', vector),
        count: kept,
        fetch: fetched > kept ? fetched : kept,
        ratio,
      };
    },
  };
}
