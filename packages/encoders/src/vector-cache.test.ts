import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { encodeAll, TEXT_KEY_BYTES, textKey, VectorCache, VectorError, VectorJournal } from './index.js';
import type { Encoder } from './index.js';

const folder = mkdtempSync(join(tmpdir(), 'grasp-vectors-'));
afterAll(() => rmSync(folder, { recursive: true }));
const path = join(folder, 'a.vectors');

/** An encoder of three dimensions that counts its texts, and stops after some if it is told to. */
function countingEncoder(id = 'counting', stopAfter = Infinity): Encoder & { count: number } {
  return {
    id,
    dimensions: 3,
    count: 0,
    async encode(texts) {
      await Promise.resolve();
      this.count += texts.length;
      if (this.count > stopAfter) throw new Error('stopped');
      return texts.map((text) => {
        const digest = createHash('sha1').update(text, 'utf16le').digest();
        return Float32Array.of(digest[0]!, digest[1]!, digest[2]!);
      });
    },
  };
}

const sourceOf = async (texts: readonly string[]) => {
  const keys: Uint8Array[] = [];
  const vectors = await encodeAll(countingEncoder(), texts, { onKey: (key) => keys.push(key) });
  return {
    keys: new Uint8Array(Buffer.concat(keys)),
    vector: (position: number) => vectors.subarray(3 * position, 3 * position + 3),
  };
};

const anyTexts = fc.array(
  fc.oneof(fc.nat(40).map(String), fc.string({ unit: 'binary' }), fc.constantFrom('\ud800', '\ud801')),
  {
    maxLength: 60,
  },
);

test('a key is the first half of a SHA-256', () => {
  expect(Buffer.from(textKey('né')).toString('hex')).toBe(
    createHash('sha256').update(Buffer.from('né', 'utf16le')).digest('hex').slice(0, 32),
  );
  expect(textKey('').length).toBe(TEXT_KEY_BYTES);
});

test('with a cache, the vectors are the same and only new texts are encoded', async () => {
  await fc.assert(
    fc.asyncProperty(
      anyTexts,
      anyTexts,
      anyTexts,
      fc.integer({ min: 1, max: 9 }),
      async (one, two, texts, batchSize) => {
        const cache = new VectorCache();
        cache.add(await sourceOf(one));
        cache.add(await sourceOf(two));
        const encoder = countingEncoder();
        const vectors = await encodeAll(encoder, texts, { cache, batchSize });
        expect(vectors).toEqual(await encodeAll(countingEncoder(), texts));
        const known = new Set([...one, ...two]);
        const distinct = new Set(texts);
        expect(encoder.count).toBe([...distinct].filter((text) => !known.has(text)).length);
        expect(cache.found).toBe([...distinct].filter((text) => known.has(text)).length);
      },
    ),
  );
});

test('a cache grows past its first table, and refuses keys of another length', async () => {
  const texts = Array.from({ length: 5000 }, (_, index) => `text ${index}`);
  const cache = new VectorCache();
  for (let start = 0; start < texts.length; start += 500) cache.add(await sourceOf(texts.slice(start, start + 500)));
  const encoder = countingEncoder();
  expect(await encodeAll(encoder, texts, { cache })).toEqual(await encodeAll(countingEncoder(), texts));
  expect(encoder.count).toBe(0);
  expect(() => cache.add({ keys: new Uint8Array(15), vector: () => new Float32Array(3) })).toThrow(VectorError);
});

describe('a journal', () => {
  afterEach(() => rmSync(path, { force: true }));
  const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);

  /** Encodes with what the journal holds, as far as the encoder goes. */
  async function run(stopAfter: number, id = 'counting') {
    const encoder = countingEncoder(id, stopAfter);
    const journal = new VectorJournal(path, encoder);
    const kept = journal.length;
    const cache = new VectorCache();
    cache.add(journal);
    const options = { cache, journal, journalFromMs: 0, batchSize: 10 };
    const vectors = await encodeAll(encoder, texts, options).catch(() => undefined);
    journal.close();
    return { kept, vectors, count: encoder.count };
  }

  test('keeps what was encoded before a failure, over several', async () => {
    const expected = await encodeAll(countingEncoder(), texts);
    expect(await run(35)).toEqual({ kept: 0, vectors: undefined, count: 40 });
    expect(await run(35)).toEqual({ kept: 30, vectors: undefined, count: 40 });
    expect(await run(100)).toEqual({ kept: 60, vectors: expected, count: 40 });
    expect(await run(0)).toEqual({ kept: 100, vectors: expected, count: 0 });
  });

  test('counts up to where it was cut off or changed, and goes on from there', async () => {
    const expected = await encodeAll(countingEncoder(), texts);
    await run(100);
    const whole = readFileSync(path);
    const batch = 8 + 10 * (16 + 12);
    const header = whole.length - 10 * batch;
    for (const length of [
      whole.length - 1,
      header + 3 * batch + 7,
      header + 3 * batch + 8,
      header + 1,
      header,
      header - 1,
      5,
      0,
    ]) {
      writeFileSync(path, whole);
      truncateSync(path, length);
      const kept = Math.max(0, 10 * Math.floor((length - header) / batch));
      expect(await run(100)).toEqual({ kept, vectors: expected, count: 100 - kept });
      expect(readFileSync(path).equals(whole)).toBe(true);
    }
    const changed = Buffer.from(whole);
    changed[header + 4 * batch + 200]! ^= 1;
    writeFileSync(path, changed);
    expect(await run(100)).toEqual({ kept: 40, vectors: expected, count: 60 });
  });

  test('starts anew with another encoder, and is made only for slow batches', async () => {
    await run(100);
    expect((await run(100, 'other')).kept).toBe(0);
    expect((await run(0, 'other')).kept).toBe(100);
    const fast = countingEncoder();
    const journal = new VectorJournal(join(folder, 'b.vectors'), fast);
    await encodeAll(fast, texts, { journal, journalFromMs: 10_000 });
    expect(() => readFileSync(join(folder, 'b.vectors'))).toThrow('ENOENT');
    journal.remove();
    const last = new VectorJournal(path, fast);
    last.remove();
    last.remove();
    expect(() => readFileSync(path)).toThrow('ENOENT');
  });
});
