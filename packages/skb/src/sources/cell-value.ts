import type { FieldKind } from '@grasp/plan';

import type { FieldValue } from '../source.js';
import type { Cell } from './read-table.js';

/** The longest values that are accepted, in UTF-16 code units; a longer one is a problem of its row. */
export const VALUE_LIMITS = Object.freeze({ id: 512, name: 10_000, keyword: 1_000, text: 10_000_000 });

/** A value, or what was expected instead of what stands there. */
export type CellValue<Value> = { readonly value: Value } | { readonly fault: string };

const NUMBER = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/u;
const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?)?)?$/u;

/** A number in plain or scientific notation with a point, or undefined. */
export function parseNumber(cell: Cell): number | undefined {
  if (typeof cell === 'number') return cell;
  if (typeof cell !== 'string' || !NUMBER.test(cell)) return undefined;
  const value = Number(cell);
  return Number.isFinite(value) ? value : undefined;
}

/** Whether a text is an ISO 8601 date of the calendar: year, year and month, or day, the last with or without a time. */
export function isIsoDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (parts === null) return false;
  const [, year, month, day] = parts;
  if (month === undefined) return true;
  const monthNumber = Number(month);
  if (monthNumber < 1 || monthNumber > 12) return false;
  if (day === undefined) return true;
  const daysInMonth = new Date(Date.UTC(Number(year), monthNumber, 0)).getUTCDate();
  return Number(day) >= 1 && Number(day) <= daysInMonth && !Number.isNaN(Date.parse(text.replace(' ', 'T')));
}

/** The texts of a cell: the elements of a list, or the parts between separators. None is empty. */
export function cellTexts(cell: Cell, separator?: string): readonly string[] {
  if (typeof cell === 'number') return [String(cell)];
  if (typeof cell !== 'string') return cell;
  if (separator === undefined) return [cell];
  return cell
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

const quoted = (cell: Cell): string => {
  const text = typeof cell === 'object' ? cell.join(', ') : String(cell);
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
};

/** One text that is not longer than `limit`, such as an id or a name. */
export function textOf(cell: Cell, limit: number): CellValue<string> {
  if (typeof cell === 'object') {
    if (cell.length === 1) return textOf(cell[0]!, limit);
    return { fault: `expected one value, got ${cell.length}: ${quoted(cell)}` };
  }
  const text = String(cell);
  if (text.length > limit) return { fault: `expected at most ${limit} characters, got ${text.length}` };
  return { value: text };
}

/** Reads a cell as the value of a field; undefined when nothing is left of it between the separators. */
export function fieldValue(cell: Cell, kind: FieldKind, separator?: string): CellValue<FieldValue | undefined> {
  if (kind === 'number') {
    const only = typeof cell === 'object' && cell.length === 1 ? cell[0]! : cell;
    const value = parseNumber(only);
    return value === undefined ? { fault: `expected a number such as 12.5, got ${quoted(cell)}` } : { value };
  }
  const texts = cellTexts(cell, separator);
  const wrongDate = kind === 'date' ? texts.find((text) => !isIsoDate(text)) : undefined;
  if (wrongDate !== undefined) return { fault: `expected a date such as 2024-03-31, got ${quoted(wrongDate)}` };
  const limit = kind === 'text' ? VALUE_LIMITS.text : VALUE_LIMITS.keyword;
  const long = texts.find((text) => text.length > limit);
  if (long !== undefined) return { fault: `expected at most ${limit} characters, got ${long.length}` };
  if (typeof cell !== 'object' && separator === undefined) return { value: texts[0] };
  return { value: texts.length > 0 ? texts : undefined };
}
