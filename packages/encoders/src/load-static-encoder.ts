import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import { staticMinilm } from '@grasp/static-minilm';

import { EncoderFileError, VectorError } from './errors.js';
import { StaticEncoder } from './static-encoder.js';
import { parseStaticTable } from './static-table.js';
import { WordPieceTokenizer } from './word-piece-tokenizer.js';

/** Options of {@link loadStaticEncoder}. */
export interface StaticEncoderOptions {
  /** A safetensors file with `embedding` (I8) and `scale` (F16). Default: the table of `@grasp/static-minilm`. */
  readonly modelFile?: string | URL | undefined;
  /** One word piece a line, in row order. Default: the vocabulary of `@grasp/static-minilm`. */
  readonly vocabularyFile?: string | URL | undefined;
  /** Names the vectors. Default: `static-minilm-256` for the shipped files, else made from the content of the files. */
  readonly id?: string | undefined;
  /** Word pieces of a text that count, at least 1. Default 512. */
  readonly maxTokens?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Defaults of {@link StaticEncoderOptions}. */
export const STATIC_ENCODER_DEFAULTS = Object.freeze({ maxTokens: 512 });

async function read(file: string | URL, signal: AbortSignal | undefined): Promise<Uint8Array> {
  try {
    return await readFile(file, signal === undefined ? {} : { signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw new EncoderFileError('unreadable', String(file), 'expected a readable file', { cause });
  }
}

/**
 * Reads a static encoder: about 30 ms for the shipped one.
 *
 * @throws EncoderFileError if a file cannot be read or is of another form
 * @throws VectorError with the code `out_of_range` for an impossible `maxTokens`
 */
export async function loadStaticEncoder(options: StaticEncoderOptions = {}): Promise<StaticEncoder> {
  const { modelFile = staticMinilm.modelFile, vocabularyFile = staticMinilm.vocabularyFile, signal } = options;
  const maxTokens = options.maxTokens ?? STATIC_ENCODER_DEFAULTS.maxTokens;
  if (!Number.isSafeInteger(maxTokens) || maxTokens < 1) {
    throw new VectorError('out_of_range', `expected maxTokens to be a whole number from 1, got ${maxTokens}`);
  }
  const [model, vocabulary] = await Promise.all([read(modelFile, signal), read(vocabularyFile, signal)]);
  const table = parseStaticTable(model, String(modelFile));
  const tokenizer = new WordPieceTokenizer(new TextDecoder().decode(vocabulary), table.rows, String(vocabularyFile));
  const isShipped = modelFile === staticMinilm.modelFile && vocabularyFile === staticMinilm.vocabularyFile;
  const id = options.id ?? (isShipped ? staticMinilm.id : contentId(model, vocabulary));
  return new StaticEncoder({ id, table, tokenizer, maxTokens });
}

function contentId(model: Uint8Array, vocabulary: Uint8Array): string {
  const digest = createHash('sha256').update(model).update(vocabulary).digest('hex');
  return `static-${digest.slice(0, 12)}`;
}
