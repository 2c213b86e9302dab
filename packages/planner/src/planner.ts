import type { Plan, PlanIssue } from '@grasp/plan';

import type { TokenUsage } from './llm/chat-model.js';
import type { PlanRepair } from './repair/plan-repair.js';

/** One part of a plan with the words of the question that it explains. */
export interface PlanExplanation {
  /** What the words stand for: an anchor, the target's type, a hop's relation, a negation, a filter, or the textual rest. */
  readonly part: 'anchor' | 'target' | 'relation' | 'negation' | 'filter' | 'relevance';
  /** The anchor's variable, the target's label, the relation's or the field's name; empty for the rest. */
  readonly name: string;
  /** The words as they stand in the question; several pieces are joined by ` … `. */
  readonly words: string;
  /** Start and end offsets of the pieces in the question, in UTF-16 code units, end exclusive. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** A plan with the score that chose it. */
export interface ScoredPlan {
  readonly plan: Plan;
  /** Log-linear score: the sum of weight times feature; comparable within one question only. */
  readonly score: number;
  /** Share among the plans returned, softmax of the scores; they sum to 1. */
  readonly probability: number;
  /** The features behind the score, by name; see `DEFAULT_WEIGHTS`. */
  readonly features: Readonly<Record<string, number>>;
  readonly explanation: readonly PlanExplanation[];
  /** Number of nodes that the plan finds, when it was counted. */
  readonly candidateCount?: number;
}

/** One thing that was tried to get a plan. */
export interface PlanAttempt {
  /**
   * Who made the plan: the model at the first question, the model when shown its faults, what was left of an empty plan,
   * another planner, a record, or a search of documents as the last resort.
   */
  readonly source: 'model' | 'correction' | 'relaxation' | 'fallback' | 'record' | 'doc_search';
  /**
   * `planned`: it is the plan. `reduced`: it had to lose a part to be valid, and something better was looked for.
   * `invalid` and `unreadable`: no plan could be made of it. `empty`: it finds nothing. `failed`: no answer came.
   * `refused`: the budget does not allow it.
   */
  readonly outcome: 'planned' | 'reduced' | 'invalid' | 'unreadable' | 'empty' | 'failed' | 'refused';
  /** In one sentence, for people. */
  readonly message: string;
  /** What was wrong with the plan as it came. */
  readonly issues?: readonly PlanIssue[];
  /** What was changed in it. */
  readonly repairs?: readonly PlanRepair[];
  /** Code of the `ModelError`, when the model failed. */
  readonly code?: string;
  readonly usage?: TokenUsage;
  readonly durationMs: number;
}

/** What planning one question gave. A question that cannot be planned is `skipped`, never an error. */
export type PlanOutcome =
  | {
      readonly status: 'planned';
      readonly plan: Plan;
      readonly explanation: readonly PlanExplanation[];
      /** The next best plans, best first. */
      readonly alternatives: readonly ScoredPlan[];
      /** 0 for plans that no model of ours scored. */
      readonly score: number;
      readonly probability: number;
      readonly features: Readonly<Record<string, number>>;
      /** Number of nodes that the plan finds, when it was counted. */
      readonly candidateCount?: number;
      /** All that was tried, in order; absent from planners that make plans in one go. */
      readonly attempts?: readonly PlanAttempt[];
      /** Tokens of all attempts together, as the server or an estimate counts them. */
      readonly usage?: TokenUsage;
      readonly timing: { readonly totalMs: number };
    }
  | {
      readonly status: 'skipped';
      readonly reason: SkipReason;
      readonly attempts?: readonly PlanAttempt[];
      readonly usage?: TokenUsage;
      readonly timing: { readonly totalMs: number };
    };

/** Why a question has no plan: it holds no word, the schema has no type to search, or no recorded plan is there. */
export type SkipReason = 'no_words' | 'no_types' | 'not_recorded';

/** Turns a question into a graph plan (DESIGN.md, section 4). */
export interface Planner {
  plan(question: string, options?: { readonly signal?: AbortSignal }): Promise<PlanOutcome>;
}
