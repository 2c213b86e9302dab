import { createHash } from 'node:crypto';

import type { Plan } from '@grasp/plan';

/** Short, so that names made of names do not grow with every round. */
const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/**
 * A text that two plans share when they ask the same: variables are named by what they stand for, anchors and hops are in
 * order, case and white space of texts do not matter, a hop without direction may be written from either end. The
 * relevance text, the risk level and the retrieval mode are no part of it.
 */
export function canonicalPlan(plan: Plan): string {
  const fold = (text: string): string => text.toLowerCase().replace(/\s+/gu, ' ').trim();
  const names = new Map<string, string>([['T', 'T']]);
  for (const anchor of plan.anchors) {
    if (anchor.var === 'T') continue;
    const { text, label, match_mode: mode, breadth } = anchor;
    names.set(anchor.var, JSON.stringify([fold(text), label, mode, ...(breadth === undefined ? [] : [breadth])]));
  }
  // Nodes that are not named are told apart by their neighbours, each round by those one step further.
  const open = new Map<string, string>();
  for (const { from, to_var } of plan.hops) {
    for (const variable of [from, to_var]) if (!names.has(variable)) open.set(variable, '');
  }
  for (const hop of plan.hops) if (open.has(hop.to_var)) open.set(hop.to_var, hop.to_label);
  const nameOf = (variable: string): string => names.get(variable) ?? `?${open.get(variable) ?? ''}`;
  for (let round = 0; round < Math.min(4, open.size); round++) {
    const next = [...open].map(([variable, own]) => {
      const around = plan.hops.flatMap(({ from, rel, to_var: to, direction, negated }) => {
        if (from !== variable && to !== variable) return [];
        const leaves = from === variable;
        const way = direction === undefined ? '' : leaves === (direction === 'out') ? 'out' : 'in';
        return [JSON.stringify([rel, way, negated === true, nameOf(leaves ? to : from)])];
      });
      return [variable, digest(JSON.stringify([own, around.sort()]))] as const;
    });
    for (const [variable, name] of next) open.set(variable, name);
  }
  const hops = plan.hops.map((hop) => {
    const ends = [nameOf(hop.from), nameOf(hop.to_var)];
    const isTurned = ends[0]! > ends[1]!;
    const turned = hop.direction === undefined ? '' : (hop.direction === 'out') !== isTurned ? 'out' : 'in';
    return JSON.stringify([hop.rel, ...(isTurned ? ends.reverse() : ends), turned, hop.negated === true]);
  });
  const own = plan.anchors.filter((anchor) => anchor.var === 'T').map((anchor) => fold(anchor.text));
  const filters = (plan.target.filters ?? []).map((filter) => JSON.stringify([filter.field, filter.op, filter.value]));
  return JSON.stringify([[...plan.target.labels].sort(), own, hops.sort(), filters.sort()]);
}
