import { joins, labelsOf, otherEnds, relabel, relationOf, replaceHop } from './draft-plan.js';
import { matchName } from './match-name.js';
import type { Repair, RepairContext } from './repair-context.js';
import type { Plan } from '@grasp/plan';

/** The types that the hops at a variable allow, by the types at their other ends; undefined when nothing restricts it. */
function typesByHops(plan: Plan, variable: string, { schema }: RepairContext): string[] | undefined {
  const known = new Set(schema.nodeTypes.map((type) => type.name));
  let allowed: string[] | undefined;
  for (const hop of plan.hops) {
    if (hop.from !== variable && hop.to_var !== variable) continue;
    const relation = relationOf(schema, hop.rel);
    if (relation === undefined) continue;
    const other = labelsOf(plan, hop.from === variable ? hop.to_var : hop.from).filter((label) => known.has(label));
    const types =
      other.length > 0 ? otherEnds(relation, other) : relation.endpoints.flatMap(({ from, to }) => [from, to]);
    allowed = allowed === undefined ? [...new Set(types)] : allowed.filter((type) => types.includes(type));
  }
  return allowed;
}

/** The variable that a label speaks of, from the issue's path. */
function variableAt(plan: Plan, path: readonly (string | number)[]): string {
  const at = Number(path[1]);
  if (path[0] === 'anchors') return plan.anchors[at]!.var;
  return path[0] === 'hops' ? plan.hops[at]!.to_var : 'T';
}

/** A label that the schema lacks: what is alike, else what the knowledge base and the hops allow. */
export const repairUnknownType: Repair = (plan, issue, context) => {
  const variable = variableAt(plan, issue.path);
  const at = Number(issue.path[1]);
  const wrong =
    issue.path[0] === 'anchors'
      ? plan.anchors[at]!.label
      : issue.path[0] === 'hops'
        ? plan.hops[at]!.to_label
        : plan.target.labels[Number(issue.path[2])]!;
  const types = context.schema.nodeTypes;
  const known = types.map((type) => type.name);
  const byHops = typesByHops(plan, variable, context);
  const anchor = plan.anchors.find((candidate) => candidate.var === variable);
  const byName = anchor === undefined ? [] : (context.typesOfName?.(anchor.text) ?? []);
  const fits = (type: string | undefined): type is string => type !== undefined && known.includes(type);
  const said = labelsOf(plan, variable).find((label) => known.includes(label));
  const label = [
    issue.path[0] === 'hops' ? said : undefined,
    matchName(wrong, types),
    byName.find((type) => byHops === undefined || byHops.includes(type)),
    byHops?.[0],
    byName[0],
  ].find(fits);
  const message = (used: string): string => `the node type "${wrong}" of "${variable}" became "${used}"`;
  if (issue.path[0] === 'target') {
    const rest = plan.target.labels.filter((other) => other !== wrong);
    const labels = [...new Set([...rest, ...(label === undefined ? [] : [label])])];
    if (labels.length > 0) {
      const action = label === undefined ? 'drop' : 'rename';
      return { plan: { ...plan, target: { ...plan.target, labels } }, action, message: message(labels.join(' or ')) };
    }
  }
  const used = label ?? known.find((type) => issue.suggestions.includes(type)) ?? known[0];
  if (used === undefined) return undefined;
  // Only this mention of the type changes; others of the same variable have issues of their own.
  if (issue.path[0] === 'hops') {
    return {
      plan: replaceHop(plan, at, { ...plan.hops[at]!, to_label: used }),
      action: 'rename',
      message: message(used),
    };
  }
  if (issue.path[0] === 'target') return { plan: relabel(plan, 'T', used), action: 'rename', message: message(used) };
  const anchors = plan.anchors.map((other, position) => (position === at ? { ...other, label: used } : other));
  return { plan: { ...plan, anchors }, action: 'rename', message: message(used) };
};

/** A relation that the schema lacks: among those that join the two types what is alike, else the only or first of them. */
export const repairUnknownRelation: Repair = (plan, issue, { schema }) => {
  const at = Number(issue.path[1]);
  const hop = plan.hops[at]!;
  const [from, to] = [labelsOf(plan, hop.from), labelsOf(plan, hop.to_var)];
  const joining = schema.relations.filter((relation) => joins(relation, from, to));
  const name = matchName(hop.rel, joining) ?? matchName(hop.rel, schema.relations) ?? joining[0]?.name;
  if (name === undefined) {
    return {
      plan: replaceHop(plan, at),
      action: 'drop',
      message: `no relation is like "${hop.rel}"; the hop was dropped`,
    };
  }
  const message = `the relation "${hop.rel}" became "${name}"`;
  return { plan: replaceHop(plan, at, { ...hop, rel: name }), action: 'rename', message };
};
