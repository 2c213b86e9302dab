import { InvalidArgumentError } from 'commander';

/** Reads an option as a whole number from `least` to `most`. */
export function wholeNumber(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/u.test(value) && number >= least && number <= most) return number;
    throw new InvalidArgumentError(`Expected a whole number from ${least} to ${most}.`);
  };
}

/** Reads an option as a number that is not negative. */
export function nonNegativeNumber(value: string): number {
  const number = Number(value);
  if (value.trim() !== '' && Number.isFinite(number) && number >= 0) return number;
  throw new InvalidArgumentError('Expected a number that is not negative.');
}

/** Reads an option as words separated by commas. */
export function wordList(value: string): string[] {
  const words = value
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (words.length > 0) return words;
  throw new InvalidArgumentError('Expected words separated by commas.');
}

/** Gathers an option that may be given several times. */
export function repeated<Value>(
  read: (value: string) => Value,
): (value: string, before: Value[] | undefined) => Value[] {
  return (value, before = []) => [...before, read(value)];
}

/** For {@link repeated}: the value as it stands. */
export const asGiven = (value: string): string => value;
