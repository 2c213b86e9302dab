/** A document with a score. */
export interface ScoredDocument {
  readonly index: number;
  readonly score: number;
}

/** Keeps the best of many scored documents: a binary heap with the worst on top. */
export class BestDocuments {
  private readonly heap: ScoredDocument[] = [];

  constructor(private readonly capacity: number) {}

  /** Takes the document if it is among the best so far: higher score first, then lower index. */
  offer(index: number, score: number): void {
    const { heap, capacity } = this;
    if (heap.length < capacity) {
      heap.push({ index, score });
      this.rise(heap.length - 1);
    } else if (capacity > 0 && (heap[0]!.score < score || (heap[0]!.score === score && heap[0]!.index > index))) {
      heap[0] = { index, score };
      this.sink();
    }
  }

  /** The documents, best first. */
  sorted(): ScoredDocument[] {
    return [...this.heap].sort((one, other) => other.score - one.score || one.index - other.index);
  }

  private isWorse(slot: number, other: number): boolean {
    const one = this.heap[slot]!;
    const two = this.heap[other]!;
    return one.score < two.score || (one.score === two.score && one.index > two.index);
  }

  private swap(slot: number, other: number): void {
    [this.heap[slot], this.heap[other]] = [this.heap[other]!, this.heap[slot]!];
  }

  private rise(from: number): void {
    for (let slot = from; slot > 0;) {
      const parent = (slot - 1) >> 1;
      if (!this.isWorse(slot, parent)) return;
      this.swap(slot, parent);
      slot = parent;
    }
  }

  private sink(): void {
    for (let slot = 0; ;) {
      let child = 2 * slot + 1;
      if (child >= this.heap.length) return;
      if (child + 1 < this.heap.length && this.isWorse(child + 1, child)) child += 1;
      if (!this.isWorse(child, slot)) return;
      this.swap(child, slot);
      slot = child;
    }
  }
}
