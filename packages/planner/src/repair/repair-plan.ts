import { validatePlan } from '@grasp/plan';
import type { Plan, PlanIssue, PlanIssueCode, Schema } from '@grasp/plan';

import type { PlanRepair } from './plan-repair.js';
import { readDraft } from './read-draft.js';
import { repairDisconnectedAnchor, repairUnboundTarget } from './repair-connections.js';
import type { Repair, RepairContext } from './repair-context.js';
import { repairInvalidFilter, repairUnknownField } from './repair-filters.js';
import { repairByDropping, repairImpossibleEndpoints, repairWrongDirection } from './repair-hops.js';
import { repairUnknownRelation, repairUnknownType } from './repair-names.js';
import { repairConflictingLabels, repairDuplicateVariable, repairUndefinedVariable } from './repair-variables.js';

/** Options of {@link repairPlan}. */
export interface RepairPlanOptions {
  /** Node types that have a node of this name; with it a wrong label of an anchor is put right by what exists. */
  readonly typesOfName?: (text: string) => readonly string[];
}

/** The outcome of {@link repairPlan}. */
export type PlanRepairOutcome =
  | {
      readonly ok: true;
      readonly plan: Plan;
      /** In the order in which they were made; empty when the plan was valid. */
      readonly repairs: readonly PlanRepair[];
      /** Whether something that the plan asked for was given up. */
      readonly isReduced: boolean;
    }
  | {
      readonly ok: false;
      /** What is wrong with the value as it was given. */
      readonly issues: readonly PlanIssue[];
      readonly repairs: readonly PlanRepair[];
    };

/**
 * In this order: names first, since all else is judged by them; then variables, then what a hop may join, then what
 * hangs together.
 */
const REPAIRS: readonly (readonly [PlanIssueCode, Repair])[] = [
  ['unknown_type', repairUnknownType],
  ['duplicate_variable', repairDuplicateVariable],
  ['unknown_relation', repairUnknownRelation],
  ['undefined_variable', repairUndefinedVariable],
  ['conflicting_labels', repairConflictingLabels],
  ['wrong_direction', repairWrongDirection],
  ['impossible_endpoints', repairImpossibleEndpoints],
  ['unknown_field', repairUnknownField],
  ['invalid_filter', repairInvalidFilter],
  ['cycle', repairByDropping],
  ['unbound_target', repairUnboundTarget],
  ['disconnected_anchor', repairDisconnectedAnchor],
  ['disconnected_hop', repairByDropping],
  ['ambiguous_negation', repairByDropping],
];

const STEPS_LIMIT = 200;

/** What one step makes of the first issue for which there is a repair. */
function repairOnce(plan: Plan, issues: readonly PlanIssue[], context: RepairContext) {
  for (const [code, repair] of REPAIRS) {
    for (const issue of issues) {
      if (issue.code !== code) continue;
      const repaired = repair(plan, issue, context);
      // What changes nothing would be found again for ever.
      if (repaired === undefined || JSON.stringify(repaired.plan) === JSON.stringify(plan)) continue;
      return { issue, ...repaired };
    }
  }
  return undefined;
}

/**
 * Makes a valid plan out of what a model or a person wrote, by the closed list of issues and without a model: nearest
 * schema name, hop turned round, missing step, type that the relation needs, anchor joined to the target, and what
 * cannot be kept is given up. Never throws; the same value gives the same plan, and a valid plan comes back as it is.
 *
 * @param value - Any JSON value.
 * @param schema - The knowledge base's schema.
 */
export function repairPlan(value: unknown, schema: Schema, options: RepairPlanOptions = {}): PlanRepairOutcome {
  const given = validatePlan(value, schema);
  if (given.ok) return { ok: true, plan: given.plan, repairs: [], isReduced: false };
  const read = readDraft(value);
  if (read === undefined) return { ok: false, issues: given.issues, repairs: [] };
  const repairs = [...read.repairs];
  const context: RepairContext = { schema, ...options };
  let plan = read.draft;
  for (let step = 0; step < STEPS_LIMIT; step++) {
    const validation = validatePlan(plan, schema);
    if (validation.ok) {
      const isReduced = repairs.some(({ action }) => action === 'drop');
      return { ok: true, plan: validation.plan, repairs, isReduced };
    }
    const next = repairOnce(plan, validation.issues, context);
    if (next === undefined) break;
    plan = next.plan;
    const { code, path } = next.issue;
    repairs.push({ code, path, action: next.action, message: next.message });
  }
  return { ok: false, issues: given.issues, repairs };
}
