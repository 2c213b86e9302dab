import fc from 'fast-check';
import { FusionError, reciprocalRankFusion } from './index.js';
import type { FusionErrorCode, RankFusionOptions, Run } from './index.js';

const run = (name: string, ids: string, weight = 1): Run => ({ name, weight, ranking: [...ids] });
const ids = (hits: readonly { readonly id: unknown }[]) => hits.map(({ id }) => id);
const scores = (hits: readonly { readonly id: string; readonly score: number }[]) =>
  Object.fromEntries(hits.map(({ id, score }) => [id, score]));

function expectCode(code: FusionErrorCode, action: () => unknown): void {
  let thrown: unknown;
  try {
    action();
  } catch (error) {
    thrown = error;
  }
  expect(thrown).toBeInstanceOf(FusionError);
  expect((thrown as FusionError).code).toBe(code);
}

describe('against exact fractions', () => {
  // An independent oracle: integer weights and constants, sums as fractions of BigInt, ties decided exactly.
  interface Fraction {
    readonly numerator: bigint;
    readonly denominator: bigint;
  }
  const add = (a: Fraction, b: Fraction): Fraction => ({
    numerator: a.numerator * b.denominator + b.numerator * a.denominator,
    denominator: a.denominator * b.denominator,
  });
  const compare = (a: Fraction, b: Fraction): number => {
    const left = a.numerator * b.denominator;
    const right = b.numerator * a.denominator;
    return left < right ? -1 : left > right ? 1 : 0;
  };

  function exactOrder(runs: readonly Run[], rankConstant: number): string[] {
    const sums = new Map<string, Fraction>();
    for (const { ranking, weight } of runs) {
      if (weight === 0) continue;
      [...new Set(ranking as string[])].forEach((id, index) => {
        const term = { numerator: BigInt(weight!), denominator: BigInt(rankConstant + index + 1) };
        const sum = sums.get(id);
        sums.set(id, sum === undefined ? term : add(sum, term));
      });
    }
    return [...sums].sort((a, b) => compare(b[1], a[1]) || (a[0] < b[0] ? -1 : 1)).map(([id]) => id);
  }

  const smallRuns = fc
    .array(
      fc.record({
        name: fc.constant('run'),
        weight: fc.integer({ min: 0, max: 6 }),
        ranking: fc.array(fc.integer({ min: 0, max: 25 }).map(String), { maxLength: 30 }),
      }),
      { minLength: 1, maxLength: 4 },
    )
    .filter((runs) => runs.some(({ weight }) => weight > 0));

  it('gives the exact order at every rank constant, ties included', () => {
    fc.assert(
      fc.property(smallRuns, fc.constantFrom(0, 1, 2, 5, 60), (runs, rankConstant) => {
        expect(ids(reciprocalRankFusion(runs, { rankConstant }))).toEqual(exactOrder(runs, rankConstant));
      }),
      { numRuns: 2000 },
    );
  });

  it('sees that 1/3 + 1/6 is 1/4 + 1/4, and that three equal sums tie whatever is added first', () => {
    const hits = reciprocalRankFusion(
      [
        { name: 'one', ranking: ['x', 'y', 'b', 'a'] },
        { name: 'two', ranking: ['u', 'v', 'w', 'a', 'z', 'b'] },
      ],
      { rankConstant: 0 },
    );
    expect(ids(hits)).toEqual(['u', 'x', 'a', 'b', 'v', 'y', 'w', 'z']);
  });
});

describe('properties', () => {
  const weighted = fc
    .array(
      fc.record({
        name: fc.string({ maxLength: 3 }),
        weight: fc.double({ min: 0, max: 4, noNaN: true }).map((weight) => (weight < 1e-3 ? 0 : weight)),
        ranking: fc.array(
          fc.integer({ min: 0, max: 30 }).map((id) => `d${id}`),
          { maxLength: 25 },
        ),
      }),
      { minLength: 1, maxLength: 5 },
    )
    .filter((runs) => runs.some(({ weight }) => weight > 0));
  const rankConstants = fc.oneof(fc.constantFrom(0, 1, 60), fc.double({ min: 0, max: 300, noNaN: true }));
  const unexplained = (runs: readonly Run[], options: RankFusionOptions) =>
    reciprocalRankFusion(runs, options).map(({ id, score }) => ({ id, score }));

  it('permuting the runs changes neither scores nor order, to the last bit', () => {
    const permuted = weighted.chain((runs) =>
      fc.tuple(fc.constant(runs), fc.shuffledSubarray(runs, { minLength: runs.length, maxLength: runs.length })),
    );
    fc.assert(
      fc.property(permuted, rankConstants, ([runs, shuffled], rankConstant) => {
        expect(unexplained(shuffled, { rankConstant })).toEqual(unexplained(runs, { rankConstant }));
      }),
    );
  });

  it('moving a document up in a run, past its neighbour, never lowers its score or its place', () => {
    fc.assert(
      fc.property(weighted, rankConstants, fc.nat(), fc.nat(), (runs, rankConstant, pickRun, pickPlace) => {
        const compacted = runs.map((one) => ({ ...one, ranking: [...new Set(one.ranking)] }));
        const index = pickRun % runs.length;
        const ranking = compacted[index]!.ranking;
        fc.pre(ranking.length >= 2);
        const place = 1 + (pickPlace % (ranking.length - 1));
        const moved = [...ranking];
        [moved[place - 1], moved[place]] = [moved[place]!, moved[place - 1]!];
        const before = reciprocalRankFusion(compacted, { rankConstant });
        const after = reciprocalRankFusion(
          compacted.map((one, position) => (position === index ? { ...one, ranking: moved } : one)),
          { rankConstant },
        );
        const id = ranking[place]!;
        const placeIn = (hits: readonly { readonly id: string }[]) => hits.findIndex((hit) => hit.id === id);
        fc.pre(placeIn(before) >= 0);
        expect(after[placeIn(after)]!.score).toBeGreaterThanOrEqual(before[placeIn(before)]!.score);
        expect(placeIn(after)).toBeLessThanOrEqual(placeIn(before));
      }),
    );
  });

  it('compacting copies beforehand changes nothing', () => {
    fc.assert(
      fc.property(weighted, rankConstants, fc.nat({ max: 10 }), (runs, rankConstant, windowSize) => {
        const compacted = runs.map((one) => ({ ...one, ranking: [...new Set(one.ranking)] }));
        const options = { rankConstant, windowSize };
        expect(reciprocalRankFusion(compacted, options)).toEqual(reciprocalRankFusion(runs, options));
      }),
    );
  });

  it('multiplying all weights by a power of two multiplies scores and keeps the order', () => {
    fc.assert(
      fc.property(weighted, rankConstants, fc.integer({ min: -8, max: 8 }), (runs, rankConstant, exponent) => {
        const scaled = runs.map((one) => ({ ...one, weight: one.weight * 2 ** exponent }));
        const plain = unexplained(runs, { rankConstant });
        expect(unexplained(scaled, { rankConstant })).toEqual(
          plain.map(({ id, score }) => ({ id, score: score * 2 ** exponent })),
        );
      }),
    );
  });

  it('multiplying all weights by any factor keeps the order of whole-number weights', () => {
    const wholeWeights = weighted.map((runs) => runs.map((one) => ({ ...one, weight: Math.ceil(one.weight) })));
    fc.assert(
      fc.property(wholeWeights, fc.double({ min: 1e-3, max: 1e3, noNaN: true }), (runs, factor) => {
        const scaled = runs.map((one) => ({ ...one, weight: one.weight * factor }));
        expect(ids(reciprocalRankFusion(scaled))).toEqual(ids(reciprocalRankFusion(runs)));
      }),
    );
  });

  it('keeps every score within its bounds and equal to the sum of its contributions', () => {
    fc.assert(
      fc.property(weighted, rankConstants, (runs, rankConstant) => {
        const highest = runs.reduce((sum, { weight }) => sum + weight, 0) / (rankConstant + 1);
        for (const { score, contributions } of reciprocalRankFusion(runs, { rankConstant })) {
          expect(score).toBeGreaterThan(0);
          expect(score).toBeLessThanOrEqual(highest * (1 + 1e-15 * 8));
          const sum = contributions.reduce((total, { value }) => total + value, 0);
          expect(Math.abs(sum - score)).toBeLessThanOrEqual(1e-14 * score);
          for (const { weight, rank, value } of contributions) expect(value).toBe(weight / (rankConstant + rank));
        }
      }),
    );
  });

  it('gives ties by id, the same in every run', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string(), { minLength: 2, maxLength: 12 }), (names) => {
        const runs = names.map((id) => ({ name: id, ranking: [id] }));
        expect(ids(reciprocalRankFusion(runs))).toEqual([...names].sort());
      }),
    );
  });

  it('topN is a prefix, and a window equals cut runs', () => {
    fc.assert(
      fc.property(weighted, fc.nat({ max: 12 }), (runs, count) => {
        const compacted = runs.map((one) => ({ ...one, ranking: [...new Set(one.ranking)] }));
        const cut = compacted.map((one) => ({ ...one, ranking: one.ranking.slice(0, count) }));
        expect(reciprocalRankFusion(runs, { topN: count })).toEqual(reciprocalRankFusion(runs).slice(0, count));
        expect(reciprocalRankFusion(runs, { windowSize: count })).toEqual(reciprocalRankFusion(cut));
      }),
    );
  });
});

describe('options and edges', () => {
  it('honours rank constant 0 and refuses what is no finite number ≥ 0', () => {
    expect(scores(reciprocalRankFusion([run('one', 'ab')], { rankConstant: 0 }))).toEqual({ a: 1, b: 1 / 2 });
    expect(scores(reciprocalRankFusion([run('one', 'a')], { rankConstant: 0.5 }))).toEqual({ a: 1 / 1.5 });
    for (const rankConstant of [-1, NaN, Infinity, '60' as never]) {
      expectCode('invalid_option', () => reciprocalRankFusion([run('one', 'ab')], { rankConstant }));
    }
  });

  it('weight 0 closes a run, and still explains it where another run holds the document', () => {
    const hits = reciprocalRankFusion([run('graph', 'xa', 0), run('text', 'ab', 1)]);
    expect(ids(hits)).toEqual(['a', 'b']);
    expect(hits[0]!.contributions).toEqual([
      { run: 'graph', rank: 2, weight: 0, value: 0 },
      { run: 'text', rank: 1, weight: 1, value: 1 / 61 },
    ]);
  });

  it('refuses weights out of range and weights that are all 0', () => {
    for (const weight of [-1, NaN, Infinity, '1' as never]) {
      expectCode('invalid_weight', () => reciprocalRankFusion([run('one', 'a', weight)]));
    }
    expectCode('invalid_weight', () => reciprocalRankFusion([run('one', 'a', 1e308), run('two', 'a', 1e308)]));
    expectCode('all_weights_zero', () => reciprocalRankFusion([run('one', 'a', 0), run('two', 'a', 0)]));
  });

  it('weighs 1 by default', () => {
    expect(reciprocalRankFusion([{ name: 'one', ranking: ['a'] }])[0]!.contributions[0]!.weight).toBe(1);
  });

  it('refuses what is no list of runs', () => {
    expectCode('invalid_run', () => reciprocalRankFusion({} as never));
    expectCode('invalid_run', () => reciprocalRankFusion([{ ranking: [] } as never]));
    expectCode('invalid_run', () => reciprocalRankFusion([{ name: 'one', ranking: 'ab' as never }]));
    expectCode('invalid_run', () => reciprocalRankFusion([undefined as never]));
  });

  it('gives nothing for no runs and for empty runs', () => {
    expect(reciprocalRankFusion([])).toEqual([]);
    expect(reciprocalRankFusion([run('one', ''), run('two', '')])).toEqual([]);
  });

  it('takes names of object members as ids', () => {
    const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];
    expect(ids(reciprocalRankFusion([{ name: 'one', ranking: names }]))).toEqual(names);
  });

  it('keeps 4, 4n and "4" apart, numbers before bigints before strings when tied', () => {
    const runs: Run<number | bigint | string>[] = ['4', 10, 4n, 9, '10'].map((id) => ({
      name: String(id),
      ranking: [id],
    }));
    expect(ids(reciprocalRankFusion(runs))).toEqual([9, 10, 4n, '10', '4']);
  });

  it('orders tied strings by code units, not by locale', () => {
    const names = ['é', 'z', 'Z', 'a', '\u{1F600}', '\uFFFD'];
    const runs = names.map((id) => ({ name: id, ranking: [id] }));
    expect(ids(reciprocalRankFusion(runs))).toEqual(['Z', 'a', 'z', 'é', '\u{1F600}', '\uFFFD']);
  });

  it('refuses ids that it cannot compare, and takes them with a key', () => {
    const ranking = [{ id: { url: 'b' } }, { id: { url: 'a' } }];
    expectCode('invalid_id', () => reciprocalRankFusion([{ name: 'one', ranking }]));
    expectCode('invalid_id', () => reciprocalRankFusion([{ name: 'one', ranking: [NaN] }]));
    expectCode('invalid_id', () => reciprocalRankFusion([{ name: 'one', ranking: [undefined as never] }]));
    expectCode('invalid_id', () => reciprocalRankFusion([{ name: 'one', ranking: [null as never] }]));
    const hits = reciprocalRankFusion([{ name: 'one', ranking }], { key: ({ url }) => url });
    expect(hits.map(({ id }) => id.url)).toEqual(['b', 'a']);
  });

  it('the window counts distinct documents', () => {
    const hits = reciprocalRankFusion([run('one', 'aabc')], { windowSize: 2 });
    expect(ids(hits)).toEqual(['a', 'b']);
    expectCode('invalid_option', () => reciprocalRankFusion([run('one', 'a')], { windowSize: 1.5 }));
  });

  it('leaves its arguments alone', () => {
    const runs: readonly Run[] = Object.freeze([
      Object.freeze({ name: 'one', weight: 1, ranking: Object.freeze(['b', 'a', 'b']) }),
      Object.freeze({ name: 'two', weight: 2, ranking: Object.freeze([Object.freeze({ id: 'a', score: 3 })]) }),
    ]);
    expect(ids(reciprocalRankFusion(runs, Object.freeze({ rankConstant: 1 })))).toEqual(['a', 'b']);
  });
});
