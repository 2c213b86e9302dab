/** Pairs of a score and an item; the pair on top has the lowest score, or the highest when `sign` is −1. */
export class ScoreHeap {
  size = 0;
  private scores = new Float64Array(256);
  private items = new Uint32Array(256);

  constructor(private readonly sign: 1 | -1) {}

  get topScore(): number {
    return this.sign * this.scores[0]!;
  }

  get topItem(): number {
    return this.items[0]!;
  }

  clear(): void {
    this.size = 0;
  }

  push(score: number, item: number): void {
    if (this.size === this.items.length) this.grow();
    const key = this.sign * score;
    let slot = this.size++;
    while (slot > 0) {
      const parent = (slot - 1) >> 1;
      if (this.scores[parent]! <= key) break;
      this.scores[slot] = this.scores[parent]!;
      this.items[slot] = this.items[parent]!;
      slot = parent;
    }
    this.scores[slot] = key;
    this.items[slot] = item;
  }

  pop(): void {
    const last = --this.size;
    const key = this.scores[last]!;
    const item = this.items[last]!;
    let slot = 0;
    for (;;) {
      let child = 2 * slot + 1;
      if (child >= last) break;
      if (child + 1 < last && this.scores[child + 1]! < this.scores[child]!) child += 1;
      if (this.scores[child]! >= key) break;
      this.scores[slot] = this.scores[child]!;
      this.items[slot] = this.items[child]!;
      slot = child;
    }
    this.scores[slot] = key;
    this.items[slot] = item;
  }

  private grow(): void {
    const [scores, items] = [new Float64Array(2 * this.items.length), new Uint32Array(2 * this.items.length)];
    scores.set(this.scores);
    items.set(this.items);
    [this.scores, this.items] = [scores, items];
  }
}
