import type { Plan, PlanIssue, Schema } from '@grasp/plan';

import type { PlanRepairAction } from './plan-repair.js';

/** What a repair may look at. */
export interface RepairContext {
  readonly schema: Schema;
  /** Node types that have a node of this name; decides between labels when it is given. */
  readonly typesOfName?: (text: string) => readonly string[];
}

/** The plan after one repair. */
export interface Repaired {
  readonly plan: Plan;
  readonly action: PlanRepairAction;
  readonly message: string;
}

/** Answers one issue; undefined when it knows no better than to leave it. */
export type Repair = (plan: Plan, issue: PlanIssue, context: RepairContext) => Repaired | undefined;
