import type { FieldKind, Filter } from '@grasp/plan';

import type { QueryContext } from './query-context.js';
import { quoteName } from './quote-name.js';

const OPERATORS = Object.freeze({
  eq: '=',
  ne: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  in: 'IN',
  contains: 'CONTAINS',
});

/** Seconds and minutes may be set off by a space or by a T. */
const dateText = (value: string): string => value.trim().replace(' ', 'T');

function parameterValue(kind: FieldKind, { op, value }: Filter): unknown {
  const convert = (single: string | number): string | number => {
    if (op === 'contains') return String(single).toLowerCase();
    if (kind === 'number') return Number(single);
    return kind === 'date' ? dateText(String(single)) : String(single);
  };
  return Array.isArray(value) ? (value as (string | number)[]).map(convert) : convert(value as string | number);
}

/** The condition on one value `x` of the field. */
function comparison(kind: FieldKind, { op }: Filter, parameter: string): string {
  if (op === 'contains') return `toLower(toStringOrNull(x)) CONTAINS ${parameter}`;
  if (kind === 'number') {
    const number = `toFloatOrNull(x) ${OPERATORS[op]} ${parameter}`;
    return op === 'ne' ? `${number} AND NOT isNaN(toFloatOrNull(x))` : number;
  }
  if (kind === 'date') {
    const date = (wanted: string): string => `left(replace(trim(toStringOrNull(x)), ' ', 'T'), size(${wanted}))`;
    if (op === 'in') return `any(y IN ${parameter} WHERE ${date('y')} = y)`;
    return `${date(parameter)} ${OPERATORS[op]} ${parameter}`;
  }
  return `toStringOrNull(x) ${OPERATORS[op]} ${parameter}`;
}

/**
 * The plan's filters as conditions on the target. A node without the field does not meet a filter; a list does if one
 * of its values does. A field counts only for types that the schema gives it, and as the kind that it has there.
 */
export function filterConditions(context: QueryContext, target: string): string[] {
  const { labels, filters = [] } = context.plan.target;
  return filters.map((filter, index) => {
    const kinds = new Map<FieldKind, string[]>();
    for (const label of labels) {
      const type = context.schema.nodeTypes.find((candidate) => candidate.name === label);
      const field = type?.fields.find((candidate) => candidate.name === filter.field);
      if (field !== undefined) kinds.set(field.kind, [...(kinds.get(field.kind) ?? []), label]);
    }
    const alternatives = [...kinds].map(([kind, of], position) => {
      const name = `filter${index}${position === 0 ? '' : `_${kind}`}`;
      const parameter = context.parameter(name, parameterValue(kind, filter));
      const values = `[] + ${target}.${quoteName(filter.field)}`;
      const condition = `any(x IN ${values} WHERE ${comparison(kind, filter, parameter)})`;
      if (of.length === labels.length) return condition;
      return `(${target}:${of.map(quoteName).join('|')} AND ${condition})`;
    });
    return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.join(' OR ')})`;
  });
}
