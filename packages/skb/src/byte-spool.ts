import { closeSync, openSync, readSync, unlinkSync, writeSync } from 'node:fs';

import { notWritable } from './not-writable.js';

/** A run of bytes that need not be in memory. */
export interface ByteRange {
  /** In bytes. */
  readonly length: number;
  /** The bytes from `start` up to `end`, exclusive. They stay as they are only until the next call. */
  read(start: number, end: number): Buffer;
}

/** Bytes that a spool keeps in memory before it begins a file. */
export const SPOOL_MEMORY_BYTES = 1 << 26;
const WRITE_AT_ONCE = 1 << 22;
const READ_AHEAD = 1 << 20;
const SYSTEM_CALL_BYTES = 1 << 30;

/**
 * Bytes that are appended, and read back at any place. The first 64 MiB are kept in memory; a longer spool moves to a
 * temporary file and holds a few MiB. The file has no name while it is open, where the system allows that, so that a
 * process that is killed leaves nothing behind. A full disk is a KnowledgeBaseFileError `not_writable`.
 */
export class ByteSpool implements ByteRange {
  readonly #path: string | undefined;
  readonly #memoryBytes: number;
  #descriptor: number | undefined;
  #isNamed = false;
  /** Bytes that are in the file. */
  #filed = 0;
  /** What follows them. */
  #tail = Buffer.alloc(1 << 12);
  #tailLength = 0;
  /** The part of the file that was read last. */
  #window = Buffer.alloc(0);
  #windowStart = 0;

  /**
   * @param path - Where the file is made, if one is needed. Default: all bytes stay in memory.
   * @param memoryBytes - Bytes that are kept in memory before there is a file.
   */
  constructor(path?: string, memoryBytes = SPOOL_MEMORY_BYTES) {
    this.#path = path;
    this.#memoryBytes = path === undefined ? Infinity : memoryBytes;
  }

  get length(): number {
    return this.#filed + this.#tailLength;
  }

  /** Makes room for `capacity` bytes, lets `write` fill them from an offset on, and keeps as many as it says. */
  append(capacity: number, write: (target: Buffer, offset: number) => number): number {
    this.#reserve(capacity);
    const length = write(this.#tail, this.#tailLength);
    this.#tailLength += length;
    return length;
  }

  appendBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#tail.set(bytes, this.#tailLength);
    this.#tailLength += bytes.length;
  }

  read(start: number, end: number): Buffer {
    if (start >= this.#filed) return this.#tail.subarray(start - this.#filed, end - this.#filed);
    const windowEnd = this.#windowStart + this.#window.length;
    if (start < this.#windowStart || end > windowEnd) {
      if (end > this.#filed) this.#fileTail();
      // What is read in order is read ahead; at scattered places that would only cost time.
      const goesOn = start >= this.#windowStart && start <= windowEnd;
      this.#fillWindow(start, goesOn ? Math.min(this.#filed, Math.max(end, start + READ_AHEAD)) : end);
    }
    return this.#window.subarray(start - this.#windowStart, end - this.#windowStart);
  }

  /** Frees memory and removes the file. */
  close(): void {
    this.#tail = this.#window = Buffer.alloc(0);
    this.#filed = this.#tailLength = 0;
    if (this.#descriptor === undefined) return;
    closeSync(this.#descriptor);
    this.#descriptor = undefined;
    if (this.#isNamed) unlinkSync(this.#path!);
  }

  #reserve(capacity: number): void {
    const needed = this.#tailLength + capacity;
    if (needed <= this.#tail.length) return;
    const limit = this.#descriptor === undefined ? this.#memoryBytes : WRITE_AT_ONCE;
    if (needed > limit && this.#tailLength > 0) this.#fileTail();
    const wanted = this.#tailLength + capacity;
    if (wanted <= this.#tail.length) return;
    const grown = Buffer.allocUnsafe(Math.max(wanted, Math.min(2 * this.#tail.length, limit)));
    this.#tail.copy(grown, 0, 0, this.#tailLength);
    this.#tail = grown;
  }

  #fileTail(): void {
    try {
      if (this.#descriptor === undefined) this.#open();
      for (let done = 0; done < this.#tailLength;) {
        const count = Math.min(SYSTEM_CALL_BYTES, this.#tailLength - done);
        done += writeSync(this.#descriptor!, this.#tail, done, count, this.#filed + done);
      }
    } catch (error) {
      throw notWritable(this.#path!, error);
    }
    this.#filed += this.#tailLength;
    this.#tailLength = 0;
    if (this.#tail.length > WRITE_AT_ONCE) this.#tail = Buffer.allocUnsafe(WRITE_AT_ONCE);
  }

  #open(): void {
    this.#descriptor = openSync(this.#path!, 'wx+', 0o600);
    try {
      unlinkSync(this.#path!);
    } catch {
      // Windows keeps the name of an open file.
      this.#isNamed = true;
    }
  }

  #fillWindow(start: number, end: number): void {
    const length = end - start;
    if (this.#window.buffer.byteLength < length) {
      this.#window = Buffer.from(new ArrayBuffer(Math.max(READ_AHEAD, length)));
    }
    this.#window = Buffer.from(this.#window.buffer, 0, length);
    this.#windowStart = start;
    for (let done = 0; done < length;) {
      const count = readSync(
        this.#descriptor!,
        this.#window,
        done,
        Math.min(SYSTEM_CALL_BYTES, length - done),
        start + done,
      );
      if (count === 0) throw new Error(`@grasp/skb: expected ${length} bytes of a temporary file, got ${done}`);
      done += count;
    }
  }
}
