import { checkEntryLength, MAX_ENTRY_BYTES } from './entry.js';

/** Never occurs in UTF-8; marks a string with lone surrogates, stored as UTF-16 so that it comes back unchanged. */
const UTF16_MARKER = 0xff;

const hasLoneSurrogate = (text: string): boolean => /\p{Surrogate}/u.test(text);

/** A list of strings as one run of bytes and the offsets of their starts, with one offset more for the end. */
interface StringColumnData {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

/** Collects strings for a {@link StringColumn}. Any string is kept exactly, NUL and lone surrogates included. */
export class StringColumnBuilder {
  #bytes = Buffer.alloc(1 << 12);
  #offsets = new Uint32Array(1 << 8);
  #count = 0;

  /** @throws RangeError when all strings together reach 2 GiB. */
  push(text: string): void {
    const isUtf16 = hasLoneSurrogate(text);
    const length = isUtf16 ? 1 + 2 * text.length : Buffer.byteLength(text, 'utf8');
    const start = this.#reserve(length);
    if (isUtf16) this.#bytes[start] = UTF16_MARKER;
    this.#bytes.write(text, isUtf16 ? start + 1 : start, isUtf16 ? 'utf16le' : 'utf8');
  }

  /** Appends one string of another builder without decoding it. */
  pushFrom(other: StringColumnBuilder, index: number): void {
    const [from, to] = [other.#offsets[index]!, other.#offsets[index + 1]!];
    const start = this.#reserve(to - from);
    this.#bytes.set(other.#bytes.subarray(from, to), start);
  }

  build(): StringColumnData {
    const length = this.#offsets[this.#count]!;
    return {
      bytes: new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, length),
      offsets: this.#offsets.subarray(0, this.#count + 1),
    };
  }

  #reserve(length: number): number {
    const start = this.#offsets[this.#count]!;
    const end = start + length;
    checkEntryLength('all ids, names or texts', end);
    if (end > this.#bytes.length) {
      const grown = Buffer.alloc(Math.min(MAX_ENTRY_BYTES, Math.max(end, 2 * this.#bytes.length)));
      grown.set(this.#bytes.subarray(0, start));
      this.#bytes = grown;
    }
    if (this.#count + 2 > this.#offsets.length) {
      const grown = new Uint32Array(2 * this.#offsets.length);
      grown.set(this.#offsets);
      this.#offsets = grown;
    }
    this.#count++;
    this.#offsets[this.#count] = end;
    return start;
  }
}

/** Reads single strings of a column. */
export class StringColumn {
  readonly #bytes: Buffer;
  readonly #offsets: Uint32Array;

  constructor({ bytes, offsets }: StringColumnData) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#offsets = offsets;
  }

  get length(): number {
    return this.#offsets.length - 1;
  }

  at(index: number): string {
    const [start, end] = [this.#offsets[index]!, this.#offsets[index + 1]!];
    if (this.#bytes[start] === UTF16_MARKER && end > start) return this.#bytes.toString('utf16le', start + 1, end);
    return this.#bytes.toString('utf8', start, end);
  }

  /**
   * Writes the code units of one string to the start of `units` and gives their number; -1, with nothing of use written,
   * when they do not fit.
   */
  readUnits(index: number, units: Uint16Array): number {
    const [start, end] = [this.#offsets[index]!, this.#offsets[index + 1]!];
    const bytes = this.#bytes;
    let all = 0;
    if (end - start <= units.length) {
      for (let position = start; position < end; position++) {
        const byte = bytes[position]!;
        units[position - start] = byte;
        all |= byte;
      }
      if (all < 0x80) return end - start;
    }
    const text = this.at(index);
    if (text.length > units.length) return -1;
    for (let position = 0; position < text.length; position++) units[position] = text.charCodeAt(position);
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
      const found = this.at(middle);
      if (found === text) return middle;
      if (found < text) low = middle + 1;
      else high = middle;
    }
    return -1;
  }
}
