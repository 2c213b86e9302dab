import { PLAN_FEATURES } from './weights.js';
import type { PlanFeature, PlannerWeights } from './weights.js';

/** The features of a plan or a part of it; what is absent is 0. */
export type PlanFeatures = Partial<Record<PlanFeature, number>>;

/** Sum of weight times feature. */
export function scoreFeatures(features: PlanFeatures, weights: PlannerWeights): number {
  let score = 0;
  for (const name of PLAN_FEATURES) score += (features[name] ?? 0) * weights.features[name];
  return score;
}

/** The sum of two lists of features. */
export function plus(a: PlanFeatures, b: PlanFeatures): PlanFeatures {
  const sum: PlanFeatures = { ...a };
  for (const name of PLAN_FEATURES) if (b[name] !== undefined) sum[name] = (sum[name] ?? 0) + b[name];
  return sum;
}
