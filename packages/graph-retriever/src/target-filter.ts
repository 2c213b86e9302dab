import type { FieldKind, Filter, Schema } from '@grasp/plan';

import type { FieldValue } from './graph.js';

type Comparison = (value: string | number) => boolean;

const compare = (op: Filter['op'], value: string | number, wanted: string | number): boolean => {
  switch (op) {
    case 'eq':
      return value === wanted;
    case 'ne':
      return value !== wanted;
    case 'lt':
      return value < wanted;
    case 'lte':
      return value <= wanted;
    case 'gt':
      return value > wanted;
    case 'gte':
      return value >= wanted;
    default:
      return false;
  }
};

/** `2001-05-03 10:00` and `2001-05-03T10:00` are the same text. */
const dateText = (value: string | number): string => String(value).trim().replace(' ', 'T');

function comparison(kind: FieldKind, filter: Filter): Comparison {
  const { op, value: wanted } = filter;
  if (Array.isArray(wanted)) {
    const each = (wanted as (string | number)[]).map((value) => comparison(kind, { ...filter, op: 'eq', value }));
    return (value) => each.some((isEqual) => isEqual(value));
  }
  const single = wanted as string | number;
  if (op === 'contains') {
    const part = String(single).toLowerCase();
    return (value) => String(value).toLowerCase().includes(part);
  }
  if (kind === 'number') {
    const number = Number(single);
    return (value) => {
      const own = typeof value === 'number' ? value : value.trim() === '' ? NaN : Number(value);
      return !Number.isNaN(own) && compare(op, own, number);
    };
  }
  if (kind === 'date') {
    const date = dateText(single);
    return (value) => compare(op, dateText(value).slice(0, date.length), date);
  }
  const text = String(single);
  return (value) => compare(op, String(value), text);
}

/**
 * The plan's filters as one condition on a node of `type`. A node without the field does not meet a filter; a list
 * does if one of its values does. `eq`, `ne` and `in` take words as they are written, `contains` ignores case. Dates
 * are compared as ISO 8601 text, as precisely as the filter's value: `eq 2001` holds on any day of 2001, `gt 2001`
 * from 2002 on.
 */
export function targetFilter(
  filters: readonly Filter[],
  schema: Schema,
  type: string,
): (fields: Readonly<Record<string, FieldValue>>) => boolean {
  const fields = schema.nodeTypes.find((candidate) => candidate.name === type)?.fields ?? [];
  const tests = filters.map((filter) => {
    const field = fields.find((candidate) => candidate.name === filter.field);
    return { name: filter.field, isMet: field === undefined ? () => false : comparison(field.kind, filter) };
  });
  return (values) =>
    tests.every(({ name, isMet }) => {
      const value = Object.hasOwn(values, name) ? values[name] : undefined;
      if (value === undefined) return false;
      return typeof value === 'object' ? value.some(isMet) : isMet(value);
    });
}
