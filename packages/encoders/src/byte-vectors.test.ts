import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import fc from 'fast-check';

import { createByteKernel, createScriptKernel } from './byte-kernel.js';
import { byteStride, ByteVectors } from './byte-vectors.js';
import { halve } from './halve.js';
import { Candidates } from './leaf-neighbours.js';

it('is assembled of byte-kernel.wat', () => {
  const root = join(__dirname, '../../..');
  execFileSync(process.execPath, [join(root, 'tools/generate-kernel.mjs'), '--check'], { stdio: 'pipe' });
});

const number = fc.float({ min: -1, max: 1, noNaN: true, noDefaultInfinity: true });
const rows = fc.integer({ min: 1, max: 70 }).chain((dimensions) =>
  fc.record({
    dimensions: fc.constant(dimensions),
    rows: fc.array(fc.array(number, { minLength: dimensions, maxLength: dimensions }), { minLength: 2, maxLength: 12 }),
  }),
);

/** Dot products of a query with all rows. */
function scoreAll(vectors: ByteVectors, count: number): number[] {
  vectors.list.set(Uint32Array.from({ length: count }, (_, row) => row));
  vectors.score(count);
  return [...vectors.scores.subarray(0, count)];
}

it('gives the dot products of what was rounded, in WebAssembly and without', () => {
  fc.assert(
    fc.property(rows, ({ dimensions, rows }) => {
      const vectors = Float32Array.from(rows.flat());
      const largest = Math.max(...vectors.map(Math.abs));
      const rounded = rows.map((row) =>
        row.map((value) => (largest === 0 ? 0 : Math.round(Math.fround(value) * (127 / largest)) + 0)),
      );
      const dot = (one: readonly number[], other: readonly number[]): number =>
        one.reduce((sum, value, index) => sum + value * other[index]!, 0) + 0;
      for (const kernel of [createByteKernel, createScriptKernel]) {
        const bytes = new ByteVectors(dimensions, rows.length, kernel);
        bytes.round(
          vectors,
          Uint32Array.from(rows, (_, row) => row),
        );
        expect(bytes.bytes).toHaveLength(rows.length * byteStride(dimensions));
        bytes.setQueryTo(1);
        expect(scoreAll(bytes, rows.length)).toEqual(rounded.map((row) => dot(row, rounded[1]!)));
        bytes.setQueryBetween(0, 1);
        const direction = rounded[1]!.map((value, index) => value - rounded[0]![index]!);
        expect(scoreAll(bytes, rows.length)).toEqual(rounded.map((row) => dot(row, direction)));
        bytes.setQuery(vectors.subarray(0, dimensions));
        const most = Math.max(...rows[0]!.map((value) => Math.abs(Math.fround(value))));
        const query = rows[0]!.map((value) => (most === 0 ? 0 : Math.round(Math.fround(value) * (4095 / most)) + 0));
        expect(scoreAll(bytes, rows.length)).toEqual(rounded.map((row) => dot(row, query)));
      }
    }),
  );
});

it('refuses more than WebAssembly can address', () => {
  expect(() => new ByteVectors(256, 2 ** 24)).toThrow(/expected at most \d+ vectors in a graph, got 16777216/u);
});

it('parts items as a full sort does', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.nat(1000)), fc.infiniteStream(fc.integer({ min: -3, max: 3 })), (items, keys) => {
      const pairs = items.map((item) => [keys.next().value as number, item] as const);
      const sorted = [...pairs].sort((one, other) => one[0] - other[0] || one[1] - other[1]);
      const [halved, halvedKeys] = [Uint32Array.from(items), Int32Array.from(pairs, ([key]) => key)];
      const middle = halve(halved, halvedKeys);
      expect(middle).toBe(items.length >> 1);
      const lower = (values: Iterable<number>): number[] =>
        [...values].slice(0, middle).sort((one, other) => one - other);
      expect(lower(halved)).toEqual(lower(sorted.map(([, item]) => item)));
      expect(halvedKeys).toEqual(
        Int32Array.from(halved, (item) => new Map(pairs.map(([key, of]) => [of, key])).get(item)!),
      );
    }),
  );
});

it('keeps the nearest candidates, each once', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(12)), fc.integer({ min: 1, max: 6 }), (positions, capacity) => {
      const scoreOf = (position: number): number => position % 4;
      const candidates = new Candidates(capacity);
      for (const position of positions) candidates.add(position, scoreOf(position));
      const expected = [...new Set(positions)].sort((a, b) => scoreOf(b) - scoreOf(a) || a - b).slice(0, capacity);
      expect([...candidates.positions.subarray(0, candidates.length)]).toEqual(expected);
      expect([...candidates.scores.subarray(0, candidates.length)]).toEqual(expected.map(scoreOf));
    }),
  );
});
