import { randomBytes } from 'node:crypto';
import { accessSync, constants, lstatSync, realpathSync, statSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { crc32 } from 'node:zlib';

import { encodeEntry, encodeEntryHeader, ENTRY_HEADER_BYTES, entryPayload } from './entry.js';
import type { WritableValue } from './entry.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { LmdbFileWriter } from './lmdb-file-writer.js';
import { isSystemError, notWritable } from './not-writable.js';

/** Bytes between two turns of the event loop, in which an abort is noticed. */
const PART_BYTES = 1 << 24;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Checks before a long import that its result can be written.
 *
 * @returns the file that is to be replaced: of a link to a file, what it leads to.
 * @throws KnowledgeBaseFileError with the code `not_writable`.
 */
export function checkWritable(file: string): string {
  let target = file;
  let isFolder: boolean;
  try {
    const found = statSync(file, { throwIfNoEntry: false });
    isFolder = found?.isDirectory() === true;
    if (found !== undefined && lstatSync(file).isSymbolicLink()) target = realpathSync(file);
    accessSync(dirname(target), constants.W_OK);
  } catch (error) {
    throw notWritable(file, error);
  }
  if (isFolder) throw new KnowledgeBaseFileError('not_writable', file, 'a folder');
  return target;
}

/** A name beside `file` that no other process uses, for files that are on their way to it. */
export const temporaryStem = (file: string): string => `${file}.${process.pid}-${randomBytes(6).toString('hex')}`;

/** Options of {@link writeKnowledgeBaseFile}. */
interface WriteOptions {
  /** Called with the number of bytes of long values written so far, and of all of them. */
  readonly onProgress?: ((bytes: number, total: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Writes all entries to an LMDB file, which takes the place of `file` in one step when it is complete. Programs that have
 * the old file open keep it. On failure or abort nothing is left behind. The same entries in the same order give the same
 * file, byte for byte.
 *
 * @throws KnowledgeBaseFileError with the code `not_writable`, for example on a full disk; the signal's reason.
 *
 * The file always has an odd transaction number, so that a lock file that another program still holds for the old file
 * points readers to the right meta page of the new one.
 */
export async function writeKnowledgeBaseFile(
  file: string,
  entries: ReadonlyMap<string, WritableValue>,
  options: WriteOptions = {},
): Promise<void> {
  const draft = `${temporaryStem(file)}.draft`;
  try {
    const writer = new LmdbFileWriter(draft);
    try {
      await writeEntries(writer, entries, options);
      writer.finish();
    } finally {
      writer.close();
    }
    options.signal?.throwIfAborted();
    await rename(draft, file);
  } catch (error) {
    throw isSystemError(error) ? notWritable(file, error) : error;
  } finally {
    await rm(draft, { force: true });
  }
}

async function writeEntries(
  writer: LmdbFileWriter,
  entries: ReadonlyMap<string, WritableValue>,
  { onProgress, signal }: WriteOptions,
): Promise<void> {
  let bytes = 0;
  let total = 0;
  for (const [name, value] of entries) {
    const { length } = entryPayload(name, value);
    if (!LmdbFileWriter.isShort(name, ENTRY_HEADER_BYTES + length)) total += length;
  }
  let bytesAtTurn = 0;
  for (const [name, value] of entries) {
    signal?.throwIfAborted();
    const { kind, length, parts } = entryPayload(name, value);
    if (LmdbFileWriter.isShort(name, ENTRY_HEADER_BYTES + length)) {
      writer.putShort(name, encodeEntry(name, value));
      continue;
    }
    let checksum = 0;
    const checked = function* (): Generator<Buffer> {
      for (const part of parts(PART_BYTES)) {
        checksum = crc32(part, checksum);
        bytes += part.length;
        yield part;
      }
    };
    const lengths = { length: ENTRY_HEADER_BYTES + length, headerBytes: ENTRY_HEADER_BYTES };
    const writing = writer.putLong(name, lengths, checked(), () => encodeEntryHeader(name, { kind, checksum, length }));
    while (writing.next().done !== true) {
      if (bytes - bytesAtTurn < PART_BYTES) continue;
      bytesAtTurn = bytes;
      onProgress?.(bytes, total);
      await nextTurn();
      signal?.throwIfAborted();
    }
  }
}
