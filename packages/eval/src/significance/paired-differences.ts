import { EvaluationError } from '../errors.js';

/** The outcome of a two-sided test of two lists of paired values. */
export interface TestResult {
  /** From 0 to 1; 1 for lists without any difference, never NaN. */
  readonly pValue: number;
  /** Whether `pValue` is exact, from a distribution, or from a sample of permutations. */
  readonly method: 'exact' | 'approximate' | 'sampled';
  /** The test's statistic: mean difference, t, or the smaller rank sum. */
  readonly statistic: number;
}

/**
 * The differences `a[i] - b[i]`.
 *
 * @throws EvaluationError `invalid_option` for lists of different length or without values, or values that are not finite.
 */
export function pairedDifferences(a: readonly number[], b: readonly number[]): readonly number[] {
  if (a.length !== b.length || a.length === 0) {
    const expected = `expected two lists of the same length, at least 1, got ${a.length} and ${b.length} values`;
    throw new EvaluationError('invalid_option', expected);
  }
  const differences = a.map((value, index) => value - b[index]!);
  if (!differences.every(Number.isFinite)) {
    throw new EvaluationError('invalid_option', 'expected finite values to compare, got one that is not');
  }
  return differences;
}

/** Checks that an option is a whole number in a range. */
export function checkInteger(name: string, value: number, minimum: number, maximum: number): void {
  if (Number.isInteger(value) && value >= minimum && value <= maximum) return;
  const expected = `expected ${name} from ${minimum} to ${maximum}, got ${value}`;
  throw new EvaluationError('invalid_option', expected);
}
