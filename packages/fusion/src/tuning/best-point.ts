/** Means that lie no further apart are the same: sums of fractions such as 1/3 + 2/3 and 1 + 0 differ in a double's last digits. */
export const MEAN_TOLERANCE = 1e-12;

/**
 * The point with the best goal; of those with the same goal the one with the best tie breaker; of those the first.
 *
 * @param goals mean of the goal at each point
 * @param tieBreakerOf mean of the tie breaker at a point; asked only where the goal is the best
 */
export function bestPoint(goals: Float64Array, tieBreakerOf: (point: number) => number): number {
  let peak = -Infinity;
  for (let point = 0; point < goals.length; point += 1) peak = Math.max(peak, goals[point]!);
  const candidates: number[] = [];
  for (let point = 0; point < goals.length; point += 1) {
    if (goals[point]! >= peak - MEAN_TOLERANCE) candidates.push(point);
  }
  const tieBreakers = candidates.map(tieBreakerOf);
  const best = tieBreakers.reduce((left, right) => Math.max(left, right), -Infinity);
  return candidates[tieBreakers.findIndex((value) => value >= best - MEAN_TOLERANCE)]!;
}
