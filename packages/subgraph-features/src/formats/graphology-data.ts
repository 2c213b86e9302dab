import { SubgraphError } from '../subgraph-error.js';
import type { NodeRole, Subgraph, SubgraphEdge, SubgraphNode } from '../subgraph.js';
import { checkSubgraph } from '../subgraph.js';

export interface GraphologyNode {
  readonly key: string;
  readonly attributes: Omit<SubgraphNode, 'id'>;
}

export interface GraphologyEdge {
  readonly source: string;
  readonly target: string;
  readonly attributes: Omit<SubgraphEdge, 'source' | 'target'>;
}

/** A graph as graphology exports and imports it. */
export interface GraphologyData {
  readonly options: { readonly type: 'directed'; readonly multi: true; readonly allowSelfLoops: true };
  readonly attributes: Readonly<Record<string, never>>;
  /** Mutable, as are the edges, because graphology's own types ask for it. */
  readonly nodes: GraphologyNode[];
  readonly edges: GraphologyEdge[];
}

/**
 * The subgraph for graphology: `MultiDirectedGraph.from(toGraphology(subgraph))`. Ids are the keys of nodes, all else is
 * attributes.
 *
 * @throws SubgraphError `invalid_subgraph`, for two nodes with one id
 */
export function toGraphology(subgraph: Subgraph): GraphologyData {
  const { nodes, edges } = checkSubgraph(subgraph);
  return {
    options: { type: 'directed', multi: true, allowSelfLoops: true },
    attributes: {},
    nodes: nodes.map(({ id, ...attributes }) => ({ key: id, attributes })),
    edges: edges.map(({ source, target, ...attributes }) => ({
      source: nodes[source]!.id,
      target: nodes[target]!.id,
      attributes,
    })),
  };
}

type Attributes = Readonly<Record<string, unknown>>;

/**
 * The subgraph of a directed graphology graph, or of what its `export()` gives. Absent attributes get what they are without
 * them: a `name` null, a `role` internal, a `relation` the edge's `label` or nothing.
 *
 * @throws SubgraphError `invalid_graph_data`
 */
export function fromGraphology(graph: unknown): Subgraph {
  const refuse = (expected: string, received: unknown): never => {
    throw new SubgraphError('invalid_graph_data', expected, received);
  };
  const isObject = (value: unknown): value is Attributes => typeof value === 'object' && value !== null;
  const exported =
    isObject(graph) && typeof graph['export'] === 'function' ? (graph as { export(): unknown }).export() : graph;
  if (!isObject(exported) || !Array.isArray(exported['nodes']) || !Array.isArray(exported['edges'])) {
    return refuse('a graphology graph or what it exports', graph);
  }
  const attributesOf = (item: Attributes): Attributes => (isObject(item['attributes']) ? item['attributes'] : {});
  const positions = new Map<unknown, number>();
  const nodes = exported['nodes'].map((node: unknown, position): SubgraphNode => {
    if (!isObject(node) || typeof node['key'] !== 'string')
      return refuse(`nodes[${position}].key to be a string`, node);
    positions.set(node['key'], position);
    const { name, role, isQuestion, type, degree } = attributesOf(node);
    return {
      id: node['key'],
      name: typeof name === 'string' ? name : null,
      role: role === 'question' || role === 'answer' ? (role satisfies NodeRole) : 'internal',
      ...(isQuestion === true ? { isQuestion } : {}),
      ...(typeof type === 'string' ? { type } : {}),
      ...(typeof degree === 'number' ? { degree } : {}),
    };
  });
  const edges = exported['edges'].map((edge: unknown, position): SubgraphEdge => {
    const path = `edges[${position}]`;
    if (!isObject(edge)) return refuse(`${path} to be an object`, edge);
    if (edge['undirected'] === true) return refuse(`${path} to be directed`, edge);
    const end = (key: 'source' | 'target'): number =>
      positions.get(edge[key]) ?? refuse(`${path}.${key} to be the key of a node`, edge[key]);
    const { name, relation, label, frequency } = attributesOf(edge);
    const text = (...values: readonly unknown[]): string | null =>
      values.find((value): value is string => typeof value === 'string') ?? null;
    return {
      source: end('source'),
      target: end('target'),
      relation: text(relation, label, name) ?? '',
      name: text(name, label),
      ...(typeof frequency === 'number' ? { frequency } : {}),
    };
  });
  return { nodes, edges };
}
