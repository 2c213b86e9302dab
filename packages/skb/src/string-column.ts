import { ByteSpool, SPOOL_MEMORY_BYTES } from './byte-spool.js';
import type { ByteRange } from './byte-spool.js';
import { isUtf8, maxTextBytes, readText, writeText } from './text-bytes.js';

/** A part of a column's strings: one run of bytes and the offsets of their starts, with one offset more for the end. */
export interface StringChunk {
  readonly bytes: Uint8Array | ByteRange;
  readonly offsets: Uint32Array;
}

/** Bytes after which the strings go on in another chunk, so that a column may be longer than a value of the file. */
const CHUNK_BYTES = 2 ** 30;

/** Collects strings for a {@link StringColumn}. Any string is kept exactly, NUL and lone surrogates included. */
export class StringColumnBuilder {
  readonly #spool: ByteSpool;
  readonly #chunkBytes: number;
  /** Where each chunk begins, as a string and as a byte. */
  readonly #chunkStarts: { readonly first: number; readonly byte: number }[] = [{ first: 0, byte: 0 }];
  #ends = new Uint32Array(1 << 8);
  #count = 0;
  #chunkLength = 0;

  /**
   * @param spoolPath - Where bytes go that are too many for memory. Default: all stay in memory.
   * @param chunkBytes - Length of a chunk, from which on another begins. A string is never split.
   * @param memoryBytes - How many are too many for memory.
   */
  constructor(spoolPath?: string, chunkBytes = CHUNK_BYTES, memoryBytes = SPOOL_MEMORY_BYTES) {
    this.#spool = new ByteSpool(spoolPath, memoryBytes);
    this.#chunkBytes = chunkBytes;
  }

  get length(): number {
    return this.#count;
  }

  push(text: string): void {
    this.#finish(this.#spool.append(maxTextBytes(text), (target, offset) => writeText(text, target, offset)));
  }

  /** Appends one string of another builder without decoding it. */
  pushFrom(other: StringColumnBuilder, index: number): void {
    const { start, end } = other.#place(index);
    if (end > start) this.#spool.appendBytes(other.#spool.read(start, end));
    this.#finish(end - start);
  }

  build(): StringChunk[] {
    const spool = this.#spool;
    return this.#chunkStarts.map(({ first, byte }, position) => {
      const next = this.#chunkStarts[position + 1];
      const ends = this.#ends.subarray(first, next?.first ?? this.#count);
      const offsets = new Uint32Array(ends.length + 1);
      offsets.set(ends, 1);
      const length = offsets[ends.length]!;
      return {
        bytes: { length, read: (start, end) => spool.read(byte + start, byte + end) },
        offsets,
      };
    });
  }

  /** Frees the strings. What {@link build} gave cannot be read any more. */
  close(): void {
    this.#spool.close();
  }

  #finish(length: number): void {
    const total = this.#spool.length;
    if (this.#chunkLength + length > this.#chunkBytes && this.#chunkLength > 0) {
      this.#chunkStarts.push({ first: this.#count, byte: total - length });
      this.#chunkLength = 0;
    }
    this.#chunkLength += length;
    if (this.#count === this.#ends.length) {
      const grown = new Uint32Array(2 * this.#ends.length);
      grown.set(this.#ends);
      this.#ends = grown;
    }
    this.#ends[this.#count++] = this.#chunkLength;
  }

  #place(index: number): { readonly start: number; readonly end: number } {
    let chunk = this.#chunkStarts.length - 1;
    while (this.#chunkStarts[chunk]!.first > index) chunk--;
    const { first, byte } = this.#chunkStarts[chunk]!;
    return { start: byte + (index === first ? 0 : this.#ends[index - 1]!), end: byte + this.#ends[index]! };
  }
}

interface OpenChunk {
  readonly first: number;
  readonly bytes: Buffer | ByteRange;
  readonly offsets: Uint32Array;
}

/** Reads single strings of a column. */
export class StringColumn {
  readonly length: number;
  readonly #chunks: readonly OpenChunk[];

  constructor(chunks: readonly StringChunk[]) {
    const opened: OpenChunk[] = [];
    let first = 0;
    for (const { bytes, offsets } of chunks) {
      const isView = ArrayBuffer.isView(bytes);
      opened.push({
        first,
        bytes: isView ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length) : bytes,
        offsets,
      });
      first += offsets.length - 1;
    }
    this.#chunks = opened;
    this.length = first;
  }

  #chunkOf(index: number): OpenChunk {
    let position = this.#chunks.length - 1;
    while (position > 0 && this.#chunks[position]!.first > index) position--;
    return this.#chunks[position]!;
  }

  at(index: number): string {
    const { first, bytes, offsets } = this.#chunkOf(index);
    const start = offsets[index - first]!;
    const end = offsets[index - first + 1]!;
    return 'read' in bytes ? readText(bytes.read(start, end), 0, end - start) : readText(bytes, start, end);
  }

  /**
   * Writes the code units of one string to the start of `units` and gives their number; -1, with nothing of use written,
   * when they do not fit. Faster than decoding where all are ASCII.
   */
  readUnits(index: number, units: Uint16Array): number {
    const { first, bytes, offsets } = this.#chunkOf(index);
    const start = offsets[index - first]!;
    const end = offsets[index - first + 1]!;
    if (!('read' in bytes) && end - start <= units.length) {
      let all = 0;
      for (let offset = start; offset < end; offset++) {
        const byte = bytes[offset]!;
        units[offset - start] = byte;
        all |= byte;
      }
      if (all < 0x80) return end - start;
    }
    const text = this.at(index);
    if (text.length > units.length) return -1;
    for (let unit = 0; unit < text.length; unit++) units[unit] = text.charCodeAt(unit);
    return text.length;
  }

  /**
   * Position of `text` in the part from `start` up to `end` (exclusive), which must be sorted by code units without
   * repetition; -1 when it is not there.
   */
  search(text: string, start = 0, end = this.length): number {
    let [low, high] = [start, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const order = this.#compare(middle, text);
      if (order === 0) return middle;
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return -1;
  }

  /** Below 0, 0 or above 0 as one string stands before, is or stands behind `text`; decoded only where neither is ASCII. */
  #compare(index: number, text: string): number {
    const { first, bytes, offsets } = this.#chunkOf(index);
    const start = offsets[index - first]!;
    const length = offsets[index - first + 1]! - start;
    if (!('read' in bytes) && isUtf8(bytes, start, length)) {
      let place = 0;
      for (; place < length && place < text.length; place++) {
        const byte = bytes[start + place]!;
        const unit = text.charCodeAt(place);
        if (byte >= 0x80 && unit >= 0x80) break;
        // A byte from 0x80 begins a character that stands behind all of ASCII, as its units do.
        if (byte !== unit) return byte - unit;
      }
      if (place === length || place === text.length) return length - text.length;
    }
    const found = this.at(index);
    return found === text ? 0 : found < text ? -1 : 1;
  }
}
