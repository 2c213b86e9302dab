import { FusionError, reciprocalRankFusion } from '../src/index.js';
import type { Run } from '../src/index.js';

const run = (name: string, ids: string, weight = 1): Run => ({ name, weight, ranking: [...ids] });
const ids = (hits: readonly { readonly id: unknown }[]) => hits.map(({ id }) => id);
const scores = (hits: readonly { readonly id: string; readonly score: number }[]) =>
  Object.fromEntries(hits.map(({ id, score }) => [id, score]));

describe('faults reported against other implementations', () => {
  it('ranks start at 1 and a missing document adds nothing', () => {
    const hits = reciprocalRankFusion([run('one', 'XaY'), run('two', 'bcY')]);
    expect(ids(hits)).toEqual(['Y', 'X', 'b', 'a', 'c']);
    expect(scores(hits)).toEqual({ Y: 2 / 63, X: 1 / 61, b: 1 / 61, a: 1 / 62, c: 1 / 62 });
  });

  it('several hits of one document in one run do not add up', () => {
    const hits = reciprocalRankFusion([
      { name: 'one', ranking: ['s1', 's1', 's1', 's2'] },
      { name: 'two', ranking: ['s2', 's3'] },
    ]);
    expect(ids(hits)).toEqual(['s2', 's1', 's3']);
    expect(scores(hits)).toEqual({ s2: 1 / 61 + 1 / 62, s1: 1 / 61, s3: 1 / 62 });
  });

  it('the first run that holds a document gives its id, and both ranks are explained', () => {
    const fromA = { text: 'a', source: 'A' };
    const fromB = { text: 'a', source: 'B' };
    const hits = reciprocalRankFusion(
      [
        { name: 'one', ranking: [{ id: fromA }] },
        { name: 'two', ranking: [{ id: { text: 'z', source: 'B' } }, { id: fromB }] },
      ],
      { key: ({ text }) => text },
    );
    expect(hits[0]!.id).toBe(fromA);
    expect(hits[0]!.contributions).toEqual([
      { run: 'one', rank: 1, weight: 1, value: 1 / 61 },
      { run: 'two', rank: 2, weight: 1, value: 1 / 62 },
    ]);
    expect(hits).toHaveLength(2);
  });

  it('weights count', () => {
    const first = reciprocalRankFusion([run('one', 'ab', 4), run('two', 'cd', 1)]);
    expect(ids(first)).toEqual(['a', 'b', 'c', 'd']);
    expect(scores(first)).toEqual({ a: 4 / 61, b: 4 / 62, c: 1 / 61, d: 1 / 62 });
    expect(ids(reciprocalRankFusion([run('one', 'ab', 1), run('two', 'cd', 4)]))).toEqual(['c', 'd', 'a', 'b']);
  });

  it('terms are summed, not the best kept', () => {
    const hits = reciprocalRankFusion([run('one', 'ab'), run('two', 'cb')]);
    expect(ids(hits)).toEqual(['b', 'a', 'c']);
    expect(hits[0]!.score).toBe(2 / 62);
  });

  it('the rank constant is an option, and decides whether agreement wins', () => {
    const runs = [run('one', 'YpqX'), run('two', 'rstX')];
    expect(reciprocalRankFusion(runs)[0]).toMatchObject({ id: 'X', score: 2 / 64 });
    const sharp = reciprocalRankFusion(runs, { rankConstant: 1 });
    expect(ids(sharp).slice(0, 3)).toEqual(['Y', 'r', 'X']);
    expect(scores(sharp)).toMatchObject({ Y: 0.5, r: 0.5, X: 0.4 });
  });

  it('topN 0 is none, not all', () => {
    expect(reciprocalRankFusion([run('one', 'ab'), run('two', 'cd')], { topN: 0 })).toEqual([]);
    expect(() => reciprocalRankFusion([run('one', 'ab')], { topN: -1 })).toThrow(FusionError);
  });
});
