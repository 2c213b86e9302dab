import type { AdjacencyRows, QuestionGraph } from './question-graph.js';
import type { SchemaStep } from './schema-step.js';

/** Calls `visit` for each edge of one step that leaves a node. An edge's number is unique within its relation. */
type EdgeVisitor = (node: number, visit: (neighbour: number, edge: number) => void) => void;

/** A graph that is walked by steps. */
export interface StepGraph {
  readonly graph: QuestionGraph;
  /** The edges of a step: of its relation, in its direction, into its end type. */
  edges(step: SchemaStep): EdgeVisitor;
}

/** Wraps a graph; each relation's rows are read once. */
export function createStepGraph(graph: QuestionGraph): StepGraph {
  const cache = new Map<string, AdjacencyRows>();
  const rowsOf = (relation: string, direction: 'out' | 'in'): AdjacencyRows => {
    const key = `${direction} ${relation}`;
    const rows = cache.get(key) ?? graph.adjacency(relation, direction);
    cache.set(key, rows);
    return rows;
  };
  const alongOneWay = (step: SchemaStep, direction: 'out' | 'in'): EdgeVisitor => {
    const { offsets, targets } = rowsOf(step.relation, direction);
    const { start, end } = graph.typeRange(step.to);
    const { nodeCount } = graph;
    return (node, visit) => {
      const last = offsets[node + 1]!;
      for (let position = offsets[node]!; position < last; position++) {
        const neighbour = targets[position]!;
        if (neighbour < start || neighbour >= end) continue;
        visit(neighbour, direction === 'out' ? node * nodeCount + neighbour : neighbour * nodeCount + node);
      }
    };
  };
  return {
    graph,
    edges: (step) => {
      if (step.direction !== 'both') return alongOneWay(step, step.direction);
      const [out, back] = [alongOneWay(step, 'out'), alongOneWay(step, 'in')];
      return (node, visit) => {
        out(node, visit);
        back(node, visit);
      };
    },
  };
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
  // Each reached node with one edge that reaches it, or OPEN if there are several: then none of them bars a way back.
  const OPEN = -1;
  let frontier = new Map<number, number>([[anchor, OPEN]]);
  let remaining = budget;
  let lastRelation: string | undefined;
  for (const step of steps) {
    const next = new Map<number, number>();
    const visitEdges = stepGraph.edges(step);
    const canTurnBack = step.relation === lastRelation;
    for (const [node, arrival] of frontier) {
      visitEdges(node, (neighbour, edge) => {
        remaining--;
        if (canTurnBack && arrival === edge) return;
        const known = next.get(neighbour);
        if (known === undefined) next.set(neighbour, edge);
        else if (known !== edge) next.set(neighbour, OPEN);
      });
      if (remaining < 0) return undefined;
    }
    frontier = next;
    lastRelation = step.relation;
  }
  return new Set(frontier.keys());
}
