import type { Anchor } from '@grasp/plan';
import fc from 'fast-check';

import { tableEncoder, vectorList } from '../test/vector-list.js';
import { foldName } from './fold-name.js';
import { createLinker } from './linker.js';
import type { LinkerGraph, LinkerOptions } from './linker.js';

interface Entry {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Cosines of the surfaces with the query (1, 0). */
  readonly cosines: readonly number[];
  readonly type?: 'paper' | 'author';
}

const unit = (cosine: number): number[] => [cosine, Math.sqrt(1 - cosine ** 2)];

function setUp(
  entries: readonly Entry[],
  options?: LinkerOptions,
  findSimilarNames?: NonNullable<LinkerGraph['findSimilarNames']>,
) {
  const papers = entries.filter((entry) => entry.type !== 'author');
  const sorted = [...papers, ...entries.filter((entry) => entry.type === 'author')];
  const graph: LinkerGraph = {
    idOf: (index) => `n${index}`,
    typeRange: (type) =>
      type === 'paper' ? { start: 0, end: papers.length } : { start: papers.length, end: sorted.length },
    node: (index) => ({ aliases: [], ...sorted[index]! }),
    ...(findSimilarNames === undefined ? {} : { findSimilarNames }),
    findByName: (text) =>
      [...sorted.keys()].filter((index) =>
        [sorted[index]!.name, ...(sorted[index]!.aliases ?? [])].some((name) => foldName(name) === foldName(text)),
      ),
  };
  const rows = sorted.flatMap(({ cosines }, index) =>
    cosines.map((cosine, surface) => ({ index, surface, vector: unit(cosine) })),
  );
  const encoder = tableEncoder({ query: [1, 0] });
  const linker = createLinker({ graph, names: vectorList(rows), documents: vectorList(rows), encoder }, options);
  const link = async (anchor: Partial<Anchor> = {}) => {
    const anchors: Anchor[] = [{ var: 'A', text: 'query', label: 'paper', match_mode: 'name', ...anchor }];
    return (await linker.link({ anchors }))['A']!;
  };
  return { encoder, linker, link };
}

const list = (...cosines: number[]): Entry[] =>
  cosines.map((cosine, index) => ({ name: `x${index}`, cosines: [cosine] }));

describe('createLinker', () => {
  it('keeps the best few that are close to the best', async () => {
    const { link } = setUp(list(0.8, 0.79, 0.75));
    expect(await link()).toEqual([
      { id: 'n0', score: expect.closeTo(0.8), via: 'name', text: 'x0' },
      { id: 'n1', score: expect.closeTo(0.79), via: 'name', text: 'x1' },
    ]);
    // 0.75 < 0.95 · 0.8 by name, but 0.75 ≥ 0.9 · 0.8 by document.
    expect(await link({ match_mode: 'doc' })).toMatchObject([{ id: 'n0', via: 'doc' }, { id: 'n1' }, { id: 'n2' }]);
  });

  it('keeps at most 5 by name and 10 by document', async () => {
    const { link } = setUp(list(...Array.from({ length: 12 }, (_, index) => 0.9 - index / 1000)));
    expect(await link()).toHaveLength(5);
    expect(await link({ match_mode: 'doc' })).toHaveLength(10);
  });

  it('keeps four times as many of a wide anchor, and less similar ones', async () => {
    const { link } = setUp(list(0.8, 0.77, 0.7, 0.6));
    expect(await link()).toHaveLength(2);
    expect(await link({ breadth: 'wide' })).toHaveLength(3);
    expect(await link({ match_mode: 'doc', breadth: 'wide' })).toHaveLength(3);
    const many = setUp(list(...Array.from({ length: 50 }, (_, index) => 0.9 - index / 1000)));
    expect(await many.link({ breadth: 'wide' })).toHaveLength(20);
    expect(await many.link({ match_mode: 'doc', breadth: 'wide' })).toHaveLength(40);
  });

  it('keeps all that tie with the last', async () => {
    const { link } = setUp(list(0.9, ...Array.from({ length: 40 }, () => 0.89), 0.88));
    expect((await link()).map(({ id }) => id)).toEqual(Array.from({ length: 41 }, (_, index) => `n${index}`).sort());
  });

  it('links nothing when the best cosine is not above 0', async () => {
    expect(await setUp(list(0, -0.5)).link()).toEqual([]);
    expect(await setUp([]).link()).toEqual([]);
    expect(await setUp(list(0.9)).link({ text: 'words that the encoder does not know' })).toEqual([]);
  });

  it('scores a node by its closest surface, and says which it is', async () => {
    const { link } = setUp([{ name: 'far', aliases: ['close', 'middling'], cosines: [0.1, 0.9, 0.5] }]);
    expect(await link()).toEqual([{ id: 'n0', score: expect.closeTo(0.9), via: 'alias', text: 'close' }]);
  });

  it('takes an equal name for a cosine of 1, for all nodes that have it', async () => {
    const { link } = setUp([
      ...list(0.99, 0.9),
      ...Array.from({ length: 7 }, () => ({ name: 'Same Name', cosines: [0.2] })),
      { name: 'other', aliases: ['same-name'], cosines: [0.1] },
      { name: 'same name', cosines: [1], type: 'author' as const },
    ]);
    const bound = await link({ text: 'same name' });
    expect(bound.map(({ id, score, via, text }) => [id, score, via, text])).toEqual([
      ...Array.from({ length: 7 }, (_, index) => [`n${index + 2}`, 1, 'name', 'Same Name']),
      ['n9', 1, 'alias', 'same-name'],
    ]);
  });

  it('marks those that tie with the last when there are more than the limit', async () => {
    const { link } = setUp(list(0.9, 0.89, 0.89, 0.89, 0.885), { name: { count: 3 } });
    expect((await link()).map(({ id, tied }) => [id, tied])).toEqual([
      ['n0', undefined],
      ['n1', true],
      ['n2', true],
      ['n3', true],
    ]);
    expect((await setUp(list(0.9, 0.9), { name: { count: 2 } }).link()).map(({ tied }) => tied)).toEqual([
      undefined,
      undefined,
    ]);
  });

  describe('misspelt names', () => {
    const similarNames =
      (...names: { name: string; edits: number; nodes: number[] }[]) =>
      (_: string, { maxEdits }: { maxEdits: number }) =>
        names.filter(({ edits }) => edits <= maxEdits);
    const entries = [
      { name: 'Absence Seizure', aliases: ['Petit mal'], cosines: [0.3, 0.1] },
      { name: 'seizure', cosines: [0.2] },
      ...list(0.5),
    ];

    it('count with the share of letters that agree, nearest only', async () => {
      const find = similarNames(
        { name: 'absence seizure', edits: 1, nodes: [0] },
        { name: 'absence seizures', edits: 2, nodes: [1] },
      );
      expect(await setUp(entries, {}, find).link({ text: 'absense seizure' })).toEqual([
        { id: 'n0', score: 1 - 1 / 15, via: 'name', text: 'Absence Seizure', edits: 1 },
      ]);
      const alias = similarNames({ name: 'petit mal', edits: 2, nodes: [0] });
      expect(await setUp(entries, {}, alias).link({ text: 'pettit mall' })).toEqual([
        { id: 'n0', score: 1 - 2 / 9, via: 'alias', text: 'Petit mal', edits: 2 },
      ]);
    });

    it('allow one error from 5 letters on and two from 9 on', async () => {
      const asked: [string, number][] = [];
      const { link } = setUp(entries, {}, (text, { maxEdits, type }) => {
        expect(type).toBe('paper');
        asked.push([text, maxEdits]);
        return [];
      });
      for (const text of ['abcd', 'abcde', 'a b c d e f g h', 'abcdefghi', 'a'.repeat(2000)]) await link({ text });
      await link({ text: 'abcdefghi', match_mode: 'doc' });
      expect(asked).toEqual([
        ['abcde', 1],
        ['a b c d e f g h', 1],
        ['abcdefghi', 1],
        ['abcdefghi', 2],
      ]);
    });

    it('play no part where a name equals the text, or only a digit differs', async () => {
      const never = (): never => {
        throw new Error('expected no search');
      };
      expect(await setUp(entries, {}, never).link({ text: 'petit mal' })).toMatchObject([{ id: 'n0', score: 1 }]);
      const numbered = similarNames({ name: 'seizure type 2', edits: 1, nodes: [1] });
      expect(await setUp(entries, {}, numbered).link({ text: 'seizure type 1' })).toEqual([]);
      expect(await setUp(entries, {}, numbered).link({ text: 'seizur type 2' })).toMatchObject([{ id: 'n1' }]);
    });

    it('give way to a higher cosine', async () => {
      const find = similarNames({ name: 'quary', edits: 1, nodes: [1, 2] });
      const named = (cosine: number): Entry => ({ name: 'quary', cosines: [cosine] });
      const { link } = setUp([...list(0.99), named(0.1), named(0.9)], { name: { ratio: 0.5 } }, find);
      expect((await link()).map(({ id, score, edits }) => [id, score, edits])).toEqual([
        ['n0', expect.closeTo(0.99), undefined],
        ['n2', expect.closeTo(0.9), undefined],
        ['n1', 0.8, 1],
      ]);
    });
  });

  it('does not look up names by document', async () => {
    expect(await setUp([{ name: 'query', cosines: [0.5] }]).link({ match_mode: 'doc' })).toMatchObject([
      { score: 0.5 },
    ]);
  });

  it('stays within the anchor’s type', async () => {
    const { link } = setUp([...list(0.9), { name: 'y', cosines: [0.99], type: 'author' }]);
    expect(await link()).toMatchObject([{ id: 'n0' }]);
    expect(await link({ label: 'author' })).toMatchObject([{ id: 'n1' }]);
  });

  it('encodes all anchors in one batch', async () => {
    const { linker, encoder } = setUp(list(0.9));
    const anchor: Anchor = { var: 'A', text: 'query', label: 'paper', match_mode: 'name' };
    const bindings = await linker.link({ anchors: [anchor, { ...anchor, var: 'B', text: 'unknown' }] });
    expect(Object.keys(bindings)).toEqual(['A', 'B']);
    expect(bindings['B']).toEqual([]);
    expect(encoder.calls).toEqual([['query', 'unknown']]);
    expect(await linker.link({ anchors: [] })).toEqual({});
    expect(encoder.calls).toHaveLength(1);
  });

  it('agrees with the rule applied to all nodes', async () => {
    const cosines = fc.array(fc.integer({ min: -10, max: 100 }), { maxLength: 20 });
    const limits = fc.record({ count: fc.integer({ min: 1, max: 6 }), ratio: fc.integer({ min: 0, max: 10 }) });
    await fc.assert(
      fc.asyncProperty(cosines, limits, async (percents, { count, ratio }) => {
        const { link } = setUp(list(...percents.map((percent) => percent / 100)), {
          name: { count, ratio: ratio / 10 },
        });
        const scores = percents.map((percent) => Math.fround(percent / 100)).sort((a, b) => b - a);
        const [best = 0] = scores;
        const least = scores[count - 1] ?? -Infinity;
        const kept = best > 0 ? scores.filter((score) => score >= least && score >= (ratio / 10) * best) : [];
        expect((await link()).map(({ score }) => Math.fround(score))).toEqual(kept);
      }),
    );
  });

  it('refuses limits outside their range', () => {
    for (const limits of [{ count: 0 }, { count: 1.5 }, { ratio: -0.1 }, { ratio: NaN }]) {
      expect(() => setUp([], { name: limits })).toThrow(expect.objectContaining({ code: 'invalid_option' }));
      expect(() => setUp([], { doc: limits })).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    }
  });

  it('stops when it is aborted', async () => {
    const { linker } = setUp(list(0.9));
    const reason = new Error('enough');
    await expect(linker.link({ anchors: [] }, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});
