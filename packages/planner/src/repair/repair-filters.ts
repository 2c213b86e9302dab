import type { Field, Filter, Plan, PlanIssue } from '@grasp/plan';

import { matchName } from './match-name.js';
import type { Repair, RepairContext, Repaired } from './repair-context.js';

const NUMBER = /-?\d+(?:[.,]\d+)*/u;

function toNumber(value: string | number): number | undefined {
  if (typeof value === 'number') return value;
  const found = NUMBER.exec(value)?.[0];
  const number = Number(found?.replace(/,(?=\d{3}\b)/gu, '').replace(',', '.') ?? Number.NaN);
  return Number.isFinite(number) ? number : undefined;
}

function toDate(value: string | number): string | undefined {
  const found = /\d{4}(?:-\d{2}(?:-\d{2})?)?/u.exec(String(value))?.[0];
  return found === undefined || Number.isNaN(Date.parse(found)) ? undefined : found;
}

/** The filter with its values read as the field's kind wants them. */
function suited({ field, op, value }: Filter, kind: Field['kind']): Filter | undefined {
  const read = (item: string | number): string | number | undefined =>
    kind === 'number' ? toNumber(item) : kind === 'date' ? toDate(item) : String(item);
  const values = (Array.isArray(value) ? value : [value]).flatMap((item: string | number) => read(item) ?? []);
  if (values.length === 0) return undefined;
  const orders = kind === 'number' || kind === 'date';
  const isText = kind === 'text' || (kind === 'keyword' && !['eq', 'ne', 'in'].includes(op));
  const operator = isText
    ? 'contains'
    : orders && op === 'contains'
      ? 'eq'
      : values.length > 1
        ? 'in'
        : op === 'in'
          ? 'eq'
          : op;
  return { field, op: operator, value: operator === 'in' ? values : values[0]! };
}

function replaceFilter(plan: Plan, issue: PlanIssue, filter: Filter | undefined): Repaired {
  const at = Number(issue.path[2]);
  const old = plan.target.filters![at]!;
  const filters = plan.target.filters!.flatMap((other, position) => (position !== at ? [other] : (filter ?? [])));
  const { var: variable, labels, relevance_text } = plan.target;
  const target = { var: variable, labels, relevance_text };
  const message =
    filter === undefined
      ? `the filter on "${old.field}" was dropped: ${issue.message}`
      : `the filter ${JSON.stringify(old)} became ${JSON.stringify(filter)}`;
  return {
    plan: { ...plan, target: filters.length > 0 ? { ...target, filters } : target },
    action: filter === undefined ? 'drop' : 'rename',
    message,
  };
}

const fieldsOf = (plan: Plan, { schema }: RepairContext): Field[] =>
  schema.nodeTypes.filter((type) => plan.target.labels.includes(type.name)).flatMap((type) => type.fields);

/** Whether an anchor or the relevance text holds all that a filter asks for. */
function isSaid({ anchors, target }: Plan, { value }: Filter): boolean {
  const words = (text: string): string =>
    ` ${
      text
        .toLowerCase()
        .match(/[\p{L}\p{N}]+/gu)
        ?.join(' ') ?? ''
    } `;
  const said = [...anchors.map(({ text }) => text), target.relevance_text].map(words);
  return [value].flat().every((item) => said.some((text) => text.includes(words(String(item)))));
}

/** A field that the target lacks: one that is alike, else no filter. Nothing is lost when the plan says the same elsewhere. */
export const repairUnknownField: Repair = (plan, issue, context) => {
  const filter = plan.target.filters![Number(issue.path[2])]!;
  const name = matchName(filter.field, fieldsOf(plan, context));
  if (name === undefined && isSaid(plan, filter)) {
    const message = `the filter on "${filter.field}" only repeats what the plan asks for, and was left out`;
    return { ...replaceFilter(plan, issue, undefined), action: 'read', message };
  }
  return replaceFilter(plan, issue, name === undefined ? undefined : { ...filter, field: name });
};

/** An operator or value that does not suit the field: read anew ("$30" as 30), else no filter. */
export const repairInvalidFilter: Repair = (plan, issue, context) => {
  const filter = plan.target.filters![Number(issue.path[2])]!;
  const field = fieldsOf(plan, context).find((candidate) => candidate.name === filter.field);
  const better = field === undefined ? undefined : suited(filter, field.kind);
  const isNew = better !== undefined && JSON.stringify(better) !== JSON.stringify(filter);
  return replaceFilter(plan, issue, isNew ? better : undefined);
};
