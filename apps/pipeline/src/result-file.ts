import { access, constants, mkdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import { PipelineError } from './pipeline-error.js';

const notWritable = (path: string, kind: 'file' | 'folder', cause: unknown): PipelineError => {
  const { code } = cause as NodeJS.ErrnoException;
  const message = `${path}: expected a ${kind} that can be written, got ${code ?? String(cause)}`;
  return new PipelineError('invalid_input', message, { cause });
};

/**
 * Tells before the work that its result could not be written, so that nothing is lost after it.
 *
 * @throws {@link PipelineError} `invalid_input` that names the file.
 */
export async function checkResultFile(file: string): Promise<void> {
  try {
    const found = await stat(file).catch(() => undefined);
    if (found?.isDirectory() === true) throw Object.assign(new Error(file), { code: 'EISDIR' });
    await access(found === undefined ? dirname(file) : file, constants.W_OK);
  } catch (cause) {
    throw notWritable(file, 'file', cause);
  }
}

/** Makes a folder for results, before the work. @throws {@link PipelineError} `invalid_input` that names it. */
export async function makeResultFolder(folder: string): Promise<void> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw notWritable(folder, 'folder', cause);
  }
}

/** Writes a file as UTF-8. @throws {@link PipelineError} `invalid_input` that names the file. */
export async function writeResultFile(file: string, text: string, signal?: AbortSignal): Promise<void> {
  try {
    await writeFile(file, text, signal === undefined ? {} : { signal });
  } catch (cause) {
    signal?.throwIfAborted();
    throw notWritable(file, 'file', cause);
  }
}
