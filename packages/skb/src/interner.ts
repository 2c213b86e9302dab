import { GrowableUint32 } from './growable-uint32.js';
import { maxTextBytes, readText, writeText } from './text-bytes.js';

const CHUNK_BITS = 22;
const CHUNK_BYTES = 1 << CHUNK_BITS;
const MAX_CHUNKS = 2 ** (32 - CHUNK_BITS);

// Kept here, because a look-up in the global object is slow in the sandboxes of test runners.
const { imul } = Math;

function hashBytes(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < length; index++) hash = imul(hash ^ bytes[index]!, 0x01000193);
  hash = imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/**
 * Gives each distinct text a number from 0, in the order in which they come. Holds the texts as bytes and finds them by a
 * table of numbers, about 20 bytes a text beside its own, so that millions of them do not burden the garbage collector.
 */
export class Interner {
  readonly #chunks: Buffer[] = [];
  #chunkLength = 0;
  readonly #starts = new GrowableUint32();
  readonly #lengths = new GrowableUint32();
  readonly #hashes = new GrowableUint32();
  /** Numbers from 1 at the places that hashes give, or the next free ones; 0 is free. At most half full. */
  #table = new Uint32Array(1 << 10);
  #scratch = Buffer.alloc(1 << 10);

  /** Number of distinct texts. */
  get length(): number {
    return this.#starts.length;
  }

  /** @throws RangeError when all distinct texts together would need 4 GiB. */
  number(text: string): number {
    const room = maxTextBytes(text);
    if (room > this.#scratch.length) this.#scratch = Buffer.alloc(2 * room);
    const length = writeText(text, this.#scratch, 0);
    const hash = hashBytes(this.#scratch, length);
    const slot = this.#slot(hash, length);
    const found = this.#table[slot]!;
    if (found !== 0) return found - 1;
    const number = this.length;
    this.#append(length);
    this.#hashes.push(hash);
    this.#table[slot] = number + 1;
    if (2 * this.length > this.#table.length) this.#growTable();
    return number;
  }

  /** The text with this number. */
  text(number: number): string {
    const start = this.#starts.at(number);
    const offset = start % CHUNK_BYTES;
    return readText(this.#chunks[start >>> CHUNK_BITS]!, offset, offset + this.#lengths.at(number));
  }

  #slot(hash: number, length: number): number {
    const mask = this.#table.length - 1;
    let slot = hash & mask;
    for (; ; slot = (slot + 1) & mask) {
      const found = this.#table[slot]!;
      if (found === 0) return slot;
      if (this.#hashes.at(found - 1) === hash && this.#equalsScratch(found - 1, length)) return slot;
    }
  }

  #equalsScratch(number: number, length: number): boolean {
    if (this.#lengths.at(number) !== length) return false;
    const start = this.#starts.at(number);
    const chunk = this.#chunks[start >>> CHUNK_BITS]!;
    const offset = start % CHUNK_BYTES;
    if (length > 64) return chunk.compare(this.#scratch, 0, length, offset, offset + length) === 0;
    const scratch = this.#scratch;
    for (let index = 0; index < length; index++) if (chunk[offset + index] !== scratch[index]) return false;
    return true;
  }

  #append(length: number): void {
    if (this.#chunks.length === 0 || this.#chunkLength + Math.max(1, length) > CHUNK_BYTES) this.#addChunk(length);
    const position = this.#chunkLength;
    const number = this.#chunks.length - Math.max(1, Math.ceil(this.#chunks.at(-1)!.length / CHUNK_BYTES));
    this.#scratch.copy(this.#chunks[number]!, position, 0, length);
    this.#starts.push(number * CHUNK_BYTES + position);
    this.#lengths.push(length);
    this.#chunkLength += length;
  }

  /** A text longer than a chunk gets one of its own, which takes the numbers of several. */
  #addChunk(length: number): void {
    const count = Math.max(1, Math.ceil(length / CHUNK_BYTES));
    if (this.#chunks.length + count > MAX_CHUNKS) {
      throw new RangeError('@grasp/skb: expected ids or names of less than 4 GiB together, got more');
    }
    const chunk = Buffer.allocUnsafe(count * CHUNK_BYTES);
    for (let part = 0; part < count; part++) this.#chunks.push(chunk);
    this.#chunkLength = 0;
  }

  #growTable(): void {
    const table = new Uint32Array(2 * this.#table.length);
    const mask = table.length - 1;
    for (let number = 0; number < this.length; number++) {
      let slot = this.#hashes.at(number) & mask;
      while (table[slot] !== 0) slot = (slot + 1) & mask;
      table[slot] = number + 1;
    }
    this.#table = table;
  }
}
