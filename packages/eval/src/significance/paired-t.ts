import type { TestResult } from './paired-differences.js';
import { pairedDifferences } from './paired-differences.js';
import { studentTwoSided } from './special-functions.js';

/**
 * Student's paired t test, two-sided, with one degree of freedom less than there are pairs. Without any difference, and
 * for a single pair, p is 1; for a constant difference that is not 0, t is infinite and p is 0.
 */
export function pairedT(a: readonly number[], b: readonly number[]): TestResult {
  const differences = pairedDifferences(a, b);
  const count = differences.length;
  const mean = differences.reduce((sum, difference) => sum + difference, 0) / count;
  if (count === 1 || differences.every((difference) => difference === 0)) {
    return { pValue: 1, method: 'approximate', statistic: 0 };
  }
  const squares = differences.reduce((sum, difference) => sum + (difference - mean) ** 2, 0);
  const statistic = mean / Math.sqrt(squares / (count - 1) / count);
  const pValue = Number.isFinite(statistic) ? studentTwoSided(statistic, count - 1) : 0;
  return { pValue, method: 'approximate', statistic };
}
