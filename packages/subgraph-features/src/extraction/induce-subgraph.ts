import type { NodeRole, Subgraph, SubgraphEdge, SubgraphNode } from '../subgraph.js';
import type { KnowledgeGraph, NeighbourLayers } from './knowledge-graph.js';
import { degreeIn } from './knowledge-graph.js';

export interface InducedNodes {
  /** Indexes, ascending. */
  readonly nodes: readonly number[];
  readonly questions: ReadonlySet<number>;
  readonly answers: ReadonlySet<number>;
  readonly relationName: (relation: string) => string | null;
}

/** The nodes with every edge of the graph that both ends of are among them, ordered by start, end and the schema's order of relations. */
export function induceSubgraph(graph: KnowledgeGraph, layers: NeighbourLayers, chosen: InducedNodes): Subgraph {
  const positions = new Map(chosen.nodes.map((node, position) => [node, position]));
  const found: { readonly edge: SubgraphEdge; readonly order: number }[] = [];
  graph.schema.relations.forEach(({ name: relation }, order) => {
    const { offsets, targets } = graph.adjacency(relation, 'out');
    if (targets.length === 0) return;
    const name = chosen.relationName(relation);
    for (const [node, source] of positions) {
      const start = offsets[node]!;
      const end = offsets[node + 1]!;
      const add = (target: number): void => {
        found.push({ edge: { source, target, relation, name, frequency: targets.length }, order });
      };
      // A hub has far more neighbours than the subgraph nodes: look these up among its neighbours then.
      if (end - start > 16 * positions.size) {
        for (const [other, target] of positions) if (includes(targets, start, end, other)) add(target);
      } else {
        for (let edge = start; edge < end; edge++) {
          const target = positions.get(targets[edge]!);
          if (target !== undefined) add(target);
        }
      }
    }
  });
  found.sort(
    (left, right) =>
      left.edge.source - right.edge.source || left.edge.target - right.edge.target || left.order - right.order,
  );

  const nodes = chosen.nodes.map((index): SubgraphNode => {
    const isAnswer = chosen.answers.has(index);
    const isQuestion = chosen.questions.has(index);
    const role: NodeRole = isAnswer ? 'answer' : isQuestion ? 'question' : 'internal';
    const name = graph.nameOf(index);
    return {
      id: graph.idOf(index),
      name: name === '' ? null : name,
      role,
      ...(isAnswer && isQuestion ? { isQuestion } : {}),
      type: graph.typeOf(index),
      degree: degreeIn(layers, index),
    };
  });
  return { nodes, edges: found.map(({ edge }) => edge) };
}

function includes(sorted: Uint32Array, start: number, end: number, value: number): boolean {
  let low = start;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return low < end && sorted[low] === value;
}
