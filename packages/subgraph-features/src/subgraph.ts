import { SubgraphError } from './subgraph-error.js';

/** What a node is to the question. A node that is both question entity and answer counts as `answer`. */
export type NodeRole = 'question' | 'answer' | 'internal';

export interface SubgraphNode {
  readonly id: string;
  /** Null when the knowledge base has no name for it. */
  readonly name: string | null;
  readonly role: NodeRole;
  /** Set on an answer that is a question entity as well. */
  readonly isQuestion?: boolean;
  readonly type?: string;
  /** Edges at the node in the whole graph, over all relations and both directions; a self-loop counts twice. */
  readonly degree?: number;
}

export interface SubgraphEdge {
  /** Position of the edge's start in `nodes`. */
  readonly source: number;
  readonly target: number;
  readonly relation: string;
  /** What people call the relation; null when unknown. */
  readonly name: string | null;
  /** Edges of this relation in the whole graph. */
  readonly frequency?: number;
}

/** The part of a knowledge graph between a question and an answer. Two nodes may have several edges, and a node edges to itself. */
export interface Subgraph {
  readonly nodes: readonly SubgraphNode[];
  readonly edges: readonly SubgraphEdge[];
}

const ROLES: ReadonlySet<string> = new Set<NodeRole>(['question', 'answer', 'internal']);

/**
 * Returns the subgraph when it is sound.
 *
 * @throws SubgraphError `invalid_subgraph`
 */
export function checkSubgraph(subgraph: Subgraph): Subgraph {
  const refuse = (expected: string, received: unknown): never => {
    throw new SubgraphError('invalid_subgraph', expected, received);
  };
  if (!Array.isArray(subgraph?.nodes) || !Array.isArray(subgraph.edges)) {
    refuse('a subgraph with the arrays nodes and edges', subgraph);
  }
  const ids = new Set<string>();
  subgraph.nodes.forEach((node, position) => {
    if (typeof node?.id !== 'string') refuse(`nodes[${position}].id to be a string`, node?.id);
    if (ids.has(node.id)) refuse(`nodes[${position}].id to be its own`, node.id);
    ids.add(node.id);
    if (typeof node.name !== 'string' && node.name !== null) {
      refuse(`nodes[${position}].name to be a string or null`, node.name);
    }
    if (!ROLES.has(node.role)) refuse(`nodes[${position}].role to be question, answer or internal`, node.role);
  });
  subgraph.edges.forEach((edge, position) => {
    if (typeof edge?.relation !== 'string') refuse(`edges[${position}].relation to be a string`, edge?.relation);
    if (typeof edge.name !== 'string' && edge.name !== null) {
      refuse(`edges[${position}].name to be a string or null`, edge.name);
    }
  });
  return checkEnds(subgraph);
}

/**
 * Returns the subgraph when each edge has both ends; the least that every function here asks for.
 *
 * @throws SubgraphError `invalid_subgraph`
 */
export function checkEnds(subgraph: Subgraph): Subgraph {
  const { length } = subgraph.nodes;
  const isNode = (position: number): boolean => Number.isInteger(position) && position >= 0 && position < length;
  const broken = subgraph.edges.findIndex(({ source, target }) => !isNode(source) || !isNode(target));
  if (broken === -1) return subgraph;
  const { source, target } = subgraph.edges[broken]!;
  const expected = `source and target of edges[${broken}] to be positions in nodes`;
  throw new SubgraphError('invalid_subgraph', expected, `${source}, ${target}`);
}

/** Positions of the answer nodes, ascending. */
export function answerPositions(subgraph: Subgraph): number[] {
  return subgraph.nodes.flatMap(({ role }, position) => (role === 'answer' ? [position] : []));
}

/** Positions of the question entities, answers that are question entities included; ascending. */
export function questionPositions(subgraph: Subgraph): number[] {
  return subgraph.nodes.flatMap((node, position) =>
    node.role === 'question' || node.isQuestion === true ? [position] : [],
  );
}
