import { DEFAULT_WEIGHTS, PLAN_FEATURES } from './weights.js';
import type { LearnedFeature, PlanFeature, PlannerWeights } from './weights.js';

/** One plan that was possible for a question, and how good it turned out to be. */
export interface TrainingPlan {
  /** As `plans` of the template planner reports them. */
  readonly features: Readonly<Record<string, number>>;
  /** From 0 to 1, for example the share of the answers among the first candidates. */
  readonly worth: number;
}

/** Options of {@link fitPlannerWeights}. */
export interface FitPlannerWeightsOptions {
  /** Where the search starts, and what weights are drawn to. Default `DEFAULT_WEIGHTS`. */
  readonly start?: PlannerWeights;
  /** How strongly weights are drawn to the start; as much as so many questions could say. Default 10. */
  readonly strength?: number;
  /** The same for learned features, which are drawn to 0. Default 2. */
  readonly learnedStrength?: number;
  /** Learned features in fewer questions than this get no weight. Default 3. */
  readonly leastQuestions?: number;
  /** Features that keep the weight that they have at the start, beside `empty`: what these questions cannot teach. Default none. */
  readonly fixed?: readonly PlanFeature[];
  /** Steps of the optimiser. Default 200. */
  readonly steps?: number;
}

/** The default numbers of {@link fitPlannerWeights}. */
export const FIT_DEFAULTS = Object.freeze({ strength: 10, learnedStrength: 2, leastQuestions: 3, steps: 200 });

const RATE = 0.1;
const MEAN_DECAY = 0.9;
const SQUARE_DECAY = 0.99;
const TINY = 1e-8;

const DENSE: ReadonlySet<string> = new Set(PLAN_FEATURES);
/**
 * Evidence of a mention is one quantity, whatever a plan makes of the mention. When questions say that it counts for less, it counts for
 * less in all of these, even if no question uses it so; what is fitted of them is by how much they differ from that.
 */
const EVIDENCE: PlanFeature = 'evidence';
const OF_EVIDENCE: readonly PlanFeature[] = ['described', 'leftOut'];

interface Row {
  readonly indexes: Int32Array;
  readonly values: Float64Array;
  /** Score by what is not fitted. */
  readonly offset: number;
  readonly worth: number;
}

/**
 * Fits the log-linear model to questions whose plans' worth is known: the weights under which the plans of most worth get
 * the most probability, drawn to the start so that few questions change little (maximum a posteriori, by Adam on all
 * questions at once). Questions of whose plans none is better than another say nothing and are left out. Learned features
 * are fitted when the plans have any. The same questions give the same weights.
 */
export function fitPlannerWeights(
  questions: readonly (readonly TrainingPlan[])[],
  options: FitPlannerWeightsOptions = {},
): PlannerWeights {
  const { start = DEFAULT_WEIGHTS, leastQuestions = FIT_DEFAULTS.leastQuestions, steps = FIT_DEFAULTS.steps } = options;
  const { strength = FIT_DEFAULTS.strength, learnedStrength = FIT_DEFAULTS.learnedStrength } = options;
  // An empty plan loses to any other, whatever the questions at hand say.
  const fixed: ReadonlySet<string> = new Set<PlanFeature>(['empty', ...(options.fixed ?? [])]);
  const shares = new Map<string, number>(
    fixed.has(EVIDENCE)
      ? []
      : OF_EVIDENCE.filter((name) => !fixed.has(name)).map((name) => [
          name,
          start.features[name] / start.features[EVIDENCE],
        ]),
  );
  const telling = questions.filter((plans) => plans.some(({ worth }) => worth !== plans[0]!.worth));
  const seen = new Map<string, number>();
  for (const plans of telling) {
    const names = new Set(plans.flatMap(({ features }) => Object.keys(features)));
    if ([...shares.keys()].some((name) => names.has(name))) names.add(EVIDENCE);
    for (const name of names) seen.set(name, (seen.get(name) ?? 0) + 1);
  }
  const names = [...seen]
    .filter(([name, count]) => !fixed.has(name) && (DENSE.has(name) || count >= leastQuestions))
    .map(([name]) => name)
    .sort();
  const indexOf = new Map(names.map((name, index) => [name, index]));
  const origin = Float64Array.from(names, (name) =>
    shares.has(name) ? 0 : (start.features[name as PlanFeature] ?? 0),
  );
  const pull = Float64Array.from(names, (name) => (DENSE.has(name) ? strength : learnedStrength));
  const rowsOf = telling.map((plans) => {
    const best = Math.max(...plans.map(({ worth }) => worth));
    return plans.map(({ features: reported, worth }): Row => {
      let evidence = reported[EVIDENCE] ?? 0;
      for (const [name, share] of shares) evidence += share * (reported[name] ?? 0);
      const features: Readonly<Record<string, number>> = shares.size === 0 ? reported : { ...reported, evidence };
      const entries = Object.entries(features).filter(([name, value]) => value !== 0 && indexOf.has(name));
      const offset = [...fixed].reduce(
        (sum, name) => sum + (features[name] ?? 0) * start.features[name as PlanFeature],
        0,
      );
      return {
        indexes: Int32Array.from(entries, ([name]) => indexOf.get(name)!),
        values: Float64Array.from(entries, ([, value]) => value),
        offset,
        worth: worth / best,
      };
    });
  });

  const weights = Float64Array.from(names, (name, at) => start.learned?.[name as LearnedFeature] ?? origin[at]!);
  const mean = new Float64Array(names.length);
  const square = new Float64Array(names.length);
  for (let step = 1; step <= steps; step++) {
    const gradient = pull.map((strengthOf, at) => strengthOf * (origin[at]! - weights[at]!));
    for (const rows of rowsOf) addGradient(rows, weights, gradient);
    const rate = RATE * (1 - (step - 1) / steps);
    for (let at = 0; at < weights.length; at++) {
      const slope = gradient[at]! / Math.max(1, rowsOf.length);
      mean[at] = MEAN_DECAY * mean[at]! + (1 - MEAN_DECAY) * slope;
      square[at] = SQUARE_DECAY * square[at]! + (1 - SQUARE_DECAY) * slope * slope;
      const unbiasedMean = mean[at]! / (1 - MEAN_DECAY ** step);
      const unbiasedSquare = square[at]! / (1 - SQUARE_DECAY ** step);
      weights[at] = weights[at]! + (rate * unbiasedMean) / (Math.sqrt(unbiasedSquare) + TINY);
    }
  }

  const features: Record<PlanFeature, number> = { ...start.features };
  const learned: Record<string, number> = {};
  // Four digits say all that is to say, and keep what is stored small.
  const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
  const fitted = (name: string): number => weights[indexOf.get(name) ?? -1] ?? 0;
  for (const name of names) {
    if (shares.has(name)) continue;
    const value = rounded(fitted(name));
    if (DENSE.has(name)) features[name as PlanFeature] = value;
    else if (value !== 0) learned[name] = value;
  }
  if (indexOf.has(EVIDENCE)) {
    for (const [name, share] of shares)
      features[name as PlanFeature] = rounded(share * fitted(EVIDENCE) + fitted(name));
  }
  return { ...start, features, ...(Object.keys(learned).length === 0 ? {} : { learned }) };
}

/** Adds the slope of log(sum of probability times worth) over one question's plans. */
function addGradient(rows: readonly Row[], weights: Float64Array, gradient: Float64Array): void {
  const scores = rows.map(({ indexes, values, offset }) => {
    let score = offset;
    for (let at = 0; at < indexes.length; at++) score += weights[indexes[at]!]! * values[at]!;
    return score;
  });
  const top = Math.max(...scores);
  const shares = scores.map((score) => Math.exp(score - top));
  const total = shares.reduce((sum, share) => sum + share, 0);
  const worthwhile = rows.reduce((sum, { worth }, at) => sum + shares[at]! * worth, 0);
  rows.forEach(({ indexes, values, worth }, row) => {
    const slope = (shares[row]! * worth) / Math.max(worthwhile, Number.MIN_VALUE) - shares[row]! / total;
    for (let at = 0; at < indexes.length; at++) gradient[indexes[at]!]! += slope * values[at]!;
  });
}
