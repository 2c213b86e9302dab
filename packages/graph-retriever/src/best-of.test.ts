import fc from 'fast-check';

import { bestOf } from './best-of.js';

describe('bestOf', () => {
  it('is the beginning of the sorted list', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 9 })), fc.nat({ max: 12 }), (values, limit) => {
        const isBefore = (a: number, b: number): boolean => (values[a] === values[b] ? a < b : values[a]! > values[b]!);
        const sorted = values.map((_, index) => index).sort((a, b) => values[b]! - values[a]! || a - b);
        expect(bestOf(values.length, limit, isBefore)).toEqual(sorted.slice(0, limit));
        expect(bestOf(values.length, Infinity, isBefore)).toEqual(sorted);
      }),
    );
  });
});
