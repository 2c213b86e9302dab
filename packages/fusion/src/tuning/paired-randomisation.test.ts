import fc from 'fast-check';
import { pairedRandomisation } from './paired-randomisation.js';

describe('pairedRandomisation', () => {
  it('gives the worked value: 22 of 256', () => {
    const a = [52, 61, 33, 90, 45, 70, 28, 66];
    const b = [48, 66, 40, 93, 58, 72, 35, 64];
    const differences = a.map((value, index) => (value - b[index]!) / 100);
    expect(pairedRandomisation(differences, 1, 1)).toBe(22 / 256);
  });

  it('is 1 without differences, and leaves zeros out', () => {
    expect(pairedRandomisation([0, 0], 10, 1)).toBe(1);
    expect(pairedRandomisation([], 10, 1)).toBe(1);
    expect(pairedRandomisation([1, 0, 1, 0, 1], 10, 1)).toBe(2 / 8);
  });

  it('samples close to the binomial probability', () => {
    // 20 signs: at least 15 alike, on either side.
    const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n, k - 1) * (n - k + 1)) / k);
    const exact = (2 * [0, 1, 2, 3, 4, 5].reduce((sum, k) => sum + choose(20, k), 0)) / 2 ** 20;
    const differences = Array.from({ length: 20 }, (_, index) => (index < 15 ? 1 : -1));
    for (const seed of [1, 2, 3]) {
      expect(Math.abs(pairedRandomisation(differences, 20_000, seed) - exact)).toBeLessThan(0.006);
    }
  });

  it('does not see the sign, and lies above 0 and at most at 1', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 25 }), fc.integer(), (differences, seed) => {
        const pValue = pairedRandomisation(differences, 50, seed);
        expect(pValue).toBeGreaterThan(0);
        expect(pValue).toBeLessThanOrEqual(1);
        expect(
          pairedRandomisation(
            differences.map((value) => -value),
            50,
            seed,
          ),
        ).toBe(pValue);
      }),
    );
  });
});
