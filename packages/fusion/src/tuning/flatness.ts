import { MEAN_TOLERANCE } from './best-point.js';

/** How flat a grid is around its best point. A point is good if its goal is within `tolerance` of the best. */
export interface Flatness {
  readonly tolerance: number;
  /** Number of good points, the best included. */
  readonly good: number;
  /** Their share of the grid. */
  readonly share: number;
  /** Number of good points that can be reached from the best one over good points, one step along one axis at a time. */
  readonly connected: number;
  /** Number of points whose goal is the best, itself included. */
  readonly tied: number;
}

/**
 * Measures flatness.
 *
 * @param goals the mean goal of each point, the last axis varying fastest
 * @param axes number of values along each axis
 */
export function measureFlatness(
  goals: Float64Array,
  axes: readonly number[],
  best: number,
  tolerance: number,
): Flatness {
  const isGood = new Uint8Array(goals.length);
  const peak = goals[best]!;
  let good = 0;
  let tied = 0;
  for (let point = 0; point < goals.length; point += 1) {
    const goal = goals[point]!;
    if (goal >= peak - MEAN_TOLERANCE) tied += 1;
    if (goal < peak - tolerance - MEAN_TOLERANCE) continue;
    isGood[point] = 1;
    good += 1;
  }
  return { tolerance, good, share: good / goals.length, connected: countConnected(isGood, good, axes, best), tied };
}

/** Breadth-first; takes the mark off each point that it has reached. */
function countConnected(isGood: Uint8Array, good: number, axes: readonly number[], best: number): number {
  const strides = axes.map((_, axis) => axes.slice(axis + 1).reduce((product, size) => product * size, 1));
  const queue = new Uint32Array(good);
  let reached = 0;
  const reach = (point: number): void => {
    if (isGood[point] === 0) return;
    isGood[point] = 0;
    queue[reached++] = point;
  };
  reach(best);
  for (let next = 0; next < reached; next += 1) {
    const point = queue[next]!;
    for (let axis = 0; axis < axes.length; axis += 1) {
      const stride = strides[axis]!;
      const size = axes[axis]!;
      const position = Math.floor(point / stride) % size;
      if (position > 0) reach(point - stride);
      if (position < size - 1) reach(point + stride);
    }
  }
  return reached;
}
