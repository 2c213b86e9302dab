import { reciprocalRankFusion } from '@grasp/fusion';
import fc from 'fast-check';

import { addRelativeFeatures } from './add-relative-features.js';
import type { AnswerRankerModel } from './answer-ranker.js';
import { fitAnswerRanker, rankAnswers } from './answer-ranker.js';
import type { AnswerRow } from './answer-row.js';
import { fuseAnswerRankings } from './fuse-answer-rankings.js';
import { loadAnswerRanker, saveAnswerRanker } from './saved-answer-ranker.js';

const row = (questionId: string, answerId: string, more: Partial<AnswerRow> = {}): AnswerRow => ({
  questionId,
  answerId,
  ...more,
});

const orders = (model: AnswerRankerModel, rows: readonly AnswerRow[]): Record<string, string[]> =>
  Object.fromEntries(
    rankAnswers(model, rows).map(({ questionId, answers }) => [questionId, answers.map(({ id }) => id)]),
  );

const rowsOfAnyKind = fc.array(
  fc.record({
    questionId: fc.constantFrom('q1', 'q2', 'q3'),
    answerId: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
    position: fc.integer({ min: 0, max: 5 }),
    count: fc.integer({ min: 0, max: 3 }),
    features: fc.record({ x: fc.option(fc.integer({ min: 0, max: 3 })) }),
    vectors: fc.record({
      question: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 2, maxLength: 2 }),
      answer: fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 2, maxLength: 2 }),
    }),
  }),
  { maxLength: 25 },
);

const simple: readonly AnswerRankerModel[] = [
  { kind: 'none' },
  { kind: 'random', seed: 3 },
  { kind: 'majority-vote' },
  { kind: 'cosine', vectors: ['question', 'answer'] },
  { kind: 'single-feature', feature: 'x', prefer: 'low' },
  { kind: 'late-fusion', rankers: [{ kind: 'majority-vote' }, { kind: 'random', seed: 1 }], weights: [2, 1] },
];

describe('rankAnswers', () => {
  it.each(simple)('$kind: each answer once, by score and then first position', (model) => {
    fc.assert(
      fc.property(rowsOfAnyKind, (rows) => {
        const rankings = rankAnswers(model, rows);
        expect(rankings.map(({ questionId }) => questionId)).toEqual([
          ...new Set(rows.map(({ questionId }) => questionId)),
        ]);
        for (const { questionId, answers } of rankings) {
          const own = rows.filter((each) => each.questionId === questionId);
          expect(answers.map(({ id }) => id).sort()).toEqual([...new Set(own.map(({ answerId }) => answerId))].sort());
          answers.forEach(({ id, rank, index, score }, place) => {
            expect(rank).toBe(place + 1);
            expect(rows[index]).toMatchObject({ questionId, answerId: id });
            const next = answers[place + 1];
            if (next === undefined) return;
            expect(score).toBeGreaterThanOrEqual(next.score);
            if (score !== next.score || model.kind === 'late-fusion') return;
            const first = (answerId: string): number => {
              const places = rows.flatMap((each, at) =>
                each.questionId === questionId && each.answerId === answerId ? [(each.position ?? 0) * 100 + at] : [],
              );
              return Math.min(...places);
            };
            // Copies of an answer score alike, except by features and vectors of their own.
            if (model.kind === 'majority-vote' || model.kind === 'random') {
              expect(first(id)).toBeLessThan(first(next.id));
            }
          });
        }
      }),
    );
  });

  it('none: by position, rows without one last, in their order', () => {
    const rows = [row('q', 'a'), row('q', 'b', { position: 2 }), row('q', 'c', { position: 1 }), row('q', 'd')];
    expect(orders({ kind: 'none' }, rows)).toEqual({ q: ['c', 'b', 'a', 'd'] });
  });

  it('majority vote: counts of the same answer add up; without counts each row is one vote', () => {
    const rows = [
      row('q', 'a', { count: 2 }),
      row('q', 'b', { count: 1 }),
      row('q', 'b', { count: 3 }),
      row('r', 'a'),
      row('r', 'b'),
      row('r', 'b'),
    ];
    const [first, second] = rankAnswers({ kind: 'majority-vote' }, rows);
    expect(first!.answers.map(({ id, score }) => [id, score])).toEqual([
      ['b', 4],
      ['a', 2],
    ]);
    expect(second!.answers.map(({ id, score }) => [id, score])).toEqual([
      ['b', 2],
      ['a', 1],
    ]);
  });

  it('cosine: by hand; zero vectors score 0, absent ones last', () => {
    const make = (id: string, answer?: number[]): AnswerRow =>
      row('q', id, { vectors: { question: [3, 4], ...(answer === undefined ? {} : { answer }) } });
    const rows = [
      make('none'),
      make('zero', [0, 0]),
      make('opposite', [-3, -4]),
      make('near', [4, 3]),
      make('same', [6, 8]),
    ];
    const [ranking] = rankAnswers({ kind: 'cosine', vectors: ['question', 'answer'] }, rows);
    expect(ranking!.answers.map(({ id, score }) => [id, Number(score.toFixed(12))])).toEqual([
      ['same', 1],
      ['near', (3 * 4 + 4 * 3) / 25],
      ['zero', 0],
      ['none', -1],
      ['opposite', -1],
    ]);
  });

  it('single feature: what is not defined comes last either way, true counts as 1', () => {
    const values = { a: null, b: 2, c: true, d: Number.NaN, e: -5 };
    const rows = Object.entries(values).map(([id, x]) => row('q', id, { features: { x } }));
    expect(orders({ kind: 'single-feature', feature: 'x', prefer: 'high' }, rows)).toEqual({
      q: ['b', 'c', 'e', 'a', 'd'],
    });
    expect(orders({ kind: 'single-feature', feature: 'x', prefer: 'low' }, rows)).toEqual({
      q: ['e', 'c', 'b', 'a', 'd'],
    });
  });

  it('random: neither other rows nor their order change it, and each of 3! orders comes up about as often', () => {
    const rows = ['x', 'y', 'z'].map((id) => row('q', id));
    const seen = new Map<string, number>();
    for (let seed = 0; seed < 6000; seed++) {
      const order = orders({ kind: 'random', seed }, rows)['q']!.join('');
      seen.set(order, (seen.get(order) ?? 0) + 1);
    }
    expect(seen.size).toBe(6);
    // Four standard deviations of a binomial count with p = 1/6.
    for (const count of seen.values()) expect(Math.abs(count - 1000)).toBeLessThan(4 * Math.sqrt((6000 * 5) / 36));
    const reversed = [...rows].reverse();
    expect(orders({ kind: 'random', seed: 5 }, [row('p', 'x'), ...reversed])['q']).toEqual(
      orders({ kind: 'random', seed: 5 }, rows)['q'],
    );
  });

  it('late fusion: what @grasp/fusion gives, ties by first position', () => {
    fc.assert(
      fc.property(rowsOfAnyKind, (rows) => {
        const rankings = [rankAnswers({ kind: 'majority-vote' }, rows), rankAnswers({ kind: 'none' }, rows)];
        const fused = fuseAnswerRankings(rows, rankings, { weights: [2, 1], rankConstant: 10 });
        fused.forEach(({ answers }, question) => {
          const runs = rankings.map((list, run) => ({
            name: `${run}`,
            weight: 2 - run,
            ranking: list[question]!.answers,
          }));
          const expected = reciprocalRankFusion(runs, { rankConstant: 10 });
          const byId = (list: readonly { id: string; score: number }[]) =>
            new Map(list.map(({ id, score }) => [id, score]));
          expect(byId(answers)).toEqual(byId(expected));
        });
      }),
    );
    const rows = [row('q', 'z'), row('q', 'a')];
    const opposite = [
      [
        {
          questionId: 'q',
          answers: [
            { id: 'z', score: 1, rank: 1, index: 0 },
            { id: 'a', score: 0, rank: 2, index: 1 },
          ],
        },
      ],
      [
        {
          questionId: 'q',
          answers: [
            { id: 'a', score: 1, rank: 1, index: 1 },
            { id: 'z', score: 0, rank: 2, index: 0 },
          ],
        },
      ],
    ];
    expect(fuseAnswerRankings(rows, opposite)[0]!.answers.map(({ id }) => id)).toEqual(['z', 'a']);
  });

  it.each([
    ['a position that is not finite', { kind: 'none' }, { position: Number.NaN }],
    ['a negative count', { kind: 'majority-vote' }, { count: -1 }],
    ['a feature that is text', { kind: 'single-feature', feature: 'x', prefer: 'low' }, { features: { x: '1' } }],
    ['vectors of different sizes', { kind: 'cosine', vectors: ['a', 'b'] }, { vectors: { a: [1], b: [1, 2] } }],
  ])('refuses %s', (_, model, more) => {
    expect(() => rankAnswers(model as AnswerRankerModel, [row('q', 'a', more as Partial<AnswerRow>)])).toThrow(
      expect.objectContaining({ code: 'invalid_row', row: 0 }),
    );
  });

  it('refuses kinds it does not know and weights that do not fit', () => {
    const unknown = { kind: 'guess' } as unknown as AnswerRankerModel;
    expect(() => rankAnswers(unknown, [])).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(() => fitAnswerRanker([], unknown as never)).toThrow(expect.objectContaining({ code: 'invalid_option' }));
    expect(() => fuseAnswerRankings([], [[]], { weights: [] })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
  });
});

describe('addRelativeFeatures', () => {
  it('compares within the question only', () => {
    const rows = [1, 3, null].map((x, at) => row('q', `${at}`, { features: { x, y: 7 } }));
    const [low, high, missing, other] = addRelativeFeatures(
      [...rows, row('r', 'a', { features: { x: 9 } })],
      ['x', 'y'],
    );
    // Mean 2 and standard deviation 1; all y are equal; a question with one answer compares with nothing.
    expect(low!.features).toEqual({ x: 1, y: 7, 'relative:x': -1, 'relative:y': 0 });
    expect(high!.features).toEqual({ x: 3, y: 7, 'relative:x': 1, 'relative:y': 0 });
    expect(missing!.features).toEqual({ x: null, y: 7, 'relative:x': null, 'relative:y': 0 });
    expect(other!.features).toEqual({ x: 9, 'relative:x': 0, 'relative:y': null });
  });
});

describe('saveAnswerRanker and loadAnswerRanker', () => {
  const rows = Array.from({ length: 40 }, (_, at) =>
    row(`${at >> 2}`, `${at}`, {
      isCorrect: at % 4 === 1,
      features: { x: at % 4 === 1 ? at / 7 : at / 3, y: at % 5 === 0 ? null : at % 3 },
      vectors: { text: [Math.cos(at), at % 2] },
    }),
  );
  const fitted = fitAnswerRanker(rows, {
    kind: 'late-fusion',
    rankConstant: 20,
    rankers: [
      { kind: 'linear-regression', features: ['x', 'text'] },
      { kind: 'logistic-regression', features: ['x', 'y'], scaling: 'min-max' },
      { kind: 'single-feature', feature: 'text[1]', prefer: 'high' },
      {
        kind: 'catboost',
        columns: ['x'],
        missingIsHigh: [false],
        trees: [{ columns: [0], borders: [0.5], leaves: [0, 1] }],
        scale: 1,
        bias: 0,
      },
    ],
  });

  it.each([...simple, fitted])('ranks as before after a way through JSON: $kind', (model) => {
    const loaded = loadAnswerRanker(JSON.parse(JSON.stringify(saveAnswerRanker(model))));
    expect(loaded).toEqual(model);
    const some = rows.map((each) => ({ ...each, vectors: { question: [1, 2], answer: [2, 1], ...each.vectors } }));
    expect(rankAnswers(loaded, some)).toEqual(rankAnswers(model, some));
  });

  const spoilt: [string, string, (saved: Record<string, never>) => void][] = [
    ['file.format', 'invalid_model', (saved) => Object.assign(saved, { format: 'x' })],
    ['file.version', 'unsupported_model', (saved) => Object.assign(saved, { version: 2 })],
    ['file.ranker.kind', 'invalid_model', (saved) => Object.assign(saved['ranker']!, { kind: 'x' })],
    [
      'file.ranker.rankers[0].weights',
      'invalid_model',
      (saved) => (saved as never as { ranker: { rankers: { weights: number[] }[] } }).ranker.rankers[0]!.weights.pop(),
    ],
    [
      'file.ranker.rankers[1].scaling.scale[0]',
      'invalid_model',
      (saved) =>
        ((
          saved as never as { ranker: { rankers: { scaling: { scale: number[] } }[] } }
        ).ranker.rankers[1]!.scaling.scale[0] = 0),
    ],
    [
      'file.ranker.rankers[2].prefer',
      'invalid_model',
      (saved) => ((saved as never as { ranker: { rankers: { prefer: string }[] } }).ranker.rankers[2]!.prefer = 'up'),
    ],
    [
      'file.ranker.rankers[3].trees[0].columns[0]',
      'invalid_model',
      (saved) =>
        ((
          saved as never as { ranker: { rankers: { trees: { columns: number[] }[] }[] } }
        ).ranker.rankers[3]!.trees[0]!.columns[0] = 1),
    ],
  ];

  it.each(spoilt)('says where a file is wrong: %s', (path, code, spoil) => {
    const saved = JSON.parse(JSON.stringify(saveAnswerRanker(fitted))) as Record<string, never>;
    spoil(saved);
    expect(() => loadAnswerRanker(saved)).toThrow(expect.objectContaining({ code, path }));
  });

  it('refuses anything without throwing another error', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(() => loadAnswerRanker(value)).toThrow(expect.objectContaining({ name: 'AnswerRankerError' }));
        const wrapped = { format: 'grasp-answer-ranker', version: 1, ranker: value };
        expect(() => loadAnswerRanker(wrapped)).toThrow(expect.objectContaining({ name: 'AnswerRankerError' }));
      }),
    );
  });
});
