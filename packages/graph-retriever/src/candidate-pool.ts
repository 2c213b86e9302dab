import type { Frontier, FrontierPool } from './frontier.js';

/** Nodes with their scores in units and, by position, one best way each. */
export interface FoundNodes {
  readonly count: number;
  readonly nodes: Uint32Array;
  /** −Infinity for a node that is out. */
  readonly scores: Float64Array;
  /** Edge keys by tree node, as `ScopeEvaluator.trace` writes them; only until the next call. */
  witness(position: number): Uint32Array;
}

/** The best that several evaluations of the same scope found for each node. */
export class CandidatePool implements FoundNodes {
  scores = new Float64Array(0);
  private witnesses = new Uint32Array(0);
  private readonly frontier: Frontier;

  constructor(
    pool: FrontierPool,
    private readonly witnessLength: number,
  ) {
    this.frontier = pool.take();
  }

  get count(): number {
    return this.frontier.count;
  }

  get nodes(): Uint32Array {
    return this.frontier.nodes;
  }

  /** Takes over the nodes of a frontier whose score is better than what is known; the first of equals stays. */
  merge(found: Frontier, trace: (slot: number, witness: Uint32Array, offset: number) => void): void {
    for (let slot = 0; slot < found.count; slot++) {
      const score = found.scores[slot]!;
      if (score === -Infinity) continue;
      const node = found.nodes[slot]!;
      let position = this.frontier.slotOf[node]! - 1;
      if (position < 0) {
        position = this.frontier.add(node);
        this.fit();
      } else if (score <= this.scores[position]!) continue;
      this.scores[position] = score;
      trace(slot, this.witnesses, position * this.witnessLength);
    }
  }

  witness(position: number): Uint32Array {
    return this.witnesses.subarray(position * this.witnessLength, (position + 1) * this.witnessLength);
  }

  release(): void {
    this.frontier.release();
  }

  private fit(): void {
    const capacity = Math.max(64, this.scores.length * 2);
    if (this.frontier.count <= this.scores.length) return;
    const { scores, witnesses } = this;
    this.scores = new Float64Array(capacity);
    this.scores.set(scores);
    this.witnesses = new Uint32Array(capacity * this.witnessLength);
    this.witnesses.set(witnesses);
  }
}
