import fc from 'fast-check';

import { createVectorIndex, VectorError } from './index.js';
import type { VectorHit, VectorSearchOptions } from './index.js';

interface Case {
  readonly dimensions: number;
  readonly rows: number[][];
  readonly owners: number[];
  readonly query: number[];
  readonly options: VectorSearchOptions;
}

/** Small whole numbers make sums exact and ties frequent. */
const anyCase: fc.Arbitrary<Case> = fc
  .record({ dimensions: fc.integer({ min: 1, max: 9 }), rowCount: fc.integer({ min: 0, max: 30 }) })
  .chain(({ dimensions, rowCount }) => {
    const row = fc.array(fc.integer({ min: -2, max: 2 }), { minLength: dimensions, maxLength: dimensions });
    return fc.record({
      dimensions: fc.constant(dimensions),
      rows: fc.array(row, { minLength: rowCount, maxLength: rowCount }),
      owners: fc
        .array(fc.integer({ min: 0, max: 25 }), { minLength: rowCount, maxLength: rowCount })
        .map((owners) => owners.sort((one, other) => one - other)),
      query: row,
      options: fc.record(
        {
          start: fc.integer({ min: 0, max: 30 }),
          end: fc.integer({ min: 0, max: 30 }),
          count: fc.integer({ min: 0, max: 35 }),
          atLeast: fc.integer({ min: -3, max: 6 }),
        },
        { requiredKeys: ['count'] },
      ),
    });
  });

const dot = (one: readonly number[], other: readonly number[]): number =>
  one.reduce((sum, value, index) => sum + value * other[index]!, 0);

function naiveSearch({ rows, owners, query, options }: Case): VectorHit[] {
  const { start = 0, end = Infinity, atLeast = -Infinity, count } = options;
  const hits = rows.map((values, row) => ({ index: owners[row]!, score: dot(query, values), row }));
  return hits
    .filter(({ index, score }) => index >= start && index < end && score >= atLeast)
    .filter(({ index, score, row }) =>
      hits.every(
        (other) => other.index !== index || other.score < score || (other.score === score && other.row >= row),
      ),
    )
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, count);
}

const build = ({ dimensions, rows, owners }: Case) =>
  createVectorIndex({ vectors: Float32Array.from(rows.flat()), dimensions, owners: Uint32Array.from(owners) });

describe('createVectorIndex', () => {
  it('finds what a plain scan finds', () => {
    fc.assert(
      fc.property(anyCase, (example) => {
        expect(build(example).search(Float32Array.from(example.query), example.options)).toEqual(naiveSearch(example));
      }),
      { numRuns: 500 },
    );
  });

  it('scores each index as the search does, and has no score where there is no row', () => {
    fc.assert(
      fc.property(anyCase, (example) => {
        const index = build(example);
        const query = Float32Array.from(example.query);
        const found = new Map(index.search(query, { count: 100 }).map((hit) => [hit.index, hit.score]));
        const all = index.scoreAll(query);
        expect(all.length).toBe(index.end);
        for (let owner = 0; owner < 27; owner += 1) {
          expect(index.score(query, owner)).toBe(found.get(owner));
          if (owner < index.end) expect(all[owner]).toBe(found.get(owner) ?? NaN);
          expect(index.vector(owner)?.length).toBe(found.has(owner) ? example.dimensions : undefined);
        }
        expect(index.scoreAll(query, { start: 3, end: 28 })).toEqual(
          Float64Array.from({ length: 25 }, (_, offset) => found.get(offset + 3) ?? NaN),
        );
      }),
    );
  });

  it('takes the row number as index by default, and gives views', () => {
    const vectors = Float32Array.of(1, 0, 0, 1, 0.6, 0.8, 0, 0);
    const index = createVectorIndex({ vectors, dimensions: 2 });
    expect(index.search(Float32Array.of(1, 0), { count: 2 })).toEqual([
      { index: 0, score: 1, row: 0 },
      { index: 2, score: Math.fround(0.6), row: 2 },
    ]);
    expect(index.vector(2)?.buffer).toBe(vectors.buffer);
    expect(index.vector(2)?.byteOffset).toBe(16);
    expect(index.score(Float32Array.of(1, 0), 3)).toBe(0);
    expect([index.rowCount, index.end, index.dimensions]).toEqual([4, 4, 2]);
    expect(index.vector(4)).toBeUndefined();
  });

  it('gives the same answers with rounded rows', () => {
    const manyRows = fc.record({
      seed: fc.integer(),
      dimensions: fc.integer({ min: 1, max: 40 }),
      // Few different values make many equal scores, and many different ones scores that are nearly equal.
      values: fc.constantFrom(1, 2, 1e6),
      owned: fc.constantFrom(undefined, 2, 4),
      absentShare: fc.constantFrom(undefined, 0.3),
      count: fc.constantFrom(1, 10, 2000),
      atLeast: fc.constantFrom(undefined, 0, 0.3),
      start: fc.nat(300),
    });
    const rowCount = 2500;
    let found = 0;
    fc.assert(
      fc.property(manyRows, ({ seed, dimensions, values, owned, absentShare, count, atLeast, start }) => {
        let state = seed;
        const random = (): number => {
          state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
          return state / 2 ** 32;
        };
        const numbers = (length: number): Float32Array =>
          Float32Array.from({ length }, () => Math.round(values * (2 * random() - 1)) / values / Math.sqrt(dimensions));
        let owner = 0;
        const input = {
          vectors: numbers(rowCount * dimensions),
          dimensions,
          owners:
            owned === undefined
              ? undefined
              : Uint32Array.from({ length: rowCount }, () => (owner += Math.floor(owned * random()))),
          absent:
            absentShare === undefined
              ? undefined
              : Uint8Array.from({ length: rowCount }, () => (random() < absentShare ? 1 : 0)),
        };
        const plain = createVectorIndex(input);
        const rounded = createVectorIndex({ ...input, rounded: true });
        const options = { count, start, ...(atLeast === undefined ? {} : { atLeast }) };
        for (let search = 0; search < 4; search += 1) rounded.search(numbers(dimensions), options);
        for (const query of [numbers(dimensions), numbers(dimensions), new Float32Array(dimensions)]) {
          const expected = plain.search(query, options);
          expect(rounded.search(query, options)).toEqual(expected);
          if (expected.length > 0) found += 1;
        }
      }),
      { numRuns: 40 },
    );
    expect(found).toBeGreaterThan(0);
  });

  it('may be empty', () => {
    const index = createVectorIndex({ vectors: new Float32Array(0), dimensions: 3, owners: new Uint32Array(0) });
    expect(index.search(new Float32Array(3), { count: 5 })).toEqual([]);
    expect(index.end).toBe(0);
  });

  it('refuses what cannot be right', () => {
    const vectors = new Float32Array(4);
    const create = (input: Partial<Parameters<typeof createVectorIndex>[0]>) => () =>
      createVectorIndex({ vectors, dimensions: 2, ...input });
    const index = create({})();
    const query = new Float32Array(2);
    const mistakes: [string, () => unknown][] = [
      ['dimension_mismatch', create({ dimensions: 3 })],
      ['dimension_mismatch', create({ dimensions: 0 })],
      ['invalid_owners', create({ owners: Uint32Array.of(1) })],
      ['invalid_owners', create({ owners: Uint32Array.of(1, 0) })],
      ['dimension_mismatch', () => index.search(new Float32Array(3), { count: 1 })],
      ['dimension_mismatch', () => index.score(new Float32Array(1), 0)],
      ['out_of_range', () => index.search(query, { count: -1 })],
      ['out_of_range', () => index.search(query, { count: 1, start: 0.5 })],
      ['out_of_range', () => index.scoreAll(query, { end: -1 })],
    ];
    for (const [code, call] of mistakes) expect(call).toThrow(expect.objectContaining({ name: 'VectorError', code }));
    expect(new VectorError('out_of_range', '')).toBeInstanceOf(RangeError);
  });
});
