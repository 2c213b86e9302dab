import { VectorError } from './errors.js';
import { TEXT_KEY_BYTES } from './text-keys.js';

/** Vectors of texts that were encoded before, by the keys of the texts. */
export interface VectorSource {
  /** Key after key, 16 bytes each, as `textKey` gives them. */
  readonly keys: Uint8Array;
  /** The vector of the text with the key at this position. */
  vector(position: number): Float32Array;
}

/**
 * Finds vectors by the content of their texts, so that nothing is encoded twice. All sources have to be of the same encoder
 * and the same role. Takes 8 bytes a vector beside the sources.
 */
export class VectorCache {
  /** How many vectors were found so far. */
  found = 0;
  private readonly sources: { readonly source: VectorSource; readonly first: number }[] = [];
  private count = 0;
  /** Numbers of vectors from 1; 0 is free. At most half full. */
  private table = new Uint32Array(1024);

  /** Adds a source; where it has a key that an earlier one has too, the earlier one counts. */
  add(source: VectorSource): void {
    if (source.keys.length % TEXT_KEY_BYTES !== 0) {
      throw new VectorError(
        'dimension_mismatch',
        `expected keys of ${TEXT_KEY_BYTES} bytes, got ${source.keys.length} in all`,
      );
    }
    const added = source.keys.length / TEXT_KEY_BYTES;
    this.sources.push({ source, first: this.count });
    this.reserve(this.count + added);
    for (let position = 0; position < added; position += 1) {
      const slot = this.slot(source.keys, position * TEXT_KEY_BYTES);
      if (this.table[slot] === 0) this.table[slot] = this.count + position + 1;
    }
    this.count += added;
  }

  /** The vector of the text with this key. */
  find(key: Uint8Array): Float32Array | undefined {
    const number = this.table[this.slot(key, 0)]!;
    if (number === 0) return undefined;
    const { source, first } = this.sourceOf(number - 1);
    this.found += 1;
    return source.vector(number - 1 - first);
  }

  private slot(keys: Uint8Array, offset: number): number {
    const mask = this.table.length - 1;
    let slot =
      (keys[offset]! | (keys[offset + 1]! << 8) | (keys[offset + 2]! << 16) | (keys[offset + 3]! << 24)) & mask;
    while (this.table[slot] !== 0 && !this.isKeyOf(this.table[slot]! - 1, keys, offset)) slot = (slot + 1) & mask;
    return slot;
  }

  private isKeyOf(number: number, keys: Uint8Array, offset: number): boolean {
    const { source, first } = this.sourceOf(number);
    const start = (number - first) * TEXT_KEY_BYTES;
    for (let index = 0; index < TEXT_KEY_BYTES; index += 1) {
      if (source.keys[start + index] !== keys[offset + index]) return false;
    }
    return true;
  }

  private sourceOf(number: number): { readonly source: VectorSource; readonly first: number } {
    let position = this.sources.length - 1;
    while (this.sources[position]!.first > number) position -= 1;
    return this.sources[position]!;
  }

  private reserve(count: number): void {
    if (2 * count <= this.table.length) return;
    const before = this.table;
    this.table = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count)));
    for (const number of before) {
      if (number === 0) continue;
      const { source, first } = this.sourceOf(number - 1);
      this.table[this.slot(source.keys, (number - 1 - first) * TEXT_KEY_BYTES)] = number;
    }
  }
}
