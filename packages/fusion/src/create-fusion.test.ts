import fc from 'fast-check';
import { createFusion, FusionError, reciprocalRankFusion } from './index.js';
import type { Run } from './index.js';

async function* stream<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  for (const item of items) {
    await Promise.resolve();
    yield item;
  }
}

const lists = fc.array(
  fc.record({
    weight: fc.integer({ min: 0, max: 3 }),
    ranking: fc.array(
      fc.integer({ min: 0, max: 15 }).map((id) => `d${id}`),
      { maxLength: 12 },
    ),
  }),
  { minLength: 1, maxLength: 5 },
);
const named = (runs: readonly { weight: number; ranking: string[] }[]): Run[] =>
  runs.map((run, index) => ({ ...run, name: `run ${index}` }));
const atOnce = (runs: readonly Run[], options = {}) =>
  runs.every(({ weight }) => weight === 0) ? [] : reciprocalRankFusion(runs, options);

describe('createFusion', () => {
  it('is right after each run', () => {
    fc.assert(
      fc.property(lists, fc.nat({ max: 9 }), (given, topN) => {
        const runs = named(given);
        const fusion = createFusion({ rankConstant: 2, topN });
        runs.forEach((run, index) => {
          const expected = atOnce(runs.slice(0, index + 1), { rankConstant: 2, topN });
          expect(fusion.add(run)).toEqual(expected);
          expect(fusion.hits()).toEqual(expected);
        });
      }),
    );
  });

  it('is right after each entry of a stream', async () => {
    await fc.assert(
      fc.asyncProperty(lists, async (given) => {
        const runs = named(given);
        const fusion = createFusion();
        for (const [index, run] of runs.entries()) {
          const before = runs.slice(0, index);
          let arrived = 0;
          async function* watched(): AsyncGenerator<string> {
            for (const id of run.ranking as string[]) {
              expect(fusion.hits()).toEqual(atOnce([...before, { ...run, ranking: run.ranking.slice(0, arrived) }]));
              yield id;
              arrived += 1;
            }
          }
          expect(await fusion.addStream({ ...run, ranking: watched() })).toEqual(atOnce(runs.slice(0, index + 1)));
          expect(arrived).toBe(run.ranking.length);
        }
      }),
      { numRuns: 50 },
    );
  });

  it('takes streams that arrive at once', async () => {
    const fusion = createFusion();
    await Promise.all([
      fusion.addStream({ name: 'one', ranking: stream(['a', 'b', 'c']) }),
      fusion.addStream({ name: 'two', ranking: stream(['c', 'd']) }),
    ]);
    expect(fusion.hits()).toEqual(
      reciprocalRankFusion([
        { name: 'one', ranking: ['a', 'b', 'c'] },
        { name: 'two', ranking: ['c', 'd'] },
      ]),
    );
  });

  it('reads no more than the window, and closes the source', async () => {
    let read = 0;
    let closed = false;
    async function* source(): AsyncGenerator<string> {
      try {
        for (const id of ['a', 'a', 'b', 'c', 'd']) {
          read += 1;
          yield id;
        }
      } finally {
        closed = true;
      }
    }
    const hits = await createFusion({ windowSize: 2 }).addStream({ name: 'one', ranking: source() });
    expect(hits.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(read).toBe(3);
    await Promise.resolve();
    expect(closed).toBe(true);
  });

  it('takes a run that fails out again', async () => {
    const fusion = createFusion();
    const before = fusion.add({ name: 'one', ranking: ['a'] });
    const failure = new Error('connection lost');
    async function* broken(): AsyncGenerator<string> {
      yield 'b';
      throw failure;
    }
    await expect(fusion.addStream({ name: 'two', ranking: broken() })).rejects.toBe(failure);
    expect(fusion.hits()).toEqual(before);
    expect(() => fusion.add({ name: 'two', ranking: [NaN as never] })).toThrow(FusionError);
    expect(fusion.hits()).toEqual(before);
    expect(fusion.add({ name: 'two', ranking: ['b'] })).toHaveLength(2);
  });

  it('stops when aborted, even if the source hangs', async () => {
    const fusion = createFusion();
    const controller = new AbortController();
    async function* hanging(): AsyncGenerator<string> {
      yield 'a';
      await new Promise(() => undefined);
    }
    const adding = fusion.addStream({ name: 'one', ranking: hanging() }, { signal: controller.signal });
    const reason = new Error('enough');
    setImmediate(() => controller.abort(reason));
    await expect(adding).rejects.toBe(reason);
    expect(fusion.hits()).toEqual([]);
    await expect(fusion.addStream({ name: 'one', ranking: stream(['a']) }, { signal: controller.signal })).rejects.toBe(
      reason,
    );
  });

  it('refuses a name twice, and bad options at once', () => {
    const fusion = createFusion();
    fusion.add({ name: 'one', ranking: ['a'] });
    expect(() => fusion.add({ name: 'one', ranking: ['a'] })).toThrow(FusionError);
    expect(() => createFusion({ rankConstant: -1 })).toThrow(FusionError);
    expect(() => createFusion({ topN: -1 })).toThrow(FusionError);
    expect(() => createFusion({ windowSize: 0.5 })).toThrow(FusionError);
  });

  it('does not see later changes to a run', () => {
    const ranking = ['a', 'b'];
    const fusion = createFusion();
    fusion.add({ name: 'one', ranking });
    ranking.reverse();
    fusion.add({ name: 'two', ranking: [] });
    expect(fusion.hits().map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
