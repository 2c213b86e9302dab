import type { Plan } from '@grasp/plan';

import {
  dropAnchor,
  freshVariable,
  joins,
  labelsOf,
  otherEnds,
  relabel,
  relationOf,
  replaceHop,
  reversed,
} from './draft-plan.js';
import type { Repair } from './repair-context.js';

const sameText = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase();

/** Two anchors with one variable: a repetition goes, another gets a variable and those hops that only it fits. */
export const repairDuplicateVariable: Repair = (plan, issue, { schema }) => {
  const at = Number(issue.path[1]);
  const second = plan.anchors[at]!;
  const first = plan.anchors.find((anchor) => anchor.var === second.var)!;
  if (sameText(first.text, second.text)) {
    return { plan: dropAnchor(plan, at), action: 'rename', message: `"${second.text}" stood there twice` };
  }
  const own = freshVariable(plan);
  const anchors = plan.anchors.map((anchor, position) => (position === at ? { ...anchor, var: own } : anchor));
  const copies = plan.hops.flatMap((hop) => {
    const isStart = hop.from === second.var;
    if (!isStart && hop.to_var !== second.var) return [];
    const relation = relationOf(schema, hop.rel);
    const other = labelsOf(plan, isStart ? hop.to_var : hop.from);
    if (relation === undefined || !joins(relation, [second.label], other)) return [];
    return [isStart ? { ...hop, from: own } : { ...hop, to_var: own, to_label: second.label }];
  });
  const hops = [...plan.hops, ...copies].slice(0, 32);
  const message = `the second anchor "${second.var}" ("${second.text}") became "${own}"`;
  return { plan: { ...plan, anchors, hops }, action: 'rename', message };
};

/** A hop whose label contradicts what is known of its variable: the schema tells which of the two the relation allows. */
export const repairConflictingLabels: Repair = (plan, issue, { schema }) => {
  if (issue.path[0] !== 'hops') {
    const anchor = plan.anchors[Number(issue.path[1])]!;
    const label = issue.suggestions[0] ?? plan.target.labels[0]!;
    const message = `the node type of "${anchor.var}" became "${label}"`;
    return { plan: relabel(plan, anchor.var, label), action: 'relabel', message };
  }
  const at = Number(issue.path[1]);
  const hop = plan.hops[at]!;
  const relation = relationOf(schema, hop.rel);
  const known = labelsOf(plan, hop.to_var);
  const ends = relation === undefined ? [] : otherEnds(relation, labelsOf(plan, hop.from));
  const isAnchor = plan.anchors.some((anchor) => anchor.var === hop.to_var);
  if (!isAnchor && ends.includes(hop.to_label) && !ends.some((type) => known.includes(type))) {
    const message = `the node type of "${hop.to_var}" became "${hop.to_label}", to which "${hop.rel}" leads`;
    return { plan: relabel(plan, hop.to_var, hop.to_label), action: 'relabel', message };
  }
  const label = known.find((type) => ends.includes(type)) ?? known[0] ?? issue.suggestions[0];
  const [elsewhere] = issue.suggestions;
  if (label === hop.to_label && elsewhere !== undefined) {
    // The target may be of several types, but all hops to it lead to the same one.
    const message = `the node type of "${hop.to_var}" became "${elsewhere}", to which other hops lead`;
    return { plan: relabel(plan, hop.to_var, elsewhere), action: 'relabel', message };
  }
  if (label === undefined) return undefined;
  const message = `the node type "${hop.to_label}" of the hop to "${hop.to_var}" became "${label}"`;
  return { plan: replaceHop(plan, at, { ...hop, to_label: label }), action: 'relabel', message };
};

/** Variables that an anchor or a hop from one binds. */
function boundVariables(plan: Plan): Set<string> {
  const bound = new Set(['T', ...plan.anchors.map((anchor) => anchor.var)]);
  for (let before = -1; before < bound.size;) {
    before = bound.size;
    for (const { from, to_var } of plan.hops) if (bound.has(from)) bound.add(to_var);
  }
  return bound;
}

/** A hop from nowhere: written the wrong way round, or from a variable that was misspelt, or of no use. */
export const repairUndefinedVariable: Repair = (plan, issue, { schema }) => {
  const at = Number(issue.path[1]);
  const hop = plan.hops[at]!;
  const relation = relationOf(schema, hop.rel);
  const bound = boundVariables(plan);
  const misspelt = [...bound].find((name) => name.toLowerCase() === hop.from.toLowerCase());
  if (misspelt !== undefined) {
    const message = `the variable "${hop.from}" became "${misspelt}"`;
    return { plan: replaceHop(plan, at, { ...hop, from: misspelt }), action: 'rename', message };
  }
  const ends = relation === undefined ? [] : otherEnds(relation, labelsOf(plan, hop.to_var));
  // Another hop goes on from there: this one was written from its end.
  const goesOn = plan.hops.some(
    (other, position) => position !== at && (other.from === hop.from || other.to_var === hop.from),
  );
  if (goesOn && ends.length > 0 && bound.has(hop.to_var)) {
    const message = `the hop from "${hop.from}" to "${hop.to_var}" was turned round`;
    return { plan: replaceHop(plan, at, reversed(hop, ends[0]!)), action: 'reverse', message };
  }
  const used = new Set(plan.hops.flatMap(({ from, to_var }) => [from, to_var]));
  const loose = plan.anchors.filter((anchor) => !used.has(anchor.var) && ends.includes(anchor.label));
  if (loose.length > 0) {
    const from = loose[0]!.var;
    const message = `the hop from the undefined "${hop.from}" starts at the anchor "${from}"`;
    return { plan: replaceHop(plan, at, { ...hop, from }), action: 'connect', message };
  }
  const message = `the hop from the undefined "${hop.from}" restricts nothing and was dropped`;
  return { plan: replaceHop(plan, at), action: 'drop', message };
};
