import { rerankerConformance } from '../test/reranker-conformance.js';
import { createEncoderReranker } from './encoder-reranker.js';

/** A unit vector of letter counts. */
function letterVector(text: string): Float32Array {
  const vector = new Float32Array(26);
  for (const letter of text.toLowerCase()) {
    const place = letter.charCodeAt(0) - 97;
    if (place >= 0 && place < 26) vector[place]! += 1;
  }
  const length = Math.hypot(...vector);
  return length === 0 ? vector : vector.map((value) => value / length);
}

const encoder = { encode: (texts: readonly string[]) => Promise.resolve(texts.map(letterVector)) };

rerankerConformance('the encoder reranker', () => createEncoderReranker(encoder));

describe('createEncoderReranker', () => {
  it('scores by cosine', async () => {
    const documents = ['ab', 'aa', 'cd'].map((text) => ({ id: text, text }));
    const results = await createEncoderReranker(encoder).rerank({ query: 'a', documents });
    expect(results.map(({ id }) => id)).toEqual(['aa', 'ab', 'cd']);
    expect(results[0]!.score).toBeCloseTo(1, 6);
    expect(results[1]!.score).toBeCloseTo(1 / Math.SQRT2, 6);
    expect(results[2]!.score).toBeCloseTo(0, 6);
  });

  it('tells the encoder which text is a query and which are documents', async () => {
    const roles: string[] = [];
    const recording = {
      encode(texts: readonly string[], options: { role: string }) {
        roles.push(`${options.role} ${texts.length}`);
        return encoder.encode(texts);
      },
    };
    const documents = [
      { id: '1', text: 'x' },
      { id: '2', text: 'y' },
    ];
    await createEncoderReranker(recording).rerank({ query: 'a', documents });
    expect(roles).toEqual(['query 1', 'document 2']);
  });
});
