import type { Hop, Relation } from '@grasp/plan';

import { freshVariable, joins, labelsOf, otherEnds, relabel, relationOf, replaceHop } from './draft-plan.js';
import { matchName } from './match-name.js';
import type { Repair, Repaired } from './repair-context.js';

/** The hop walked either way. */
function withoutDirection({ from, rel, to_var, to_label, negated }: Hop): Hop {
  return { from, rel, to_var, to_label, ...(negated === undefined ? {} : { negated }) };
}

/** A direction in which the relation never runs between the two types. */
export const repairWrongDirection: Repair = (plan, issue) => {
  const at = Number(issue.path[1]);
  const { direction, ...hop } = plan.hops[at]!;
  const right = issue.suggestions[0];
  const turned: Hop = right === 'out' || right === 'in' ? { ...hop, direction: right } : hop;
  const message = `the direction "${direction ?? ''}" of "${hop.rel}" became "${right ?? 'either'}"`;
  return { plan: replaceHop(plan, at, turned), action: 'reverse', message };
};

/** The step that is missing between two types which `relation` does not join: one node type further, on either side. */
function missingStep(
  hop: Hop,
  relation: Relation,
  from: readonly string[],
  to: readonly string[],
  relations: readonly Relation[],
  middle: string,
): Hop[] | undefined {
  const { direction, ...rest } = hop;
  const own = direction === undefined ? {} : { direction };
  const find = (a: readonly string[], b: readonly string[]) =>
    relations.find((other) => other !== relation && joins(other, a, b));
  for (const type of otherEnds(relation, to)) {
    const first = find(from, [type]);
    if (first === undefined) continue;
    const { negated, ...second } = rest;
    const denial = negated === undefined ? {} : { negated };
    return [
      { from: hop.from, rel: first.name, to_var: middle, to_label: type },
      { ...second, ...own, ...denial, from: middle },
    ];
  }
  for (const type of otherEnds(relation, from)) {
    const second = find([type], to);
    if (second === undefined) continue;
    const { negated, ...first } = rest;
    const denial = negated === undefined ? {} : { negated };
    return [
      { ...first, ...own, to_var: middle, to_label: type },
      { from: middle, rel: second.name, to_var: hop.to_var, to_label: hop.to_label, ...denial },
    ];
  }
  return undefined;
}

/**
 * A relation that never joins the two types: another one that does and is alike; a node of the type that the name of the
 * anchor has; the step that was left out; another type for a variable that no anchor fixes; any relation that joins them.
 */
export const repairImpossibleEndpoints: Repair = (plan, issue, { schema, typesOfName }) => {
  const at = Number(issue.path[1]);
  const hop = plan.hops[at]!;
  const relation = relationOf(schema, hop.rel);
  if (relation === undefined) return undefined;
  const [from, to] = [labelsOf(plan, hop.from), labelsOf(plan, hop.to_var)];
  const use = (name: string): Repaired => ({
    plan: replaceHop(plan, at, withoutDirection({ ...hop, rel: name })),
    action: 'rename',
    message: `"${hop.rel}" does not join ${from.join(' or ')} and ${to.join(' or ')}; it became "${name}"`,
  });
  const joining = schema.relations.filter((candidate) => joins(candidate, from, to));
  const alike = matchName(hop.rel, joining);
  if (alike !== undefined) return use(alike);
  for (const [variable, other] of [
    [hop.from, to],
    [hop.to_var, from],
  ] as const) {
    const anchor = plan.anchors.find((candidate) => candidate.var === variable);
    const ends = otherEnds(relation, other);
    const label = anchor === undefined ? undefined : typesOfName?.(anchor.text).find((type) => ends.includes(type));
    if (label === undefined || anchor!.label === label) continue;
    const message = `the node type of "${anchor!.text}" became "${label}", which "${hop.rel}" needs and a node of that name has`;
    return { plan: relabel(plan, variable, label), action: 'relabel', message };
  }
  if (joining.length > 0) return use(joining[0]!.name);
  const steps = missingStep(hop, relation, from, to, schema.relations, freshVariable(plan));
  if (steps !== undefined && plan.hops.length < 32) {
    const message = `"${hop.rel}" needs a step between ${from.join(' or ')} and ${to.join(' or ')}; "${steps[0]!.rel}" then "${steps[1]!.rel}"`;
    return { plan: replaceHop(plan, at, ...steps), action: 'connect', message };
  }
  const isAnchored = plan.anchors.some((anchor) => anchor.var === hop.to_var);
  const [end] = otherEnds(relation, from);
  if (end !== undefined && !isAnchored && hop.to_var !== 'T') {
    const message = `the node type of "${hop.to_var}" became "${end}", to which "${hop.rel}" leads`;
    return { plan: relabel(plan, hop.to_var, end), action: 'relabel', message };
  }
  const message = `nothing joins ${from.join(' or ')} and ${to.join(' or ')}; the hop "${hop.rel}" was dropped`;
  return { plan: replaceHop(plan, at), action: 'drop', message };
};

/** A hop too many, or one whose denial has no side: it is given up. */
export const repairByDropping: Repair = (plan, issue) => {
  const at = Number(issue.path[1]);
  const hop = plan.hops[at];
  if (hop === undefined) return undefined;
  const message = `the hop from "${hop.from}" to "${hop.to_var}" was dropped: ${issue.message}`;
  return { plan: replaceHop(plan, at), action: 'drop', message };
};
