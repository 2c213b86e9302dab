import type { Anchor, Plan, RiskLevel, Schema } from '@grasp/plan';
import { validatePlan } from '@grasp/plan';

import { joins, labelsOf, otherEnds, relationOf, replaceHop } from './draft-plan.js';
import { repairPlan } from './repair-plan.js';

/** What was given up, the least first. */
export const RELAXATION_KINDS = Object.freeze([
  /** A hop may be walked either way. */
  'direction',
  /** An anchor is linked to more nodes, and to less similar ones. */
  'bindings',
  /** An anchor is looked up by document instead of by name. */
  'document',
  /** A filter was dropped. */
  'filter',
  /** A negated hop was dropped. */
  'negation',
  /** The target may be of further types that its hops lead to. */
  'labels',
  /** A walk over a node in between became one step. */
  'shortcut',
  /** An anchor was dropped, with what hung on it alone. */
  'anchor',
] as const);

export type RelaxationKind = (typeof RELAXATION_KINDS)[number];

/** A plan that asks for less than another. */
export interface Relaxation {
  readonly kind: RelaxationKind;
  readonly plan: Plan;
  /** What was given up, in one sentence. */
  readonly message: string;
}

const LOWER: Readonly<Record<RiskLevel, RiskLevel>> = {
  aggressive: 'normal',
  normal: 'weak',
  weak: 'weak',
  no_trade: 'no_trade',
};

function* candidates(plan: Plan, schema: Schema): Generator<Relaxation> {
  for (const [at, { direction, ...hop }] of plan.hops.entries()) {
    if (direction === undefined) continue;
    yield { kind: 'direction', plan: replaceHop(plan, at, hop), message: `"${hop.rel}" may be walked either way` };
  }
  const withAnchor = (at: number, change: Partial<Anchor>): Plan => ({
    ...plan,
    anchors: plan.anchors.map((other, position) => (position === at ? { ...other, ...change } : other)),
  });
  for (const [at, { text, breadth }] of plan.anchors.entries()) {
    if (breadth === 'wide') continue;
    const wider = withAnchor(at, { breadth: 'wide' });
    yield { kind: 'bindings', plan: wider, message: `"${text}" is linked to more nodes, less similar ones too` };
  }
  for (const [at, { text, match_mode: mode }] of plan.anchors.entries()) {
    if (mode === 'doc') continue;
    const searched = withAnchor(at, { match_mode: 'doc' });
    yield { kind: 'document', plan: searched, message: `"${text}" is looked up in documents` };
  }
  const { filters = [], ...target } = plan.target;
  for (const [at, filter] of filters.entries()) {
    const rest = filters.filter((_, position) => position !== at);
    const relaxed = { ...plan, target: rest.length > 0 ? { ...target, filters: rest } : target };
    yield { kind: 'filter', plan: relaxed, message: `the filter on "${filter.field}" was dropped` };
  }
  for (const [at, hop] of plan.hops.entries()) {
    if (hop.negated !== true) continue;
    yield { kind: 'negation', plan: replaceHop(plan, at), message: `the denial of "${hop.rel}" was dropped` };
  }
  const last = plan.hops.filter((hop) => hop.to_var === 'T');
  const ends = last.map((hop) => new Set(otherEnds(relationOf(schema, hop.rel)!, labelsOf(plan, hop.from))));
  const wider = schema.nodeTypes
    .map(({ name }) => name)
    .filter((name) => ends.length > 0 && ends.every((set) => set.has(name)));
  const labels = [...new Set([...plan.target.labels, ...wider])];
  if (labels.length > plan.target.labels.length) {
    const hops = plan.hops;
    yield {
      kind: 'labels',
      plan: { ...plan, hops, target: { ...plan.target, labels } },
      message: `the answer may be ${labels.join(' or ')}`,
    };
  }
  for (const [at, first] of plan.hops.entries()) {
    const next = plan.hops.findIndex((hop) => hop.from === first.to_var && hop.to_var !== first.from);
    const second = plan.hops[next];
    if (second === undefined || first.negated === true || plan.anchors.some((anchor) => anchor.var === first.to_var))
      continue;
    const direct = schema.relations.find((relation) =>
      joins(relation, labelsOf(plan, first.from), labelsOf(plan, second.to_var)),
    );
    if (direct === undefined) continue;
    const step = { from: first.from, rel: direct.name, to_var: second.to_var, to_label: second.to_label };
    const hops = plan.hops.flatMap((hop, position) => (position === at ? [step] : position === next ? [] : [hop]));
    yield {
      kind: 'shortcut',
      plan: { ...plan, hops },
      message: `"${first.rel}" then "${second.rel}" became "${direct.name}"`,
    };
  }
  if (plan.anchors.length < 2) return;
  // The last anchor is the one that a question adds as an afterthought.
  for (const anchor of plan.anchors.toReversed()) {
    const anchors = plan.anchors.filter((other) => other !== anchor);
    yield { kind: 'anchor', plan: { ...plan, anchors }, message: `the anchor "${anchor.text}" was dropped` };
  }
}

/** Without the anchors that no hop leads from any more: what they asked for is given up. */
function withoutLooseAnchors(plan: Plan): Plan {
  const used = new Set(['T', ...plan.hops.flatMap(({ from, to_var: to }) => [from, to])]);
  return { ...plan, anchors: plan.anchors.filter((anchor) => used.has(anchor.var)) };
}

/** The risk level of a plan that asks for less than the question. */
const lowerRisk = (plan: Plan): Plan => ({ ...plan, risk_level: LOWER[plan.risk_level] });

/** All valid plans that ask for one thing less, the smallest loss first. Their risk level is one lower. */
export function relaxPlan(plan: Plan, schema: Schema): Relaxation[] {
  return [...candidates(plan, schema)].flatMap((relaxation) => {
    // A branch that lost its anchor or its end is dropped by repair.
    const outcome = repairPlan(withoutLooseAnchors(relaxation.plan), schema);
    if (!outcome.ok || !validatePlan(outcome.plan, schema).ok) return [];
    return [{ ...relaxation, plan: lowerRisk(outcome.plan) }];
  });
}

/** The outcome of {@link relaxEmptyPlan}. */
export interface RelaxedPlan {
  readonly plan: Plan;
  readonly candidateCount: number;
  /** What was given up, in order. */
  readonly relaxations: readonly { readonly kind: RelaxationKind; readonly message: string }[];
}

/** Options of {@link relaxEmptyPlan}. */
export interface RelaxEmptyPlanOptions {
  readonly schema: Schema;
  /** Executes a plan and counts what it finds. */
  readonly countCandidates: (plan: Plan, options: { readonly signal?: AbortSignal }) => number | Promise<number>;
  /** How many plans are executed at most; default 16. */
  readonly tries?: number;
  /** Kinds that may be given up; default all. */
  readonly kinds?: readonly RelaxationKind[];
  readonly signal?: AbortSignal;
}

const LEVELS = 3;

/**
 * Finds the plan nearest to one that finds nothing which finds something: first whatever asks for one thing less, the
 * smallest loss first, then for two things less, then three. Undefined when none of those tried finds anything.
 */
export async function relaxEmptyPlan(plan: Plan, options: RelaxEmptyPlanOptions): Promise<RelaxedPlan | undefined> {
  const { schema, countCandidates, tries = 16, kinds = RELAXATION_KINDS, signal } = options;
  let open: { plan: Plan; relaxations: RelaxedPlan['relaxations'] }[] = [{ plan, relaxations: [] }];
  const seen = new Set([JSON.stringify(plan)]);
  let executed = 0;
  for (let level = 0; level < LEVELS; level++) {
    const next: typeof open = [];
    for (const before of open) {
      for (const { plan: relaxed, kind, message } of relaxPlan(before.plan, schema)) {
        const key = JSON.stringify({ ...relaxed, risk_level: '' });
        if (!kinds.includes(kind) || seen.has(key)) continue;
        seen.add(key);
        if (executed++ >= tries) return undefined;
        signal?.throwIfAborted();
        const candidateCount = await countCandidates(relaxed, signal === undefined ? {} : { signal });
        const relaxations = [...before.relaxations, { kind, message }];
        if (candidateCount > 0) return { plan: relaxed, candidateCount, relaxations };
        next.push({ plan: relaxed, relaxations });
      }
    }
    open = next;
  }
  return undefined;
}
