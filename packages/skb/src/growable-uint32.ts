const CHUNK_BITS = 16;
const CHUNK_LENGTH = 1 << CHUNK_BITS;

/** A list of unsigned 32-bit integers that grows by chunks, so that growing never copies. */
export class GrowableUint32 {
  readonly #chunks: Uint32Array[] = [];
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const offset = this.#length & (CHUNK_LENGTH - 1);
    if (offset === 0) this.#chunks.push(new Uint32Array(CHUNK_LENGTH));
    this.#chunks[this.#chunks.length - 1]![offset] = value;
    this.#length++;
  }

  at(index: number): number {
    return this.#chunks[index >>> CHUNK_BITS]![index & (CHUNK_LENGTH - 1)]!;
  }

  set(index: number, value: number): void {
    this.#chunks[index >>> CHUNK_BITS]![index & (CHUNK_LENGTH - 1)] = value;
  }
}
