import type { Schema } from '@grasp/plan';

import { normalizeName } from '../src/index.js';
import type { KnowledgeBase, KnowledgeBaseChange, NodeRecord, RelationRecord } from '../src/index.js';

const edgeKey = (relation: string, from: string, to: string): string => JSON.stringify([relation, from, to]);

/** A knowledge base as a map of nodes and a set of relations, to compare with. */
export class KnowledgeBaseModel {
  readonly #schema: Schema;
  #nodes = new Map<string, NodeRecord>();
  #edges = new Set<string>();

  constructor(schema: Schema) {
    this.#schema = schema;
  }

  copy(): KnowledgeBaseModel {
    const copy = new KnowledgeBaseModel(this.#schema);
    copy.#nodes = new Map(this.#nodes);
    copy.#edges = new Set(this.#edges);
    return copy;
  }

  /** One update: deletions, then nodes, then relations. */
  apply(changes: readonly KnowledgeBaseChange[]): void {
    for (const change of changes) {
      if (change.kind === 'delete-node' && this.#nodes.delete(change.id)) this.#dropEdges(change.id);
      if (change.kind === 'delete-relation') this.#edges.delete(edgeKey(change.relation, change.from, change.to));
    }
    const seen = new Set<string>();
    for (const change of changes) {
      if (change.kind !== 'node' || seen.has(change.id)) continue;
      seen.add(change.id);
      this.#nodes.set(change.id, change);
    }
    for (const key of this.#edges) {
      const [relation, from, to] = JSON.parse(key) as [string, string, string];
      if (!this.#fits(relation, from, to)) this.#edges.delete(key);
    }
    for (const change of changes) {
      if (change.kind !== 'relation' || !this.#fits(change.relation, change.from, change.to)) continue;
      this.#edges.add(edgeKey(change.relation, change.from, change.to));
    }
  }

  #dropEdges(id: string): void {
    for (const key of this.#edges) {
      const [, from, to] = JSON.parse(key) as [string, string, string];
      if (from === id || to === id) this.#edges.delete(key);
    }
  }

  #fits(relation: string, from: string, to: string): boolean {
    const [source, target] = [this.#nodes.get(from)?.type, this.#nodes.get(to)?.type];
    const declared = this.#schema.relations.find(({ name }) => name === relation);
    return declared?.endpoints.some((pair) => pair.from === source && pair.to === target) === true;
  }

  /** All that is there, in no particular order. */
  records(): (NodeRecord | RelationRecord)[] {
    const edges = [...this.#edges].map((key): RelationRecord => {
      const [relation, from, to] = JSON.parse(key) as [string, string, string];
      return { kind: 'relation', relation, from, to };
    });
    return [...this.#nodes.values(), ...edges];
  }

  /** What {@link contentOf} gives for a knowledge base with this content. */
  content(names: readonly string[]): unknown {
    const byId = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
    const nodes = this.#schema.nodeTypes.flatMap(({ name }) =>
      [...this.#nodes.values()].filter(({ type }) => type === name).sort((a, b) => byId(a.id, b.id)),
    );
    const indexes = new Map(nodes.map(({ id }, index) => [id, index]));
    const relations = this.#schema.relations.map(({ name }) => {
      const pairs = [...this.#edges]
        .map((key) => JSON.parse(key) as [string, string, string])
        .filter(([relation]) => relation === name)
        .map(([, from, to]): [number, number] => [indexes.get(from)!, indexes.get(to)!]);
      const rows = (at: 0 | 1): number[][] =>
        nodes.map((_, index) =>
          pairs
            .filter((pair) => pair[at] === index)
            .map((pair) => pair[1 - at]!)
            .sort((a, b) => a - b),
        );
      return { name, count: pairs.length, out: rows(0), in: rows(1) };
    });
    return {
      nodes: nodes.map(({ id, type, name, aliases, fields }, index) => ({
        ...{ id, index, type, name },
        ...{ aliases: aliases ?? [], fields: fields ?? {} },
      })),
      counts: Object.fromEntries(
        this.#schema.nodeTypes.map(({ name }) => [name, nodes.filter(({ type }) => type === name).length]),
      ),
      relations,
      named: names.map((wanted) =>
        nodes.flatMap(({ name, aliases }, index) =>
          [name, ...(aliases ?? [])].map(normalizeName).some((key) => key !== '' && key === normalizeName(wanted))
            ? [index]
            : [],
        ),
      ),
    };
  }
}

/** Everything that a knowledge base answers. */
export function contentOf(knowledgeBase: KnowledgeBase, names: readonly string[]): unknown {
  const { schema, nodeCount, report } = knowledgeBase;
  const nodes = [...knowledgeBase.nodes()];
  for (const { id, index, name, type } of nodes) {
    expect([knowledgeBase.indexOf(id), knowledgeBase.idOf(index)]).toEqual([index, id]);
    expect([knowledgeBase.nameOf(index), knowledgeBase.typeOf(index)]).toEqual([name, type]);
    expect(knowledgeBase.numbering.indexOf(knowledgeBase.numbering.slotOf(index))).toBe(index);
  }
  expect([report.nodeCount, nodes.length]).toEqual([nodeCount, nodeCount]);
  const relations = schema.relations.map(({ name }) => {
    const rows = (direction: 'out' | 'in'): number[][] =>
      nodes.map(({ index }) => [...knowledgeBase.neighbours(index, name, direction)]);
    const before = { out: rows('out'), in: rows('in') };
    for (const direction of ['out', 'in'] as const) {
      const { offsets, targets } = knowledgeBase.adjacency(name, direction);
      expect([offsets.length, offsets[0], offsets[nodeCount]]).toEqual([nodeCount + 1, 0, targets.length]);
      const merged = nodes.map(({ index }) => [...targets.subarray(offsets[index], offsets[index + 1])]);
      expect(merged).toEqual(before[direction]);
      expect(rows(direction)).toEqual(before[direction]);
    }
    return { name, count: report.relations[name]!, ...before };
  });
  for (const { name } of schema.nodeTypes) {
    const { start, end } = knowledgeBase.typeRange(name);
    expect(nodes.slice(start, end).every(({ type }) => type === name)).toBe(true);
    expect(report.nodes[name]).toBe(end - start);
  }
  return { nodes, counts: report.nodes, relations, named: names.map((name) => knowledgeBase.findByName(name)) };
}
