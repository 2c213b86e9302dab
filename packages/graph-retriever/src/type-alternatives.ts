import type { Anchor, Plan } from '@grasp/plan';

import type { LinkerGraph } from './linker.js';

/** Another type that has a name of which an anchor's own type has none. */
export interface TypeAlternative {
  /** The anchor's variable. */
  readonly var: string;
  readonly text: string;
  /** The type that the plan says. */
  readonly label: string;
  /** The type that has nodes of this name. */
  readonly type: string;
  /** Ids of the nodes with this name; ascending. */
  readonly ids: readonly string[];
}

/**
 * The anchors by name for whose text their own type has no node of this very name while other types have one: a planner
 * may have mistaken the type. Nothing is bound; that stays with who made the plan. By anchor, then by type as the
 * knowledge base orders nodes.
 */
export function findTypeAlternatives(
  graph: Pick<LinkerGraph, 'idOf' | 'typeRange' | 'findByName'> & { typeOf(index: number): string },
  plan: Pick<Plan, 'anchors'>,
): TypeAlternative[] {
  return plan.anchors.flatMap((anchor) => (anchor.match_mode === 'name' ? alternativesOf(graph, anchor) : []));
}

function alternativesOf(
  graph: Parameters<typeof findTypeAlternatives>[0],
  { var: variable, text, label }: Anchor,
): TypeAlternative[] {
  const { start, end } = graph.typeRange(label);
  const nodes = graph.findByName(text);
  if (nodes.some((index) => index >= start && index < end)) return [];
  const idsByType = new Map<string, string[]>();
  for (const index of nodes) {
    const type = graph.typeOf(index);
    const ids = idsByType.get(type);
    if (ids === undefined) idsByType.set(type, [graph.idOf(index)]);
    else ids.push(graph.idOf(index));
  }
  return Array.from(idsByType, ([type, ids]) => ({ var: variable, text, label, type, ids }));
}
