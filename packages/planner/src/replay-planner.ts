import { validatePlan } from '@grasp/plan';
import type { Plan, Schema } from '@grasp/plan';

import type { Planner, PlanOutcome } from './planner.js';
import { repairPlan } from './repair/repair-plan.js';

/** A plan for a question, from a file or another system. */
export interface RecordedPlan {
  /** The question, word for word; case and white space do not matter. */
  readonly question: string;
  /** A plan; checked against the schema when the question is asked. */
  readonly plan: unknown;
}

/** Options of {@link createReplayPlanner}. */
export interface ReplayPlannerOptions {
  readonly schema: Schema;
  /** Asked for questions without a record; without it they are skipped. */
  readonly otherwise?: Planner;
}

const keyOf = (question: string): string => question.replace(/\s+/gu, ' ').trim().toLowerCase();

/**
 * A planner that gives recorded plans: to repeat a run, to try plans that somebody else made, or to run the paper's. Plans
 * that the schema does not allow are repaired, and `attempts` says so. Of several plans for a question the last counts.
 */
export function createReplayPlanner(records: Iterable<RecordedPlan>, options: ReplayPlannerOptions): Planner {
  const { schema, otherwise } = options;
  const plans = new Map([...records].map(({ question, plan }) => [keyOf(question), plan] as const));
  return {
    async plan(question, settings = {}): Promise<PlanOutcome> {
      settings.signal?.throwIfAborted();
      const start = performance.now();
      const key = keyOf(question);
      const value = plans.get(key);
      const given = validatePlan(value, schema);
      const outcome = repairPlan(value, schema);
      const durationMs = performance.now() - start;
      if (outcome.ok) {
        const { plan, repairs } = outcome;
        const message =
          repairs.length === 0 ? 'the recorded plan' : `the recorded plan after ${repairs.length} repairs`;
        const issues = given.ok ? {} : { issues: given.issues };
        return {
          ...plannedAs(plan),
          attempts: [{ source: 'record', outcome: 'planned', message, ...issues, repairs, durationMs }],
          timing: { totalMs: durationMs },
        };
      }
      const failed = plans.has(key)
        ? [
            {
              source: 'record',
              outcome: 'invalid',
              message: 'no valid plan could be made of the record',
              issues: outcome.issues,
              durationMs,
            } as const,
          ]
        : [
            {
              source: 'record',
              outcome: 'failed',
              message: 'there is no recorded plan for the question',
              durationMs,
            } as const,
          ];
      if (otherwise === undefined) {
        return { status: 'skipped', reason: 'not_recorded', attempts: failed, timing: { totalMs: durationMs } };
      }
      const next = await otherwise.plan(question, settings);
      return { ...next, attempts: [...failed, ...(next.attempts ?? [])] };
    },
  };
}

const plannedAs = (plan: Plan) =>
  ({ status: 'planned', plan, explanation: [], alternatives: [], score: 0, probability: 1, features: {} }) as const;
