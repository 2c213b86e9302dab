/** Pairs of 32-bit numbers that are sorted by the first, without an object for each. */
export class SortedPairs {
  /** Second and first of each pair in turn: read as one 64-bit number, the first counts most. */
  private pairs = new Uint32Array(16);
  private end = 0;

  /** @param value - Kept by its lowest 32 bits. */
  push(key: number, value: number): void {
    if (this.end === this.pairs.length) {
      const grown = new Uint32Array(2 * this.pairs.length);
      grown.set(this.pairs);
      this.pairs = grown;
    }
    this.pairs[this.end] = value;
    this.pairs[this.end + 1] = key;
    this.end += 2;
  }

  /** All pairs by ascending key. */
  finish(): { readonly keys: Uint32Array; readonly values: Uint32Array } {
    const { pairs } = this;
    const length = this.end / 2;
    new BigUint64Array(pairs.buffer, 0, length).sort();
    const keys = new Uint32Array(length);
    const values = new Uint32Array(length);
    for (let pair = 0; pair < length; pair += 1) {
      values[pair] = pairs[2 * pair]!;
      keys[pair] = pairs[2 * pair + 1]!;
    }
    return { keys, values };
  }
}
