/** A typed array that grows at its end. */
export class GrowableArray<T extends Uint8Array | Uint32Array | Int32Array> {
  length = 0;

  constructor(
    private readonly create: (capacity: number) => T,
    private values: T = create(1024),
  ) {}

  push(value: number): void {
    if (this.length === this.values.length) {
      const grown = this.create(2 * this.values.length);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length] = value;
    this.length += 1;
  }

  /** The values so far, without a copy; a later push may leave the view behind. */
  view(): T {
    return this.values.subarray(0, this.length) as T;
  }
}
