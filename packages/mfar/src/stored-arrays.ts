import { LexicalIndexError } from './errors.js';

/** What a stored array can be. */
export type StoredArray = Float32Array | Uint32Array | Int32Array | Uint8Array;

/** Whether a stored value is a whole number from 0. */
export const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

/**
 * A stored array of one form.
 *
 * @param length - Of how many values; by default any.
 * @throws LexicalIndexError `missing_array` or `malformed_array`
 */
export function takeArray<T extends StoredArray>(
  array: (name: string) => StoredArray | undefined,
  name: string,
  type: { new (length: number): T; readonly name: string },
  length?: number,
): T {
  const found = array(name);
  if (found === undefined) throw new LexicalIndexError('missing_array', `expected an array "${name}"`);
  if (found instanceof type && (length === undefined || found.length === length)) return found;
  const expected = `"${name}" to be a ${type.name} of ${length ?? 'any'} values`;
  throw new LexicalIndexError(
    'malformed_array',
    `expected ${expected}, got a ${found.constructor.name} of ${found.length}`,
  );
}
