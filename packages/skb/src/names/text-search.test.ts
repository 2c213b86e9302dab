import { buildTextSearch, openTextSearch } from './text-search.js';

const words = ['kitten', 'mitten', 'mittens', 'sea', 'élan'];
const bytes = Buffer.from(words.join(''));
const offsets = Uint32Array.from([0, ...words.map((_, row) => Buffer.byteLength(words.slice(0, row + 1).join('')))]);

test('finds words a few typing errors away', () => {
  const list = { bytes, offsets };
  const search = openTextSearch(list, buildTextSearch(list));
  const found = (text: string, maxEdits: number) =>
    search
      .search(text, maxEdits)
      .map((hit) => `${hit.text} ${hit.edits}`)
      .sort();
  expect(found('mitten', 2)).toEqual(['kitten 1', 'mittens 1']);
  expect(found('imttens', 1)).toEqual(['mittens 1']);
  expect(found('elan', 1)).toEqual(['élan 1']);
  expect(() => search.search('sea', 3)).toThrow(RangeError);
});
