import type { Hop, Plan, Schema } from '@grasp/plan';

import { dropAnchor, freshVariable, joins, labelsOf } from './draft-plan.js';
import type { Repair } from './repair-context.js';

/** Hops from a variable to the target: one step where the schema has one, else two. */
function shortestWay(plan: Plan, variable: string, { relations }: Schema): Hop[] | undefined {
  const from = labelsOf(plan, variable);
  const [label] = plan.target.labels;
  const one = relations.find((relation) => joins(relation, from, [label!]));
  if (one !== undefined) return [{ from: variable, rel: one.name, to_var: 'T', to_label: label! }];
  const middle = freshVariable(plan);
  for (const first of relations) {
    for (const { from: a, to: b } of first.endpoints) {
      const between = from.includes(a) ? b : from.includes(b) ? a : undefined;
      const second = between === undefined ? undefined : relations.find((other) => joins(other, [between], [label!]));
      if (second === undefined) continue;
      return [
        { from: variable, rel: first.name, to_var: middle, to_label: between! },
        { from: middle, rel: second.name, to_var: 'T', to_label: label! },
      ];
    }
  }
  return undefined;
}

/** An anchor that leads nowhere is joined to the target by the shortest way; without one it is given up. */
export const repairDisconnectedAnchor: Repair = (plan, issue, { schema }) => {
  const at = Number(issue.path[1]);
  const anchor = plan.anchors[at]!;
  const hasHops = plan.hops.some((hop) => hop.from === anchor.var || hop.to_var === anchor.var);
  const way = hasHops ? undefined : shortestWay(plan, anchor.var, schema);
  if (way === undefined || plan.hops.length + way.length > 32) {
    const hops = plan.hops.filter((hop) => hop.from !== anchor.var && hop.to_var !== anchor.var);
    const message = `the anchor "${anchor.text}" leads nowhere and was dropped`;
    return { plan: { ...dropAnchor(plan, at), hops }, action: 'drop', message };
  }
  const message = `the anchor "${anchor.text}" was joined to the target by ${way.map((hop) => `"${hop.rel}"`).join(', ')}`;
  return { plan: { ...plan, hops: [...plan.hops, ...way] }, action: 'connect', message };
};

/** A target that nothing binds: an only anchor of its type describes it; hops that lead from it to no anchor go. */
export const repairUnboundTarget: Repair = (plan) => {
  const [anchor, ...others] = plan.anchors;
  if (anchor !== undefined && others.length === 0 && plan.target.labels.includes(anchor.label)) {
    const own = { ...anchor, var: 'T' };
    const message = `the anchor "${anchor.text}" is of the type that is asked for and became the target`;
    return { plan: { ...plan, anchors: [own], hops: [] }, action: 'connect', message };
  }
  const text = plan.target.relevance_text.trim();
  if (plan.anchors.length > 0 || text === '') return undefined;
  const label = plan.target.labels[0]!;
  const message = 'without an anchor the plan searches documents with its text';
  return {
    plan: {
      ...plan,
      anchors: [{ var: 'T', text, label, match_mode: 'doc' }],
      hops: [],
      risk_level: 'no_trade',
      retrieval_mode: 'doc_search',
    },
    action: 'connect',
    message,
  };
};
