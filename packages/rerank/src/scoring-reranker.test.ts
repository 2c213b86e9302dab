import { rerankerConformance } from '../test/reranker-conformance.js';
import { createScoringReranker } from './scoring-reranker.js';

const countSharedLetters = (query: string, texts: readonly string[]): number[] =>
  texts.map((text) => [...new Set(query)].filter((letter) => text.includes(letter)).length);

rerankerConformance('a scoring function', () => createScoringReranker(countSharedLetters));

describe('createScoringReranker', () => {
  it('does not call the function for nothing, nor with blank documents', async () => {
    const calls: (readonly string[])[] = [];
    const reranker = createScoringReranker((_, texts) => {
      calls.push(texts);
      return texts.map(() => -5);
    });
    await reranker.rerank({ query: 'q', documents: [] });
    await reranker.rerank({ query: 'q', documents: [{ id: 'a', text: '\n ' }] });
    const results = await reranker.rerank({
      query: 'q',
      documents: [
        { id: 'a', text: '' },
        { id: 'b', text: 'b' },
      ],
    });
    expect(calls).toEqual([['b']]);
    expect(results.map(({ id, score }) => [id, score])).toEqual([
      ['b', -5],
      ['a', -6],
    ]);
  });

  it('refuses a function that returns too few scores or one that is not finite', async () => {
    const documents = [{ id: 'a', text: 'a' }];
    const refused = expect.objectContaining({ code: 'invalid_response' });
    await expect(createScoringReranker(() => []).rerank({ query: 'q', documents })).rejects.toEqual(refused);
    await expect(createScoringReranker(() => [Number.NaN]).rerank({ query: 'q', documents })).rejects.toEqual(refused);
  });
});
