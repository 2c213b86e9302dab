import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { staticMinilm } from '@grasp/static-minilm';
import fc from 'fast-check';

import { EncoderFileError, loadStaticEncoder } from './index.js';
import type { EncoderFileErrorCode } from './index.js';

interface Expected {
  readonly text: string;
  readonly ids: number[];
  readonly vector: number[];
}

const role = 'query';
const norm = (vector: Float32Array): number => Math.hypot(...vector);

async function expectedValues(): Promise<Expected[]> {
  return JSON.parse(
    await readFile(new URL('../test/fixtures/static-minilm-256.expected.json', import.meta.url), 'utf8'),
  );
}

describe('the shipped encoder', () => {
  const loaded = loadStaticEncoder();

  it('gives the word pieces and vectors of the reference', async () => {
    const encoder = await loaded;
    expect(encoder.id).toBe('static-minilm-256');
    expect(encoder.dimensions).toBe(256);
    const cases = await expectedValues();
    const vectors = await encoder.encode(
      cases.map(({ text }) => text),
      { role },
    );
    expect(cases.length).toBe(6);
    cases.forEach(({ text, ids, vector }, row) => {
      expect(encoder.tokenize(text)).toEqual(ids);
      const differences = vector.map((value, index) => Math.abs(value - vectors[row]![index]!));
      expect(Math.max(...differences)).toBeLessThan(1e-6);
    });
  });

  it('gives unit vectors, or zeros without a known word piece', async () => {
    const encoder = await loaded;
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const isKnown = encoder.tokenize(text).some((row) => row !== 1);
        expect(norm(encoder.encodeSync(text))).toBeCloseTo(isKnown ? 1 : 0, 5);
      }),
    );
  });

  it('does not depend on the batch, on case or on white space', async () => {
    const encoder = await loaded;
    const texts = Array.from({ length: 600 }, (_, index) => `text number ${index}`);
    const vectors = await encoder.encode(texts, { role: 'document' });
    expect(vectors[599]).toEqual(encoder.encodeSync('  TEXT\tNumber\n599 '));
    expect(vectors[0]).not.toEqual(vectors[1]);
  });

  it('writes into a larger array and refuses one without room', async () => {
    const encoder = await loaded;
    const target = new Float32Array(600).fill(7);
    encoder.encodeInto('a domestic animal', target, 256);
    expect(target.subarray(256, 512)).toEqual(encoder.encodeSync('a domestic animal'));
    expect([target[255], target[512]]).toEqual([7, 7]);
    expect(() => encoder.encodeInto('a', target, 400)).toThrow(expect.objectContaining({ code: 'dimension_mismatch' }));
  });

  it('lets other work run between slices of a batch, and stops when it is told to', async () => {
    const encoder = await loaded;
    const controller = new AbortController();
    setImmediate(() => controller.abort(new Error('enough')));
    const texts = Array.from({ length: 2000 }, () => 'text');
    await expect(encoder.encode(texts, { role, signal: controller.signal })).rejects.toThrow('enough');
    await expect(encoder.encode(['text'], { role, signal: controller.signal })).rejects.toThrow('enough');
  });

  it('counts the first maxTokens word pieces', async () => {
    const short = await loadStaticEncoder({ maxTokens: 2 });
    const full = await loaded;
    expect(short.tokenize('a domestic animal')).toEqual(full.tokenize('a domestic'));
    expect(short.encodeSync('a domestic animal')).toEqual(full.encodeSync('a domestic'));
    await expect(loadStaticEncoder({ maxTokens: 0 })).rejects.toMatchObject({ code: 'out_of_range' });
  });
});

describe('other files', () => {
  const pieces = ['[PAD]', '[UNK]', 'un', '##do', 'do'];
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'encoders-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** A table of 5 rows of 2 dimensions; the scales are 1, 1, 0.5, 2 and 1. */
  function tableBytes(
    change: (header: Record<string, Record<string, unknown>>) => unknown = (header) => header,
  ): Buffer {
    const header = {
      scale: { dtype: 'F16', shape: [5], data_offsets: [0, 10] },
      embedding: { dtype: 'I8', shape: [5, 2], data_offsets: [10, 20] },
    };
    const json = Buffer.from(JSON.stringify(change(header)));
    const length = Buffer.alloc(8);
    length.writeBigUInt64LE(BigInt(json.length));
    const scales = Buffer.from(new Uint16Array([0x3c00, 0x3c00, 0x3800, 0x4000, 0x3c00]).buffer);
    return Buffer.concat([length, json, scales, Buffer.from(new Int8Array([0, 0, 0, 0, 4, 0, 0, -1, 3, 4]).buffer)]);
  }

  async function load(model: Buffer, vocabulary = pieces.join('\n')) {
    const modelFile = join(folder, 'model.safetensors');
    const vocabularyFile = join(folder, 'vocab.txt');
    await Promise.all([writeFile(modelFile, model), writeFile(vocabularyFile, vocabulary)]);
    return loadStaticEncoder({ modelFile, vocabularyFile });
  }

  it('takes the mean of scaled rows at unit length', async () => {
    const encoder = await load(tableBytes());
    expect(encoder.tokenize('do undo xyz')).toEqual([4, 2, 3, 1]);
    // 1 * (3, 4) + 0.5 * (4, 0) + 2 * (0, -1) = (5, 2)
    const vector = encoder.encodeSync('do undo xyz');
    expect(vector[0]).toBeCloseTo(5 / Math.sqrt(29), 6);
    expect(vector[1]).toBeCloseTo(2 / Math.sqrt(29), 6);
    expect([...encoder.encodeSync('xyz')]).toEqual([0, 0]);
  });

  it('names the encoder after the content of its files', async () => {
    const first = await load(tableBytes());
    const second = await load(tableBytes(), 'x\n[UNK]\nun\n##do\ndo\n');
    expect(first.id).toMatch(/^static-[0-9a-f]{12}$/);
    expect(second.id).not.toBe(first.id);
    const named = await loadStaticEncoder({ vocabularyFile: staticMinilm.vocabularyFile, id: 'own' });
    expect(named.id).toBe('own');
  });

  const broken: [EncoderFileErrorCode, string, () => Buffer, ...string[]][] = [
    ['truncated', 'an empty file', () => Buffer.alloc(0)],
    ['truncated', 'a header longer than the file', () => Buffer.alloc(16, 1)],
    ['truncated', 'missing values', () => tableBytes().subarray(0, -1)],
    ['malformed_header', 'no JSON', () => Buffer.concat([Buffer.from([2, 0, 0, 0, 0, 0, 0, 0]), Buffer.from('{x')])],
    ['malformed_header', 'no object', () => tableBytes(() => [1])],
    [
      'malformed_header',
      'a negative shape',
      () => tableBytes((h) => ({ ...h, scale: { ...h['scale'], shape: [-5] } })),
    ],
    ['malformed_header', 'a tensor that is null', () => tableBytes((h) => ({ ...h, scale: null }))],
    ['missing_tensor', 'no scale', () => tableBytes(({ embedding }) => ({ embedding }))],
    [
      'unsupported_dtype',
      'numbers of 32 bits',
      () => tableBytes((h) => ({ ...h, scale: { ...h['scale'], dtype: 'F32' } })),
    ],
    [
      'shape_mismatch',
      'wrong extent',
      () => tableBytes((h) => ({ ...h, embedding: { ...h['embedding'], shape: [5, 3] } })),
    ],
    [
      'shape_mismatch',
      'one flat row',
      () => tableBytes((h) => ({ ...h, embedding: { ...h['embedding'], shape: [10] } })),
    ],
    ['vocabulary_mismatch', 'a piece too many', () => tableBytes(), [...pieces, 'more'].join('\n')],
    ['vocabulary_mismatch', 'a piece twice', () => tableBytes(), '[PAD]\n[UNK]\nun\n##do\nun\n'],
    ['vocabulary_mismatch', 'no [UNK]', () => tableBytes(), '[PAD]\nunk\nun\n##do\ndo\n'],
  ];
  it.each(broken)('refuses with %s: %s', async (code, _, model, ...vocabulary) => {
    const error = await load(model(), ...vocabulary).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EncoderFileError);
    expect(error).toMatchObject({ name: 'EncoderFileError', code });
  });

  it('reports a file that is not there, and stops when it is told to', async () => {
    const modelFile = join(folder, 'absent');
    await expect(loadStaticEncoder({ modelFile })).rejects.toMatchObject({ code: 'unreadable', file: modelFile });
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(loadStaticEncoder({ signal })).rejects.toThrow('enough');
  });
});
