import type { Schema } from '@grasp/plan';

import type { Adjacency, FieldValue, Graph } from '../src/index.js';

export interface SmallNode {
  readonly id: string;
  readonly type: string;
  readonly fields?: Readonly<Record<string, FieldValue>>;
}

export interface SmallEdge {
  readonly relation: string;
  readonly from: string;
  readonly to: string;
}

export interface SmallGraph {
  readonly schema: Schema;
  readonly nodes: readonly SmallNode[];
  readonly edges: readonly SmallEdge[];
}

/** The adjacency arrays and indexes of a graph that is given as lists. */
export function indexGraph({ schema, nodes, edges }: SmallGraph): Graph {
  const typeNames = schema.nodeTypes.map((type) => type.name);
  const sorted = [...nodes].sort(
    (a, b) => typeNames.indexOf(a.type) - typeNames.indexOf(b.type) || (a.id < b.id ? -1 : a.id > b.id ? 1 : 0),
  );
  const indexes = new Map(sorted.map((node, index) => [node.id, index]));
  const adjacencies = new Map<string, Adjacency>();
  return {
    schema,
    nodeCount: sorted.length,
    indexOf: (id) => indexes.get(id),
    idOf: (index) => sorted[index]!.id,
    typeRange: (type) => {
      const start = sorted.findIndex((node) => node.type === type);
      if (start === -1) return { start: 0, end: 0 };
      return { start, end: start + sorted.filter((node) => node.type === type).length };
    },
    adjacency: (relation, direction) => {
      const key = `${direction} ${relation}`;
      const known = adjacencies.get(key);
      if (known !== undefined) return known;
      const lists = sorted.map((): number[] => []);
      for (const edge of edges) {
        if (edge.relation !== relation) continue;
        const [from, to] = [indexes.get(edge.from)!, indexes.get(edge.to)!];
        if (direction === 'out') lists[from]!.push(to);
        else lists[to]!.push(from);
      }
      const offsets = new Uint32Array(sorted.length + 1);
      lists.forEach((list, index) => (offsets[index + 1] = offsets[index]! + list.sort((a, b) => a - b).length));
      const adjacency = { offsets, targets: Uint32Array.from(lists.flat()) };
      adjacencies.set(key, adjacency);
      return adjacency;
    },
    node: (index) => ({ fields: sorted[index]!.fields ?? {} }),
  };
}
