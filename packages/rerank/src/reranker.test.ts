import fc from 'fast-check';

import { RerankError } from './errors.js';
import { orderRerankResults } from './reranker.js';

const documents = ['t0', 't1', 't2'].map((id) => ({ id, text: id }));

describe('orderRerankResults', () => {
  it('pairs scores with documents through the index, whatever the order of the answer', () => {
    const answer = [
      { index: 2, score: 0.9 },
      { index: 0, score: 0.5 },
      { index: 1, score: 0.1 },
    ];
    expect(orderRerankResults(answer, { documents })).toEqual([
      { index: 2, id: 't2', score: 0.9, rank: 1 },
      { index: 0, id: 't0', score: 0.5, rank: 2 },
      { index: 1, id: 't1', score: 0.1, rank: 3 },
    ]);
  });

  it('sorts and cuts itself when the server does neither', () => {
    const answer = [0.119, 0.0295, 0.0319].map((score, index) => ({ index, score }));
    const order = (topN?: number) =>
      orderRerankResults(answer, topN === undefined ? { documents } : { documents, topN }).map(({ index }) => index);
    expect(order(1)).toEqual([0]);
    expect(order()).toEqual([0, 2, 1]);
  });

  it('does not depend on the order of the answer', () => {
    const scores = fc.array(fc.integer({ min: -3, max: 3 }), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(scores, fc.infiniteStream(fc.nat()), (values, random) => {
        const request = { documents: values.map((_, index) => ({ id: `${index}`, text: 'x' })) };
        const answer = values.map((score, index) => ({ index, score, key: random.next().value as number }));
        const shuffled = [...answer].sort((a, b) => a.key - b.key);
        expect(orderRerankResults(shuffled, request)).toEqual(orderRerankResults(answer, request));
      }),
    );
  });

  it.each([
    ['an index outside the request', [{ index: 3, score: 1 }]],
    ['a fractional index', [{ index: 0.5, score: 1 }]],
    [
      'the same index twice',
      [
        { index: 1, score: 1 },
        { index: 1, score: 2 },
      ],
    ],
    ['a score that is not a number', [{ index: 0, score: Number.NaN }]],
    ['an infinite score', [{ index: 0, score: Infinity }]],
  ])('refuses %s', (_, answer) => {
    expect(() => orderRerankResults(answer, { documents })).toThrow(
      expect.objectContaining({ code: 'invalid_response' }),
    );
  });

  it('refuses a topN that is negative or fractional', () => {
    for (const topN of [-1, 1.5, Number.NaN]) {
      expect(() => orderRerankResults([], { documents, topN })).toThrow(RerankError);
    }
  });
});
