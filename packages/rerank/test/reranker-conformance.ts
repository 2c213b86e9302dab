import type { Reranker } from '../src/index.js';

/** What every reranker must do, whatever scores it gives. Run it on your own: `rerankerConformance('mine', create)`. */
export function rerankerConformance(name: string, create: () => Reranker): void {
  describe(`${name} keeps the Reranker contract`, () => {
    const documents = ['blue whale', 'an apple a day', 'whales and dolphins', '  ', 'apple pie'].map((text, index) => ({
      id: `d${index}`,
      text,
    }));

    it('returns every document once, best first, ranked from 1', async () => {
      const results = await create().rerank({ query: 'whale', documents });
      expect(results.map((result) => result.rank)).toEqual([1, 2, 3, 4, 5]);
      expect(results.map((result) => result.index).sort()).toEqual([0, 1, 2, 3, 4]);
      for (const [position, result] of results.entries()) {
        expect(result.id).toBe(`d${result.index}`);
        expect(Number.isFinite(result.score)).toBe(true);
        if (position > 0) expect(result.score).toBeLessThanOrEqual(results[position - 1]!.score);
      }
    });

    it('returns nothing for no documents, and the first of the whole for topN', async () => {
      expect(await create().rerank({ query: 'whale', documents: [] })).toEqual([]);
      const all = await create().rerank({ query: 'whale', documents });
      expect(await create().rerank({ query: 'whale', documents, topN: 2 })).toEqual(all.slice(0, 2));
      expect(await create().rerank({ query: 'whale', documents, topN: 0 })).toEqual([]);
    });

    it('puts blank documents last and equal documents in request order', async () => {
      const results = await create().rerank({
        query: 'apple',
        documents: [...documents, { id: 'd5', text: 'apple pie' }],
      });
      expect(results.at(-1)!.id).toBe('d3');
      const ids = results.map((result) => result.id);
      expect(ids.indexOf('d4')).toBeLessThan(ids.indexOf('d5'));
    });

    it('gives up with the reason of an aborted signal', async () => {
      const reason = new Error('enough');
      const signal = AbortSignal.abort(reason);
      await expect(create().rerank({ query: 'whale', documents, signal })).rejects.toBe(reason);
    });
  });
}
