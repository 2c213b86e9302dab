import type { Hop, Plan, Schema } from '@grasp/plan';

import type { RelationGraph } from './lexicon.js';
import { readSchemaStatistics } from './schema-statistics.js';

/** What one hop is expected to leave. */
export interface HopEstimate {
  /** Position in `plan.hops`. */
  readonly hop: number;
  /** The end nearer to the target: the nodes that are counted. */
  readonly variable: string;
  /** Nodes of `variable` expected after this hop and all behind it, other branches at it left aside. */
  readonly expected: number;
  /** The plan that finds just these nodes when it is executed; absent for a negated hop, and where no anchor lies behind it. */
  readonly upTo?: Plan;
}

/** The outcome of {@link estimatePlan}. */
export interface PlanEstimate {
  /** In the order in which the hops are walked from the anchors to the target. */
  readonly hops: readonly HopEstimate[];
  /** Expected number of candidates, filters left aside. */
  readonly expected: number;
}

/** Options of {@link estimatePlan}. */
export interface EstimatePlanOptions {
  readonly schema: Schema;
  readonly graph: RelationGraph;
  /** How many nodes an anchor stands for, by variable; default 1 each. */
  readonly bindings?: Readonly<Record<string, number>>;
}

interface Oriented {
  readonly hop: number;
  readonly near: string;
  readonly far: string;
}

/** Each hop with its end nearer to the target, from the target outward. */
function orient(plan: Plan): Oriented[] {
  const oriented: Oriented[] = [];
  const used = new Set<number>();
  const reached = new Set(['T']);
  for (const near of reached) {
    for (const [hop, { from, to_var: to }] of plan.hops.entries()) {
      if (used.has(hop) || (from !== near && to !== near)) continue;
      used.add(hop);
      const far = from === near ? to : from;
      oriented.push({ hop, near, far });
      reached.add(far);
    }
  }
  return oriented;
}

function labelsOf(plan: Plan): Map<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>([['T', plan.target.labels]]);
  for (const { to_var: variable, to_label: label } of plan.hops) if (variable !== 'T') labels.set(variable, [label]);
  for (const { var: variable, label } of plan.anchors) if (variable !== 'T') labels.set(variable, [label]);
  return labels;
}

/** The part of a plan behind a hop, with the hop, asking for the nodes at its near end. */
function planUpTo(
  plan: Plan,
  { hop, near }: Oriented,
  behind: readonly Oriented[],
  labels: readonly string[],
): Plan | undefined {
  const members = [...behind.map((part) => part.hop), hop].sort((a, b) => a - b);
  const rename = (variable: string): string => (variable === near ? 'T' : variable === 'T' ? 'T_' : variable);
  const hops = members.map((at): Hop => {
    const part = plan.hops[at]!;
    return { ...part, from: rename(part.from), to_var: rename(part.to_var) };
  });
  const used = new Set(hops.flatMap(({ from, to_var: to }) => [from, to]));
  const anchors = plan.anchors
    .map((anchor) => ({ ...anchor, var: rename(anchor.var) }))
    .filter((anchor) => anchor.var !== 'T' && used.has(anchor.var));
  if (anchors.length === 0) return undefined;
  return { anchors, hops, target: { var: 'T', labels, relevance_text: '' }, risk_level: plan.risk_level };
}

/**
 * Predicts how many nodes each hop of a valid plan leaves, from the numbers of nodes and edges alone: a hop from n nodes
 * along edges that are spread evenly hits N (1 - (1 - 1/N)^edges) of N nodes; branches that meet are taken as
 * independent; a negated hop keeps the rest. Real graphs have hubs, so that a prediction is good to an order of magnitude;
 * `upTo` is what to execute for the truth.
 */
export function estimatePlan(plan: Plan, options: EstimatePlanOptions): PlanEstimate {
  const { schema, graph, bindings = {} } = options;
  const statistics = readSchemaStatistics(schema, graph);
  const labels = labelsOf(plan);
  const size = (types: readonly string[]): number =>
    types.reduce((sum, type) => {
      const range = graph.typeRange(type);
      return sum + (range === undefined ? 0 : range.end - range.start);
    }, 0);
  const oriented = orient(plan);
  const behind = (variable: string): Oriented[] =>
    oriented.filter((part) => part.near === variable).flatMap((part) => [...behind(part.far), part]);
  const estimates: HopEstimate[] = [];

  const countAt = (variable: string): number => {
    const types = labels.get(variable) ?? [];
    const all = size(types);
    const anchor = plan.anchors.find((candidate) => candidate.var === variable);
    let share = anchor === undefined ? 1 : Math.min(1, (bindings[variable] ?? 1) / Math.max(1, all));
    for (const part of oriented.filter((candidate) => candidate.near === variable)) {
      const start = countAt(part.far);
      const { rel, negated } = plan.hops[part.hop]!;
      const from = labels.get(part.far) ?? [];
      const edges = from.reduce((sum, type) => {
        const leaving = statistics.stepsFrom(type).filter((step) => step.relation === rel && types.includes(step.to));
        return sum + leaving.reduce((total, step) => total + step.edges, 0);
      }, 0);
      const followed = (edges * start) / Math.max(1, size(from));
      const hit = all <= 1 ? Math.min(all, followed) : all * -Math.expm1(followed * Math.log1p(-1 / all));
      const isNegated = negated === true;
      const expected = isNegated ? all - hit : hit;
      const upTo = isNegated ? undefined : planUpTo(plan, part, behind(part.far), types);
      estimates.push({ hop: part.hop, variable, expected, ...(upTo === undefined ? {} : { upTo }) });
      share *= all === 0 ? 0 : expected / all;
    }
    return all * share;
  };
  const expected = countAt('T');
  return { hops: estimates, expected };
}
