import { DYNAMIC_FUSION_DEFAULTS, dynamicFusionWeights, reciprocalRankFusion } from '@grasp/fusion';
import type { DynamicWeightTables, FusedHit } from '@grasp/fusion';
import type { Plan } from '@grasp/plan';

/** Weights of the two runs of stage 2, the same for every question (paper, 3.2, static). */
export interface StaticFusionSettings {
  readonly mode: 'static';
  /** Weight of the graph run, 0 to 1; the text run has the rest. */
  readonly graphWeight: number;
  readonly rankConstant: number;
}

/** Weights of the two runs of stage 2 by the plan's risk level and the number of candidates (paper, 3.2, dynamic). */
export interface DynamicFusionSettings extends Partial<DynamicWeightTables> {
  readonly mode: 'dynamic';
  readonly rankConstant?: number;
}

/** How the reranked order is fused with that of stage 2 (paper, 3.3). */
export interface FinalFusionSettings {
  /** Weight of the reranked order, 0 to 1; the fused order has the rest. */
  readonly rerankerWeight: number;
  readonly rankConstant: number;
}

/** A ranking, best first. */
export type Ranking = readonly { readonly id: string; readonly score: number }[];

/** The two runs of a question as one order. */
export interface FusedRuns {
  readonly fusionWeight: { readonly graph: number; readonly text: number };
  readonly fusedHits: readonly FusedHit[];
}

/** What one plan found; of a question without a plan, nothing. */
export interface GraphRun {
  readonly ranking: Ranking;
  readonly plan: Plan | null;
  /** n_cand. */
  readonly candidateCount: number;
  /** Of the plan, beside those of the other runs; 0 to 1. */
  readonly probability: number;
}

function weightsOf(
  { plan, candidateCount }: GraphRun,
  fusion: StaticFusionSettings | DynamicFusionSettings,
): { readonly graph: number; readonly text: number } {
  if (fusion.mode === 'static') return { graph: fusion.graphWeight, text: 1 - fusion.graphWeight };
  const skipped = plan === null || plan.retrieval_mode === 'skip';
  return dynamicFusionWeights({ candidateCount, riskLevel: plan?.risk_level ?? 'no_trade', skipped }, fusion);
}

/**
 * Stage 2 (paper, 3.2): the runs of graph and text, weighted and fused by rank. Of several plans, the likeliest and the text have
 * the weights that they would have alone, and each other run its own times its plan's probability in proportion to the likeliest
 * one's: what only a less likely plan finds does not push down what the likeliest finds.
 *
 * @param graphs - At least one, the likeliest plan's first.
 */
export function fuseRuns(
  graphs: readonly GraphRun[],
  text: Ranking,
  fusion: StaticFusionSettings | DynamicFusionSettings,
): FusedRuns {
  const shares = sharesOf(graphs);
  const weights = graphs.map((run, at) => shares[at]! * weightsOf(run, fusion).graph);
  const { text: textWeight } = weightsOf(graphs[0]!, fusion);
  const runs = graphs.map(({ ranking }, at) => ({
    name: graphs.length === 1 ? 'graph' : `plan ${at + 1}`,
    weight: weights[at]!,
    ranking,
  }));
  const rankConstant = fusion.rankConstant ?? DYNAMIC_FUSION_DEFAULTS.rankConstant;
  return {
    fusionWeight: { graph: weights.reduce((sum, weight) => sum + weight, 0), text: textWeight },
    fusedHits: reciprocalRankFusion([...runs, { name: 'text', weight: textWeight, ranking: text }], { rankConstant }),
  };
}

/** Probabilities in proportion to the first; 1 each when that is 0. */
export function sharesOf(plans: readonly { readonly probability: number }[]): number[] {
  const first = plans[0]?.probability ?? 0;
  return plans.map(({ probability }) => (first > 0 ? probability / first : 1));
}

export const toRanking = (hits: Ranking): Ranking => hits.map(({ id, score }) => ({ id, score }));

/**
 * Stage 3 (paper, 3.3): the first `count` of the fused order, fused again with the reranked order, and below them the
 * rest. Without a reranked order all stays as it was.
 */
export function fuseReranked(
  fusedHits: readonly FusedHit[],
  rerankResults: Ranking,
  count: number,
  { rerankerWeight, rankConstant }: FinalFusionSettings,
): { readonly finalHits: readonly FusedHit[]; readonly reranked: Ranking } {
  if (rerankResults.length === 0) return { finalHits: fusedHits, reranked: toRanking(fusedHits) };
  const finalHits = reciprocalRankFusion(
    [
      { name: 'reranker', weight: rerankerWeight, ranking: rerankResults },
      { name: 'fused', weight: 1 - rerankerWeight, ranking: toRanking(fusedHits.slice(0, count)) },
    ],
    { rankConstant },
  );
  const rest = belowAll(toRanking(fusedHits.slice(count)), finalHits.at(-1)?.score ?? 0);
  return { finalHits, reranked: [...toRanking(finalHits), ...rest] };
}

/** Keeps the order of a tail and puts its scores, on another scale, below those of the head. */
function belowAll(tail: Ranking, lowest: number): Ranking {
  const highest = tail[0]?.score ?? 1;
  return tail.map(({ id, score }) => ({ id, score: (lowest * score) / (highest * 2) }));
}
