import fc from 'fast-check';

import { createMultiFieldRetriever, MultiFieldError, onePlusN } from './index.js';
import type { FieldLexicon, FieldScorer, FieldVectors, FieldWeights, MultiFieldRetrieverOptions } from './index.js';

type Scores = readonly (number | undefined)[];

const sorted = (scores: Scores, start: number, end: number, count: number) =>
  scores
    .map((score, index) => ({ index, score: score ?? NaN }))
    .filter(({ index, score }) => index >= start && index < end && !Number.isNaN(score))
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, count);

/** A lexicon and vectors with given scores, whatever the question. */
const lexicon = (scores: Scores): FieldLexicon => ({
  prepare: () => ({
    bound: 100,
    search: ({ start = 0, end = scores.length, count }) =>
      sorted(scores, start, end, scores.length)
        .filter(({ score }) => score > 0)
        .slice(0, count),
    score: (index) => scores[index],
  }),
});
const vectors = (scores: Scores): FieldVectors => ({
  search: (_, { start, end, count }) => sorted(scores, start, end, count),
  score: (_, index) => scores[index],
});

const encoder = {
  id: 'test',
  dimensions: 2,
  encode: async (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length, 1)),
};

// Ids run against the indexes, so that a tie shows which of the two decides.
const nodesOf = (nodeCount: number) => ({
  nodeCount,
  idOf: (index: number) => `n${String(99 - index)}`,
  typeRange: (type: string) =>
    ({ low: { start: 0, end: nodeCount >> 1 }, high: { start: nodeCount >> 1, end: nodeCount } })[type],
});

const lexical = (field: string, scores: Scores, prior?: number): FieldScorer => ({
  field,
  kind: 'lexical',
  lexicon: lexicon(scores),
  prior,
});
const dense = (field: string, scores: Scores, prior?: number): FieldScorer => ({
  field,
  kind: 'dense',
  vectors: vectors(scores),
  prior,
});

test('nodes that are not accepted are as if they were not there, however many there are', async () => {
  const nodeCount = 40;
  const scores = Array.from({ length: nodeCount }, (_, index) => nodeCount - index);
  const retriever = createMultiFieldRetriever({
    nodes: nodesOf(nodeCount),
    scorers: [lexical('a', scores), dense('b', scores)],
    encoder,
    scorerCount: 2,
  });
  const found = async (accepts: (index: number) => boolean): Promise<number[]> =>
    (await retriever.retrieve('x', { count: 10, accepts })).ranking.map(({ index }) => index);
  expect(await found(() => true)).toEqual([0, 1]);
  expect(await found((index) => index > 30)).toEqual([31, 32]);
  expect(await found((index) => index === 39)).toEqual([39]);
  expect(await found(() => false)).toEqual([]);
});

const anyScores = (least: number) =>
  fc.array(fc.option(fc.integer({ min: least, max: 6 }), { nil: undefined }), { minLength: 8, maxLength: 8 });

describe('createMultiFieldRetriever', () => {
  it('mixes the scores that each node has by their share of the best', async () => {
    const retriever = createMultiFieldRetriever({
      nodes: nodesOf(4),
      encoder,
      scorers: [lexical('title', [4, 2, undefined, 0], 3), dense('body', [undefined, 0.5, 0.25, -0.5])],
    });
    const { ranking, weights, candidateCount } = await retriever.retrieve('question', { count: 3 });
    expect(candidateCount).toBe(4);
    expect(weights).toEqual([
      { field: 'title', kind: 'lexical', weight: expect.closeTo(3 / 4, 12), best: 4 },
      { field: 'body', kind: 'dense', weight: expect.closeTo(1 / 4, 12), best: 0.5 },
    ]);
    expect(ranking.map(({ id }) => id)).toEqual(['n99', 'n98', 'n97']);
    expect(ranking[0]!.score).toBeCloseTo(3 / 4, 12);
    expect(ranking[1]!.score).toBeCloseTo((3 / 4) * (2 / 4) + 1 / 4, 12);
    expect(ranking[2]).toEqual({
      id: 'n97',
      index: 2,
      score: expect.closeTo((1 / 4) * (0.25 / 0.5), 12),
      fieldScores: [{ field: 'body', kind: 'dense', score: 0.25, value: expect.closeTo(1 / 8, 12) }],
    });
  });

  it('takes weights from the question by softmax, on top of the priors', async () => {
    const weights: FieldWeights = {
      encoderId: 'test',
      dimensions: 2,
      // The columns in another order than the scorers.
      scorers: ['body/dense', 'title/lexical'],
      matrix: [0.1, 0.3, 0, -0.5],
    };
    const retriever = createMultiFieldRetriever({
      nodes: nodesOf(2),
      encoder,
      scorers: [lexical('title', [1, 1], 2), dense('body', [1, 1])],
      weights,
    });
    const found = await retriever.retrieve('four', { count: 1 });
    // The question's vector is (4, 1).
    const title = 2 * Math.exp(4 * 0.3 - 0.5);
    const body = Math.exp(4 * 0.1);
    expect(found.weights[0]!.weight).toBeCloseTo(title / (title + body), 12);
    expect(found.weights[1]!.weight).toBeCloseTo(body / (title + body), 12);
  });

  it('measures scores in deviations from the mean when there are scales', async () => {
    const retriever = createMultiFieldRetriever({
      nodes: nodesOf(2),
      encoder,
      scorers: [lexical('title', [4, 0]), dense('body', [0.5, undefined])],
      scales: { 'title/lexical': { mean: 1, deviation: 2 }, 'body/dense': { mean: 0.25, deviation: 0.125 } },
    });
    const { ranking } = await retriever.retrieve('question', { count: 2 });
    // The second node matches nothing, so that no scorer proposes it.
    expect(ranking.map(({ score }) => score)).toEqual([
      expect.closeTo(0.5 * ((4 - 1) / 2) + 0.5 * ((0.5 - 0.25) / 0.125), 12),
    ]);
  });

  it('equals scoring every node when each scorer proposes all', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyScores(0),
        anyScores(-6),
        anyScores(0),
        fc.nat(9),
        fc.option(fc.subarray(['low', 'high']), { nil: undefined }),
        async (one, two, three, count, types) => {
          const nodes = nodesOf(8);
          const scorers = [lexical('a', one), dense('a', two, 2), lexical('b', three, 0.5)];
          const retriever = createMultiFieldRetriever({ nodes, encoder, scorers });
          const { ranking } = await retriever.retrieve('question', { count, types });
          const isAsked = (index: number) => types === undefined || types.includes(index < 4 ? 'low' : 'high');
          const parts = [one, two, three].map((scores, position) => {
            const best = Math.max(
              0,
              ...scores.filter((score, index) => score !== undefined && isAsked(index)).map(Number),
            );
            return { scores, best, weight: [1, 2, 0.5][position]! / 3.5, proposesAll: position === 1 };
          });
          const expected = Array.from({ length: 8 }, (_, index) => index)
            .filter(isAsked)
            .filter((index) =>
              parts.some(
                ({ scores, best, proposesAll }) =>
                  best > 0 && (proposesAll ? scores[index] !== undefined : scores[index]! > 0),
              ),
            )
            .map((index) => ({
              id: nodes.idOf(index),
              score: parts.reduce(
                (sum, { scores, best, weight }) => sum + (best > 0 ? (weight * (scores[index] ?? 0)) / best : 0),
                0,
              ),
            }))
            .sort((x, y) => (Math.abs(x.score - y.score) > 1e-12 ? y.score - x.score : 0))
            .slice(0, count);
          expect(ranking.length).toBe(expected.length);
          ranking.forEach((node, rank) => {
            expect(node.score).toBeCloseTo(expected[rank]!.score, 9);
            const sum = node.fieldScores.reduce((total, { value }) => total + value, 0);
            expect(node.score).toBeCloseTo(sum, 12);
            const before = ranking[rank - 1];
            if (before?.score === node.score) expect(before.id < node.id).toBe(true);
          });
        },
      ),
    );
  });

  it('scores only what some scorer proposed', async () => {
    const options = { nodes: nodesOf(4), encoder, scorers: [lexical('a', [1, 2, 3, 4]), lexical('b', [4, 3, 2, 1])] };
    const { ranking, candidateCount } = await createMultiFieldRetriever({ ...options, scorerCount: 1 }).retrieve('q', {
      count: 4,
    });
    expect(candidateCount).toBe(2);
    expect(ranking.map(({ id, score }) => [id, score])).toEqual([
      ['n96', 0.5 + 0.5 * (1 / 4)],
      ['n99', 0.5 * (1 / 4) + 0.5],
    ]);
  });

  it('leaves dense scorers out for a question in which the encoder knows nothing', async () => {
    const blank = { ...encoder, encode: async (texts: readonly string[]) => texts.map(() => new Float32Array(2)) };
    const scorers = [dense('a', [0, 0]), lexical('a', [0, 1])];
    const { ranking, weights } = await createMultiFieldRetriever({
      nodes: nodesOf(2),
      encoder: blank,
      scorers,
    }).retrieve('???', { count: 5 });
    expect(ranking.map(({ id }) => id)).toEqual(['n98']);
    expect(weights[0]!.best).toBe(0);
  });

  it('gives the document and the fields half of the weight each in the 1+n arrangement', () => {
    const scorers = onePlusN([lexical('document', [])], [dense('a', []), dense('b', [])]);
    expect(scorers.map(({ prior }) => prior)).toEqual([1, 1 / 2, 1 / 2]);
  });

  it('refuses what cannot be right', async () => {
    const scorers = [lexical('a', [1]), dense('a', [1])];
    const nodes = nodesOf(1);
    const weights: FieldWeights = {
      encoderId: 'test',
      dimensions: 2,
      scorers: ['a/lexical', 'a/dense'],
      matrix: [0, 0, 0, 0],
    };
    const create = (options: Partial<MultiFieldRetrieverOptions>) => () =>
      createMultiFieldRetriever({ nodes, scorers, encoder, ...options });
    const mistakes: [string, () => unknown][] = [
      ['invalid_fields', create({ scorers: [] })],
      ['invalid_fields', create({ scorers: [scorers[0]!, scorers[0]!] })],
      ['invalid_fields', create({ scorers: [lexical('a', [1], 0)] })],
      ['missing_encoder', create({ encoder: undefined })],
      ['out_of_range', create({ scorerCount: 0 })],
      ['weights_mismatch', create({ weights: { ...weights, encoderId: 'other' } })],
      ['weights_mismatch', create({ weights: { ...weights, scorers: ['a/lexical', 'b/dense'] } })],
      ['weights_mismatch', create({ weights: { ...weights, matrix: [0, 0] } })],
      ['scales_mismatch', create({ scales: { 'a/lexical': { mean: 0, deviation: 1 } } })],
      [
        'scales_mismatch',
        create({ scales: { 'a/lexical': { mean: 0, deviation: 0 }, 'a/dense': { mean: 0, deviation: 1 } } }),
      ],
    ];
    for (const [code, call] of mistakes) {
      expect(call).toThrow(MultiFieldError);
      expect(call).toThrow(expect.objectContaining({ code }));
    }
    const retriever = create({ weights })();
    await expect(retriever.retrieve('q', { count: -1 })).rejects.toMatchObject({ code: 'out_of_range' });
    await expect(retriever.retrieve('q', { count: 1, types: ['no'] })).rejects.toMatchObject({ code: 'unknown_type' });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(retriever.retrieve('q', { count: 1, signal })).rejects.toThrow('enough');
  });
});
