import fc from 'fast-check';

import { bestScored } from './best-scored.js';

describe('bestScored', () => {
  it('is the beginning of the sorted list of nodes with a score', () => {
    const value = fc.oneof(fc.integer({ min: -2, max: 2 }), fc.constant(-Infinity));
    fc.assert(
      fc.property(fc.array(value), fc.nat({ max: 12 }), fc.nat(), (values, limit, seed) => {
        // Distinct, in some order.
        const nodes = Uint32Array.from(values, (_, position) => (position * 7919 + seed) % 104_729);
        const scores = Float64Array.from(values);
        const sorted = [...values.keys()]
          .filter((position) => values[position] !== -Infinity)
          .sort((a, b) => values[b]! - values[a]! || nodes[a]! - nodes[b]!);
        const count = sorted.length;
        expect(bestScored(values.length, scores, nodes, limit)).toEqual({ positions: sorted.slice(0, limit), count });
        expect(bestScored(values.length, scores, nodes, Infinity)).toEqual({ positions: sorted, count });
      }),
    );
  });
});
