import type { Plan, Schema } from '@grasp/plan';

import { quoteName } from './quote-name.js';

/** Scores are added as whole numbers of units, this many to 1: such a sum is exact and the same in any order. */
export const UNITS = '1000000000000.0';

/** What a parameter of an anchor holds: `bindings` a list of `{ id, score }`, `ids` a list of ids. */
export type AnchorForm = 'bindings' | 'ids';

/** Where a text expects the bindings of an anchor. */
export interface AnchorParameter {
  /** The anchor's variable in the plan. */
  readonly variable: string;
  readonly parameter: string;
  readonly form: AnchorForm;
  /** Whether no node satisfies the plan when this anchor is bound to nothing; not so inside a negation. */
  readonly isRequired: boolean;
}

/** Hands out the names of one text, and writes its smallest parts. Variables of a plan are never written themselves. */
export class QueryContext {
  readonly anchors: AnchorParameter[] = [];
  readonly parameters: Record<string, unknown> = {};
  private readonly counts = new Map<string, number>();

  constructor(
    readonly plan: Plan,
    readonly schema: Schema,
    readonly labels: ReadonlyMap<string, readonly string[]>,
    private readonly idProperty: string | null,
  ) {}

  fresh(prefix: string): string {
    const count = this.counts.get(prefix) ?? 0;
    this.counts.set(prefix, count + 1);
    return `${prefix}${count}`;
  }

  isAnchor(variable: string): boolean {
    return this.plan.anchors.some((anchor) => anchor.var === variable);
  }

  /** Whether a variable is an anchor that keeps its binding inside negations. */
  isCut(variable: string): boolean {
    return variable !== 'T' && this.isAnchor(variable);
  }

  id(name: string): string {
    return this.idProperty === null ? `elementId(${name})` : `${name}.${quoteName(this.idProperty)}`;
  }

  /** The parameter with an anchor's bindings, as an expression. */
  anchorParameter(variable: string, form: AnchorForm, isRequired: boolean): string {
    const parameter = `anchor${this.plan.anchors.findIndex((anchor) => anchor.var === variable)}`;
    if (!this.anchors.some((known) => known.parameter === parameter)) {
      this.anchors.push({ variable, parameter, form, isRequired });
    }
    return `$${parameter}`;
  }

  parameter(name: string, value: unknown): string {
    this.parameters[name] = value;
    return `$${name}`;
  }

  /** A node pattern that a variable's labels restrict. */
  node(name: string, variable: string): string {
    return `(${name}:${this.labels.get(variable)!.map(quoteName).join('|')})`;
  }

  /** A hop's pattern between two node patterns: `from` is that of the variable where the hop's text starts. */
  edge(hop: number, from: string, name: string, to: string): string {
    const { rel, direction } = this.plan.hops[hop]!;
    const [left, right] = direction === undefined ? ['-', '-'] : direction === 'out' ? ['-', '->'] : ['<-', '-'];
    return `${from}${left}[${name}:${quoteName(rel)}]${right}${to}`;
  }

  doHopsMeet(a: number, b: number): boolean {
    const [one, two] = [this.plan.hops[a]!, this.plan.hops[b]!];
    return [one.from, one.to_var].some((variable) => variable === two.from || variable === two.to_var);
  }

  /** Whether two hops share a variable and a relation, and so must not take the same edge. */
  canClash(a: number, b: number): boolean {
    return this.plan.hops[a]!.rel === this.plan.hops[b]!.rel && this.doHopsMeet(a, b);
  }
}

/** A score in units, as an expression. */
export const unitsOf = (score: string): string => `toInteger(round(${score} * ${UNITS}))`;

export const indent = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => line.split('\n').map((part) => `  ${part}`));

/** Lines of a clause with its conditions. */
export const withConditions = (clause: string, conditions: readonly string[]): string[] =>
  conditions.length === 0 ? [clause] : [clause, `WHERE ${conditions.join('\n  AND ')}`];
