import type { Hop, Plan, Schema } from '@grasp/plan';

import type { AdjacencyRows, QuestionGraph } from '../src/questions/question-graph.js';

/** A stored edge between nodes by number. */
export interface Edge {
  readonly relation: string;
  readonly from: number;
  readonly to: number;
}

/** A graph in memory, with its edges at hand. Types come in schema order, nodes are named after their type. */
export interface SmallGraph extends QuestionGraph {
  readonly edges: readonly Edge[];
}

/** Builds a graph with the given number of nodes of each type. */
export function createSmallGraph(
  schema: Schema,
  counts: readonly number[],
  edges: readonly Edge[],
  nameOf = (index: number): string => `Name ${index}`,
): SmallGraph {
  const starts = counts.map((_, type) => counts.slice(0, type).reduce((sum, count) => sum + count, 0));
  const nodeCount = counts.reduce((sum, count) => sum + count, 0);
  return {
    schema,
    edges,
    nodeCount,
    typeRange: (name) => {
      const type = schema.nodeTypes.findIndex((candidate) => candidate.name === name);
      return { start: starts[type]!, end: starts[type]! + counts[type]! };
    },
    idOf: (index) => `n${index}`,
    nameOf,
    adjacency: (relation, direction): AdjacencyRows => {
      const lists = Array.from({ length: nodeCount }, () => new Set<number>());
      for (const edge of edges) {
        if (edge.relation !== relation) continue;
        if (direction === 'out') lists[edge.from]!.add(edge.to);
        else lists[edge.to]!.add(edge.from);
      }
      const offsets = [0];
      for (const list of lists) offsets.push(offsets.at(-1)! + list.size);
      const targets = lists.flatMap((list) => [...list].sort((a, b) => a - b));
      return { offsets: Uint32Array.from(offsets), targets: Uint32Array.from(targets) };
    },
  };
}

/**
 * The answers of a plan by trying every node for every variable and every edge for every hop: slow, and written from
 * DESIGN.md, section 5, alone. Plans as the generator makes them: anchors A and B, inner variables X and Y, and at most
 * one hop that is negated, from an anchor to the target.
 */
export function bruteForceAnswers(
  graph: SmallGraph,
  plan: Plan,
  anchors: Readonly<Record<string, string>>,
): readonly string[] {
  const bound = new Map(Object.entries(anchors).map(([variable, id]) => [variable, Number(id.slice(1))]));
  const hops = plan.hops.filter(({ negated }) => negated !== true);
  const negated = plan.hops.filter((hop) => hop.negated === true);

  const isOfType = (node: number, type: string): boolean => {
    const { start, end } = graph.typeRange(type);
    return node >= start && node < end;
  };
  const edgesOf = (hop: Hop, from: number, to: number): readonly Edge[] =>
    graph.edges.filter(
      (edge) =>
        edge.relation === hop.rel &&
        isOfType(to, hop.to_label) &&
        ((hop.direction !== 'in' && edge.from === from && edge.to === to) ||
          (hop.direction !== 'out' && edge.from === to && edge.to === from)),
    );
  /** Whether the remaining hops can be satisfied; `used` is the edge that each hop took. */
  const canSatisfy = (index: number, values: ReadonlyMap<string, number>, used: readonly Edge[]): boolean => {
    if (index === hops.length) return true;
    const hop = hops[index]!;
    const from = values.get(hop.from)!;
    const known = values.get(hop.to_var);
    const choices = known === undefined ? Array.from({ length: graph.nodeCount }, (_, node) => node) : [known];
    return choices.some((to) =>
      edgesOf(hop, from, to).some((edge) => {
        const previous = hops.findIndex(({ to_var }) => to_var === hop.from);
        if (previous >= 0 && previous < index && used[previous] === edge) return false;
        return canSatisfy(index + 1, new Map(values).set(hop.to_var, to), [...used, edge]);
      }),
    );
  };
  return Array.from({ length: graph.nodeCount }, (_, node) => node)
    .filter((node) => isOfType(node, plan.target.labels[0]!))
    .filter((node) => canSatisfy(0, new Map(bound).set('T', node), []))
    .filter((node) => negated.every((hop) => edgesOf(hop, bound.get(hop.from)!, node).length === 0))
    .map((node) => graph.idOf(node));
}
