import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { anyText } from '../test/any-text.js';
import { StringColumn, StringColumnBuilder } from './string-column.js';
import type { StringChunk } from './string-column.js';

function columnOf(texts: readonly string[]): StringColumn {
  const builder = new StringColumnBuilder();
  for (const text of texts) builder.push(text);
  return new StringColumn(builder.build());
}

/** A chunk as it lies in a file: all bytes at once. */
function asArray({ bytes, offsets }: StringChunk): StringChunk {
  return { bytes: 'read' in bytes ? Uint8Array.from(bytes.read(0, bytes.length)) : bytes, offsets };
}

test('every string comes back unchanged', () => {
  fc.assert(
    fc.property(fc.array(anyText), (texts) => {
      const column = columnOf(texts);
      expect(column.length).toBe(texts.length);
      expect(texts.map((_, index) => column.at(index))).toEqual(texts);
    }),
  );
});

test('search finds each string within a sorted range, and nothing else', () => {
  fc.assert(
    fc.property(fc.uniqueArray(anyText), anyText, (texts, other) => {
      const sorted = [...texts].sort((a, b) => (a < b ? -1 : 1));
      const column = columnOf(sorted);
      sorted.forEach((text, index) => {
        expect(column.search(text)).toBe(index);
        expect(column.search(text, index + 1)).toBe(-1);
        expect(column.search(text, 0, index)).toBe(-1);
      });
      expect(column.search(other)).toBe(sorted.indexOf(other));
    }),
  );
});

test('search follows the order of code units, not of characters or of bytes', () => {
  // On both sides of each border between lengths in bytes, and surrogates, alone or in pairs.
  const borders = [
    ...['\0', 'a', 'b', '\x7f', '\x80', 'é', '\u07ff', '\u0800', '\ud7ff', '\ud800', '\udbff', '\udc00', '\udfff'],
    ...['\ue000', '\ufeff', '\uffff', '\u{10000}', '\u{1f600}', '\u{10ffff}'],
  ];
  const text = fc.array(fc.constantFrom(...borders, 'ab', 'éé'), { maxLength: 5 }).map((parts) => parts.join(''));
  const isBefore = (one: string, other: string): boolean => {
    for (let place = 0; place < one.length && place < other.length; place++) {
      if (one.charCodeAt(place) !== other.charCodeAt(place)) return one.charCodeAt(place) < other.charCodeAt(place);
    }
    return one.length < other.length;
  };
  const chunkBytes = fc.constantFrom(4, 2 ** 20);
  fc.assert(
    fc.property(fc.uniqueArray(text, { maxLength: 40 }), fc.array(text), chunkBytes, (texts, others, bytes) => {
      const sorted = [...texts].sort((one, other) => (isBefore(one, other) ? -1 : 1));
      const builder = new StringColumnBuilder(undefined, bytes);
      for (const each of sorted) builder.push(each);
      // As a file gives them, and as an import does.
      const columns = [new StringColumn(builder.build().map(asArray)), new StringColumn(builder.build())];
      for (const sought of [...sorted, ...others, ...sorted.map((each) => each.slice(0, -1))]) {
        const place = sorted.indexOf(sought);
        expect(columns.map((column) => column.search(sought))).toEqual([place, place]);
      }
    }),
    { numRuns: 300 },
  );
});

test('copies between builders keep the text', () => {
  const texts = ['', 'a', '\ud800', 'é\0', 'x'.repeat(100_000)];
  const builder = new StringColumnBuilder();
  for (const text of texts) builder.push(text);
  const reversed = new StringColumnBuilder();
  for (let index = texts.length - 1; index >= 0; index--) reversed.pushFrom(builder, index);
  const column = new StringColumn(reversed.build());
  expect(texts.map((_, index) => column.at(texts.length - 1 - index))).toEqual(texts);
});

test('goes on in another chunk where one is full, in memory or not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'grasp-column-'));
  try {
    fc.assert(
      fc.property(fc.array(anyText), fc.integer({ min: 1, max: 40 }), fc.boolean(), (texts, chunkBytes, isSpooled) => {
        const path = isSpooled ? join(folder, 'column.spool') : undefined;
        const builder = new StringColumnBuilder(path, chunkBytes, 8);
        for (const text of texts) builder.push(text);
        const copied = new StringColumnBuilder(isSpooled ? join(folder, 'copied.spool') : undefined, chunkBytes, 8);
        for (let index = texts.length - 1; index >= 0; index--) copied.pushFrom(builder, index);
        for (const { bytes, offsets } of builder.build()) {
          const filled = new Set(offsets).size - 1;
          expect(bytes.length <= chunkBytes || filled === 1).toBe(true);
        }
        const [column, reversed] = [new StringColumn(builder.build()), new StringColumn(copied.build())];
        expect([column.length, reversed.length]).toEqual([texts.length, texts.length]);
        expect(texts.map((_, index) => column.at(index))).toEqual(texts);
        expect(texts.map((_, index) => reversed.at(texts.length - 1 - index))).toEqual(texts);
        builder.close();
        copied.close();
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
});
