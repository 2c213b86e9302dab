import type { AdjacencyRows, QuestionGraph } from './question-graph.js';
import type { SchemaStep } from './schema-step.js';

/** A graph that reads each relation's rows once. */
export interface StepGraph {
  readonly graph: QuestionGraph;
  rows(step: SchemaStep): AdjacencyRows;
}

/** Wraps a graph for the functions below. */
export function createStepGraph(graph: QuestionGraph): StepGraph {
  const cache = new Map<string, AdjacencyRows>();
  return {
    graph,
    rows: ({ relation, direction }) => {
      const key = JSON.stringify([relation, direction]);
      const rows = cache.get(key) ?? graph.adjacency(relation, direction);
      cache.set(key, rows);
      return rows;
    },
  };
}

/** An edge by which a node is reached; the number is unique within the relation. */
interface Arrival {
  readonly relation: string;
  readonly edge: number;
}

/** Calls `visit` for each edge of a step that leaves a node and ends in the step's end type. */
export function forEachEdge(
  stepGraph: StepGraph,
  step: SchemaStep,
  node: number,
  visit: (neighbour: number, edge: number) => void,
): void {
  const { graph } = stepGraph;
  const { start, end } = graph.typeRange(step.to);
  const { offsets, targets } = stepGraph.rows(step);
  for (let position = offsets[node]!; position < offsets[node + 1]!; position++) {
    const neighbour = targets[position]!;
    if (neighbour < start || neighbour >= end) continue;
    const [source, target] = step.direction === 'out' ? [node, neighbour] : [neighbour, node];
    visit(neighbour, source * graph.nodeCount + target);
  }
}

/**
 * The nodes at the end of a way of steps from one node, where two steps in a row never use the same edge
 * (DESIGN.md, section 5).
 *
 * @param budget - Most edges to look at.
 * @returns undefined if the budget does not suffice.
 */
export function branchAnswers(
  stepGraph: StepGraph,
  steps: readonly SchemaStep[],
  anchor: number,
  budget: number,
): ReadonlySet<number> | undefined {
  // Two different edges by which a node is reached are enough: at most one of them is the edge to go back by.
  let frontier = new Map<number, readonly Arrival[]>([[anchor, []]]);
  let remaining = budget;
  for (const step of steps) {
    const next = new Map<number, readonly Arrival[]>();
    for (const [node, arrivals] of frontier) {
      forEachEdge(stepGraph, step, node, (neighbour, edge) => {
        remaining--;
        const isSame = (arrival: Arrival): boolean => arrival.edge === edge && arrival.relation === step.relation;
        if (arrivals.length > 0 && arrivals.every(isSame)) return;
        const known = next.get(neighbour) ?? [];
        if (known.length < 2 && !known.some(isSame)) next.set(neighbour, [...known, { relation: step.relation, edge }]);
      });
      if (remaining < 0) return undefined;
    }
    frontier = next;
  }
  return new Set(frontier.keys());
}
