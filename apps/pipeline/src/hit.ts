import type { Plan } from '@grasp/plan';

/** A node that an anchor of the plan was linked to. */
export interface TracedBinding {
  readonly id: string;
  readonly name: string;
  /** Cosine, −1…1. */
  readonly score: number;
  readonly via: 'name' | 'alias' | 'doc';
}

/** One edge of the path by which a hit satisfies the plan. */
export interface TracedStep {
  /** The node on the anchor's side. */
  readonly from: { readonly id: string; readonly name: string };
  readonly relation: string;
  readonly to: { readonly id: string; readonly name: string };
  /** `out` when the relation is stored from `from` to `to`. */
  readonly direction: 'out' | 'in';
}

/** What one run added to a fused score. */
export interface TracedContribution {
  readonly run: string;
  /** From 1. */
  readonly rank: number;
  readonly weight: number;
  readonly value: number;
}

/** What one scorer of the text retriever gave the hit. */
export interface TracedFieldScore {
  readonly field: string;
  readonly kind: 'lexical' | 'dense';
  /** BM25 or cosine, as the scorer gives it. */
  readonly score: number;
  /** Weight of the scorer for this question; all weights sum to 1. */
  readonly weight: number;
  /** What it added to the hit's score in the text run. */
  readonly value: number;
}

/** Why a hit is where it is. `null` stands where a stage did not see the hit or did not run. */
export interface HitTrace {
  /** The plan by which the hit was found, or of a hit that none found, the question's. */
  readonly plan: Plan | null;
  /** What was given up of a plan that found nothing, in a sentence; absent when nothing was. */
  readonly relaxed?: string;
  /** The binding used of each anchor, by variable. */
  readonly bindings: Readonly<Record<string, TracedBinding>>;
  /** The best path, from the anchors to the hit; empty without one. */
  readonly path: readonly TracedStep[];
  /** Sum of the anchors' cosines. */
  readonly anchorScore: number | null;
  /** Cosine of the plan's relevance text and the hit's document; null when the plan has no such text. */
  readonly residualScore: number | null;
  /** Rank in the graph run, from 1. */
  readonly graphRank: number | null;
  /** Rank in the text run, from 1. */
  readonly textRank: number | null;
  /** What each field and scorer of the text retriever found. */
  readonly fieldScores: readonly TracedFieldScore[];
  /** Weight of the graph run beside that of the text run. */
  readonly fusionWeight: { readonly graph: number; readonly text: number };
  /** Stage 2: what either run added to the fused score; of several plans each is a run, `plan 1`, `plan 2`, …. */
  readonly contributions: readonly TracedContribution[];
  readonly fusedRank: number;
  /** Score of the reranker, on its own scale. */
  readonly rerankerScore: number | null;
  /** Stage 3: what the reranker's and the fused order added to the final score. */
  readonly finalContributions: readonly TracedContribution[];
}

/** One answer. */
export interface Hit {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  /** Score of the last fusion that ran. */
  readonly score: number;
  readonly trace: HitTrace;
}
