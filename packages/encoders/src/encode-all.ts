import { VectorError } from './errors.js';
import type { Encoder, EncoderRole } from './encoder.js';
import { textKey } from './text-keys.js';
import type { VectorCache } from './vector-cache.js';
import type { VectorJournal } from './vector-journal.js';

/** Options of {@link encodeAll}. */
export interface EncodeAllOptions {
  /** Default `document`. */
  readonly role?: EncoderRole | undefined;
  /** Texts handed to the encoder at once, at least 1. Default 1,024. */
  readonly batchSize?: number | undefined;
  /** How many texts will come, if that is known: spares copies of a growing array. */
  readonly count?: number | undefined;
  /** Where vectors are taken from instead of encoding their texts again. Default: none. */
  readonly cache?: VectorCache | undefined;
  /** Keeps batches that took the encoder long. Default: none. */
  readonly journal?: VectorJournal | undefined;
  /** From how many milliseconds a text on a batch goes into the journal: faster ones are not worth it. Default 0.5. */
  readonly journalFromMs?: number | undefined;
  /** Called with the key of each text, in order: what a cache needs to find its vector later. */
  readonly onKey?: ((key: Uint8Array) => void) | undefined;
  /** Called after each batch with the number of texts done so far. */
  readonly onProgress?: ((done: number) => void) | undefined;
  /** Stops the work between batches and within the encoder; the promise rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
}

/** Defaults of {@link EncodeAllOptions}. */
export const ENCODE_ALL_DEFAULTS = Object.freeze({ role: 'document', batchSize: 1024, journalFromMs: 0.5 } as const);

/** Distinct texts that are remembered, so that one that comes again is not encoded again. */
const REMEMBERED_TEXTS = 65_536;

/**
 * Encodes any number of texts into one array, row after row, in order. Equal texts are encoded once, as far as they are
 * among the first 65,536 distinct ones.
 *
 * @throws VectorError with the code `out_of_range` for an impossible `batchSize` or `count`
 */
export async function encodeAll(
  encoder: Encoder,
  texts: Iterable<string> | AsyncIterable<string>,
  options: EncodeAllOptions = {},
): Promise<Float32Array> {
  const { role = ENCODE_ALL_DEFAULTS.role, batchSize = ENCODE_ALL_DEFAULTS.batchSize, count = 0 } = options;
  const { cache, journal, journalFromMs = ENCODE_ALL_DEFAULTS.journalFromMs, onKey, onProgress, signal } = options;
  const needsKeys = cache !== undefined || journal !== undefined || onKey !== undefined;
  if (!Number.isSafeInteger(batchSize) || batchSize < 1 || !Number.isSafeInteger(count) || count < 0) {
    throw new VectorError('out_of_range', `expected batchSize from 1 and count from 0, got ${batchSize} and ${count}`);
  }
  const { dimensions } = encoder;
  const firstRows = new Map<string, number>();
  let vectors = new Float32Array(count * dimensions);
  let rows = 0;
  let rowsDone = 0;
  let pending: { text: string; row: number; key: Uint8Array | undefined }[] = [];
  let cached: { vector: Float32Array; row: number }[] = [];
  let copies: { from: number; to: number }[] = [];

  const flush = async (): Promise<void> => {
    signal?.throwIfAborted();
    if (rows * dimensions > vectors.length) {
      const grown = new Float32Array(Math.max(rows * dimensions, 2 * vectors.length));
      grown.set(vectors);
      vectors = grown;
    }
    if (pending.length > 0) {
      const start = performance.now();
      const encoded = await encoder.encode(
        pending.map(({ text }) => text),
        { role, signal },
      );
      pending.forEach(({ row }, position) => vectors.set(encoded[position]!, row * dimensions));
      if (journal !== undefined && performance.now() - start >= journalFromMs * pending.length) {
        journal.append(
          pending.map(({ key }) => key!),
          encoded,
        );
      }
    }
    for (const { vector, row } of cached) vectors.set(vector, row * dimensions);
    for (const { from, to } of copies) {
      vectors.copyWithin(to * dimensions, from * dimensions, (from + 1) * dimensions);
    }
    pending = [];
    cached = [];
    copies = [];
    rowsDone = rows;
    onProgress?.(rowsDone);
  };

  for await (const text of texts) {
    const row = rows;
    rows += 1;
    const key = needsKeys ? textKey(text) : undefined;
    if (key !== undefined) onKey?.(key);
    const from = firstRows.get(text);
    if (from !== undefined) copies.push({ from, to: row });
    else {
      const vector = key === undefined ? undefined : cache?.find(key);
      if (vector === undefined) pending.push({ text, row, key });
      else cached.push({ vector, row });
      if (firstRows.size < REMEMBERED_TEXTS) firstRows.set(text, row);
    }
    if (rows - rowsDone === batchSize) await flush();
  }
  if (rows > rowsDone) await flush();
  return vectors.length === rows * dimensions ? vectors : vectors.slice(0, rows * dimensions);
}
