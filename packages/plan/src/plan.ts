import { z } from 'zod';

/** How an anchor's text is linked: against names and aliases, or against whole documents (paper, 3.1). */
export type MatchMode = 'name' | 'doc';

/** How strongly the planner trusts the graph branch; stage 2 turns it into a weight (paper, 3.2). */
export type RiskLevel = 'no_trade' | 'weak' | 'normal' | 'aggressive';

/** How the graph branch is engaged (paper, appendix 8.2). `skip` means that there is no usable plan. */
export type RetrievalMode = 'doc_search' | 'graph_filter_doc' | 'graph_expand' | 'graph_strict' | 'skip';

/** Comparison of a filter. `contains` ignores case; `in` takes a list. */
export type FilterOperator = 'eq' | 'ne' | 'lt' | 'lte' | 'gt' | 'gte' | 'in' | 'contains';

/** An entity or phrase of the question, to be linked to nodes of one type. */
export interface Anchor {
  readonly var: string;
  readonly text: string;
  readonly label: string;
  readonly match_mode: MatchMode;
  /** Linked to more nodes, and to less similar ones, than usual: what a plan that found nothing is retried with. */
  readonly breadth?: 'wide';
}

/** One step along a relation. Undirected unless `direction` is given: `out` follows the stored direction. */
export interface Hop {
  readonly from: string;
  readonly rel: string;
  readonly to_var: string;
  readonly to_label: string;
  readonly direction?: 'out' | 'in';
  /** Keeps the nodes for which the rest of this branch cannot be satisfied (DESIGN.md, section 5). */
  readonly negated?: true;
}

/** A condition on a typed field of the target. A node without the field does not meet it. */
export interface Filter {
  readonly field: string;
  readonly op: FilterOperator;
  readonly value: string | number | readonly (string | number)[];
}

/** What is asked for. */
export interface Target {
  readonly var: 'T';
  readonly labels: readonly string[];
  /** What the hops cannot express, for dense rescoring; empty when there is no such rest. */
  readonly relevance_text: string;
  readonly filters?: readonly Filter[];
}

/** A graph plan in the paper's JSON form (3.1), with the optional extensions of DESIGN.md, section 4. */
export interface Plan {
  readonly anchors: readonly Anchor[];
  readonly hops: readonly Hop[];
  readonly target: Target;
  readonly risk_level: RiskLevel;
  readonly retrieval_mode?: RetrievalMode;
}

/** The largest plan that is accepted; a larger one is refused with the code `too_large`. */
export const PLAN_LIMITS = Object.freeze({ anchors: 16, hops: 32, labels: 64, filters: 32, textLength: 10_000 });

const variable = z.string().min(1).max(64);
const name = z.string().min(1).max(256);
const text = z.string().max(PLAN_LIMITS.textLength);

const filterValue = z.union([
  z.string().max(PLAN_LIMITS.textLength),
  z.number().refine(Number.isFinite),
  z.array(z.union([z.string().max(PLAN_LIMITS.textLength), z.number()])).max(1_000),
]);

/**
 * Checks the form of a {@link Plan}. Unknown keys are dropped; `match_mode`, `relevance_text` and `risk_level` default
 * to `name`, the empty string and `normal`, so that a plan written by hand can be short.
 */
export const planSchema = z.object({
  anchors: z
    .array(
      z.object({
        var: variable,
        text: text.min(1),
        label: name,
        match_mode: z.enum(['name', 'doc']).default('name'),
        breadth: z.literal('wide').optional(),
      }),
    )
    .max(PLAN_LIMITS.anchors),
  hops: z
    .array(
      z.object({
        from: variable,
        rel: name,
        to_var: variable,
        to_label: name,
        direction: z.enum(['out', 'in']).optional(),
        negated: z.literal(true).optional(),
      }),
    )
    .max(PLAN_LIMITS.hops),
  target: z.object({
    var: z.literal('T').default('T'),
    labels: z.array(name).min(1).max(PLAN_LIMITS.labels),
    relevance_text: text.default(''),
    filters: z
      .array(
        z.object({
          field: name,
          op: z.enum(['eq', 'ne', 'lt', 'lte', 'gt', 'gte', 'in', 'contains']),
          value: filterValue,
        }),
      )
      .max(PLAN_LIMITS.filters)
      .optional(),
  }),
  risk_level: z.enum(['no_trade', 'weak', 'normal', 'aggressive']).default('normal'),
  retrieval_mode: z.enum(['doc_search', 'graph_filter_doc', 'graph_expand', 'graph_strict', 'skip']).optional(),
});
