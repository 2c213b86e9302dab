import { randomBytes } from 'node:crypto';
import { accessSync, constants, statSync } from 'node:fs';
import { open as openFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';

import { open } from 'lmdb';

import { encodeEntry } from './entry.js';
import type { StoredValue } from './entry.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';

/** The same everywhere, so that a file written on one system opens on another. */
const PAGE_BYTES = 4096;

/**
 * Checks before a long import that its result can be written.
 *
 * @throws KnowledgeBaseFileError with the code `not_writable`.
 */
export function checkWritable(file: string): void {
  const folder = dirname(file);
  let isFolder: boolean;
  try {
    accessSync(folder, constants.W_OK);
    isFolder = statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    throw new KnowledgeBaseFileError('not_writable', file, `no folder "${folder}" to write to`, { cause: error });
  }
  if (isFolder) throw new KnowledgeBaseFileError('not_writable', file, 'a folder');
}

async function flush(file: string): Promise<void> {
  const handle = await openFile(file, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes all entries to an LMDB file, which takes the place of `file` in one step when it is complete. Programs that have
 * the old file open keep it. On failure or abort nothing is left behind.
 *
 * The compacting copy at the end has no free pages and always an odd transaction number, so that a lock file that another
 * program still holds for the old file points readers to the right meta page of the new one.
 */
export async function writeKnowledgeBaseFile(
  file: string,
  entries: ReadonlyMap<string, StoredValue>,
  signal?: AbortSignal,
): Promise<void> {
  const stem = `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;
  const [draft, compact] = [`${stem}.draft`, `${stem}.tmp`];
  try {
    const database = open({
      path: draft,
      noSubdir: true,
      encoding: 'binary',
      keyEncoding: 'binary',
      pageSize: PAGE_BYTES,
      noSync: true,
      overlappingSync: false,
    });
    try {
      for (const [name, value] of entries) {
        signal?.throwIfAborted();
        database.putSync(Buffer.from(name, 'latin1'), encodeEntry(name, value));
      }
      signal?.throwIfAborted();
      await database.backup(compact, true);
    } finally {
      await database.close();
    }
    await flush(compact);
    signal?.throwIfAborted();
    await rename(compact, file);
  } finally {
    for (const leftover of [draft, `${draft}-lock`, compact]) await rm(leftover, { force: true });
  }
}
