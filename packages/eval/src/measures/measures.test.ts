import fc from 'fast-check';

import { evaluate } from '../evaluate.js';
import type { EvaluateOptions } from '../evaluate.js';
import { MEASURE_FAMILIES } from '../parse-measure.js';
import type { ScoredId } from '../ranking.js';

const ranked = (...ids: readonly string[]): readonly ScoredId[] =>
  ids.map((id, index) => ({ id, score: ids.length - index }));

/** The value of one measure for one query. */
function valueOf(
  measure: string,
  ranking: readonly ScoredId[],
  judgements: Readonly<Record<string, number>>,
  options: EvaluateOptions = {},
): number {
  const qrels = new Map([['q', new Map(Object.entries(judgements))]]);
  return evaluate(new Map([['q', ranking]]), qrels, { measures: [measure], ...options }).queries[0]!.values[measure]!;
}

describe('worked by hand: a and d relevant, b judged non-relevant, ranking b a c d e', () => {
  const judgements = { a: 2, b: 0, d: 1, z: 1 };
  const ranking = ranked('b', 'a', 'c', 'd', 'e');
  const idealGain = 2 + 1 / Math.log2(3) + 1 / 2;
  const gain = 2 / Math.log2(3) + 1 / Math.log2(5);

  test.each([
    ['hit@1', 0],
    ['hit@2', 1],
    ['success@2', 1],
    ['recall@2', 1 / 3],
    ['recall', 2 / 3],
    ['mrr', 1 / 2],
    ['mrr@1', 0],
    ['map', (1 / 2 + 2 / 4) / 3],
    ['map@3', 1 / 2 / 3],
    ['p@4', 2 / 4],
    ['p@10', 2 / 10],
    ['rprec', 1 / 3],
    ['ndcg', gain / idealGain],
    ['ndcg@2', 2 / Math.log2(3) / (2 + 1 / Math.log2(3))],
    // One judged non-relevant document, above both: 1 - min(1, 3) / min(1, 3) = 0 for each.
    ['bpref', 0],
    ['judged@3', 2 / 3],
    ['judged@10', 3 / 5],
  ])('%s', (measure, expected) => {
    expect(valueOf(measure, ranking, judgements)).toBeCloseTo(expected, 14);
  });
});

test('bpref weighs by the judged non-relevant documents above', () => {
  // R = 2, N = 3: a has none above, b has two: (1 + (1 - 2/2)) / 2; c and the unjudged u do not count.
  expect(valueOf('bpref', ranked('a', 'x', 'u', 'y', 'b'), { a: 1, b: 1, x: 0, y: 0, z: 0 })).toBe(1 / 2);
});

test('a judgement of -1 is in the pool but not judged', () => {
  const judgements = { a: 1, b: -1, c: 0 };
  expect(valueOf('bpref', ranked('b', 'a'), judgements)).toBe(1);
  expect(valueOf('judged@2', ranked('b', 'a'), judgements)).toBe(1 / 2);
  expect(valueOf('ndcg', ranked('b', 'a'), judgements)).toBeCloseTo(1 / Math.log2(3), 14);
});

describe('public reports', () => {
  test('equal scores go by document id descending in trec_eval order, whatever the order of lines', () => {
    const options = { conventions: 'trec_eval' } as const;
    const tied = (id: string): readonly ScoredId[] => [
      { id: 'b', score: 1 },
      { id, score: 1 },
    ];
    expect(valueOf('ndcg', tied('c'), { a: 0, b: 1, c: 0 }, options)).toBeCloseTo(0.6309297535714575, 15);
    expect(valueOf('ndcg', tied('a'), { a: 0, b: 1, c: 0 }, options)).toBe(1);
  });

  test('the relevance level does not touch nDCG', () => {
    const level = { relevanceLevel: 2 };
    expect(valueOf('ndcg', ranked('a', 'b'), { a: 1, b: 2 }, level)).toBeCloseTo(0.8597186998521972, 15);
    expect(valueOf('ndcg', ranked('a', 'b'), { a: 1, b: 2 })).toBeCloseTo(0.8597186998521972, 15);
    expect(valueOf('mrr', ranked('a', 'b'), { a: 1, b: 2 }, level)).toBe(0.5);
  });

  test('all scores equal', () => {
    const tied = (...ids: readonly string[]): readonly ScoredId[] => ids.map((id) => ({ id, score: 1 }));
    const options = { conventions: 'trec_eval' } as const;
    expect(valueOf('map', tied('d1', 'd2', 'd3'), { d3: 1 }, options)).toBe(1);
    expect(valueOf('ndcg', tied('d1', 'd2', 'd3'), { d3: 1 }, options)).toBe(1);
    expect(valueOf('map', tied('d5', 'd4', 'd3'), { d3: 1 }, options)).toBe(1 / 3);
    expect(valueOf('ndcg', tied('d5', 'd4', 'd3'), { d3: 1 }, options)).toBe(0.5);
  });

  test('a query without results counts 0 over all judged queries, and not over those in both files', () => {
    const run = new Map([['q1', ranked('a')]]);
    const qrels = new Map([
      ['q1', new Map([['a', 1]])],
      ['q2', new Map([['b', 1]])],
    ]);
    expect(evaluate(run, qrels, { measures: ['map'] }).means).toEqual({ map: 0.5 });
    const both = evaluate(run, qrels, { measures: ['map'], averaging: 'judged-and-retrieved' });
    expect(both.means).toEqual({ map: 1 });
    expect(both.counts).toMatchObject({ averaged: 1, judged: 2, judgedNotRetrieved: 1 });
  });

  test('repeated hits count once', () => {
    const repeated = ranked('a', 'a', 'a');
    expect(valueOf('recall@3', repeated, { a: 1, b: 1 })).toBe(0.5);
    expect(valueOf('p@3', repeated, { a: 1, b: 1 })).toBe(1 / 3);
    expect(valueOf('ndcg@3', repeated, { a: 1, b: 1 })).toBeCloseTo(0.6131471927654584, 15);
    expect(() => valueOf('p@3', repeated, { a: 1 }, { conventions: 'trec_eval' })).toThrow(
      expect.objectContaining({ code: 'duplicate_document' }),
    );
  });

  test('bpref without judged non-relevant documents', () => {
    expect(valueOf('bpref', ranked('d12', 'd23', 'd25', 'd36'), { d12: 5, d25: 3 })).toBe(1);
  });
});

describe('properties', () => {
  const judgements = fc.dictionary(fc.constantFrom(...'abcdefghij'), fc.integer({ min: -1, max: 3 }));
  const ranking = fc.array(
    fc.record({ id: fc.constantFrom(...'abcdefghijklmn'), score: fc.integer({ min: -3, max: 3 }) }),
  );
  const measures = MEASURE_FAMILIES.flatMap(({ name, cutoff }) => [
    ...(cutoff === 'required' ? [] : [name]),
    ...(cutoff === 'none' ? [] : [`${name}@1`, `${name}@3`, `${name}@20`]),
  ]);
  const valuesOf = (
    list: readonly ScoredId[],
    judged: Readonly<Record<string, number>>,
    options: EvaluateOptions = {},
  ): Readonly<Record<string, number>> => {
    const qrels = new Map([['q', new Map(Object.entries(judged))]]);
    return evaluate(new Map([['q', list]]), qrels, { measures, ...options }).queries[0]!.values;
  };

  test('every value is from 0 to 1, and 0 without a relevant document', () => {
    fc.assert(
      fc.property(ranking, judgements, (list, judged) => {
        const hasRelevant = Object.values(judged).some((value) => value >= 1);
        for (const [name, value] of Object.entries(valuesOf(list, judged))) {
          expect(value).toBeGreaterThanOrEqual(0);
          expect(value).toBeLessThanOrEqual(1);
          if (!hasRelevant && !name.startsWith('judged')) expect(value).toBe(0);
        }
      }),
    );
  });

  test('the order of lines does not matter, nor does a rise of all scores', () => {
    const permuted = ranking.chain((list) =>
      fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
    );
    fc.assert(
      fc.property(
        permuted,
        judgements,
        fc.constantFrom('score-desc-id-asc', 'score-desc-docno-desc'),
        (pair, judged, order) => {
          const [first, second] = pair;
          const raised = second.map(({ id, score }) => ({ id, score: 7 * score + 100 }));
          expect(valuesOf(raised, judged, { order })).toEqual(valuesOf(first, judged, { order }));
        },
      ),
    );
  });

  test('a ranking in the order of the judgements is perfect', () => {
    fc.assert(
      fc.property(judgements, (judged) => {
        fc.pre(Object.values(judged).some((value) => value >= 1));
        const list = Object.entries(judged).map(([id, score]) => ({ id, score }));
        const values = valuesOf(list, judged);
        for (const name of ['hit@1', 'mrr', 'map', 'ndcg', 'ndcg@3', 'recall', 'rprec', 'bpref']) {
          expect(values[name]).toBeCloseTo(1, 14);
        }
      }),
    );
  });

  test('moving a relevant document up never lowers a measure', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { minLength: 2 }), fc.nat(), (ids, choice) => {
        const judged = { a: 1, c: 1, x: 1 };
        const index = 1 + (choice % (ids.length - 1));
        fc.pre(ids[index] === 'a' || ids[index] === 'c');
        const better = ids.with(index - 1, ids[index]!).with(index, ids[index - 1]!);
        const [before, after] = [valuesOf(ranked(...ids), judged), valuesOf(ranked(...better), judged)];
        for (const name of measures) expect(after[name]).toBeGreaterThanOrEqual(before[name]! - 1e-15);
      }),
    );
  });

  test('mrr is at least hit@1, and hit grows with its cutoff', () => {
    fc.assert(
      fc.property(ranking, judgements, (list, judged) => {
        const values = valuesOf(list, judged);
        expect(values['mrr']).toBeGreaterThanOrEqual(values['hit@1']!);
        expect(values['hit@3']).toBeGreaterThanOrEqual(values['hit@1']!);
        expect(values['success@20']).toBe(values['hit@20']);
      }),
    );
  });
});
