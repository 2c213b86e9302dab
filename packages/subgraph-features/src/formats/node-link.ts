import { SubgraphError } from '../subgraph-error.js';
import type { NodeRole, Subgraph, SubgraphEdge, SubgraphNode } from '../subgraph.js';
import { checkEnds } from '../subgraph.js';

/** The paper's node types (`type` of a published node). */
export type PublishedNodeType = 'ANSWER_CANDIDATE_ENTITY' | 'QUESTIONS_ENTITY' | 'INTERNAL';

/** A node of the published form. Keys besides these carry what the published form has no place for. */
export interface NodeLinkNode {
  readonly type: PublishedNodeType;
  readonly name_: string;
  readonly id: number;
  readonly label: string | null;
  readonly isQuestion?: boolean;
  readonly nodeType?: string;
  readonly degree?: number;
}

export interface NodeLinkEdge {
  readonly name_: string;
  readonly source: number;
  readonly target: number;
  readonly label: string | null;
  readonly frequency?: number;
}

/** networkx's node-link data, with the edges under the key `links` (networkx before 3.6, published data) or `edges`. */
export interface NodeLinkData {
  readonly directed: true;
  readonly multigraph: boolean;
  readonly graph: Readonly<Record<string, never>>;
  readonly nodes: readonly NodeLinkNode[];
  readonly links?: readonly NodeLinkEdge[];
  readonly edges?: readonly NodeLinkEdge[];
}

export interface NodeLinkOptions {
  readonly edgesKey?: 'links' | 'edges';
}

const TYPE_OF_ROLE: Readonly<Record<NodeRole, PublishedNodeType>> = {
  answer: 'ANSWER_CANDIDATE_ENTITY',
  question: 'QUESTIONS_ENTITY',
  internal: 'INTERNAL',
};

/** Node-link data of a subgraph in the form in which the paper's subgraphs are published; `edgesKey` is `links` by default. */
export function toNodeLink(subgraph: Subgraph, { edgesKey = 'links' }: NodeLinkOptions = {}): NodeLinkData {
  const pairs = new Set(checkEnds(subgraph).edges.map(({ source, target }) => source * subgraph.nodes.length + target));
  const edges = subgraph.edges.map(({ source, target, relation, name, frequency }) => ({
    name_: relation,
    source,
    target,
    label: name,
    ...(frequency === undefined ? {} : { frequency }),
  }));
  return {
    directed: true,
    multigraph: pairs.size < edges.length,
    graph: {},
    nodes: subgraph.nodes.map(({ id, name, role, isQuestion, type, degree }, position) => ({
      type: TYPE_OF_ROLE[role],
      name_: id,
      id: position,
      label: name,
      ...(isQuestion === true ? { isQuestion } : {}),
      ...(type === undefined ? {} : { nodeType: type }),
      ...(degree === undefined ? {} : { degree }),
    })),
    [edgesKey]: edges,
  };
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * The subgraph of node-link data, with the edges under `links` or `edges`. Reads the published form and plain networkx
 * data: ids may be numbers or strings, an absent `name_` is the id (of an edge: its `key`, else its `label`), an absent `label` is null, an absent or
 * unknown `type` is internal. Order is kept.
 *
 * @throws SubgraphError `invalid_graph_data`
 */
export function fromNodeLink(data: unknown): Subgraph {
  const refuse = (expected: string, received: unknown): never => {
    throw new SubgraphError('invalid_graph_data', expected, received);
  };
  if (!isRecord(data)) return refuse('node-link data', data);
  const list = data['links'] ?? data['edges'];
  if (!Array.isArray(data['nodes'])) return refuse('an array nodes', data['nodes']);
  if (!Array.isArray(list)) return refuse('an array links or edges', list);
  if (data['directed'] === false) return refuse('directed node-link data', data['directed']);

  const text = (value: unknown, path: string): string =>
    typeof value === 'string' || typeof value === 'number'
      ? String(value)
      : refuse(`${path} to be text or a number`, value);
  const label = (value: unknown, path: string): string | null =>
    value === undefined || value === null ? null : text(value, path);
  const positions = new Map<unknown, number>();
  const nodes = data['nodes'].map((node: unknown, position): SubgraphNode => {
    const path = `nodes[${position}]`;
    if (!isRecord(node)) return refuse(`${path} to be an object`, node);
    const id = text(node['id'], `${path}.id`);
    if (positions.has(id)) refuse(`${path}.id to be its own`, id);
    positions.set(id, position);
    return {
      id: text(node['name_'] ?? id, `${path}.name_`),
      name: label(node['label'], `${path}.label`),
      role: roleOf(node['type']),
      ...(node['isQuestion'] === true ? { isQuestion: true } : {}),
      ...(typeof node['nodeType'] === 'string' ? { type: node['nodeType'] } : {}),
      ...(typeof node['degree'] === 'number' ? { degree: node['degree'] } : {}),
    };
  });
  const edges = list.map((edge: unknown, number): SubgraphEdge => {
    const path = `links[${number}]`;
    if (!isRecord(edge)) return refuse(`${path} to be an object`, edge);
    const end = (key: 'source' | 'target'): number =>
      positions.get(text(edge[key], `${path}.${key}`)) ?? refuse(`${path}.${key} to be the id of a node`, edge[key]);
    return {
      source: end('source'),
      target: end('target'),
      relation: text(edge['name_'] ?? edge['key'] ?? edge['label'] ?? '', `${path}.name_`),
      name: label(edge['label'], `${path}.label`),
      ...(typeof edge['frequency'] === 'number' ? { frequency: edge['frequency'] } : {}),
    };
  });
  return { nodes, edges };
}

function roleOf(type: unknown): NodeRole {
  if (type === TYPE_OF_ROLE.answer) return 'answer';
  return type === TYPE_OF_ROLE.question ? 'question' : 'internal';
}
