import { join } from 'node:path';

import fc from 'fast-check';
import type { Schema } from '@grasp/plan';

import { author, paper, paperSchema, relation, sourceOf, temporaryFolder } from '../test/small-source.js';
import { importKnowledgeBase, normalizeName, openKnowledgeBase } from './index.js';
import type { KnowledgeBase, NodeRecord, RelationRecord } from './index.js';

const folder = temporaryFolder();
let fileCount = 0;
const nextFile = (): string => join(folder, `${fileCount++}.skb`);

const schema: Schema = {
  nodeTypes: [
    { name: 'b', fields: [{ name: 'text', kind: 'text' }] },
    { name: 'empty', fields: [] },
    {
      name: 'a',
      fields: [
        { name: 'size', kind: 'number' },
        { name: 'tag', kind: 'keyword' },
      ],
    },
  ],
  relations: [
    {
      name: 'r',
      endpoints: [
        { from: 'b', to: 'a' },
        { from: 'a', to: 'a' },
      ],
    },
    { name: 'never', endpoints: [{ from: 'empty', to: 'a' }] },
    { name: 's', endpoints: [{ from: 'b', to: 'b' }] },
  ],
};

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.constantFrom('x', 'X', 'x ', 'é', 'e', '\ud800', '\uffff', '\u{1f600}', '?', 'a b', 'a-b'),
);

const graph = fc
  .uniqueArray(
    text.filter((id) => id !== ''),
    { minLength: 1, maxLength: 12 },
  )
  .chain((ids) => {
    const id = fc.constantFrom(...ids);
    const node = (id: string): fc.Arbitrary<NodeRecord> =>
      fc.oneof(
        fc.record({
          kind: fc.constant('node' as const),
          type: fc.constant('b'),
          id: fc.constant(id),
          name: text,
          aliases: fc.array(text, { maxLength: 3 }),
          fields: fc.record({ text: fc.oneof(text, fc.array(text)) }, { requiredKeys: [] }),
        }),
        fc.record({
          kind: fc.constant('node' as const),
          type: fc.constant('a'),
          id: fc.constant(id),
          name: text,
          fields: fc.record(
            {
              size: fc.double({ noNaN: true, noDefaultInfinity: true }).filter((size) => !Object.is(size, -0)),
              tag: text,
            },
            { requiredKeys: [] },
          ),
        }),
      );
    const edge = fc.record({
      kind: fc.constant('relation' as const),
      relation: fc.constantFrom('r', 's'),
      from: id,
      to: id,
    });
    return fc.tuple(fc.tuple(...ids.map(node)), fc.array(edge, { maxLength: 60 })).chain(([nodes, edges]) =>
      fc.record({
        nodes: fc.constant(nodes),
        edges: fc.constant(edges as RelationRecord[]),
        records: fc.shuffledSubarray([...nodes, ...edges], { minLength: nodes.length + edges.length }),
      }),
    );
  });

/** The knowledge base by plain search over the records. */
function naive(nodes: readonly NodeRecord[], edges: readonly RelationRecord[]) {
  const sorted = schema.nodeTypes.flatMap(({ name }) =>
    nodes.filter(({ type }) => type === name).sort((a, b) => (a.id < b.id ? -1 : a.id > b.id ? 1 : 0)),
  );
  const indexOf = (id: string): number => sorted.findIndex((node) => node.id === id);
  const neighbours = (index: number, name: string, direction: 'out' | 'in'): number[] => {
    const id = sorted[index]!.id;
    const fits = (edge: RelationRecord): boolean => {
      const [from, to] = [sorted[indexOf(edge.from)]!.type, sorted[indexOf(edge.to)]!.type];
      const endpoints = schema.relations.find((candidate) => candidate.name === name)!.endpoints;
      return edge.relation === name && endpoints.some((pair) => pair.from === from && pair.to === to);
    };
    const found = edges
      .filter((edge) => fits(edge) && (direction === 'out' ? edge.from : edge.to) === id)
      .map((edge) => indexOf(direction === 'out' ? edge.to : edge.from));
    return [...new Set(found)].sort((a, b) => a - b);
  };
  const findByName = (wanted: string): number[] =>
    sorted.flatMap((node, index) =>
      [node.name, ...(node.aliases ?? [])].some(
        (name) => normalizeName(name) !== '' && normalizeName(name) === normalizeName(wanted),
      )
        ? [index]
        : [],
    );
  return { sorted, indexOf, neighbours, findByName };
}

const relationNames = schema.relations.map(({ name }) => name);

test('every accessor gives what a plain search over the records gives, in whatever order they came', async () => {
  await fc.assert(
    fc.asyncProperty(graph, text, async ({ nodes, edges, records }, other) => {
      const file = nextFile();
      const report = await importKnowledgeBase(sourceOf(records, schema), file);
      using knowledgeBase = openKnowledgeBase(file);
      const expected = naive(nodes, edges);
      expect(knowledgeBase.schema).toEqual(schema);
      expect(knowledgeBase.report).toEqual(report);
      expect(knowledgeBase.nodeCount).toBe(nodes.length);
      expect([...knowledgeBase.nodes()]).toEqual(
        expected.sorted.map(({ id, type, name, aliases, fields }, index) => ({
          id,
          index,
          type,
          name,
          aliases: aliases ?? [],
          fields: fields ?? {},
        })),
      );
      for (const { name } of schema.nodeTypes) {
        const { start, end } = knowledgeBase.typeRange(name);
        expect(expected.sorted.slice(start, end)).toEqual(expected.sorted.filter(({ type }) => type === name));
        expect([...knowledgeBase.nodes({ type: name })].map(({ id }) => id)).toEqual(
          expected.sorted.filter(({ type }) => type === name).map(({ id }) => id),
        );
        expect(report.nodes[name]).toBe(end - start);
      }
      expected.sorted.forEach(({ id, name, type }, index) => {
        expect(knowledgeBase.indexOf(id)).toBe(index);
        expect(knowledgeBase.idOf(index)).toBe(id);
        expect(knowledgeBase.nameOf(index)).toBe(name);
        expect(knowledgeBase.typeOf(index)).toBe(type);
        expect(knowledgeBase.findByName(name)).toEqual(expected.findByName(name));
        let degree = 0;
        for (const relationName of relationNames) {
          for (const direction of ['out', 'in'] as const) {
            const neighbours = expected.neighbours(index, relationName, direction);
            expect([...knowledgeBase.neighbours(index, relationName, direction)]).toEqual(neighbours);
            degree += neighbours.length;
          }
        }
        expect(knowledgeBase.degree(index)).toBe(degree);
      });
      expect(knowledgeBase.findByName(other)).toEqual(expected.findByName(other));
      expect(knowledgeBase.indexOf(other) ?? -1).toBe(expected.indexOf(other));
      for (const name of relationNames) {
        const { offsets, targets } = knowledgeBase.adjacency(name, 'out');
        expect(offsets.length).toBe(nodes.length + 1);
        expect(targets.length).toBe(report.relations[name]);
        expect(knowledgeBase.adjacency(name, 'in').targets.length).toBe(report.relations[name]);
      }
    }),
    { numRuns: 60 },
  );
});

describe('a small knowledge base', () => {
  let knowledgeBase: KnowledgeBase;
  beforeAll(async () => {
    const file = nextFile();
    const records = [
      relation('writes', 'ada', 'p1'),
      paper('p1', { name: 'On Engines', aliases: ['Engines'], fields: { year: 1843, topic: ['machines', 'notes'] } }),
      paper('p2', { name: 'on-engines' }),
      author('ada', { name: 'Ada Lovelace' }),
      relation('cites', 'p1', 'p1'),
      relation('cites', 'p1', 'p2'),
    ];
    await importKnowledgeBase(sourceOf(records), file);
    knowledgeBase = openKnowledgeBase(file);
  });
  afterAll(() => knowledgeBase.close());

  test('nodes are sorted by type in schema order, then id', () => {
    expect([0, 1, 2].map((index) => knowledgeBase.idOf(index))).toEqual(['p1', 'p2', 'ada']);
    expect(knowledgeBase.typeRange('author')).toEqual({ start: 2, end: 3 });
    expect(knowledgeBase.node(0)).toEqual({
      id: 'p1',
      index: 0,
      type: 'paper',
      name: 'On Engines',
      aliases: ['Engines'],
      fields: { year: 1843, topic: ['machines', 'notes'] },
    });
  });

  test('names and aliases are found whatever their spelling', () => {
    expect(knowledgeBase.findByName('ON  ENGINES!')).toEqual([0, 1]);
    expect(knowledgeBase.findByName('engines')).toEqual([0]);
    expect(knowledgeBase.findByName('lovelace')).toEqual([]);
    expect(knowledgeBase.findByName('')).toEqual([]);
  });

  test('a relation from a node to itself is an edge, and counts twice in the degree', () => {
    expect([...knowledgeBase.neighbours(0, 'cites', 'in')]).toEqual([0]);
    expect(knowledgeBase.degree(0)).toBe(1 + 2 + 1);
  });

  test.each([-1, 3, 0.5, Number.NaN])('index %d is refused', (index) => {
    expect(() => knowledgeBase.idOf(index)).toThrow(RangeError);
    expect(() => knowledgeBase.node(index)).toThrow(RangeError);
    expect(() => knowledgeBase.neighbours(index, 'cites', 'out')).toThrow(RangeError);
  });

  test('an unknown type or relation is refused', () => {
    expect(() => knowledgeBase.typeRange('constructor')).toThrow(RangeError);
    expect(() => knowledgeBase.adjacency('likes', 'out')).toThrow(RangeError);
  });

  test('absent sections and ids are undefined', () => {
    expect(knowledgeBase.array('vectors')).toBeUndefined();
    expect(knowledgeBase.json('vectors')).toBeUndefined();
    expect(knowledgeBase.indexOf('p3')).toBeUndefined();
    expect(knowledgeBase.indexOf('')).toBeUndefined();
  });
});

test('no nodes at all', async () => {
  const file = nextFile();
  const report = await importKnowledgeBase(sourceOf([]), file);
  expect(report.nodes).toEqual({ paper: 0, author: 0 });
  using knowledgeBase = openKnowledgeBase(file);
  expect([...knowledgeBase.nodes()]).toEqual([]);
  expect(knowledgeBase.indexOf('a')).toBeUndefined();
  expect(knowledgeBase.findByName('a')).toEqual([]);
  expect([...knowledgeBase.adjacency('cites', 'in').offsets]).toEqual([0]);
  expect(knowledgeBase.schema).toEqual(paperSchema);
});
