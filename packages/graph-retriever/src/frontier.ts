import type { IndexRanges } from './index-ranges.js';

/** Lends zeroed `Int32Array`s of one length, so that a lookup by node index costs no allocation per hop. */
export class SlotPool {
  private readonly free: Int32Array[] = [];

  constructor(private readonly length: number) {}

  take(): Int32Array {
    return this.free.pop() ?? new Int32Array(this.length);
  }

  /** Takes an array back. All entries must be zero again. */
  give(slots: Int32Array): void {
    if (this.free.length < 16) this.free.push(slots);
  }
}

/**
 * An edge as seen from one of its ends: twice the other end's index, plus 1 if the edge is stored toward the seeing
 * end. A self loop has one key.
 */
export const edgeKey = (other: number, isInward: boolean, self: number): number =>
  (other * 2 + (isInward && other !== self ? 1 : 0)) >>> 0;

/** Stands for "no edge" where an edge key is expected: the key of no node below 2³¹ − 1. */
export const NO_EDGE = 0xffffffff;

/**
 * The best edges of one branch for each slot of a frontier: `width` of them, by score descending, then key ascending.
 * Missing ones have the score −Infinity.
 */
export class BestEdges {
  scores: Float64Array;
  keys: Uint32Array;

  constructor(
    readonly width: number,
    capacity: number,
  ) {
    this.scores = new Float64Array(capacity * width).fill(-Infinity);
    this.keys = new Uint32Array(capacity * width);
  }

  grow(capacity: number): void {
    const { scores, keys } = this;
    this.scores = new Float64Array(capacity * this.width).fill(-Infinity);
    this.scores.set(scores);
    this.keys = new Uint32Array(capacity * this.width);
    this.keys.set(keys);
  }

  /** Offers an edge to a slot. Each edge may be offered once. */
  offer(slot: number, score: number, key: number): void {
    const { scores, keys, width } = this;
    const first = slot * width;
    let position = first + width - 1;
    if (scores[position]! > score || (scores[position] === score && keys[position]! <= key)) return;
    for (; position > first; position--) {
      const above = scores[position - 1]!;
      if (above > score || (above === score && keys[position - 1]! <= key)) break;
      scores[position] = above;
      keys[position] = keys[position - 1]!;
    }
    scores[position] = score;
    keys[position] = key;
  }
}

/** The nodes that one variable may have, each in a slot of its own, with the best score of everything beyond it. */
export class Frontier {
  /** By node index: the node's slot plus one, or 0. */
  readonly slotOf: Int32Array;
  nodes: Uint32Array;
  count = 0;
  /** By slot: how many branches the node has satisfied, in the order in which they were tried. */
  satisfied: Uint8Array;
  /** By slot: the score without restrictions; −Infinity for a node that is out. Filled when all branches are done. */
  scores: Float64Array = new Float64Array(0);
  /** By branch. */
  readonly best: BestEdges[] = [];
  /** Edges that the best choice uses and the hop toward the root might want: `blockedWidth` for each slot. */
  blockedKeys: Uint32Array = new Uint32Array(0);
  /** The score when the edge of the same position is taken. */
  blockedScores: Float64Array = new Float64Array(0);
  blockedWidth = 0;

  constructor(
    private readonly pool: SlotPool,
    capacity: number,
  ) {
    this.slotOf = pool.take();
    this.nodes = new Uint32Array(capacity);
    this.satisfied = new Uint8Array(capacity);
  }

  /** Adds a node that is not there yet; returns its slot. */
  add(node: number): number {
    const slot = this.count++;
    if (slot === this.nodes.length) {
      const capacity = Math.max(64, slot * 2);
      const { nodes, satisfied } = this;
      this.nodes = new Uint32Array(capacity);
      this.nodes.set(nodes);
      this.satisfied = new Uint8Array(capacity);
      this.satisfied.set(satisfied);
      for (const edges of this.best) edges?.grow(capacity);
    }
    this.nodes[slot] = node;
    this.slotOf[node] = slot + 1;
    return slot;
  }

  addRanges(ranges: IndexRanges): void {
    for (let i = 0; i < ranges.length; i += 2) {
      for (let node = ranges[i]!; node < ranges[i + 1]!; node++) this.add(node);
    }
  }

  /** The score of a node's slot when its edge `key` is taken. */
  scoreWithout(slot: number, key: number): number {
    const first = slot * this.blockedWidth;
    // A node that a negation struck out has no score with restrictions either.
    if (this.scores[slot] === -Infinity) return -Infinity;
    for (let i = first; i < first + this.blockedWidth; i++) {
      if (this.blockedKeys[i] === key) return this.blockedScores[i]!;
    }
    return this.scores[slot]!;
  }

  /** Gives the lookup array back. The frontier must not be used after it. */
  release(): void {
    for (let slot = 0; slot < this.count; slot++) this.slotOf[this.nodes[slot]!] = 0;
    this.pool.give(this.slotOf);
  }
}
