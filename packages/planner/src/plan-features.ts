import type { LearnedFeature, PlanFeature, PlannerWeights } from './weights.js';

/** The features of a plan or a part of it; what is absent is 0. */
export type PlanFeatures = Partial<Record<PlanFeature, number>> & Record<LearnedFeature, number>;

/** Sum of weight times feature; a learned feature without a weight counts nothing. */
export function scoreFeatures(features: PlanFeatures, weights: PlannerWeights): number {
  const { features: own, learned = {} } = weights;
  let score = 0;
  for (const name in features) {
    const value = features[name as PlanFeature] ?? 0;
    score += value * (own[name as PlanFeature] ?? learned[name as LearnedFeature] ?? 0);
  }
  return score;
}

/** The sum of lists of features. */
export function sumFeatures(...lists: readonly PlanFeatures[]): PlanFeatures {
  const sum: PlanFeatures = {};
  for (const list of lists) {
    for (const name in list) sum[name as PlanFeature] = (sum[name as PlanFeature] ?? 0) + list[name as PlanFeature]!;
  }
  return sum;
}
