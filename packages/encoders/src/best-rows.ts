/** Keeps the best of many (index, score, row) without an object for each: a binary heap with the worst on top. */
export class BestRows {
  private readonly indexes: Float64Array;
  private readonly scores: Float64Array;
  private readonly rows: Float64Array;
  private size = 0;

  constructor(readonly capacity: number) {
    this.indexes = new Float64Array(capacity);
    this.scores = new Float64Array(capacity);
    this.rows = new Float64Array(capacity);
  }

  /** The score of the worst that is kept, when there is no more room. */
  get least(): number {
    return this.size < this.capacity ? -Infinity : this.scores[0]!;
  }

  /** Takes the entry if it is among the best so far: higher score first, then lower index. */
  offer(index: number, score: number, row: number): void {
    if (this.size < this.capacity) {
      this.size += 1;
      this.rise(this.size - 1, index, score, row);
    } else if (this.capacity > 0 && this.isWorse(this.indexes[0]!, this.scores[0]!, index, score)) {
      this.sink(index, score, row);
    }
  }

  /** The entries, best first. */
  sorted(): { index: number; score: number; row: number }[] {
    return Array.from({ length: this.size }, (_, slot) => ({
      index: this.indexes[slot]!,
      score: this.scores[slot]!,
      row: this.rows[slot]!,
    })).sort((one, other) => other.score - one.score || one.index - other.index);
  }

  private isWorse(index: number, score: number, otherIndex: number, otherScore: number): boolean {
    return score < otherScore || (score === otherScore && index > otherIndex);
  }

  private put(slot: number, index: number, score: number, row: number): void {
    this.indexes[slot] = index;
    this.scores[slot] = score;
    this.rows[slot] = row;
  }

  private rise(from: number, index: number, score: number, row: number): void {
    let slot = from;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (!this.isWorse(index, score, this.indexes[parent]!, this.scores[parent]!)) break;
      this.put(slot, this.indexes[parent]!, this.scores[parent]!, this.rows[parent]!);
      slot = parent;
    }
    this.put(slot, index, score, row);
  }

  private sink(index: number, score: number, row: number): void {
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= this.size) break;
      const right = child + 1;
      if (
        right < this.size &&
        this.isWorse(this.indexes[right]!, this.scores[right]!, this.indexes[child]!, this.scores[child]!)
      ) {
        child = right;
      }
      if (!this.isWorse(this.indexes[child]!, this.scores[child]!, index, score)) break;
      this.put(slot, this.indexes[child]!, this.scores[child]!, this.rows[child]!);
      slot = child;
    }
    this.put(slot, index, score, row);
  }
}
