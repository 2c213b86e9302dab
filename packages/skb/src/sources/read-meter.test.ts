import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { parquetWriteBuffer } from 'hyparquet-writer';

import { edgeLines, folderWith, lines } from '../../test/stark-folder.js';
import { importKnowledgeBase } from '../import-knowledge-base.js';
import type { ImportProgress } from '../import-knowledge-base.js';
import type { KnowledgeBaseSource } from '../source.js';
import { openSource } from './open-source.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

type Files = Readonly<Record<string, string | Uint8Array>>;

async function opened(files: Files, settings: { readonly format?: 'stark' | 'rdf' | 'obo' } = {}) {
  const folder = folderWith(files);
  folders.push(folder);
  return { folder, source: await openSource(folder, settings) };
}

const sizeOf = (folder: string, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

/** Every position that the source says after a list of records. */
async function positions(source: KnowledgeBaseSource): Promise<readonly { done: number; total: number }[]> {
  const seen: { done: number; total: number }[] = [];
  for await (const batch of source.batches!()) {
    expect(Array.isArray(batch)).toBe(true);
    seen.push(source.position!());
  }
  return seen;
}

/** Positions that grow from little to all of `total`. */
function expectGrowth(seen: readonly { done: number; total: number }[], total: number): void {
  const done = seen.map((position) => position.done);
  expect(done).toEqual([...done].sort((one, other) => one - other));
  expect(seen.map((position) => position.total)).toEqual(done.map(() => total));
  expect(done.at(-1)).toBe(total);
  expect(done.some((each) => each > 0 && each < total)).toBe(true);
}

/** Text that hardly packs. */
const words = (seed: number): string => {
  let state = seed + 1;
  return Array.from({ length: 12 }, () => (state = (state * 48_271) % 0x7fff_ffff).toString(36)).join(' ');
};
const rows = Array.from({ length: 12_000 }, (_, row) => `n${row},${words(row)}`);
const TABLES = {
  'grasp.json': JSON.stringify({
    nodes: [
      { type: 'csv', file: 'a.csv' },
      { type: 'jsonl', file: 'b.jsonl.gz' },
      { type: 'parquet', file: 'c.parquet', fields: {} },
    ],
    relations: [{ relation: 'next', file: 'd.tsv', fromType: 'csv', toType: 'csv' }],
  }),
  'a.csv': `id,name\n${rows.join('\n')}\n`,
  'b.jsonl.gz': gzipSync(lines(...rows.map((row, index) => ({ id: `j${index}`, name: row })))),
  'c.parquet': new Uint8Array(
    parquetWriteBuffer({
      columnData: [
        { name: 'id', data: ['p1', 'p2', 'p3', 'p4'], type: 'STRING' },
        { name: 'name', data: ['a', 'b', 'c', 'd'], type: 'STRING' },
      ],
      rowGroupSize: 1,
    }),
  ),
  'd.tsv': 'from\tto\nn1\tn2\n',
};

test('tables: bytes on disk, packed ones of a packed file, and parts of a Parquet file', async () => {
  const { folder, source } = await opened(TABLES);
  const files = ['a.csv', 'b.jsonl.gz', 'c.parquet', 'd.tsv'];
  expect(source.position!()).toEqual({ done: 0, total: 0 });
  const seen = await positions(source);
  expectGrowth(seen, sizeOf(folder, files));
  const between = (from: number, to: number): number[] =>
    seen
      .map(({ done }) => done - sizeOf(folder, files.slice(0, from)))
      .filter((done) => done > 0 && done < sizeOf(folder, files.slice(from, to)));
  expect(between(0, 1).length).toBeGreaterThan(0);
  expect(new Set(between(1, 2)).size).toBeGreaterThan(0);
  const { length } = TABLES['c.parquet'];
  expect([...new Set(between(2, 3))]).toEqual([1, 2, 3].map((group) => Math.floor((length * group) / 4)));
  // Again from the beginning.
  expectGrowth(await positions(source), sizeOf(folder, files));
});

test.each<['stark' | 'rdf' | 'obo', number, Files]>([
  [
    'stark',
    1,
    {
      'schema.json': '{"node_types": ["author", "paper"], "edge_types": ["author___writes___paper"]}',
      'nodes/0.jsonl': lines({ node_id: 0, node_type: 'author', info: { DisplayName: 'Ada' } }),
      'nodes/1.jsonl.gz': gzipSync(lines({ node_id: 1, node_type: 'paper', info: { title: 'Notes' } })),
      'edges/0.tsv': edgeLines([[0, 1]]),
      'candidate_ids.txt': '1\n',
    },
  ],
  [
    'rdf',
    2,
    {
      'a.nt': Array.from({ length: 5_000 }, (_, index) => `<u:${index}> <u:name> "${words(index)}" .\n`).join(''),
      'b.ttl.gz': gzipSync('<u:1> <u:knows> <u:2> .\n'),
    },
  ],
])('%s', async (format, times, files) => {
  const { folder, source } = await opened(files, { format });
  const read = Object.keys(files).filter((name) => name !== 'schema.json');
  expectGrowth(await positions(source), times * sizeOf(folder, read));
});

test('an ontology in OBO, which gives its records one by one', async () => {
  const stanza = (name: string): string => `[Term]\nid: ${name}\nname: ${name}\n\n`;
  const files = { 'a.obo': stanza('A:1'), 'b.obo.gz': gzipSync(stanza('B:1') + stanza('B:2')) };
  const { folder, source } = await opened(files, { format: 'obo' });
  const seen: { done: number; total: number }[] = [];
  for await (const { kind } of source.records()) {
    expect(kind).toBe('node');
    seen.push(source.position!());
  }
  expectGrowth(seen, sizeOf(folder, Object.keys(files)));
});

test('an import tells them, also while a source reads on without a record', async () => {
  const { folder, source } = await opened(
    { 'a.nt': Array.from({ length: 40_000 }, (_, index) => `<u:${index % 7}> <u:p> "${index}" .\n`).join('') },
    { format: 'rdf' },
  );
  const told: ImportProgress[] = [];
  await importKnowledgeBase(source, join(folder, 'out.skb'), { onProgress: (progress) => told.push(progress) });
  const total = 2 * sizeOf(folder, ['a.nt']);
  const reading = told.filter(({ phase, source: position }) => phase === 'read' && position !== undefined);
  expect(reading.length).toBeGreaterThan(3);
  for (const { source: position } of reading) expect(position!.total).toBe(total);
  expect(reading.some(({ nodeCount, source: position }) => nodeCount === 0 && position!.done > total / 4)).toBe(true);
});
