import type { z } from 'zod';

import { JoinedNames } from './joined-names.js';
import { nearestNames } from './nearest-names.js';
import { planTree } from './plan-tree.js';
import { planSchema } from './plan.js';
import type { Filter, Hop, Plan } from './plan.js';
import type { PlanIssue, PlanIssueCode } from './plan-issue.js';
import type { Field, Relation, Schema } from './schema.js';

/** The outcome of {@link validatePlan}. A valid plan has its defaults filled in; warnings do not stop it. */
export type PlanValidation =
  | { readonly ok: true; readonly plan: Plan; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly issues: readonly PlanIssue[] };

const OPERATORS_BY_KIND: Record<Field['kind'], readonly string[]> = {
  text: ['contains'],
  keyword: ['eq', 'ne', 'in', 'contains'],
  number: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'],
  date: ['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in'],
};

const isIsoDate = (value: unknown): boolean =>
  typeof value === 'string' && /^\d{4}(-\d{2}(-\d{2}([T ].*)?)?)?$/u.test(value) && !Number.isNaN(Date.parse(value));

function formIssues(error: z.ZodError): PlanIssue[] {
  return error.issues.map((issue) => {
    const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part));
    const code: PlanIssueCode = issue.code === 'too_big' ? 'too_large' : 'malformed';
    const suggestions = issue.code === 'invalid_value' ? issue.values.map(String) : [];
    return { code, path, message: issue.message, suggestions };
  });
}

/** The node types that each variable may have, as the plan's labels restrict them. */
function variableTypes(plan: Plan, report: Report): Map<string, ReadonlySet<string>> {
  const types = new Map<string, ReadonlySet<string>>([['T', new Set(plan.target.labels)]]);
  const restrict = (variable: string, label: string, path: readonly (string | number)[]): void => {
    const known = types.get(variable);
    if (known === undefined || known.has(label)) types.set(variable, new Set([label]));
    else {
      report(
        'conflicting_labels',
        path,
        `variable "${variable}" has the label "${label}", but elsewhere ${[...known].map((other) => `"${other}"`).join(', ')}`,
        [...known],
      );
    }
  };
  const anchored = new Set<string>();
  plan.anchors.forEach((anchor, index) => {
    if (anchored.has(anchor.var)) {
      report('duplicate_variable', ['anchors', index, 'var'], `two anchors have the variable "${anchor.var}"`, []);
    } else {
      anchored.add(anchor.var);
      restrict(anchor.var, anchor.label, ['anchors', index, 'label']);
    }
  });
  plan.hops.forEach((hop, index) => restrict(hop.to_var, hop.to_label, ['hops', index, 'to_label']));
  return types;
}

type Report = (
  code: PlanIssueCode,
  path: readonly (string | number)[],
  message: string,
  suggestions: readonly string[],
) => void;

/** Whether `relation` connects a node of `from` to one of `to` in its stored direction. */
function connects(relation: Relation, from: ReadonlySet<string>, to: ReadonlySet<string>): boolean {
  return relation.endpoints.some((pair) => from.has(pair.from) && to.has(pair.to));
}

function checkHopTypes(
  hop: Hop,
  index: number,
  relation: Relation,
  types: ReadonlyMap<string, ReadonlySet<string>>,
  schema: Schema,
  report: Report,
): void {
  const from = types.get(hop.from);
  const to = types.get(hop.to_var);
  if (from === undefined || to === undefined) return;
  const outward = connects(relation, from, to);
  const inward = connects(relation, to, from);
  if (hop.direction === undefined ? outward || inward : hop.direction === 'out' ? outward : inward) return;
  const name = (labels: ReadonlySet<string>): string => [...labels].join(' or ');
  if (outward || inward) {
    report(
      'wrong_direction',
      ['hops', index, 'direction'],
      `"${hop.rel}" connects ${name(from)} and ${name(to)} only in direction "${outward ? 'out' : 'in'}"`,
      [outward ? 'out' : 'in'],
    );
    return;
  }
  const fitting = schema.relations
    .filter((candidate) => connects(candidate, from, to) || connects(candidate, to, from))
    .map((candidate) => candidate.name);
  report(
    'impossible_endpoints',
    ['hops', index],
    `"${hop.rel}" never connects ${name(from)} and ${name(to)}; expected a relation that does`,
    nearestNames(hop.rel, fitting),
  );
}

function checkFilter(filter: Filter, index: number, fields: readonly Field[], report: Report): void {
  const field = fields.find((candidate) => candidate.name === filter.field);
  const path = ['target', 'filters', index];
  if (field === undefined) {
    const names = [...new Set(fields.map((candidate) => candidate.name))];
    const message = `no target type has a field "${filter.field}"`;
    report('unknown_field', [...path, 'field'], message, nearestNames(filter.field, names));
    return;
  }
  const operators = OPERATORS_BY_KIND[field.kind];
  if (!operators.includes(filter.op)) {
    const message = `"${filter.op}" does not apply to the ${field.kind} field "${field.name}"`;
    report('invalid_filter', [...path, 'op'], message, operators);
    return;
  }
  if ((filter.op === 'in') !== Array.isArray(filter.value)) {
    const message = filter.op === 'in' ? '"in" expects a list of values' : `"${filter.op}" expects one value`;
    report('invalid_filter', [...path, 'value'], message, []);
    return;
  }
  const values = Array.isArray(filter.value) ? filter.value : [filter.value];
  const suits = (value: unknown): boolean =>
    field.kind === 'number'
      ? typeof value === 'number'
      : field.kind === 'date'
        ? isIsoDate(value)
        : typeof value === 'string';
  if (!values.every(suits)) {
    const expected = field.kind === 'number' ? 'a number' : field.kind === 'date' ? 'an ISO 8601 date' : 'a string';
    report('invalid_filter', [...path, 'value'], `the ${field.kind} field "${field.name}" expects ${expected}`, []);
  }
}

/**
 * Cycles and connection. Anchors other than the target are cut apart at each hop, because execution conditions on their
 * bindings; what remains must be a forest.
 */
function checkConnection(plan: Plan, report: Report): void {
  const anchors = new Set(plan.anchors.map((anchor) => anchor.var));
  const joined = new JoinedNames();
  plan.hops.forEach((hop, index) => {
    const isCut = (variable: string): boolean => variable !== 'T' && anchors.has(variable);
    if (hop.from !== hop.to_var && (isCut(hop.from) || isCut(hop.to_var))) return;
    if (joined.join(hop.from, hop.to_var)) return;
    const message = `the hop from "${hop.from}" to "${hop.to_var}" closes a cycle; hops must form a tree`;
    report('cycle', ['hops', index], message, []);
  });

  const neighbours = new Map<string, string[]>();
  for (const hop of plan.hops) {
    neighbours.set(hop.from, [...(neighbours.get(hop.from) ?? []), hop.to_var]);
    neighbours.set(hop.to_var, [...(neighbours.get(hop.to_var) ?? []), hop.from]);
  }
  const reached = new Set(['T']);
  for (const variable of reached) for (const next of neighbours.get(variable) ?? []) reached.add(next);
  plan.anchors.forEach((anchor, index) => {
    if (reached.has(anchor.var)) return;
    const message = `no hops lead from anchor "${anchor.var}" ("${anchor.text}") to the target`;
    report('disconnected_anchor', ['anchors', index, 'var'], message, []);
  });
  plan.hops.forEach((hop, index) => {
    if (reached.has(hop.from) || anchors.has(hop.from)) return;
    report('disconnected_hop', ['hops', index], `the hop from "${hop.from}" is not connected to the target`, []);
  });
  if (![...anchors].some((variable) => reached.has(variable))) {
    const message = 'no anchor binds the target; expected an anchor with the variable "T" or hops from an anchor to it';
    report('unbound_target', ['target'], message, []);
  }
}

/**
 * Checks a plan against the schema of a knowledge base. Never throws on bad input: whatever a model wrote comes back
 * as a valid plan or as a list of issues with codes from {@link PLAN_ISSUE_CODES}. A plan whose `retrieval_mode` is
 * `skip` is checked in its form only.
 *
 * @param value - Any JSON value.
 * @param schema - The knowledge base's schema.
 */
export function validatePlan(value: unknown, schema: Schema): PlanValidation {
  const parsed = planSchema.safeParse(value);
  if (!parsed.success) return { ok: false, issues: formIssues(parsed.error) };
  // exactOptionalPropertyTypes: zod leaves absent keys absent, its types do not say so.
  const plan = parsed.data as Plan;
  const warnings: string[] = [];
  if (plan.retrieval_mode === 'skip') return { ok: true, plan, warnings };

  const issues: PlanIssue[] = [];
  const report: Report = (code, path, message, suggestions) => issues.push({ code, path, message, suggestions });

  const typeNames = schema.nodeTypes.map((type) => type.name);
  const checkType = (label: string, path: readonly (string | number)[]): void => {
    if (typeNames.includes(label)) return;
    report('unknown_type', path, `the schema has no node type "${label}"`, nearestNames(label, typeNames));
  };
  plan.anchors.forEach((anchor, index) => checkType(anchor.label, ['anchors', index, 'label']));
  plan.hops.forEach((hop, index) => checkType(hop.to_label, ['hops', index, 'to_label']));
  plan.target.labels.forEach((label, index) => checkType(label, ['target', 'labels', index]));

  const types = variableTypes(plan, report);
  plan.hops.forEach((hop, index) => {
    if (!types.has(hop.from)) {
      const message = `the hop starts at "${hop.from}", which is neither an anchor nor reached by a hop`;
      report('undefined_variable', ['hops', index, 'from'], message, nearestNames(hop.from, [...types.keys()]));
    }
    const relation = schema.relations.find((candidate) => candidate.name === hop.rel);
    if (relation === undefined) {
      const names = schema.relations.map((candidate) => candidate.name);
      const message = `the schema has no relation "${hop.rel}"`;
      report('unknown_relation', ['hops', index, 'rel'], message, nearestNames(hop.rel, names));
      return;
    }
    checkHopTypes(hop, index, relation, types, schema, report);
  });

  const fields = schema.nodeTypes
    .filter((type) => plan.target.labels.includes(type.name))
    .flatMap((type) => type.fields);
  plan.target.filters?.forEach((filter, index) => checkFilter(filter, index, fields, report));
  checkConnection(plan, report);
  if (issues.length === 0) {
    const tree = planTree(plan);
    if (!tree.ok) report(tree.code, ['hops', tree.hop], tree.message, []);
  }

  if (issues.length > 0) return { ok: false, issues };
  if (plan.hops.length > 0 && plan.hops.every((hop) => hop.negated === true)) {
    warnings.push('every hop is negated, so all other nodes of the target types are candidates');
  }
  return { ok: true, plan, warnings };
}
