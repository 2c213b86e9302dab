import { createRandom } from '../random.js';
import type { TestResult } from './paired-differences.js';
import { checkInteger, pairedDifferences } from './paired-differences.js';

/** Options of {@link pairedRandomisation}. */
export interface RandomisationOptions {
  /** Up to this many pairs that differ, all sign patterns are enumerated. Default 16, at most 24. */
  readonly exactUpTo?: number;
  /** Number of sampled sign patterns beyond that. Default 10000. */
  readonly samples?: number;
  /** Default 1. */
  readonly seed?: number;
}

/**
 * Fisher's paired randomisation test, two-sided: how often the mean difference is at least as large when each pair is
 * swapped at random (Smucker, Allan and Carterette, CIKM 2007). Exact for few pairs; otherwise p = (count + 1) /
 * (samples + 1), which is never 0.
 */
export function pairedRandomisation(
  a: readonly number[],
  b: readonly number[],
  options: RandomisationOptions = {},
): TestResult {
  const { exactUpTo = 16, samples = 10_000, seed = 1 } = options;
  checkInteger('exactUpTo', exactUpTo, 0, 24);
  checkInteger('samples', samples, 1, 1e9);
  checkInteger('seed', seed, 0, Number.MAX_SAFE_INTEGER);
  const all = pairedDifferences(a, b);
  const statistic = all.reduce((sum, difference) => sum + difference, 0) / all.length;
  // Swapping a pair without difference changes nothing, so such pairs halve nothing either.
  const differences = Float64Array.from(all.filter((difference) => difference !== 0));
  if (differences.length === 0) return { pValue: 1, method: 'exact', statistic: 0 };
  const observed = Math.abs(differences.reduce((sum, difference) => sum + difference, 0));
  // Sums of the same numbers in another order may differ in the last bits; they count as equal.
  const threshold = observed - 1e-12 * differences.reduce((sum, difference) => sum + Math.abs(difference), 0);
  if (differences.length <= exactUpTo) {
    return { pValue: exactShare(differences, threshold), method: 'exact', statistic };
  }
  const random = createRandom(seed);
  let count = 0;
  for (let sample = 0; sample < samples; sample++) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < differences.length; index++) {
      if (index % 32 === 0) bits = random.bits();
      // A product instead of a branch, which would be mispredicted half of the time.
      sum += (1 - ((bits & 1) << 1)) * differences[index]!;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= threshold) count++;
  }
  return { pValue: (count + 1) / (samples + 1), method: 'sampled', statistic };
}

/** The share of all sign patterns whose absolute sum reaches the threshold. */
function exactShare(differences: Float64Array, threshold: number): number {
  const patterns = 2 ** differences.length;
  let count = 0;
  for (let pattern = 0; pattern < patterns; pattern++) {
    let sum = 0;
    for (let index = 0; index < differences.length; index++) {
      sum += (pattern >>> index) & 1 ? -differences[index]! : differences[index]!;
    }
    if (Math.abs(sum) >= threshold) count++;
  }
  return count / patterns;
}
