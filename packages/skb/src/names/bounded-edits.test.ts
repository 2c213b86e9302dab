import fc from 'fast-check';

import { editsByDefinition, unitsOf } from '../../test/edits-by-definition.js';
import { boundedEdits } from './bounded-edits.js';

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 9 });

describe('boundedEdits', () => {
  it('gives the distance by its definition, or one more than the limit', () => {
    fc.assert(
      fc.property(word, word, fc.integer({ min: 0, max: 4 }), (one, other, limit) => {
        const expected = Math.min(editsByDefinition(one, other), limit + 1);
        expect(boundedEdits(unitsOf(one), unitsOf(other), limit)).toBe(expected);
      }),
      { numRuns: 3000 },
    );
  });

  it('counts an edit for each kind, and edits nothing twice', () => {
    const edits = (one: string, other: string): number => boundedEdits(unitsOf(one), unitsOf(other), 5);
    expect(edits('seizure', 'siezure')).toBe(1);
    expect(edits('seizure', 'seizures')).toBe(1);
    expect(edits('seizure', 'seisure')).toBe(1);
    expect(edits('ca', 'abc')).toBe(3);
  });
});
