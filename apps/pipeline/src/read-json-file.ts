import { readFile } from 'node:fs/promises';

import { PipelineError } from './pipeline-error.js';

/** Reads a file as UTF-8. @throws {@link PipelineError} `invalid_input` that names the file. */
export async function readTextFile(file: string, signal?: AbortSignal): Promise<string> {
  try {
    return await readFile(file, { encoding: 'utf8', ...(signal === undefined ? {} : { signal }) });
  } catch (cause) {
    signal?.throwIfAborted();
    const { code } = cause as NodeJS.ErrnoException;
    throw new PipelineError('invalid_input', `${file}: expected a readable file, got ${code ?? String(cause)}`, {
      cause,
    });
  }
}

/** Reads a file that holds one JSON value. @throws {@link PipelineError} `invalid_input` that names the file. */
export async function readJsonFile(file: string, signal?: AbortSignal): Promise<unknown> {
  const text = await readTextFile(file, signal);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new PipelineError('invalid_input', `${file}: expected JSON, got ${(cause as Error).message}`, { cause });
  }
}
