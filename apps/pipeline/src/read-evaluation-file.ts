import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { pipeline } from 'node:stream';

import { FileFormatError, readQuestions, readStarkQuestions, readTrecQrels, readTrecRun } from '@grasp/eval';
import type { Qrels, Question, TextSource, TrecRun } from '@grasp/eval';

import { PipelineError } from './pipeline-error.js';

interface ReadOptions {
  readonly signal?: AbortSignal;
}

const cancelWith = (signal: AbortSignal | undefined): ReadOptions => (signal === undefined ? {} : { signal });

/** The bytes of a file as they come; one whose name ends in `.gz` is unpacked. */
function openBytes(file: string): AsyncIterable<Uint8Array> {
  const bytes = createReadStream(file);
  if (!file.endsWith('.gz')) return bytes;
  // The iterator that reads the unpacked bytes is told of errors of either stream.
  return pipeline(bytes, createGunzip(), () => undefined);
}

/** Reads a file by one of the readers of `@grasp/eval`, and puts the file's name before what is wrong with it. */
async function read<Value>(
  file: string,
  parse: (source: TextSource) => Promise<Value>,
  signal?: AbortSignal,
): Promise<Value> {
  try {
    return await parse(openBytes(file));
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof FileFormatError) {
      const place = cause.line > 0 ? `${file}:${cause.line}` : file;
      throw new PipelineError('invalid_input', `${place}: ${cause.message}`, { cause });
    }
    const { code } = cause as NodeJS.ErrnoException;
    if (typeof code !== 'string') throw cause;
    throw new PipelineError('invalid_input', `${file}: expected a readable file, got ${code}`, { cause });
  }
}

/** Reads a run file in TREC form. @throws {@link PipelineError} `invalid_input` that names file and line. */
export function readRunFile(file: string, signal?: AbortSignal): Promise<TrecRun> {
  return read(file, (source) => readTrecRun(source, cancelWith(signal)), signal);
}

/** Reads a qrels file in TREC form. @throws {@link PipelineError} `invalid_input` that names file and line. */
export function readQrelsFile(file: string, signal?: AbortSignal): Promise<Qrels> {
  return read(file, (source) => readTrecQrels(source, cancelWith(signal)), signal);
}

/**
 * Reads a file of questions with known answers: JSON lines with `id`, `query`, `answer_ids`, and optionally `kind`; a file
 * whose name ends in `.csv` (or `.csv.gz`) in the form of STaRK.
 *
 * @throws {@link PipelineError} `invalid_input` that names file and line.
 */
export async function readQuestionFile(file: string, signal?: AbortSignal): Promise<Question[]> {
  const collect = async (source: TextSource): Promise<Question[]> => {
    const questions: Question[] = [];
    const readAll = /\.csv(?:\.gz)?$/iu.test(file) ? readStarkQuestions : readQuestions;
    for await (const question of readAll(source, cancelWith(signal))) questions.push(question);
    return questions;
  };
  const questions = await read(file, collect, signal);
  if (questions.length > 0) return questions;
  throw new PipelineError('invalid_input', `${file}: expected at least one question, got an empty file`);
}
