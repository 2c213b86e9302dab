import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { parquetWriteBuffer } from 'hyparquet-writer';
import type { ColumnSource } from 'hyparquet-writer';

import type { ImportProblem, NodeRecord, RelationRecord } from '../source.js';
import { openSource } from './open-source.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'read-parquet-'));
});
afterEach(() => rm(folder, { recursive: true }));

const write = (file: string, columnData: ColumnSource[], options: object = {}): Promise<void> =>
  writeFile(join(folder, file), new Uint8Array(parquetWriteBuffer({ columnData, ...options })));

const describeFolder = (description: object): Promise<void> =>
  writeFile(join(folder, 'grasp.json'), JSON.stringify(description));

async function read(): Promise<(NodeRecord | RelationRecord | ImportProblem)[]> {
  const source = await openSource(folder);
  const records: (NodeRecord | RelationRecord | ImportProblem)[] = [];
  for await (const record of source.records()) records.push(record);
  return records;
}

const PRODUCTS: ColumnSource[] = [
  { name: 'id', data: [1n, 2n, 3n], type: 'INT64' },
  { name: 'name', data: ['Tent', 'Mat', null], type: 'STRING', nullable: true },
  { name: 'price', data: [389.5, null, 1], type: 'DOUBLE', nullable: true },
  {
    name: 'made',
    data: [new Date('2024-01-02'), new Date('2024-01-03T04:05:06Z'), null],
    type: 'TIMESTAMP',
    nullable: true,
  },
  { name: 'sold', data: [true, false, true], type: 'BOOLEAN' },
  { name: 'size', data: [{ height: 3 }, { height: 4 }, null], type: 'JSON', nullable: true },
];

test('nodes and relations of Parquet files, with inferred fields', async () => {
  await write('products.parquet', PRODUCTS, { rowGroupSize: 2 });
  await write('also.parquet', [
    { name: 'from', data: [1, 2], type: 'INT32' },
    { name: 'to', data: ['2', '1'], type: 'STRING' },
  ]);
  await describeFolder({
    nodes: [{ type: 'product', file: 'products.parquet' }],
    relations: [{ relation: 'also', file: 'also.parquet' }],
  });
  const source = await openSource(folder);
  expect(source.schema.nodeTypes[0]?.fields).toEqual([
    { name: 'price', kind: 'number' },
    { name: 'made', kind: 'date' },
    { name: 'sold', kind: 'keyword' },
    { name: 'size.height', kind: 'number' },
  ]);
  expect(await read()).toEqual([
    {
      kind: 'node',
      type: 'product',
      id: '1',
      name: 'Tent',
      fields: { price: 389.5, made: '2024-01-02', sold: 'true', 'size.height': 3 },
      origin: { file: 'products.parquet', line: 1 },
    },
    {
      kind: 'node',
      type: 'product',
      id: '2',
      name: 'Mat',
      fields: { made: '2024-01-03T04:05:06.000Z', sold: 'false', 'size.height': 4 },
      origin: { file: 'products.parquet', line: 2 },
    },
    {
      kind: 'problem',
      code: 'malformed_row',
      message: '"name": expected a name, got none',
      origin: { file: 'products.parquet', line: 3 },
    },
    { kind: 'relation', relation: 'also', from: '1', to: '2', origin: { file: 'also.parquet', line: 1 } },
    { kind: 'relation', relation: 'also', from: '2', to: '1', origin: { file: 'also.parquet', line: 2 } },
  ]);
});

test('columns that grasp.json does not name are not read', async () => {
  await write('products.parquet', [
    ...PRODUCTS.slice(0, 2),
    { name: 'vector', data: [[1, 2], [3], [4]], type: 'JSON' },
  ]);
  await describeFolder({ nodes: [{ type: 'product', file: 'products.parquet', fields: { prise: 'number' } }] });
  const records = await read();
  expect(records.at(-1)).toMatchObject({ kind: 'problem', code: 'unknown_field' });
  expect(JSON.stringify(records.at(-1))).not.toContain('vector');
});

test.each(['SNAPPY', 'UNCOMPRESSED'] as const)('packed as %s', async (codec) => {
  await write('products.parquet', PRODUCTS.slice(0, 2), { codec });
  await describeFolder({ nodes: [{ type: 'product', file: 'products.parquet' }] });
  expect((await read()).map((record) => record.kind)).toEqual(['node', 'node', 'problem']);
});

test.each([
  ['missing_file', undefined],
  ['invalid_file', Buffer.from('PAR1 is all that it is PAR1')],
  ['invalid_file', Buffer.alloc(0)],
  ['invalid_file', Buffer.from(parquetWriteBuffer({ columnData: PRODUCTS })).subarray(0, -40)],
])('%s', async (code, content) => {
  if (content !== undefined) await writeFile(join(folder, 'products.parquet'), content);
  await describeFolder({ nodes: [{ type: 'product', file: 'products.parquet' }] });
  await expect(read()).rejects.toMatchObject({ name: 'SourceError', code, file: 'products.parquet' });
});

test('a folder in the place of the file', async () => {
  await describeFolder({ nodes: [{ type: 'product', file: '.', format: 'parquet' }] });
  await expect(read()).rejects.toMatchObject({ name: 'SourceError', code: 'unreadable_file' });
});
