import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { bootstrapInterval } from './bootstrap-interval.js';
import { holmCorrection } from './holm-correction.js';
import { pairedRandomisation } from './paired-randomisation.js';
import { pairedT } from './paired-t.js';
import { normalTwoSided, studentTwoSided } from './special-functions.js';
import { wilcoxonSignedRank } from './wilcoxon-signed-rank.js';

interface Case {
  readonly name: string;
  readonly a: readonly number[];
  readonly b: readonly number[];
  readonly t: { readonly statistic: number; readonly p: number };
  readonly wilcoxon_exact?: number;
  readonly wilcoxon_scipy_exact?: number;
  readonly randomisation_exact?: number;
  readonly wilcoxon_approximate: { readonly statistic: number; readonly p: number };
}

const golden = JSON.parse(readFileSync(join(__dirname, '../../test/fixtures/significance-golden.json'), 'utf8')) as {
  readonly cases: readonly Case[];
  readonly distributions: {
    readonly student: readonly { readonly t: number; readonly degrees: number; readonly p: number }[];
    readonly normal: readonly { readonly z: number; readonly p: number }[];
  };
};

describe('values of scipy', () => {
  test('Student’s t and the normal distribution', () => {
    for (const { t, degrees, p } of golden.distributions.student) {
      expect(Math.abs(studentTwoSided(t, degrees) - p)).toBeLessThanOrEqual(1e-11 * p);
    }
    for (const { z, p } of golden.distributions.normal) {
      expect(Math.abs(normalTwoSided(z) - p)).toBeLessThanOrEqual(1e-12 * p);
    }
  });

  test.each(golden.cases.map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
    const { a, b } = entry;
    const t = pairedT(a, b);
    expect(t.statistic).toBeCloseTo(entry.t.statistic, 10);
    expect(t.pValue).toBeCloseTo(entry.t.p, 10);
    const approximate = wilcoxonSignedRank(a, b, { exactUpTo: 0 });
    expect(approximate).toMatchObject({ method: 'approximate', statistic: entry.wilcoxon_approximate.statistic });
    expect(approximate.pValue).toBeCloseTo(entry.wilcoxon_approximate.p, 10);
    const exact = wilcoxonSignedRank(a, b);
    for (const expected of [entry.wilcoxon_exact, entry.wilcoxon_scipy_exact]) {
      if (expected !== undefined) expect(exact.pValue).toBeCloseTo(expected, 12);
    }
    if (entry.randomisation_exact !== undefined) {
      const result = pairedRandomisation(a, b);
      expect(result.method).toBe('exact');
      expect(result.pValue).toBeCloseTo(entry.randomisation_exact, 12);
    }
  });
});

test('the worked example: A against B', () => {
  const a = [0.52, 0.61, 0.33, 0.9, 0.45, 0.7, 0.28, 0.66];
  const b = [0.48, 0.66, 0.4, 0.93, 0.58, 0.72, 0.35, 0.64];
  expect(pairedT(a, b).statistic).toBeCloseTo(-2.0259150795877496, 13);
  expect(pairedT(a, b).pValue).toBeCloseTo(0.08240799038, 11);
  expect(pairedRandomisation(a, b)).toMatchObject({ pValue: 22 / 256, method: 'exact' });
});

describe.each([
  ['randomisation', pairedRandomisation],
  ['t', pairedT],
  ['Wilcoxon', wilcoxonSignedRank],
] as const)('%s', (_, testOf) => {
  const pairs = fc.array(fc.tuple(fc.integer({ min: 0, max: 8 }), fc.integer({ min: 0, max: 8 })), {
    minLength: 1,
    maxLength: 12,
  });

  test('identical runs have p = 1', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 1 }), (values) => {
        expect(testOf(values, values)).toMatchObject({ pValue: 1, statistic: 0 });
      }),
    );
  });

  test('p is from 0 to 1 and the same when the runs change places or the queries do', () => {
    fc.assert(
      fc.property(pairs, (values) => {
        const [a, b] = [values.map(([first]) => first / 8), values.map(([, second]) => second / 8)];
        const { pValue } = testOf(a, b);
        expect(pValue).toBeGreaterThanOrEqual(0);
        expect(pValue).toBeLessThanOrEqual(1);
        expect(testOf(b, a).pValue).toBeCloseTo(pValue, 12);
        expect(testOf(a.toReversed(), b.toReversed()).pValue).toBeCloseTo(pValue, 12);
      }),
    );
  });

  test.each([
    [[], []],
    [[1], [1, 2]],
    [[Number.NaN], [1]],
  ])('refuses %j and %j', (a, b) => {
    expect(() => testOf(a, b)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
  });
});

test('a constant difference is certain for t', () => {
  expect(pairedT([2, 3], [1, 2])).toEqual({ pValue: 0, method: 'approximate', statistic: Infinity });
  expect(pairedT([2], [1]).pValue).toBe(1);
});

test('a sampled randomisation test is near the exact one, never 0, and repeatable', () => {
  const a = Array.from({ length: 14 }, (_, index) => (index * 7) % 5);
  const b = Array.from({ length: 14 }, (_, index) => (index * 3) % 4);
  const exact = pairedRandomisation(a, b).pValue;
  const sampled = pairedRandomisation(a, b, { exactUpTo: 0, samples: 20_000 });
  expect(sampled.method).toBe('sampled');
  // Five standard errors of a share of 20,000.
  expect(Math.abs(sampled.pValue - exact)).toBeLessThan(5 * Math.sqrt(0.25 / 20_000));
  expect(pairedRandomisation(a, b, { exactUpTo: 0, samples: 20_000 })).toEqual(sampled);
  const certain = pairedRandomisation(Array<number>(40).fill(1), Array<number>(40).fill(0), { samples: 999 });
  expect(certain.pValue).toBe(1 / 1000);
});

test('bootstrap intervals hold the mean, are repeatable, and have the width of theory', () => {
  const values = Array.from({ length: 100 }, (_, index) => (index * 37) % 101);
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const deviation = Math.sqrt(values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length);
  const interval = bootstrapInterval(values);
  const expected = (1.959964 * deviation) / Math.sqrt(values.length);
  expect(mean - interval.low).toBeGreaterThan(0.93 * expected);
  expect(mean - interval.low).toBeLessThan(1.07 * expected);
  expect(interval.high - mean).toBeGreaterThan(0.93 * expected);
  expect(interval.high - mean).toBeLessThan(1.07 * expected);
  expect(bootstrapInterval(values)).toEqual(interval);
  expect(bootstrapInterval(values, { seed: 2 })).not.toEqual(interval);
  expect(bootstrapInterval([0.5, 0.5])).toEqual({ low: 0.5, high: 0.5 });
  const narrow = bootstrapInterval(values, { confidence: 0.5 });
  expect(narrow.high - narrow.low).toBeLessThan(interval.high - interval.low);
});

test.each([
  ['no values', [], {}],
  ['a value that is not finite', [Infinity], {}],
  ['a confidence of 1', [1], { confidence: 1 }],
  ['no samples', [1], { samples: 0 }],
  ['a seed that is not whole', [1], { seed: 0.5 }],
])('the bootstrap refuses %s', (_, values, options) => {
  expect(() => bootstrapInterval(values, options)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
});

test('Holm’s correction', () => {
  // Sorted 0.01, 0.03, 0.04 times 3, 2, 1: 0.03, 0.06, and 0.04 raised to 0.06.
  const corrected = holmCorrection([0.04, 0.01, 0.03]);
  [0.06, 0.03, 0.06].forEach((value, index) => expect(corrected[index]).toBeCloseTo(value, 15));
  expect(holmCorrection([0.9, 0.8])).toEqual([1, 1]);
  expect(holmCorrection([])).toEqual([]);
});
