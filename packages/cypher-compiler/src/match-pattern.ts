import type { PlanNegation } from '@grasp/plan';

import { indent, withConditions } from './query-context.js';
import type { QueryContext } from './query-context.js';

/** Hops to be matched without folding, as one pattern. */
export interface PatternRequest {
  readonly hops: readonly number[];
  /** Names of the variables that are bound already. Those that the pattern binds are added. */
  readonly names: Map<string, string>;
  /** A variable to start from; it is bound even if there are no hops. */
  readonly root: string;
  /** Conditions on a variable that the pattern binds. */
  readonly conditionsOn: (variable: string, name: string) => readonly string[];
  /** Conditions on the whole, written with the names of the variables. */
  readonly conditions?: () => readonly string[];
}

interface Clause {
  readonly hops: number[];
  readonly patterns: string[];
  readonly conditions: string[];
}

/**
 * `MATCH` clauses for some hops. Neo4j takes no relationship twice within one clause, which is the rule of a plan for
 * hops that share a variable only (DESIGN.md, section 5); a hop that shares its relation but no variable with another
 * one goes to a clause of its own, and conditions then keep it apart from those it does share a variable with.
 *
 * @returns The lines, and the name of each hop's relationship.
 */
export function matchPattern(
  context: QueryContext,
  request: PatternRequest,
): { readonly lines: string[]; readonly edges: ReadonlyMap<number, string> } {
  const { names, root } = request;
  const clauses: Clause[] = [];
  const edges = new Map<number, string>();
  const mention = (variable: string, clause: Clause): string => {
    const known = names.get(variable);
    if (known !== undefined) return `(${known})`;
    const name = context.fresh('n');
    names.set(variable, name);
    clause.conditions.push(...request.conditionsOn(variable, name));
    return context.node(name, variable);
  };
  const open = (): Clause => {
    const clause = { hops: [], patterns: [], conditions: [] };
    clauses.push(clause);
    return clause;
  };

  const left = [...request.hops];
  const reached = new Set([...names.keys(), root]);
  while (left.length > 0) {
    const position = left.findIndex((hop) => {
      const { from, to_var: to } = context.plan.hops[hop]!;
      return reached.has(from) || reached.has(to);
    });
    const hop = left.splice(position, 1)[0]!;
    const { from, to_var: to, rel } = context.plan.hops[hop]!;
    reached.add(from).add(to);
    const isApart = (other: number): boolean =>
      context.plan.hops[other]!.rel === rel && !context.doHopsMeet(other, hop);
    const last = clauses.at(-1);
    const clause = last === undefined || last.hops.some(isApart) ? open() : last;
    const edge = context.fresh('r');
    clause.patterns.push(context.edge(hop, mention(from, clause), edge, mention(to, clause)));
    for (const [other, name] of edges) {
      if (!clause.hops.includes(other) && context.canClash(other, hop)) clause.conditions.push(`${edge} <> ${name}`);
    }
    clause.hops.push(hop);
    edges.set(hop, edge);
  }
  if (!names.has(root)) {
    const clause = open();
    clause.patterns.push(mention(root, clause));
  }
  const whole = request.conditions?.() ?? [];
  if (clauses.length > 0) clauses.at(-1)!.conditions.push(...whole);
  return {
    lines: clauses.flatMap(({ patterns, conditions }) =>
      withConditions(`MATCH ${patterns.join(',\n      ')}`, conditions),
    ),
    edges,
  };
}

const block = (word: string, lines: readonly string[]): string => [`${word} {`, ...indent(lines), '}'].join('\n');

/** A condition that some hops can be satisfied from a bound variable. */
export function existsPattern(context: QueryContext, request: PatternRequest): string {
  return block('EXISTS', matchPattern(context, request).lines);
}

/**
 * A condition that a negated hop leads to nothing that satisfies what lies beyond it. The hop has a clause of its own,
 * since it plays no part in the rule about edges.
 *
 * @param outer - Names of the variables bound outside, of which anchors are bound inside as well.
 */
export function negationCondition(
  context: QueryContext,
  { hop, near, far, scope }: PlanNegation,
  outer: ReadonlyMap<string, string>,
): string {
  const { from } = context.plan.hops[hop]!;
  const names = new Map([...outer].filter(([variable]) => context.isCut(variable)));
  const nearName = outer.get(near)!;
  const conditionsOn = (variable: string, name: string): string[] =>
    context.isAnchor(variable) ? [`${context.id(name)} IN ${context.anchorParameter(variable, 'ids', false)}`] : [];
  const edgeTo = (pattern: string): string => {
    const [start, end] = from === near ? [`(${nearName})`, pattern] : [pattern, `(${nearName})`];
    return context.edge(hop, start, '', end);
  };
  const known = names.get(far);
  if (known !== undefined) return `NOT ${block('EXISTS', [`MATCH ${edgeTo(`(${known})`)}`])}`;
  const farName = context.fresh('n');
  const first = conditionsOn(far, farName);
  names.set(far, farName);
  const inner = (): string[] => scope.negations.map((negation) => negationCondition(context, negation, names));
  const head = `MATCH ${edgeTo(context.node(farName, far))}`;
  if (scope.hops.length === 0) return `NOT ${block('EXISTS', withConditions(head, [...first, ...inner()]))}`;
  const request = { hops: scope.hops, names, root: far, conditionsOn, conditions: inner };
  return `NOT ${block('EXISTS', [...withConditions(head, first), ...matchPattern(context, request).lines])}`;
}
