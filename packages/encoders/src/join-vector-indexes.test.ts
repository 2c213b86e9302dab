import fc from 'fast-check';

import { createVectorIndex, joinVectorIndexes, VectorError } from './index.js';

const dimensions = 3;
const component = fc.constantFrom<number>(-1, -0.5, 0, 0.5, 1);
const row = fc.tuple(component, component, component);

/** Rows with their owners, in which part each owner is, and which rows are absent. */
const rows = fc
  .array(fc.record({ row, owner: fc.nat(12), absent: fc.boolean() }), { maxLength: 30 })
  .map((list) => list.sort((a, b) => a.owner - b.owner));

describe('joinVectorIndexes', () => {
  it('answers as one index of the rows that are there', () => {
    fc.assert(
      fc.property(
        rows,
        fc.array(fc.boolean(), { minLength: 13, maxLength: 13 }),
        row,
        fc.record({ start: fc.nat(14), length: fc.nat(14), count: fc.nat(8) }),
        (list, isSecond, query, { start, length, count }) => {
          const indexOf = (part: typeof list, keepsAbsent: boolean) => {
            const kept = keepsAbsent ? part : part.filter(({ absent }) => !absent);
            return createVectorIndex({
              vectors: Float32Array.from(kept.flatMap((entry) => entry.row)),
              dimensions,
              owners: Uint32Array.from(kept, ({ owner }) => owner),
              ...(keepsAbsent && { absent: Uint8Array.from(kept, ({ absent }) => Number(absent)) }),
            });
          };
          const parts = [false, true].map((second) => list.filter(({ owner }) => isSecond[owner] === second));
          const joined = joinVectorIndexes(parts.map((part) => indexOf(part, true)));
          const whole = indexOf(list, false);
          const asked = Float32Array.from(query);
          const range = { start, end: start + length };
          const hits = joined.search(asked, { ...range, count });
          expect(hits.map(({ index, score }) => ({ index, score }))).toEqual(
            whole.search(asked, { ...range, count }).map(({ index, score }) => ({ index, score })),
          );
          const placed = parts.flat();
          for (const hit of hits) {
            const { owner, absent } = placed[hit.row]!;
            expect([owner, absent]).toEqual([hit.index, false]);
            expect(placed[hit.row]!.row.reduce((sum, value, place) => sum + value * query[place]!, 0)).toBe(hit.score);
          }
          expect(joined.search(asked, { count: 50 }).map(({ index }) => index)).toEqual(
            whole.search(asked, { count: 50 }).map(({ index }) => index),
          );
          expect([...joined.scoreAll(asked, range)]).toEqual([...whole.scoreAll(asked, range)]);
          for (let index = 0; index < 13; index++) {
            expect(joined.score(asked, index)).toBe(whole.score(asked, index));
            expect(joined.vector(index)).toEqual(whole.vector(index));
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it('refuses parts that do not fit', () => {
    const index = (dimensions: number) => createVectorIndex({ vectors: new Float32Array(4), dimensions });
    expect(() => joinVectorIndexes([])).toThrow(VectorError);
    expect(() => joinVectorIndexes([index(2), index(4)])).toThrow(VectorError);
    expect(() => createVectorIndex({ vectors: new Float32Array(4), dimensions: 2, absent: new Uint8Array(3) })).toThrow(
      VectorError,
    );
  });
});
