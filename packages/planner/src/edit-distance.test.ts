import fc from 'fast-check';

import { boundedEditDistance } from './edit-distance.js';

/** The recursive definition, without a bound. */
function reference(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  const last = a.at(-1) === b.at(-1) ? 0 : 1;
  let cost = Math.min(
    reference(a.slice(0, -1), b) + 1,
    reference(a, b.slice(0, -1)) + 1,
    reference(a.slice(0, -1), b.slice(0, -1)) + last,
  );
  if (a.length > 1 && b.length > 1 && a.at(-1) === b.at(-2) && a.at(-2) === b.at(-1)) {
    cost = Math.min(cost, reference(a.slice(0, -2), b.slice(0, -2)) + 1);
  }
  return cost;
}

describe('boundedEditDistance', () => {
  it('equals the recursive definition up to the limit', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 6 });
    fc.assert(
      fc.property(word, word, fc.nat({ max: 4 }), (a, b, limit) => {
        expect(boundedEditDistance(a, b, limit)).toBe(Math.min(reference(a, b), limit + 1));
      }),
    );
  });
});
