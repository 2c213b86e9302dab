import { FusionError } from './fusion-error.js';
import { reciprocalRankFusion } from './reciprocal-rank-fusion.js';
import type { RankFusionOptions } from './reciprocal-rank-fusion.js';
import type { FusedHit } from './fuse-documents.js';
import type { RankingEntry } from './run.js';

/** How far a planner trusts its own plan, from not at all to fully. */
export type RiskLevel = 'no_trade' | 'weak' | 'normal' | 'aggressive';

/** The risk levels in the order of the paper's vector of multipliers. */
export const RISK_LEVELS: readonly RiskLevel[] = Object.freeze(['no_trade', 'weak', 'normal', 'aggressive']);

/** Largest candidate count of each bucket but the last: [1,10], [11,50], [51,100], [101,500], >500 (paper, 3.2.0.2). */
export const BUCKET_UPPER_BOUNDS: readonly number[] = Object.freeze([10, 50, 100, 500]);

/** What the plan and its execution say about one question. */
export interface PlanSignals {
  /** How many candidates the executed plan gave before any cut (the paper's `n_cand`). Integer ≥ 0. */
  readonly candidateCount: number;
  /** The plan's `risk_level`. */
  readonly riskLevel: RiskLevel;
  /** The planner made no plan, or one to be skipped: counts as `no_trade` whatever `riskLevel` says (paper, 8.2). Default false. */
  readonly skipped?: boolean;
}

/** The two lookup vectors of dynamic fusion; every number finite and ≥ 0. */
export interface DynamicWeightTables {
  /** One weight per bucket of the candidate count, in the order of {@link BUCKET_UPPER_BOUNDS}. */
  readonly bucketWeights: readonly [number, number, number, number, number];
  readonly riskMultipliers: Readonly<Record<RiskLevel, number>>;
}

/**
 * Defaults of dynamic fusion, not tuned on anything: of each list of values that the paper's grid has (7.0.0.2) the middle
 * one, the lower of two middle ones; `no_trade` is 0, as the paper chose on two of its three datasets. Tune your own with `tuneDynamicFusion`.
 */
export const DYNAMIC_FUSION_DEFAULTS: DynamicWeightTables & { readonly rankConstant: number } = Object.freeze({
  rankConstant: 40,
  bucketWeights: Object.freeze([1.4, 1, 0.4, 0.05, 0.05] as const),
  riskMultipliers: Object.freeze({ no_trade: 0, weak: 0.75, normal: 1, aggressive: 1.25 }),
});

/** The weights of one question's two runs. */
export interface DynamicWeights {
  /** `bucketWeights[bucket] × riskMultipliers[riskLevel]`; 0 without candidates. */
  readonly graph: number;
  /** Always 1. */
  readonly text: 1;
  /** Index into `bucketWeights`, or undefined when there are no candidates. */
  readonly bucket: number | undefined;
  /** The level that was looked up: `no_trade` for a skipped plan. */
  readonly riskLevel: RiskLevel;
}

/** The bucket of a candidate count, 0 to 4; undefined for 0, which no bucket holds. @throws FusionError `invalid_option` */
export function candidateBucket(candidateCount: number): number | undefined {
  if (!Number.isInteger(candidateCount) || candidateCount < 0) {
    throw new FusionError('invalid_option', 'candidateCount to be an integer ≥ 0', candidateCount);
  }
  if (candidateCount === 0) return undefined;
  return BUCKET_UPPER_BOUNDS.filter((bound) => bound < candidateCount).length;
}

/**
 * The weights that a plan's signals give to the graph run and the text run (GRASP paper, 3.2.0.2).
 *
 * @throws FusionError `invalid_option` for signals outside their range, `invalid_weight` for a table with a negative or missing number
 */
export function dynamicFusionWeights(
  signals: PlanSignals,
  tables: Partial<DynamicWeightTables> = DYNAMIC_FUSION_DEFAULTS,
): DynamicWeights {
  const { bucketWeights, riskMultipliers } = { ...DYNAMIC_FUSION_DEFAULTS, ...tables };
  const bucket = candidateBucket(signals.candidateCount);
  const riskLevel = signalledRisk(signals);
  if (bucket === undefined) return { graph: 0, text: 1, bucket, riskLevel };
  const bucketWeight = tableValue(bucketWeights[bucket], `bucketWeights[${bucket}]`);
  const multiplier = tableValue(riskMultipliers[riskLevel], `riskMultipliers.${riskLevel}`);
  return { graph: tableValue(bucketWeight * multiplier, 'the product of both'), text: 1, bucket, riskLevel };
}

/** The risk level that counts: `no_trade` for a skipped plan. @throws FusionError `invalid_option` */
export function signalledRisk(signals: PlanSignals): RiskLevel {
  const riskLevel = signals.skipped === true ? 'no_trade' : signals.riskLevel;
  if (RISK_LEVELS.includes(riskLevel)) return riskLevel;
  throw new FusionError('invalid_option', `riskLevel to be one of ${RISK_LEVELS.join(', ')}`, riskLevel);
}

function tableValue(value: number | undefined, name: string): number {
  if (typeof value === 'number' && value >= 0 && value < Infinity) return value;
  throw new FusionError('invalid_weight', `${name} to be a finite number ≥ 0`, value);
}

/** Options of plan-conditioned fusion. */
export interface PlanConditionedOptions<Id = string>
  extends PlanSignals, Partial<DynamicWeightTables>, RankFusionOptions<Id> {}

/**
 * Dynamic reciprocal rank fusion of a graph run and a text run (GRASP paper, 3.2.0.2): the text run weighs 1, the graph run
 * what {@link dynamicFusionWeights} says. At graph weight 0 the result is the text run alone, in its order.
 * The contributions name the runs `graph` and `text`. Everything else is as in {@link reciprocalRankFusion}.
 *
 * @throws FusionError as the two functions it is made of
 */
export function planConditionedFusion<Id = string>(
  runs: { readonly graph: readonly RankingEntry<Id>[]; readonly text: readonly RankingEntry<Id>[] },
  options: PlanConditionedOptions<Id>,
): FusedHit<Id>[] {
  const weights = dynamicFusionWeights(options, options);
  return reciprocalRankFusion<Id>(
    [
      { name: 'graph', weight: weights.graph, ranking: runs.graph },
      { name: 'text', weight: weights.text, ranking: runs.text },
    ],
    { ...options, rankConstant: options.rankConstant ?? DYNAMIC_FUSION_DEFAULTS.rankConstant },
  );
}
