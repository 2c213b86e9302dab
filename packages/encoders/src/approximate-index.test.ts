import { buildVectorGraph, createApproximateIndex, createVectorIndex, VectorError } from './index.js';

const DIMENSIONS = 16;

/** Unit vectors around some centres, always the same ones; every tenth repeats an earlier one. */
function makeVectors(count: number): Float32Array {
  let state = 5;
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32 - 0.5;
  };
  const centres = Array.from({ length: 20 }, () => Array.from({ length: DIMENSIONS }, random));
  const vectors = new Float32Array(count * DIMENSIONS);
  for (let row = 0; row < count; row += 1) {
    const centre = centres[row % centres.length]!;
    const values = centre.map((value) => value + random());
    const length = Math.hypot(...values);
    const own = row % 10 === 9 ? vectors.slice((row - 9) * DIMENSIONS, (row - 8) * DIMENSIONS) : undefined;
    vectors.set(own ?? values.map((value) => value / length), row * DIMENSIONS);
  }
  return vectors;
}

const ROWS = 1500;
const all = makeVectors(ROWS + 60);
const vectors = all.slice(0, ROWS * DIMENSIONS);
const queries = Array.from({ length: 60 }, (_, number) =>
  all.slice((ROWS + number) * DIMENSIONS, (ROWS + number + 1) * DIMENSIONS),
);
const exact = createVectorIndex({ vectors, dimensions: DIMENSIONS });

async function graphOf(start: number, end: number) {
  return { start, end, graph: await buildVectorGraph({ vectors, dimensions: DIMENSIONS, start, end }) };
}

describe('createApproximateIndex', () => {
  it('finds at least 98 of 100 of the nearest, with their exact scores', async () => {
    const index = createApproximateIndex({
      exact,
      vectors,
      dimensions: DIMENSIONS,
      graphs: [await graphOf(0, ROWS)],
      width: 64,
    });
    let found = 0;
    for (const query of queries) {
      const truth = exact.search(query, { count: 10 });
      const hits = index.search(query, { count: 10 });
      found += hits.filter(({ score }) => score >= truth.at(-1)!.score).length;
      for (const hit of hits) expect(exact.score(query, hit.index)).toBe(hit.score);
      expect(hits).toEqual([...hits].sort((a, b) => b.score - a.score || a.index - b.index));
    }
    expect(found).toBeGreaterThanOrEqual(588);
    expect(found).toBeLessThanOrEqual(600);
  });

  it('finds all rows that are equal', async () => {
    const index = createApproximateIndex({ exact, vectors, dimensions: DIMENSIONS, graphs: [await graphOf(0, ROWS)] });
    for (let row = 0; row < ROWS; row += 130) {
      const query = vectors.slice(row * DIMENSIONS, (row + 1) * DIMENSIONS);
      const best = exact.search(query, { count: 2 });
      expect(index.search(query, { count: 2 })).toEqual(best);
    }
  });

  it('answers for owners, leaves out absent rows, and takes graphs only for ranges that are theirs', async () => {
    // Three rows an owner; the first and the last owner of the second half are gone.
    const owners = Uint32Array.from({ length: ROWS }, (_, row) => Math.floor(row / 3));
    const absent = Uint8Array.from({ length: ROWS }, (_, row) =>
      [250, 251, 499].includes(Math.floor(row / 3)) ? 1 : 0,
    );
    const input = { vectors, dimensions: DIMENSIONS, owners, absent };
    const updated = createVectorIndex(input);
    const graphs = [await graphOf(750, ROWS)];
    const index = createApproximateIndex({ ...input, exact: updated, graphs });
    const without = createApproximateIndex({ ...input, exact: updated, graphs: [] });
    let same = 0;
    for (const query of queries) {
      for (const range of [
        { start: 250, end: 500 },
        { start: 252, end: 499 },
      ]) {
        const options = { ...range, count: 5, atLeast: 0.5 };
        if (JSON.stringify(index.search(query, options)) === JSON.stringify(updated.search(query, options))) same += 1;
      }
      for (const options of [{ count: 5 }, { start: 250, end: 498, count: 5 }, { start: 250, end: 500, count: 200 }]) {
        expect(index.search(query, options)).toEqual(updated.search(query, options));
        expect(without.search(query, options)).toEqual(updated.search(query, options));
      }
      expect(index.score(query, 350)).toBe(updated.score(query, 350));
    }
    expect(same).toBeGreaterThanOrEqual(114);
  });

  it('takes few rows, equal rows and none', async () => {
    for (const count of [0, 1, 2, 40]) {
      const few = new Float32Array(count * 2).map((_, position) => (position % 2 === 0 ? 1 : 0));
      const graph = await buildVectorGraph({ vectors: few, dimensions: 2, start: 0, end: count });
      const exactOfFew = createVectorIndex({ vectors: few, dimensions: 2 });
      const index = createApproximateIndex({
        exact: exactOfFew,
        vectors: few,
        dimensions: 2,
        graphs: [{ start: 0, end: count, graph }],
      });
      const query = Float32Array.of(0.6, 0.8);
      expect(index.search(query, { count: 3 })).toEqual(exactOfFew.search(query, { count: 3 }));
    }
  });

  it('refuses a width that is none', () => {
    const graphs: [] = [];
    for (const width of [0, 1.5, NaN]) {
      expect(() => createApproximateIndex({ exact, vectors, dimensions: DIMENSIONS, graphs, width })).toThrow(
        VectorError,
      );
    }
  });
});

describe('buildVectorGraph', () => {
  it('builds the same graph of the same rows, tells how far it is, and can be stopped', async () => {
    const shares: number[] = [];
    const options = { vectors, dimensions: DIMENSIONS, start: 100, end: 900 };
    const graph = await buildVectorGraph({ ...options, onProgress: (share) => shares.push(share) });
    expect(await buildVectorGraph(options)).toEqual(graph);
    expect([...graph.members].sort((a, b) => a - b)).toEqual(Array.from({ length: 800 }, (_, offset) => offset + 100));
    expect(shares.length).toBeGreaterThan(0);
    expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true);
    const reason = new Error('enough');
    await expect(buildVectorGraph({ ...options, signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
