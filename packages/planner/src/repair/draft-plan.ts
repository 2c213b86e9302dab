import type { Anchor, Hop, Plan, Relation, Schema } from '@grasp/plan';

/** The node types that a variable of the plan may have: its anchor's label, the labels of hops to it, the target's. */
export function labelsOf(plan: Plan, variable: string): readonly string[] {
  if (variable === 'T') return plan.target.labels;
  const anchor = plan.anchors.find((candidate) => candidate.var === variable);
  if (anchor !== undefined) return [anchor.label];
  const hop = plan.hops.find((candidate) => candidate.to_var === variable);
  return hop === undefined ? [] : [hop.to_label];
}

/** Whether `relation` connects a node of one of `a` with a node of one of `b`, either way. */
export function joins(relation: Relation, a: readonly string[], b: readonly string[]): boolean {
  return relation.endpoints.some(
    ({ from, to }) => (a.includes(from) && b.includes(to)) || (b.includes(from) && a.includes(to)),
  );
}

/** The node types at the other end of `relation` from `types`, either way, each once, in the schema's order. */
export function otherEnds(relation: Relation, types: readonly string[]): string[] {
  const ends = relation.endpoints.flatMap(({ from, to }) => [
    ...(types.includes(from) ? [to] : []),
    ...(types.includes(to) ? [from] : []),
  ]);
  return [...new Set(ends)];
}

/** A variable that the plan does not use yet. */
export function freshVariable(plan: Plan): string {
  const used = new Set([
    'T',
    ...plan.anchors.map((anchor) => anchor.var),
    ...plan.hops.flatMap(({ from, to_var }) => [from, to_var]),
  ]);
  let number = 1;
  while (used.has(`X${number}`)) number++;
  return `X${number}`;
}

/** The plan with one node type for a variable, wherever it is said. */
export function relabel(plan: Plan, variable: string, label: string): Plan {
  return {
    ...plan,
    anchors: plan.anchors.map((anchor): Anchor => (anchor.var === variable ? { ...anchor, label } : anchor)),
    hops: plan.hops.map((hop): Hop => (hop.to_var === variable ? { ...hop, to_label: label } : hop)),
    target: variable === 'T' ? { ...plan.target, labels: [label] } : plan.target,
  };
}

/** The plan with the hop at `index` replaced by none, one or several. */
export function replaceHop(plan: Plan, index: number, ...hops: readonly Hop[]): Plan {
  return { ...plan, hops: [...plan.hops.slice(0, index), ...hops, ...plan.hops.slice(index + 1)] };
}

export function dropAnchor(plan: Plan, index: number): Plan {
  return { ...plan, anchors: plan.anchors.filter((_, at) => at !== index) };
}

/** The hop seen from its other end; the label is that of the node it then leads to. */
export function reversed(hop: Hop, label: string): Hop {
  const { direction, ...rest } = hop;
  const turned = direction === undefined ? {} : { direction: direction === 'out' ? ('in' as const) : ('out' as const) };
  return { ...rest, from: hop.to_var, to_var: hop.from, to_label: label, ...turned };
}

/** The relation of that name. */
export const relationOf = (schema: Schema, name: string): Relation | undefined =>
  schema.relations.find((relation) => relation.name === name);
