import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';

import { readDeletions, readRecords } from './read-changes.js';

const folder = mkdtempSync(join(tmpdir(), 'grasp-changes-'));
afterAll(() => rmSync(folder, { recursive: true }));

const { signal } = new AbortController();
const node = '{"type":"paper","id":"p1","name":"One"}';
const long = 'x'.repeat(17 * 2 ** 20);

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

function written(name: string, content: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, content);
  return file;
}

const record = (file: string, line: number): object => ({
  kind: 'node',
  type: 'paper',
  id: 'p1',
  name: 'One',
  origin: { file, line },
});

test('a file may be packed, have a byte order mark, CRLF and empty lines', async () => {
  const text = `\ufeff${node}\r\n\r\n${node}`;
  for (const file of [written('a.jsonl', text), written('a.jsonl.gz', gzipSync(text))]) {
    expect(await all(readRecords(file, signal))).toEqual([record(file, 1), record(file, 3)]);
  }
});

test('standard input is read in whatever parts it comes', async () => {
  const bytes = Buffer.from(`${node}\n${node}\n`);
  const parts = Array.from(bytes, (_, place) => bytes.subarray(place, place + 1));
  expect(await all(readRecords('-', signal, Readable.from(parts)))).toEqual([
    record('standard input', 1),
    record('standard input', 2),
  ]);
});

test('lines that are too long or not UTF-8 are problems with their place, and the others are read', async () => {
  const file = written('b', Buffer.concat([Buffer.from(`${long}\n`), Buffer.of(0xff, 0x0a), Buffer.from(node)]));
  for (const read of [readRecords, readDeletions]) {
    expect((await all(read(file, signal))).slice(0, 2)).toEqual([
      {
        kind: 'problem',
        code: 'malformed_row',
        message: expect.stringContaining('16777216 bytes'),
        origin: { file, line: 1 },
      },
      { kind: 'problem', code: 'malformed_row', message: expect.stringContaining('UTF-8'), origin: { file, line: 2 } },
    ]);
  }
  expect((await all(readRecords(file, signal)))[2]).toEqual(record(file, 3));
});

test('a file that is not there, a folder and a packed file that is cut off are refused', async () => {
  for (const file of [join(folder, 'missing'), join(folder, 'missing.gz'), folder]) {
    await expect(all(readRecords(file, signal))).rejects.toMatchObject({ code: 'invalid_input' });
  }
  const cut = written('cut.jsonl.gz', gzipSync(node).subarray(0, -9));
  await expect(all(readRecords(cut, signal))).rejects.toMatchObject({ code: 'corrupt_file', file: cut, line: 1 });
});
