import fc from 'fast-check';

import { compareUtf8, orderRanking } from './ranking-order.js';

const list = ['b', 'a', 'A', '10', '9'].map((id) => ({ id, score: 1 }));
const idsIn = (order: Parameters<typeof orderRanking>[1]): readonly string[] =>
  orderRanking(list, order).map(({ id }) => id);

test('the three orders', () => {
  expect(idsIn('score-desc-id-asc')).toEqual(['10', '9', 'A', 'a', 'b']);
  expect(idsIn('score-desc-docno-desc')).toEqual(['b', 'a', 'A', '9', '10']);
  expect(idsIn('as-given')).toEqual(['b', 'a', 'A', '10', '9']);
});

test('compares as the bytes of UTF-8 do', () => {
  // U+1F600 is a surrogate pair in UTF-16, below U+FF5E there and above it in UTF-8.
  expect('\u{1F600}' < '\uFF5E').toBe(true);
  expect(compareUtf8('\u{1F600}', '\uFF5E')).toBeGreaterThan(0);
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (a, b) => {
      expect(Math.sign(compareUtf8(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});

test('keeps a list that is in order, and never changes the given one', () => {
  const sorted = [
    { id: 'x', score: 2 },
    { id: 'y', score: 1 },
  ];
  expect(orderRanking(sorted, 'score-desc-id-asc')).toBe(sorted);
  const given = Object.freeze(sorted.toReversed());
  expect(orderRanking(given, 'score-desc-id-asc')).toEqual(sorted);
});
