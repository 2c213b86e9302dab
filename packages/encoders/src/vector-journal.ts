import { closeSync, existsSync, fstatSync, ftruncateSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import type { Encoder } from './encoder.js';
import { TEXT_KEY_BYTES } from './text-keys.js';
import type { VectorSource } from './vector-cache.js';

const MAGIC = 'grasp vectors 1\n';
const BATCH_HEADER_BYTES = 8;
const MAX_BATCH = 1 << 20;

/**
 * A file of vectors that is appended to while texts are encoded, so that work that took long is not lost when the process
 * is killed: the next one finds every batch that was complete. It belongs to one encoder; with another one it starts anew.
 * A file that ends in the middle of a batch, or has a batch whose checksum is wrong, counts up to there.
 */
export class VectorJournal implements VectorSource {
  keys: Uint8Array = new Uint8Array(0);
  private readonly path: string;
  private readonly dimensions: number;
  private readonly header: Buffer;
  private descriptor: number | undefined;
  /** Where each vector that was there before begins. */
  private offsets = new Float64Array(0);
  private end = 0;

  /** Opens the file if there is one; makes none. */
  constructor(path: string, encoder: Pick<Encoder, 'id' | 'dimensions'>) {
    this.path = path;
    this.dimensions = encoder.dimensions;
    this.header = Buffer.from(`${MAGIC}${JSON.stringify([encoder.id, encoder.dimensions])}\n`);
    if (existsSync(path)) this.read();
  }

  /** Number of vectors that were there when it was opened. */
  get length(): number {
    return this.offsets.length;
  }

  vector(position: number): Float32Array {
    const bytes = Buffer.from(new ArrayBuffer(4 * this.dimensions));
    readSync(this.descriptor!, bytes, 0, bytes.length, this.offsets[position]!);
    return new Float32Array(bytes.buffer);
  }

  /** Appends a batch; makes the file if there is none. */
  append(keys: readonly Uint8Array[], vectors: readonly Float32Array[]): void {
    if (keys.length === 0) return;
    if (this.descriptor === undefined) {
      this.descriptor = openSync(this.path, 'w+', 0o600);
      this.end = writeSync(this.descriptor, this.header, 0, this.header.length, 0);
    }
    const payload = Buffer.concat([
      ...keys,
      ...vectors.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength)),
    ]);
    const head = Buffer.alloc(BATCH_HEADER_BYTES);
    head.writeUInt32LE(keys.length, 0);
    head.writeUInt32LE(crc32(payload), 4);
    const batch = Buffer.concat([head, payload]);
    for (let done = 0; done < batch.length;) {
      done += writeSync(this.descriptor, batch, done, batch.length - done, this.end + done);
    }
    this.end += batch.length;
  }

  /** Closes the file and leaves it for the next time. May be called again. */
  close(): void {
    if (this.descriptor !== undefined) closeSync(this.descriptor);
    this.descriptor = undefined;
  }

  /** Closes the file and removes it. */
  remove(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  private read(): void {
    this.descriptor = openSync(this.path, 'r+');
    const { size } = fstatSync(this.descriptor);
    const readAt = (offset: number, length: number): Buffer => {
      const bytes = Buffer.alloc(length);
      return bytes.subarray(0, readSync(this.descriptor!, bytes, 0, length, offset));
    };
    if (!readAt(0, this.header.length).equals(this.header)) {
      ftruncateSync(this.descriptor, 0);
      writeSync(this.descriptor, this.header, 0, this.header.length, 0);
      this.end = this.header.length;
      return;
    }
    this.end = this.header.length;
    const keys: Buffer[] = [];
    const offsets: number[] = [];
    while (this.end + BATCH_HEADER_BYTES <= size) {
      const head = readAt(this.end, BATCH_HEADER_BYTES);
      const count = head.readUInt32LE(0);
      const length = count * (TEXT_KEY_BYTES + 4 * this.dimensions);
      const start = this.end + BATCH_HEADER_BYTES;
      if (count === 0 || count > MAX_BATCH || start + length > size) break;
      const payload = readAt(start, length);
      if (crc32(payload) !== head.readUInt32LE(4)) break;
      keys.push(Buffer.from(payload.subarray(0, count * TEXT_KEY_BYTES)));
      for (let index = 0; index < count; index += 1) {
        offsets.push(start + count * TEXT_KEY_BYTES + index * 4 * this.dimensions);
      }
      this.end = start + length;
    }
    ftruncateSync(this.descriptor, this.end);
    this.keys = Buffer.concat(keys);
    this.offsets = Float64Array.from(offsets);
  }
}
