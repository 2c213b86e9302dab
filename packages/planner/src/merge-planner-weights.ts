import { DEFAULT_WEIGHTS, PLAN_FEATURES } from './weights.js';
import type { LearnedFeature, PlanFeature, PlannerWeights } from './weights.js';

const isTable = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads weights that were stored as JSON, of this version or another: every number that has a meaning here replaces the
 * default, all else is ignored.
 *
 * @param value - An object with `features` and `learned`, both optional.
 */
export function mergePlannerWeights(value: unknown): PlannerWeights {
  const stored = isTable(value) ? value : {};
  const features: Record<PlanFeature, number> = { ...DEFAULT_WEIGHTS.features };
  if (isTable(stored['features'])) {
    for (const name of PLAN_FEATURES) {
      const weight = stored['features'][name];
      if (typeof weight === 'number' && Number.isFinite(weight)) features[name] = weight;
    }
  }
  const learned: Record<LearnedFeature, number> = {};
  if (isTable(stored['learned'])) {
    for (const [name, weight] of Object.entries(stored['learned'])) {
      if (name.startsWith('walk:') && typeof weight === 'number' && Number.isFinite(weight)) {
        learned[name as LearnedFeature] = weight;
      }
    }
  }
  return { ...DEFAULT_WEIGHTS, features, ...(Object.keys(learned).length === 0 ? {} : { learned }) };
}
