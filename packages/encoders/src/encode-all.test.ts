import fc from 'fast-check';

import { encodeAll } from './index.js';
import type { Encoder } from './index.js';

/** Encodes a text as its length and its first character's code, and keeps what it was asked. */
function recordingEncoder(): Encoder & { readonly batches: string[][]; readonly roles: string[] } {
  const batches: string[][] = [];
  const roles: string[] = [];
  return {
    id: 'recording',
    dimensions: 2,
    batches,
    roles,
    encode: async (texts, { role }) => {
      batches.push([...texts]);
      roles.push(role);
      return texts.map((text) => Float32Array.of(text.length, text.charCodeAt(0) || 0));
    },
  };
}

describe('encodeAll', () => {
  it('gives each text its row, whatever the batch size and the number of texts foretold', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ maxLength: 2 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 0, max: 50 }),
        async (texts, batchSize, count) => {
          const encoder = recordingEncoder();
          const vectors = await encodeAll(encoder, texts, { batchSize, count });
          expect([...vectors]).toEqual(texts.flatMap((text) => [text.length, text.charCodeAt(0) || 0]));
          expect(encoder.batches.flat().length).toBe(new Set(texts).size);
          expect(encoder.batches.every((batch) => batch.length <= batchSize)).toBe(true);
        },
      ),
    );
  });

  it('takes texts as they come, reports progress and passes the role on', async () => {
    async function* texts() {
      yield* ['a', 'bb', 'a', 'ccc', 'dd'];
    }
    const encoder = recordingEncoder();
    const progress: number[] = [];
    const vectors = await encodeAll(encoder, texts(), {
      batchSize: 2,
      role: 'query',
      onProgress: (done) => progress.push(done),
    });
    expect(vectors.length).toBe(10);
    expect(progress).toEqual([2, 4, 5]);
    expect(encoder.batches).toEqual([['a', 'bb'], ['ccc'], ['dd']]);
    expect(new Set(encoder.roles)).toEqual(new Set(['query']));
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const encoder = recordingEncoder();
    const done = encodeAll(encoder, ['a', 'b', 'c'], {
      batchSize: 1,
      signal: controller.signal,
      onProgress: (count) => count === 2 && controller.abort(new Error('enough')),
    });
    await expect(done).rejects.toThrow('enough');
    expect(encoder.batches.length).toBe(2);
  });

  it('refuses an impossible batch size', async () => {
    await expect(encodeAll(recordingEncoder(), [], { batchSize: 0 })).rejects.toMatchObject({ code: 'out_of_range' });
  });
});
