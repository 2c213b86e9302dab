import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow } from './answer-row.js';

/** The number that a row has as a feature, NaN if it is not defined. @throws AnswerRankerError `invalid_row` */
export function featureOf(row: AnswerRow, name: string, index: number): number {
  const value: unknown = Object.hasOwn(row.features ?? {}, name) ? row.features![name] : undefined;
  if (value === undefined || value === null) return Number.NaN;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value !== 'number') {
    throw new AnswerRankerError('invalid_row', `feature ${name} to be a number, boolean or null`, value, {
      row: index,
    });
  }
  return Number.isFinite(value) ? value : Number.NaN;
}

/** The row's vector of that name; undefined if it has none. @throws AnswerRankerError `invalid_row` for one that is empty or not finite. */
export function vectorOf(row: AnswerRow, name: string, index: number): ArrayLike<number> | undefined {
  const vector = Object.hasOwn(row.vectors ?? {}, name) ? row.vectors![name] : undefined;
  if (vector === undefined) return undefined;
  let isFinite = vector.length > 0;
  for (let place = 0; place < vector.length; place++) isFinite &&= Number.isFinite(vector[place]);
  if (isFinite) return vector;
  throw new AnswerRankerError('invalid_row', `vector ${name} to hold finite numbers`, vector, { row: index });
}

/**
 * Reads one column of the rows, NaN where it is not defined. A column is a feature, or a component of a vector:
 * `question[5]` is the sixth number of the vector `question`.
 */
export function columnReader(column: string): (row: AnswerRow, index: number) => number {
  const component = /^(.*)\[(\d+)\]$/s.exec(column);
  if (component === null) return (row, index) => featureOf(row, column, index);
  const [name, place] = [component[1]!, Number(component[2])];
  return (row, index) => {
    const vector = vectorOf(row, name, index);
    return vector === undefined ? featureOf(row, column, index) : (vector[place] ?? Number.NaN);
  };
}
