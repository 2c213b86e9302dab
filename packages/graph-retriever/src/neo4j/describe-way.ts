import type { Plan } from '@grasp/plan';

import { UNITS } from '../anchor-nodes.js';
import type { Bindings } from '../bindings.js';
import type { PathStep, UsedBinding } from '../execution.js';

/** One way to a target, as the compiler's witness query gives it. */
export interface Way {
  /** Variables of the plan, and at the same place in `nodes` the id of the node of each. */
  readonly variables: readonly string[];
  readonly nodes: readonly string[];
  /** Hops, as positions in the plan, and for each whether its edge is stored from the hop's `from` to its `to_var`. */
  readonly hops: readonly number[];
  readonly forward: readonly boolean[];
}

/** How many hops lie between each variable and the target. */
function distances(plan: Plan, hops: readonly number[]): ReadonlyMap<string, number> {
  const known = new Map([['T', 0]]);
  for (const [variable, distance] of known) {
    for (const { from, to_var: to } of hops.map((hop) => plan.hops[hop]!)) {
      if (from === variable && !known.has(to)) known.set(to, distance + 1);
      if (to === variable && !known.has(from)) known.set(from, distance + 1);
    }
  }
  return known;
}

/** The steps of a way, the farthest from the target first, and the bindings that it uses. */
export function describeWay(
  plan: Plan,
  bindings: Bindings,
  { variables, nodes, hops, forward }: Way,
): { path: PathStep[]; anchors: UsedBinding[] } {
  const idOf = new Map(variables.map((variable, position) => [variable, nodes[position]!]));
  const away = distances(plan, hops);
  const steps = hops.map((hop, position) => {
    const { from, rel, to_var: to } = plan.hops[hop]!;
    const isTowardTarget = away.get(from)! >= away.get(to)!;
    const [far, near] = isTowardTarget ? [from, to] : [to, from];
    const isOut = forward[position] === isTowardTarget || idOf.get(far) === idOf.get(near);
    const step: PathStep = {
      from: idOf.get(far)!,
      fromVariable: far,
      relation: rel,
      to: idOf.get(near)!,
      variable: near,
      direction: isOut ? 'out' : 'in',
      hop,
    };
    return { step, distance: away.get(far)! };
  });
  return {
    path: steps.sort((a, b) => b.distance - a.distance || a.step.hop - b.step.hop).map(({ step }) => step),
    anchors: usedBindings(plan, bindings, idOf),
  };
}

/** The best binding of each anchor's node, by variable. */
export function usedBindings(plan: Plan, bindings: Bindings, idOf: ReadonlyMap<string, string>): UsedBinding[] {
  return plan.anchors
    .flatMap(({ var: variable }): UsedBinding[] => {
      const id = idOf.get(variable);
      if (id === undefined) return [];
      const scores = (bindings[variable] ?? []).flatMap((binding) => (binding.id === id ? [binding.score] : []));
      return [{ variable, id, score: (Math.round(Math.max(...scores) * UNITS) + 0) / UNITS }];
    })
    .sort((a, b) => (a.variable < b.variable ? -1 : 1));
}
