import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { paperSchema, sourceOf } from '../../test/small-source.js';
import type { SourceRecord } from '../../test/small-source.js';
import { importKnowledgeBase } from '../import-knowledge-base.js';
import { KnowledgeBaseFileError } from '../knowledge-base-file-error.js';
import { openKnowledgeBase } from '../knowledge-base.js';
import { normalizeName } from '../normalize-name.js';
import { inspectKnowledgeBase } from './inspect-knowledge-base.js';
import type { InspectionOptions, KnowledgeBaseInspection } from './inspect-knowledge-base.js';
import { listEntries } from './list-entries.js';

let folder: string;
let file: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'inspect-'));
  file = join(folder, 'a.skb');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function inspect(
  records: readonly SourceRecord[],
  options?: InspectionOptions,
): Promise<KnowledgeBaseInspection> {
  await importKnowledgeBase(sourceOf(records), file);
  using knowledgeBase = openKnowledgeBase(file);
  return await inspectKnowledgeBase(knowledgeBase, options);
}

const paper = (id: string, name: string, fields = {}, aliases: string[] = []): SourceRecord => ({
  kind: 'node',
  type: 'paper',
  id,
  name,
  fields,
  aliases,
});
const cites = (from: string, to: string): SourceRecord => ({ kind: 'relation', relation: 'cites', from, to });

test('counts by type and relation, with examples', async () => {
  const inspection = await inspect([
    paper('a', 'On X', { abstract: 'Text.', year: 1 }),
    paper('b', 'on x!', { abstract: '' }, ['X']),
    paper('c', '?'),
    paper('d', 'On Y', { topic: [] }),
    { kind: 'node', type: 'author', id: 'z', name: 'Ada' },
    cites('a', 'b'),
    cites('b', 'a'),
    cites('a', 'd'),
    cites('d', 'd'),
  ]);
  expect(inspection.types).toEqual([
    {
      type: 'paper',
      nodes: 4,
      isolated: 1,
      isolatedIds: ['c'],
      names: {
        unnamed: 1,
        sharedNames: 1,
        sharingNodes: 2,
        examples: [{ name: 'On X', count: 2, ids: ['a', 'b'] }],
      },
      lookedAt: 4,
      withAliases: 1,
      withoutText: 2,
      fields: [
        { field: 'abstract', kind: 'text', filled: 1 },
        { field: 'year', kind: 'number', filled: 1 },
        { field: 'topic', kind: 'keyword', filled: 0 },
      ],
    },
    {
      type: 'author',
      nodes: 1,
      isolated: 1,
      isolatedIds: ['z'],
      names: { unnamed: 0, sharedNames: 0, sharingNodes: 0, examples: [] },
      lookedAt: 1,
      withAliases: 0,
      withoutText: 1,
      fields: [],
    },
  ]);
  expect(inspection.relations[1]).toEqual({
    relation: 'cites',
    edges: 4,
    toItself: 1,
    inBothDirections: 2,
    dangling: 0,
  });
  expect(inspection.degrees.find(({ relation, direction }) => relation === 'cites' && direction === 'out')).toEqual({
    relation: 'cites',
    direction: 'out',
    nodes: 4,
    without: 1,
    mean: 1,
    median: 1,
    percentile99: 2,
    max: 2,
    hubs: [
      { id: 'a', name: 'On X', type: 'paper', degree: 2 },
      { id: 'b', name: 'on x!', type: 'paper', degree: 1 },
      { id: 'd', name: 'On Y', type: 'paper', degree: 1 },
    ],
  });
});

test('agrees with counting one by one', async () => {
  const node = fc.record({
    name: fc.constantFrom('a', 'A', 'b', ' b ', 'c', '', '-'),
    topic: fc.constantFrom('', 't'),
  });
  const edge = fc.tuple(fc.nat(11), fc.nat(11));
  await fc.assert(
    fc.asyncProperty(
      fc.array(node, { minLength: 1, maxLength: 12 }),
      fc.uniqueArray(edge, { selector: String, maxLength: 30 }),
      async (nodes, pairs) => {
        const edges = pairs.map(([from, to]) => [from % nodes.length, to % nodes.length] as const);
        const kept = [...new Map(edges.map((pair) => [String(pair), pair])).values()];
        const { types, relations, degrees } = await inspect([
          ...nodes.map(({ name, topic }, id) => paper(String(id), name, { topic })),
          ...edges.map(([from, to]) => cites(String(from), String(to))),
        ]);
        const byName = new Map<string, number>();
        for (const { name } of nodes) byName.set(normalizeName(name), (byName.get(normalizeName(name)) ?? 0) + 1);
        const unnamed = byName.get('') ?? 0;
        byName.delete('');
        const shared = [...byName.values()].filter((count) => count > 1);
        expect(types[0]).toMatchObject({
          isolated: nodes.filter((_, id) => !kept.some((pair) => pair.includes(id))).length,
          names: {
            unnamed,
            sharedNames: shared.length,
            sharingNodes: shared.reduce((sum, count) => sum + count, 0),
          },
          withoutText: nodes.filter(({ topic }) => topic === '').length,
        });
        const keys = new Set(kept.map(String));
        expect(relations[1]).toMatchObject({
          edges: kept.length,
          toItself: kept.filter(([from, to]) => from === to).length,
          inBothDirections: kept.filter(([from, to]) => from !== to && keys.has(`${to},${from}`)).length,
        });
        const out = nodes.map((_, id) => kept.filter(([from]) => from === id).length).sort((a, b) => a - b);
        expect(degrees.find(({ relation, direction }) => relation === 'cites' && direction === 'out')).toMatchObject({
          without: out.filter((degree) => degree === 0).length,
          median: out[Math.ceil(out.length / 2) - 1],
          max: out.at(-1),
        });
      },
    ),
    { numRuns: 40 },
  );
});

test('a sample is spread over the whole type', async () => {
  const records = Array.from({ length: 10 }, (_, id) => paper(`p${id}`, `n${id}`, id < 5 ? { year: id } : {}));
  const { types } = await inspect(records, { sampleSize: 4, exampleCount: 2 });
  expect(types[0]).toMatchObject({ lookedAt: 4, isolatedIds: ['p0', 'p1'], fields: [{}, { filled: 2 }, {}] });
});

test('can be stopped', async () => {
  await expect(inspect([], { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
});

test('entries have the sizes that make up the file', async () => {
  await importKnowledgeBase(sourceOf([paper('a', 'On X')]), file, {
    decorate: (writer) => writer.putArray('big', new Uint8Array(100_000)),
  });
  const entries = listEntries(file);
  expect(entries[0]).toEqual({ name: 'section/big', bytes: 100_016 });
  expect(entries.map(({ name }) => name)).toContain('base/meta');
  expect(() => listEntries(folder)).toThrow(KnowledgeBaseFileError);
  expect(paperSchema.nodeTypes).toHaveLength(2);
});
