import type { PlanIssueCode } from '@grasp/plan';

/** What a repair did: kept the plan's meaning as far as it could be read (`read`), changed a name or label, turned a hop
 * round, joined what hung loose, or gave something up (`drop`). */
export type PlanRepairAction = 'read' | 'rename' | 'relabel' | 'reverse' | 'connect' | 'drop';

/** One change that made a plan valid. */
export interface PlanRepair {
  /** The issue that it answers. */
  readonly code: PlanIssueCode;
  /** Where the issue was, in the plan as it stood then. */
  readonly path: readonly (string | number)[];
  readonly action: PlanRepairAction;
  /** What was changed into what, in one sentence. */
  readonly message: string;
}
