import type { Plan, PlanIssue, Schema } from '@grasp/plan';
import { validatePlan } from '@grasp/plan';

import type { ScoredPlan } from '../planner.js';
import type { PlanRepair } from '../repair/plan-repair.js';
import { repairPlan } from '../repair/repair-plan.js';
import type { RepairPlanOptions } from '../repair/repair-plan.js';
import { groundAnchors } from './ground-anchors.js';

/** What a model's answer came to. */
export type ReadPlan =
  | { readonly kind: 'unreadable' }
  | {
      readonly kind: 'invalid';
      readonly message: string;
      readonly issues: readonly PlanIssue[];
      readonly repairs: readonly PlanRepair[];
    }
  | {
      readonly kind: 'plan';
      readonly message: string;
      readonly found: {
        readonly plan: Plan;
        readonly scored?: ScoredPlan;
        readonly alternatives?: readonly ScoredPlan[];
        readonly candidateCount?: number;
      };
      readonly issues: readonly PlanIssue[];
      readonly repairs: readonly PlanRepair[];
      /** Whether something that the model asked for was given up. */
      readonly isReduced: boolean;
    };

/** Whether an object may be a plan. */
export const isPlanAnswer = (value: Readonly<Record<string, unknown>>): boolean =>
  ['anchors', 'hops', 'target'].filter((key) => Object.hasOwn(value, key)).length >= 2;

/** `null` stands for what structured output cannot leave out. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, part]) => (part === null ? [] : [[key, withoutNulls(part)]])),
  );
}

/** Makes a valid plan of what a model wrote, without the names that it made up. */
export function readPlan(value: unknown, question: string, schema: Schema, options: RepairPlanOptions): ReadPlan {
  const clean = withoutNulls(value);
  const given = validatePlan(clean, schema);
  const issues = given.ok ? [] : given.issues;
  const first = repairPlan(clean, schema, options);
  if (!first.ok)
    return { kind: 'invalid', message: 'no valid plan could be made of it', issues, repairs: first.repairs };
  if (first.plan.retrieval_mode === 'skip') {
    return { kind: 'invalid', message: 'the model sees no plan for the question', issues: [], repairs: [] };
  }
  const grounded = groundAnchors(first.plan, question, options.typesOfName);
  const invented = grounded.repairs.map(({ code, path, message }): PlanIssue => ({
    code,
    path,
    message,
    suggestions: [],
  }));
  const second = grounded.repairs.length === 0 ? first : repairPlan(grounded.plan, schema, options);
  const allIssues = [...issues, ...invented];
  const repairs = [...first.repairs, ...grounded.repairs, ...(second === first ? [] : second.repairs)];
  if (!second.ok)
    return { kind: 'invalid', message: 'its names do not stand in the question', issues: allIssues, repairs };
  const isReduced = repairs.some(({ action }) => action === 'drop');
  const message =
    repairs.length === 0 ? 'the plan is valid as it came' : `the plan is valid after ${repairs.length} repairs`;
  return { kind: 'plan', message, found: { plan: second.plan }, issues: allIssues, repairs, isReduced };
}
