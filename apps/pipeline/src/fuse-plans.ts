import { reciprocalRankFusion } from '@grasp/fusion';
import type { Bindings, Candidate, Execution } from '@grasp/graph-retriever';
import type { Plan } from '@grasp/plan';
import type { PlanOutcome } from '@grasp/planner';

import { sharesOf } from './fuse-runs.js';

/** A plan of a question, and how sure the planner is of it. */
export interface LikelyPlan {
  readonly plan: Plan;
  /** 0 to 1. */
  readonly probability: number;
}

/** A plan with the nodes that its anchors were linked to, and what it found. */
export interface ExecutedPlan extends LikelyPlan {
  readonly bindings: Bindings;
  readonly execution: Execution;
}

/** Rank constant of the fusion of plans: the usual one of reciprocal rank fusion. */
const RANK_CONSTANT = 60;

/** The best plans of an outcome, at most `count`; plans to be skipped are none. */
export function likeliestPlans(outcome: PlanOutcome, count: number): LikelyPlan[] {
  if (outcome.status !== 'planned') return [];
  return [outcome, ...outcome.alternatives]
    .slice(0, count)
    .filter(({ plan }, place) => place === 0 || plan.retrieval_mode !== 'skip')
    .map(({ plan, probability }) => ({ plan, probability }));
}

/**
 * What several plans found, as one: fused by rank, each plan weighted by its probability in proportion to the likeliest one's. Candidates have the fused score, and
 * else what the likeliest of the plans that found them says; `candidateCount` is that of the likeliest plan that finds something.
 * One plan alone keeps its own scores.
 *
 * @param plans - At least one, the likeliest first.
 * @param limit - How many candidates are kept.
 */
export function fusePlans(plans: readonly ExecutedPlan[], limit: number): Execution {
  if (plans.length === 1) return plans[0]!.execution;
  const found = new Map<string, Candidate>();
  for (const { execution } of plans.toReversed()) {
    for (const candidate of execution.candidates) found.set(candidate.id, candidate);
  }
  const shares = sharesOf(plans);
  const runs = plans.map(({ execution }, at) => ({
    name: String(at),
    weight: shares[at]!,
    ranking: execution.candidates,
  }));
  const hits = reciprocalRankFusion(runs, { rankConstant: RANK_CONSTANT }).slice(0, limit);
  const first = plans.find(({ execution }) => execution.candidateCount > 0);
  return {
    candidates: hits.map(({ id, score }) => ({ ...found.get(id)!, score })),
    candidateCount: first?.execution.candidateCount ?? 0,
    truncated: hits.length < found.size || plans.some(({ execution }) => execution.truncated),
  };
}
