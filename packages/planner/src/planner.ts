import type { Plan } from '@grasp/plan';

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

/** What planning one question gave. A question that cannot be planned is `skipped`, never an error. */
export type PlanOutcome =
  | {
      readonly status: 'planned';
      readonly plan: Plan;
      readonly explanation: readonly PlanExplanation[];
      /** The next best plans, best first. */
      readonly alternatives: readonly ScoredPlan[];
      readonly score: number;
      readonly probability: number;
      readonly features: Readonly<Record<string, number>>;
      /** Number of nodes that the plan finds, when it was counted. */
      readonly candidateCount?: number;
      readonly timing: { readonly totalMs: number };
    }
  | { readonly status: 'skipped'; readonly reason: SkipReason; readonly timing: { readonly totalMs: number } };

/** Why a question has no plan: it holds no word, or the schema has no type to search. */
export type SkipReason = 'no_words' | 'no_types';

/** Turns a question into a graph plan (DESIGN.md, section 4). */
export interface Planner {
  plan(question: string, options?: { readonly signal?: AbortSignal }): Promise<PlanOutcome>;
}
