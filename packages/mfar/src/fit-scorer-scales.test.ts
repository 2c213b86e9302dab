import fc from 'fast-check';

import { fitScorerScales } from './index.js';
import type { FieldScorer } from './index.js';

const encoder = {
  id: 'test',
  dimensions: 1,
  encode: async (texts: readonly string[]) => texts.map((text) => Float32Array.of(text.length)),
};

/** Scores that depend on the question's length and the node. */
const lexical = (field: string, score: (length: number, index: number) => number | undefined): FieldScorer => ({
  field,
  kind: 'lexical',
  lexicon: {
    prepare: ({ length }) => ({ bound: 1, search: () => [], score: (index) => score(length, index) }),
  },
});
const dense = (field: string, score: (length: number, index: number) => number | undefined): FieldScorer => ({
  field,
  kind: 'dense',
  vectors: { search: () => [], score: ([length], index) => score(length!, index) },
});

describe('fitScorerScales', () => {
  it('gives mean and deviation over questions and the nodes that have the field', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.option(fc.integer({ min: 0, max: 9 }), { nil: undefined }), { maxLength: 12 }),
        fc.array(fc.string({ minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 }),
        async (values, questions) => {
          const score = (length: number, index: number) => {
            const value = values[index];
            return value === undefined ? undefined : value * length;
          };
          const scorers = [lexical('a', score), dense('a', score)];
          const scales = await fitScorerScales(scorers, questions, { nodeCount: values.length, encoder });
          const all = values.flatMap((value) =>
            value === undefined ? [] : questions.map(({ length }) => value * length),
          );
          const mean = all.length === 0 ? 0 : all.reduce((sum, value) => sum + value, 0) / all.length;
          const variance = all.length === 0 ? 0 : all.reduce((sum, value) => sum + (value - mean) ** 2, 0) / all.length;
          for (const name of ['a/lexical', 'a/dense']) {
            expect(scales[name]!.mean).toBeCloseTo(mean, 9);
            expect(scales[name]!.deviation).toBeCloseTo(variance < 1e-9 ? 1 : Math.sqrt(variance), 6);
          }
        },
      ),
    );
  });

  it('raises a deviation far below those of its kind', async () => {
    const scorers = [1, 10, 10, 0.01].map((size, position) =>
      lexical(`f${position}`, (_, index) => (index % 2 === 0 ? size : -size)),
    );
    const scales = await fitScorerScales(scorers, ['q'], { nodeCount: 100 });
    expect(scorers.map((_, position) => scales[`f${position}/lexical`]!.deviation)).toEqual([1, 10, 10, 0.1 * 10]);
  });

  it('tries sampleSize nodes, scattered over all', async () => {
    const tried = new Set<number>();
    const scorer = lexical('a', (_, index) => {
      tried.add(index);
      return index % 2 === 0 ? index : undefined;
    });
    await fitScorerScales([scorer], ['q'], { nodeCount: 1000, sampleSize: 50 });
    const present = [...tried].filter((index) => index % 2 === 0);
    expect(present.length).toBe(50);
  });

  it('refuses what cannot be right, and stops when it is told to', async () => {
    const scorer = dense('a', () => 1);
    const nodeCount = 1;
    await expect(fitScorerScales([scorer], ['q'], { nodeCount })).rejects.toMatchObject({ code: 'missing_encoder' });
    await expect(fitScorerScales([scorer], [], { nodeCount, encoder })).rejects.toMatchObject({ code: 'out_of_range' });
    await expect(fitScorerScales([scorer], ['q'], { nodeCount, encoder, sampleSize: 1 })).rejects.toMatchObject({
      code: 'out_of_range',
    });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(fitScorerScales([scorer], ['q'], { nodeCount, encoder, signal })).rejects.toThrow('enough');
  });
});
