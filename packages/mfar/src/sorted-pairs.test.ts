import fc from 'fast-check';

import { SortedPairs } from './sorted-pairs.js';

const anyNumber = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 2 ** 32 - 1 }));

test('pairs come by key, each with its value', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyNumber, anyNumber), { maxLength: 60 }), (pairs) => {
      const sorted = new SortedPairs();
      for (const [key, value] of pairs) sorted.push(key, value);
      const { keys, values } = sorted.finish();
      const expected = [...pairs].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
      expect(Array.from(keys, (key, pair) => [key, values[pair]])).toEqual(expected);
    }),
  );
});

test('a negative value is kept by its bits', () => {
  const sorted = new SortedPairs();
  sorted.push(7, -2);
  expect(sorted.finish().values[0]! | 0).toBe(-2);
});
