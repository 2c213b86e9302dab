import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { anyText } from '../test/any-text.js';
import { StringColumn, StringColumnBuilder } from './string-column.js';

function columnOf(texts: readonly string[]): StringColumn {
  const builder = new StringColumnBuilder();
  for (const text of texts) builder.push(text);
  return new StringColumn(builder.build());
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
