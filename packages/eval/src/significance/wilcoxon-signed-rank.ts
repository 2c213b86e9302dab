import type { TestResult } from './paired-differences.js';
import { checkInteger, pairedDifferences } from './paired-differences.js';
import { normalTwoSided } from './special-functions.js';

/** Options of {@link wilcoxonSignedRank}. */
export interface WilcoxonOptions {
  /** Up to this many pairs that differ, p is exact, ties included. Default 50, at most 200. */
  readonly exactUpTo?: number;
}

/**
 * Wilcoxon's signed-rank test, two-sided. Pairs without difference are dropped, equal differences share their mean rank;
 * differences that agree to 12 digits are equal. Beyond `exactUpTo` the normal approximation is used, with the correction
 * of its variance for ties and none for continuity.
 */
export function wilcoxonSignedRank(
  a: readonly number[],
  b: readonly number[],
  options: WilcoxonOptions = {},
): TestResult {
  const { exactUpTo = 50 } = options;
  checkInteger('exactUpTo', exactUpTo, 0, 200);
  const differences = pairedDifferences(a, b).filter((difference) => difference !== 0);
  if (differences.length === 0) return { pValue: 1, method: 'exact', statistic: 0 };
  const { doubledRanks, tieTerm } = rankMagnitudes(differences);
  const total = doubledRanks.reduce((sum, rank) => sum + rank, 0);
  const positive = doubledRanks.reduce((sum, rank, index) => (differences[index]! > 0 ? sum + rank : sum), 0);
  const smaller = Math.min(positive, total - positive);
  const statistic = smaller / 2;
  if (differences.length <= exactUpTo) {
    return { pValue: exactProbability(doubledRanks, smaller), method: 'exact', statistic };
  }
  const n = differences.length;
  const variance = (n * (n + 1) * (2 * n + 1)) / 24 - tieTerm / 48;
  return { pValue: normalTwoSided((statistic - total / 4) / Math.sqrt(variance)), method: 'approximate', statistic };
}

/** Mean ranks of the absolute differences, doubled so that they are whole numbers. */
function rankMagnitudes(differences: readonly number[]): {
  readonly doubledRanks: readonly number[];
  readonly tieTerm: number;
} {
  const order = differences.map((_, index) => index);
  const magnitude = (index: number): number => Math.abs(differences[index]!);
  order.sort((left, right) => magnitude(left) - magnitude(right));
  const doubledRanks = new Array<number>(differences.length);
  let tieTerm = 0;
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && magnitude(order[end]!) - magnitude(order[start]!) <= 1e-12 * magnitude(order[end]!)) {
      end++;
    }
    for (let position = start; position < end; position++) doubledRanks[order[position]!] = start + 1 + end;
    tieTerm += (end - start) ** 3 - (end - start);
    start = end;
  }
  return { doubledRanks, tieTerm };
}

/** P(rank sum ≤ smaller or ≥ its mirror image), by counting sign patterns over every possible sum. */
function exactProbability(doubledRanks: readonly number[], smaller: number): number {
  const total = doubledRanks.reduce((sum, rank) => sum + rank, 0);
  let probability = new Float64Array(total + 1);
  probability[0] = 1;
  for (const rank of doubledRanks) {
    const next = new Float64Array(total + 1);
    for (let sum = 0; sum <= total; sum++) {
      next[sum] = (probability[sum]! + (sum >= rank ? probability[sum - rank]! : 0)) / 2;
    }
    probability = next;
  }
  let tail = 0;
  for (let sum = 0; sum <= smaller; sum++) tail += probability[sum]!;
  return Math.min(1, 2 * tail);
}
