import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { open } from 'lmdb';

import { temporaryFolder } from '../test/small-source.js';
import { LmdbFileWriter } from './lmdb-file-writer.js';

const folder = temporaryFolder();

type Entry = readonly [key: string, value: Buffer];

function write(path: string, entries: readonly Entry[]): void {
  rmSync(path, { force: true });
  const writer = new LmdbFileWriter(path);
  for (const [key, value] of entries) {
    if (LmdbFileWriter.isShort(key, value.length)) writer.putShort(key, value);
    else {
      const headerBytes = Math.min(16, value.length);
      const parts = [value.subarray(headerBytes, 5000), value.subarray(5000)];
      const header = (): Buffer => value.subarray(0, headerBytes);
      const partCount = [...writer.putLong(key, { length: value.length, headerBytes }, parts, header)].length;
      expect(partCount).toBe(parts.length);
    }
  }
  writer.finish();
  writer.close();
}

const openForWriting = (path: string) =>
  open({
    path,
    noSubdir: true,
    encoding: 'binary',
    keyEncoding: 'binary',
    pageSize: 4096,
    noSync: true,
    overlappingSync: false,
  });

type Database = ReturnType<typeof openForWriting>;
const contentOf = (database: Database): Entry[] =>
  Array.from(database.getRange({}), ({ key, value }) => [
    Buffer.from(key as unknown as Uint8Array).toString('latin1'),
    Buffer.from(value as Uint8Array),
  ]);

/** As texts, which are compared fast. */
const shown = (entries: readonly Entry[]): string[] =>
  entries.map(([key, value]) => `${key} ${value.toString('base64')}`);

const inKeyOrder = (entries: readonly Entry[]): Entry[] =>
  [...entries].sort(([a], [b]) => Buffer.compare(Buffer.from(a, 'latin1'), Buffer.from(b, 'latin1')));

const anyEntries = fc
  .uniqueArray(
    fc.tuple(
      fc.string({
        unit: fc.integer({ min: 1, max: 255 }).map((code) => String.fromCharCode(code)),
        minLength: 1,
        maxLength: 200,
      }),
      fc.oneof(fc.nat(200), fc.integer({ min: 1800, max: 2200 }), fc.integer({ min: 4000, max: 4200 }), fc.nat(20_000)),
    ),
    { selector: ([key]) => key, maxLength: 120 },
  )
  .map((pairs) => pairs.map(([key, length], index): Entry => [key, Buffer.alloc(length, `${index} and so on`)]));

test('LMDB reads every value back, and can go on writing', async () => {
  const path = join(folder, 'a.mdb');
  await fc.assert(
    fc.asyncProperty(anyEntries, async (entries) => {
      rmSync(`${path}-lock`, { force: true });
      write(path, entries);
      const database = openForWriting(path);
      expect(shown(contentOf(database))).toEqual(shown(inKeyOrder(entries)));
      const added: Entry[] = Array.from({ length: 40 }, (_, index) => [
        `added ${index * 7}`,
        Buffer.alloc(index * 150, index),
      ]);
      const kept = entries.filter((_, index) => index % 3 > 0 && !entries[index]![0].startsWith('added'));
      database.transactionSync(() => {
        for (const [key] of entries)
          if (!kept.some(([other]) => other === key)) database.removeSync(Buffer.from(key, 'latin1'));
        for (const [key, value] of added) database.putSync(Buffer.from(key, 'latin1'), value);
      });
      expect(shown(contentOf(database))).toEqual(shown(inKeyOrder([...kept, ...added])));
      await database.close();
      const again = openForWriting(path);
      expect(shown(contentOf(again))).toEqual(shown(inKeyOrder([...kept, ...added])));
      await again.close();
    }),
    { numRuns: 40 },
  );
});

test('is what LMDB writes itself when it compacts, but for the order of pages and the room for growth', async () => {
  const path = join(folder, 'b.mdb');
  const entries: Entry[] = Array.from({ length: 500 }, (_, index) => [
    `key ${String(index).padStart(4, '0')}`,
    Buffer.alloc(index % 50 === 0 ? 10_000 : 40, index),
  ]);
  write(path, entries);
  const ours = readFileSync(path);
  const draft = join(folder, 'draft.mdb');
  const database = openForWriting(draft);
  for (const [key, value] of entries) database.putSync(Buffer.from(key), value);
  const copy = join(folder, 'copy.mdb');
  await database.backup(copy, true);
  await database.close();
  const theirs = readFileSync(copy);
  // Flags, depth, numbers of entries and of overflow pages. Pages of the tree are fuller in ours.
  for (const [start, end] of [
    [0, 40],
    [48, 54],
    [56, 104],
    [120, 136],
  ] as const) {
    expect(ours.subarray(4096 + start, 4096 + end)).toEqual(theirs.subarray(4096 + start, 4096 + end));
  }
  expect(ours.subarray(0, 40)).toEqual(theirs.subarray(0, 40));
  expect(ours.subarray(48, 200)).toEqual(theirs.subarray(48, 200));
  // An odd transaction, so that the second page counts.
  expect([ours, theirs].map((bytes) => bytes.readBigUInt64LE(4096 + 152) % 2n)).toEqual([1n, 1n]);
  expect(ours.length).toBeLessThanOrEqual(theirs.length);
});

test('the same values give the same bytes', () => {
  fc.assert(
    fc.property(anyEntries, (entries) => {
      const [first, second] = [join(folder, 'c.mdb'), join(folder, 'd.mdb')];
      write(first, entries);
      write(second, entries);
      expect(readFileSync(first).equals(readFileSync(second))).toBe(true);
    }),
    { numRuns: 20 },
  );
});

test('refuses keys and values that do not fit', () => {
  const writer = new LmdbFileWriter(join(folder, 'e.mdb'));
  expect(() => writer.putShort('', Buffer.alloc(1))).toThrow(RangeError);
  expect(() => writer.putShort('a'.repeat(512), Buffer.alloc(1))).toThrow(RangeError);
  expect(() => writer.putShort('a', Buffer.alloc(3000))).toThrow(RangeError);
  const lengths = { length: 5000, headerBytes: 16 };
  expect(() => [...writer.putLong('a', lengths, [Buffer.alloc(10)], () => Buffer.alloc(16))]).toThrow(RangeError);
  writer.close();
});
