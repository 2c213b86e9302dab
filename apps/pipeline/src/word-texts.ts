import type { KnowledgeBase, NodeView } from '@grasp/skb';

import { NAME, ownField, relationField, textOf } from './text-index.js';

/** The fields of a node's own that are indexed as words, each with its texts. */
export function ownWordTexts(node: Pick<NodeView, 'name' | 'aliases' | 'fields'>): Map<string, readonly string[]> {
  const fields = Object.entries(node.fields).map(([field, value]) => [ownField(field), [textOf(value)]] as const);
  return new Map<string, readonly string[]>([[NAME, [node.name, ...node.aliases]], ...fields]);
}

/** All texts of a node that are indexed as words under the name of a field, or of a relation: the names at its other ends. */
export function* wordTexts(knowledgeBase: KnowledgeBase, node: NodeView, field: string): Generator<string> {
  const relation = knowledgeBase.schema.relations.find(({ name }) => relationField(name) === field);
  if (relation === undefined) {
    yield* ownWordTexts(node).get(field) ?? [];
    return;
  }
  for (const direction of ['out', 'in'] as const) {
    for (const neighbour of knowledgeBase.neighbours(node.index, relation.name, direction)) {
      yield knowledgeBase.nameOf(neighbour);
    }
  }
}
