import type { Plan } from '@grasp/plan';

import { canonicalPlan } from './canonical-plan.js';
import type { TokenUsage } from './llm/chat-model.js';
import type { Planner, PlanOutcome, ScoredPlan } from './planner.js';
import type { CandidateCounter } from './template-planner.js';

/** A planner whose plans are voted on. */
export interface Voter {
  readonly planner: Planner;
  /** What its vote counts; default 1. */
  readonly weight?: number;
}

/** Options of {@link createVotingPlanner}. */
export interface VotingPlannerOptions {
  /** Between plans with as many votes, one that finds something wins. */
  readonly countCandidates?: CandidateCounter;
}

type Planned = Extract<PlanOutcome, { readonly status: 'planned' }>;

/**
 * Asks several planners, or several samples of one model, and takes the plan on which most agree (canonical form). Of plans
 * with equal votes one that finds something goes first, then the earlier voter's. `probability` is the share of the votes;
 * the other plans are the alternatives. A plan that is only a search of documents votes when no other plan is there.
 */
export function createVotingPlanner(voters: readonly Voter[], options: VotingPlannerOptions = {}): Planner {
  return {
    async plan(question, settings = {}): Promise<PlanOutcome> {
      const start = performance.now();
      const outcomes: PlanOutcome[] = [];
      for (const { planner } of voters) outcomes.push(await planner.plan(question, settings));
      const ballots = new Map<string, { first: Planned; votes: number; order: number; found: number }>();
      const isGraphPlan = ({ retrieval_mode: mode }: Plan): boolean => mode !== 'doc_search' && mode !== 'skip';
      const anyGraph = outcomes.some((outcome) => outcome.status === 'planned' && isGraphPlan(outcome.plan));
      for (const [order, outcome] of outcomes.entries()) {
        if (outcome.status !== 'planned' || (anyGraph && !isGraphPlan(outcome.plan))) continue;
        const weight = voters[order]!.weight ?? 1;
        const key = canonicalPlan(outcome.plan);
        const ballot = ballots.get(key);
        if (ballot !== undefined) ballot.votes += weight;
        else {
          const found = outcome.candidateCount ?? (await options.countCandidates?.(outcome.plan, settings)) ?? 1;
          ballots.set(key, { first: outcome, votes: weight, order, found });
        }
      }
      const ranked = [...ballots.values()].sort(
        (a, b) => b.votes - a.votes || Number(b.found > 0) - Number(a.found > 0) || a.order - b.order,
      );
      const total = ranked.reduce((sum, { votes }) => sum + votes, 0);
      const attempts = outcomes.flatMap((outcome) => outcome.attempts ?? []);
      const usages = outcomes.flatMap((outcome) => outcome.usage ?? []);
      const usage = usages.reduce<TokenUsage>(
        (sum, own) => ({
          promptTokens: sum.promptTokens + own.promptTokens,
          completionTokens: sum.completionTokens + own.completionTokens,
        }),
        { promptTokens: 0, completionTokens: 0 },
      );
      const told = { attempts, usage, timing: { totalMs: performance.now() - start } };
      const [best, ...others] = ranked;
      if (best === undefined) {
        const skipped = outcomes.find((outcome) => outcome.status === 'skipped');
        return { status: 'skipped', reason: skipped?.reason ?? 'no_words', ...told };
      }
      const alternatives = others.map(({ first, votes }): ScoredPlan => {
        const { plan, score, features, explanation } = first;
        return { plan, score, probability: votes / total, features, explanation };
      });
      return { ...best.first, probability: best.votes / total, alternatives, ...told };
    },
  };
}
