import type { Plan, Schema } from '@grasp/plan';

import { checkOptions, prepare, textIssues } from './compile.js';
import type { CompileOptions, CypherQuery } from './compile.js';
import type { CompileIssue } from './compile-issue.js';
import { neo4j5 } from './dialect.js';
import { matchPattern, negationCondition } from './match-pattern.js';
import { indent, UNITS, unitsOf, withConditions } from './query-context.js';

/**
 * A query for one best way to each of some targets. Its parameter `targets` is a list of ids. Each row has `id`,
 * `score`, `nodes` (ids, in the order of `variables`) and `forward` (in the order of `hops`: whether the edge is stored
 * from the node of the hop's `from` to that of its `to_var`).
 */
export interface WitnessQuery extends CypherQuery {
  /** Variables of the plan outside negations. */
  readonly variables: readonly string[];
  /** Hops outside negations, as positions in `plan.hops`. */
  readonly hops: readonly number[];
}

/** The outcome of {@link compileWitness}. */
export type WitnessCompilation =
  | { readonly ok: true; readonly query: WitnessQuery }
  | { readonly ok: false; readonly issues: readonly CompileIssue[] };

/**
 * Compiles what explains the rows of {@link compile}'s query: for each target the nodes and edges of a way with the
 * best score. Ways are enumerated target by target, so ask for the targets that are shown, not for all. Of several
 * best ways any one is returned; targets that do not satisfy the plan have no row.
 *
 * @throws CypherCompilerError `invalid_option`
 */
export function compileWitness(
  plan: Plan,
  schema: Schema,
  options: Pick<CompileOptions, 'dialect' | 'idProperty'> = {},
): WitnessCompilation {
  checkOptions(options);
  const prepared = prepare(plan, schema, options.idProperty);
  if (!prepared.ok) return prepared;
  const { context, scope } = prepared.preparation;
  const target = context.fresh('n');
  const names = new Map([['T', target]]);
  const scores: string[] = [];
  const restrict = (variable: string, name: string): string[] => {
    if (!context.isAnchor(variable)) return [];
    const bindings = context.anchorParameter(variable, 'bindings', true);
    const score = `[b IN ${bindings} WHERE b.id = ${context.id(name)} | b.score][0]`;
    scores.push(unitsOf(score));
    return [`${context.id(name)} IN [b IN ${bindings} | b.id]`];
  };
  const own = restrict('T', target);
  const { lines, edges } = matchPattern(context, {
    hops: scope.hops,
    names,
    root: 'T',
    conditionsOn: restrict,
  });
  const negations = scope.negations.map((negation) => negationCondition(context, negation, names));
  const [nodes, relationships] = [[...names.values()], [...edges.values()]];
  const inner = [...nodes.slice(1), ...relationships];
  const total = context.fresh('s');
  const score = `${scores.join(' + ') || '0'} AS ${total}`;
  const text = [
    (options.dialect ?? neo4j5).prefix,
    'UNWIND $targets AS target',
    ...withConditions(`MATCH ${context.node(target, 'T')}`, [`${context.id(target)} = target`, ...own]),
    `CALL (${target}) {`,
    ...indent([
      ...lines,
      ...withConditions(`WITH ${[target, ...inner].join(', ')}`, negations),
      `RETURN ${[...inner, score].join(', ')}`,
      `ORDER BY ${total} DESC`,
      'LIMIT 1',
    ]),
    '}',
    `RETURN target AS id, ${total} / ${UNITS} AS score,`,
    `  [${nodes.map((name) => context.id(name)).join(', ')}] AS nodes,`,
    `  [${[...edges].map(([hop, edge]) => `startNode(${edge}) = ${names.get(context.plan.hops[hop]!.from)!}`).join(', ')}] AS forward`,
  ].join('\n');
  const issues = textIssues(text);
  if (issues.length > 0) return { ok: false, issues };
  return {
    ok: true,
    query: {
      text,
      parameters: context.parameters,
      anchors: context.anchors,
      needs: ['targets'],
      columns: ['id', 'score', 'nodes', 'forward'],
      variables: [...names.keys()],
      hops: [...edges.keys()],
    },
  };
}
