import type { Plan } from '@grasp/plan';

import type { Bindings } from './bindings.js';

/** One edge of a candidate's best way, walked toward the target. */
export interface PathStep {
  /** Id of the node on the far side of the target. */
  readonly from: string;
  /** The variable that `from` is bound to. */
  readonly fromVariable: string;
  readonly relation: string;
  /** Id of the node on the target's side. */
  readonly to: string;
  /** The variable that `to` is bound to. */
  readonly variable: string;
  /** `out` if the edge is stored from `from` to `to`, `in` if the other way; a self loop is `out`. */
  readonly direction: 'out' | 'in';
  /** Position of the hop in `plan.hops`. */
  readonly hop: number;
}

/** The binding of an anchor that a candidate's best way uses. */
export interface UsedBinding {
  readonly variable: string;
  readonly id: string;
  readonly score: number;
}

/** A node that satisfies the plan. */
export interface Candidate {
  readonly id: string;
  /** `anchorScore`, plus `residualScore` if there is one. */
  readonly score: number;
  /** The largest sum of binding scores over all ways to satisfy the plan with this node as target. */
  readonly anchorScore: number;
  /** Cosine of the plan's `relevance_text` and the candidate's document; absent without such a text. */
  readonly residualScore?: number;
  /** The edges of one best way, from the anchors to the target. Hops inside negations have none. */
  readonly path: readonly PathStep[];
  /** The binding that this way uses of each anchor outside negations, by variable in code-unit order. */
  readonly anchors: readonly UsedBinding[];
}

/** The outcome of executing a plan. */
export interface Execution {
  /** By score descending, then id ascending. */
  readonly candidates: readonly Candidate[];
  /** How many nodes satisfy the plan, before the cut at `limit`: the paper's n_cand. */
  readonly candidateCount: number;
  /** Whether there are, or may be, candidates that are not listed. */
  readonly truncated: boolean;
  /**
   * Why execution ended early; absent when it was complete. What is listed then satisfies the plan, but scores may be
   * too low, and `candidateCount` too small.
   */
  readonly stopped?: 'timeout' | 'budget';
}

/** Options of {@link PlanExecutor.execute}. */
export interface ExecuteOptions {
  /** How many candidates are returned: an integer from 0, or Infinity. Default 1000. */
  readonly limit?: number;
  /** Wall-clock time in milliseconds after which execution ends with `stopped: 'timeout'`. Default Infinity. */
  readonly timeoutMs?: number;
  /** Cancels execution: the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** Executes plans. */
export interface PlanExecutor {
  execute(plan: Plan, bindings: Bindings, options?: ExecuteOptions): Promise<Execution>;
}
