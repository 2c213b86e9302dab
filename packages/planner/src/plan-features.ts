import type { PlanFeature, PlannerWeights } from './weights.js';

/** The features of a plan or a part of it; what is absent is 0. */
export type PlanFeatures = Partial<Record<PlanFeature, number>>;

/** Sum of weight times feature. */
export function scoreFeatures(features: PlanFeatures, weights: PlannerWeights): number {
  let score = 0;
  for (const name in features) score += (features[name as PlanFeature] ?? 0) * weights.features[name as PlanFeature];
  return score;
}

/** The sum of two lists of features. */
export function plus(a: PlanFeatures, b: PlanFeatures): PlanFeatures {
  const sum: PlanFeatures = { ...a };
  for (const name in b) sum[name as PlanFeature] = (sum[name as PlanFeature] ?? 0) + (b[name as PlanFeature] ?? 0);
  return sum;
}
