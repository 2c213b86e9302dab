import fc from 'fast-check';

import { StringColumn, StringColumnBuilder } from './string-column.js';

function columnOf(texts: readonly string[]): StringColumn {
  const builder = new StringColumnBuilder();
  for (const text of texts) builder.push(text);
  return new StringColumn(builder.build());
}

// Every UTF-16 code unit on its own, so with lone surrogates, NUL and characters outside the basic plane.
const anyText = fc
  .array(fc.oneof(fc.integer({ min: 0, max: 0xffff }), fc.integer({ min: 0xd700, max: 0xe100 }), fc.constant(0)))
  .map((units) => String.fromCharCode(...units));

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
