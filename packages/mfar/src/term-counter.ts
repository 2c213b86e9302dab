/** Counts how often each number comes, and gives the numbers in the order in which they came first. */
export class TermCounter {
  /** Distinct numbers, the first {@link distinct} of the array. */
  touched = new Uint32Array(1024);
  distinct = 0;
  /** How many were added, repeats included. */
  total = 0;
  private counts = new Uint32Array(1024);

  add(term: number): void {
    if (term >= this.counts.length) {
      const grown = new Uint32Array(Math.max(term + 1, 2 * this.counts.length));
      grown.set(this.counts);
      this.counts = grown;
    }
    if (this.counts[term] === 0) {
      if (this.distinct === this.touched.length) {
        const grown = new Uint32Array(2 * this.touched.length);
        grown.set(this.touched);
        this.touched = grown;
      }
      this.touched[this.distinct] = term;
      this.distinct += 1;
    }
    this.counts[term]! += 1;
    this.total += 1;
  }

  count(term: number): number {
    return this.counts[term]!;
  }

  clear(): void {
    for (let position = 0; position < this.distinct; position += 1) this.counts[this.touched[position]!] = 0;
    this.distinct = 0;
    this.total = 0;
  }
}
