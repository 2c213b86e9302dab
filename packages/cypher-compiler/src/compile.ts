import { planTree, validatePlan } from '@grasp/plan';
import type { Plan, PlanScope, Schema } from '@grasp/plan';

import type { CompileIssue } from './compile-issue.js';
import { neo4j5 } from './dialect.js';
import type { CypherDialect } from './dialect.js';
import { CypherCompilerError } from './errors.js';
import type { FoldedScope } from './fold.js';
import { TreeFolder } from './fold-tree.js';
import { flatFold, isShortJoin, joinFold } from './pattern-fold.js';
import { QueryContext, UNITS } from './query-context.js';
import type { AnchorParameter } from './query-context.js';
import { nameProblem, quoteName } from './quote-name.js';
import { scopeTree } from './scope-tree.js';

/** The longest text that is returned, in UTF-16 code units. */
export const TEXT_LENGTH_LIMIT = 200_000;

/** Options of {@link compile}. */
export interface CompileOptions {
  /** Default {@link neo4j5}. */
  readonly dialect?: CypherDialect;
  /**
   * `stepwise` folds each branch hop by hop, so that its cost is bounded by the edges it touches; `flat` is the single
   * pattern of the paper (3.1), whose cost is the number of paths. Both give the same rows. Default `stepwise`.
   */
  readonly form?: 'stepwise' | 'flat';
  /** The most rows to return, an integer from 1 to 2⁵³ − 1. Without it all rows are returned, and no `candidateCount`. */
  readonly limit?: number;
  /** The property that holds a node's id as a string, or null for Neo4j's own `elementId`. Default `id`. */
  readonly idProperty?: string | null;
  /**
   * The property that holds the vector of a node's document. With it, and if the plan has a `relevance_text`, its cosine
   * with the parameter `relevance` is added to each score in the database; a node without a vector adds 0.
   */
  readonly documentProperty?: string;
}

/** Default options of {@link compile}. */
export const COMPILE_DEFAULTS = Object.freeze({ dialect: neo4j5, form: 'stepwise', idProperty: 'id' } as const);

/**
 * A query. Its text depends on the schema's names and on the shape of the plan, never on bindings, limits or filter
 * values, so that Neo4j plans it once.
 */
export interface CypherQuery {
  readonly text: string;
  /** The parameters that the plan and the options give. A bigint is an integer of Cypher, a number a float. */
  readonly parameters: Readonly<Record<string, unknown>>;
  /** The parameters that `bindParameters` adds, one for each anchor. */
  readonly anchors: readonly AnchorParameter[];
  /** What else `bindParameters` must be given. */
  readonly needs: readonly ('relevance' | 'targets')[];
  /**
   * What each row has: `id` and `score`, also `candidateCount` (how many rows there are without the limit; the paper's
   * n_cand) if there is a limit, and `anchorScore` if `score` contains a relevance as well.
   */
  readonly columns: readonly string[];
}

/** The outcome of {@link compile}. */
export type Compilation =
  { readonly ok: true; readonly query: CypherQuery } | { readonly ok: false; readonly issues: readonly CompileIssue[] };

/** A plan that can be compiled, and what its text is written with. */
export interface Preparation {
  readonly context: QueryContext;
  readonly scope: PlanScope;
}

function unusableNames(schema: Schema): CompileIssue[] {
  const names = [
    ...schema.nodeTypes.flatMap((type) => [type.name, ...type.fields.map((field) => field.name)]),
    ...schema.relations.map((relation) => relation.name),
  ];
  return [...new Set(names)].flatMap((name) => {
    const problem = nameProblem(name);
    if (problem === undefined) return [];
    const message = `the schema has a name that ${problem}: ${JSON.stringify(name).slice(0, 100)}`;
    return [{ code: 'unusable_name' as const, path: [], message, suggestions: [] }];
  });
}

/** Checks a plan against the schema and reads off its scopes. */
export function prepare(
  plan: Plan,
  schema: Schema,
  idProperty: string | null = COMPILE_DEFAULTS.idProperty,
):
  | { readonly ok: true; readonly preparation: Preparation }
  | { readonly ok: false; readonly issues: readonly CompileIssue[] } {
  const validation = validatePlan(plan, schema);
  if (!validation.ok) return validation;
  const fail = (code: CompileIssue['code'], path: CompileIssue['path'], message: string) =>
    ({ ok: false, issues: [{ code, path, message, suggestions: [] }] }) as const;
  if (validation.plan.retrieval_mode === 'skip') {
    return fail('skipped_plan', ['retrieval_mode'], 'the plan says that there is nothing to execute');
  }
  const issues = unusableNames(schema);
  if (issues.length > 0) return { ok: false, issues };
  const tree = planTree(validation.plan);
  if (!tree.ok) return fail(tree.code, ['hops', tree.hop], tree.message);
  const context = new QueryContext(validation.plan, schema, tree.labels, idProperty);
  return { ok: true, preparation: { context, scope: tree.scope } };
}

function stepwiseFold(context: QueryContext, scope: PlanScope): FoldedScope {
  const tree = scopeTree(context.plan, scope);
  if (tree === undefined || isShortJoin(context, scope)) return joinFold(context, scope);
  return new TreeFolder(context, tree).fold();
}

/** The end of a text: scores as numbers, relevance, order and cut. */
function finish(
  context: QueryContext,
  { node, score }: { readonly node: string; readonly score: string },
  options: CompileOptions,
): { lines: string[]; columns: string[]; needsRelevance: boolean } {
  const { limit, documentProperty } = options;
  const needsRelevance = documentProperty !== undefined && context.plan.target.relevance_text !== '';
  const anchorScore = `(${score}) / ${UNITS}`;
  const id = `${context.id(node)} AS id`;
  const lines: string[] = [];
  let values = `${id}, ${anchorScore} AS score`;
  if (needsRelevance) {
    const cosine = `2 * vector.similarity.cosine(${node}.${quoteName(documentProperty)}, $relevance) - 1`;
    lines.push(`WITH ${id}, ${anchorScore} AS anchorScore, coalesce(${cosine}, 0.0) AS relevance`);
    values = 'id, anchorScore + relevance AS score, anchorScore';
  }
  const columns = ['id', 'score', ...(needsRelevance ? ['anchorScore'] : [])];
  if (limit === undefined) {
    lines.push(`RETURN ${values}`, 'ORDER BY score DESC, id');
    return { lines, columns, needsRelevance };
  }
  // Sorted before collecting, which keeps the order: a sort afterwards would hold the whole list once for each row, as
  // Neo4j counts memory.
  lines.push(
    `WITH ${values} ORDER BY score DESC, id`,
    `WITH collect({${columns.map((column) => `${column}: ${column}`).join(', ')}}) AS rows`,
    `WITH rows[..${context.parameter('limit', BigInt(limit))}] AS rows, size(rows) AS candidateCount`,
    'UNWIND rows AS row',
    `RETURN ${columns.map((column) => `row.${column} AS ${column}`).join(', ')}, candidateCount`,
  );
  return { lines, columns: [...columns, 'candidateCount'], needsRelevance };
}

/** What is wrong with a finished text. */
export function textIssues(text: string): CompileIssue[] {
  if (text.length <= TEXT_LENGTH_LIMIT) return [];
  const message = `the text would have ${text.length} characters, more than ${TEXT_LENGTH_LIMIT}; expected fewer target labels or hops`;
  return [{ code: 'text_too_long', path: [], message, suggestions: [] }];
}

/** Throws unless the options are in their ranges. */
export function checkOptions({ limit, form, idProperty, documentProperty }: CompileOptions): void {
  const fail = (name: string, expected: string): never => {
    throw new CypherCompilerError('invalid_option', `expected ${name} to be ${expected}`);
  };
  if (limit !== undefined && !(Number.isSafeInteger(limit) && limit >= 1)) {
    fail('limit', `an integer from 1 to 2^53 - 1, got ${String(limit)}`);
  }
  if (form !== undefined && form !== 'flat' && form !== 'stepwise')
    fail('form', `"stepwise" or "flat", got ${String(form)}`);
  for (const [name, property] of Object.entries({ idProperty, documentProperty })) {
    const problem = property === undefined || property === null ? undefined : nameProblem(property);
    if (problem !== undefined) fail(name, `the name of a property, got one that ${problem}`);
  }
}

/**
 * Compiles a plan to Cypher (DESIGN.md, section 5; paper, 3.1). Pure: same arguments, same text. The database is
 * expected to have a label for each node type and a relationship type for each relation, named as the schema names
 * them, a property for each field, and a string property with each node's id.
 *
 * The query has one row for each node that satisfies the plan, by score descending, then id ascending by code points.
 *
 * @param plan - Checked against the schema first; what is wrong with it is returned.
 * @throws CypherCompilerError `invalid_option`
 */
export function compile(plan: Plan, schema: Schema, options: CompileOptions = {}): Compilation {
  checkOptions(options);
  const { dialect = COMPILE_DEFAULTS.dialect, form = COMPILE_DEFAULTS.form } = options;
  const prepared = prepare(plan, schema, options.idProperty);
  if (!prepared.ok) return prepared;
  const { context, scope } = prepared.preparation;
  const fold = form === 'flat' ? flatFold(context, scope) : stepwiseFold(context, scope);
  const { lines, columns, needsRelevance } = finish(context, fold, options);
  const text = [dialect.prefix, ...fold.lines, ...lines].join('\n');
  const issues = textIssues(text);
  if (issues.length > 0) return { ok: false, issues };
  const needs = needsRelevance ? (['relevance'] as const) : [];
  return { ok: true, query: { text, parameters: context.parameters, anchors: context.anchors, needs, columns } };
}
