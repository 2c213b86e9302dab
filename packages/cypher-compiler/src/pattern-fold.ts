import type { PlanScope } from '@grasp/plan';

import { filterConditions } from './filter-condition.js';
import type { FoldedScope } from './fold.js';
import { matchPattern, negationCondition } from './match-pattern.js';
import type { PatternRequest } from './match-pattern.js';
import { unitsOf } from './query-context.js';
import type { QueryContext } from './query-context.js';

/** All hops of the outermost scope as one pattern, in which each target keeps its best row. */
function patternFold(
  context: QueryContext,
  scope: PlanScope,
  scoreOf: ReadonlyMap<string, string>,
  conditionsOn: PatternRequest['conditionsOn'],
): FoldedScope {
  const names = new Map<string, string>();
  const { lines } = matchPattern(context, {
    hops: scope.hops,
    names,
    root: scope.root,
    conditionsOn,
    conditions: () => [
      ...filterConditions(context, names.get('T')!),
      ...scope.negations.map((negation) => negationCondition(context, negation, names)),
    ],
  });
  const node = names.get('T')!;
  const score = context.fresh('s');
  const sum = [...scoreOf.values()].map(unitsOf).join(' + ') || '0';
  return { lines: [...lines, `WITH ${node}, max(${sum}) AS ${score}`], node, score };
}

/** The paper's single pattern, for each combination of bindings. */
export function flatFold(context: QueryContext, scope: PlanScope): FoldedScope {
  const bindings = new Map<string, string>();
  const lines: string[] = [];
  for (const variable of scope.variables) {
    if (!context.isAnchor(variable)) continue;
    const binding = context.fresh('b');
    bindings.set(variable, binding);
    lines.push(`UNWIND ${context.anchorParameter(variable, 'bindings', true)} AS ${binding}`);
  }
  const scores = new Map([...bindings].map(([variable, binding]) => [variable, `${binding}.score`]));
  const fold = patternFold(context, scope, scores, (variable, name) => {
    const binding = bindings.get(variable);
    return binding === undefined ? [] : [`${context.id(name)} = ${binding}.id`];
  });
  return { ...fold, lines: [...lines, ...fold.lines] };
}

/**
 * The single pattern once for all bindings. The server's planner is free to start at any anchor and to join in the
 * middle, by what it knows of the data. The rows are the ways that satisfy the plan, so this is for plans in which the
 * ways to one target are few.
 */
export function joinFold(context: QueryContext, scope: PlanScope): FoldedScope {
  const scores = new Map<string, string>();
  return patternFold(context, scope, scores, (variable, name) => {
    if (!context.isAnchor(variable)) return [];
    const bindings = context.anchorParameter(variable, 'bindings', true);
    scores.set(variable, `[b IN ${bindings} WHERE b.id = ${context.id(name)} | b.score][0]`);
    return [`${context.id(name)} IN [b IN ${bindings} | b.id]`];
  });
}

/**
 * Whether anchors meet within two hops of the target, and nothing but anchors ends a branch: then the ways to one
 * target are few, and a join beats to go all ways from each anchor, of which one may be a hub.
 */
export function isShortJoin(context: QueryContext, scope: PlanScope): boolean {
  const hops = scope.hops.map((hop) => context.plan.hops[hop]!);
  const anchors = scope.variables.filter((variable) => context.isAnchor(variable));
  if (hops.length === 0 || (anchors.length < 2 && hops.length < scope.variables.length)) return false;
  const around = (variables: ReadonlySet<string>): Set<string> =>
    new Set(hops.flatMap(({ from, to_var: to }) => (variables.has(from) || variables.has(to) ? [from, to] : [])));
  const near = around(around(new Set(['T'])));
  const isEnd = (variable: string): boolean =>
    hops.filter(({ from, to_var: to }) => from === variable || to === variable).length === 1;
  return scope.variables.every(
    (variable) => near.has(variable) && (variable === 'T' || context.isAnchor(variable) || !isEnd(variable)),
  );
}
