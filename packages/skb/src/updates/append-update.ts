import { closeSync, fdatasyncSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';

import { KnowledgeBaseFileError } from '../knowledge-base-file-error.js';
import { notWritable } from '../not-writable.js';
import type { EncodedUpdate } from './update-format.js';

/** A file as it was read. */
export interface FileState {
  readonly path: string;
  readonly device: number;
  readonly inode: number;
  /** Where the next update goes. */
  readonly size: number;
}

const WRITE_AT_ONCE = 1 << 30;

function writeAll(descriptor: number, bytes: Uint8Array, position: number): number {
  for (let done = 0; done < bytes.length;) {
    done += writeSync(descriptor, bytes, done, Math.min(WRITE_AT_ONCE, bytes.length - done), position + done);
  }
  return position + bytes.length;
}

/**
 * Appends an update to a file and waits until the disk has it. It counts from the moment when its tail is there; whatever
 * happens before, the file holds what it held. Call it with the writer's lock.
 *
 * @returns where the next update goes.
 * @throws KnowledgeBaseFileError `not_writable`, or `locked` when another file took the place of this one
 */
export function appendUpdate(state: FileState, { body, tail }: EncodedUpdate, signal?: AbortSignal): number {
  const { path, size } = state;
  let descriptor: number;
  try {
    descriptor = openSync(path, 'r+');
  } catch (error) {
    throw notWritable(path, error);
  }
  try {
    const stat = fstatSync(descriptor);
    if (stat.ino !== state.inode || stat.dev !== state.device) {
      throw new KnowledgeBaseFileError('locked', path, 'another file, which took its place meanwhile');
    }
    // What a killed program left must not follow this update.
    if (stat.size > size) ftruncateSync(descriptor, size);
    let position = size;
    try {
      for (const bytes of body) position = writeAll(descriptor, bytes, position);
      fdatasyncSync(descriptor);
      signal?.throwIfAborted();
      position = writeAll(descriptor, tail, position);
      fdatasyncSync(descriptor);
    } catch (error) {
      ftruncateSync(descriptor, size);
      if (signal?.aborted) throw error;
      throw notWritable(path, error);
    }
    return position;
  } finally {
    closeSync(descriptor);
  }
}
