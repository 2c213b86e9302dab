import type { IndexRanges } from './index-ranges.js';

/** What the free lists of a {@link FrontierPool} hold at most, each. */
const MOST_KEPT = 16;

/** Of the nodes in a bit set; more are cleared faster by clearing all. */
const MOST_CLEARED_ONE_BY_ONE = 4096;

/** Keeps frontiers and lists of edges between uses, so that neither a hop nor an execution allocates what another had. */
export class FrontierPool {
  private readonly frontiers: Frontier[] = [];
  private readonly edges: BestEdges[] = [];

  constructor(private readonly nodeCount: number) {}

  /** An empty frontier. */
  take(): Frontier {
    return this.frontiers.pop() ?? new Frontier(this, this.nodeCount);
  }

  /** Lists of `width` edges for the first `count` slots of a frontier, all empty, and room for those of `capacity` slots. */
  takeEdges(width: number, count: number, capacity: number): BestEdges {
    const edges = this.edges.pop();
    edges?.reset(width, count, capacity);
    return edges ?? new BestEdges(width, capacity);
  }

  /** Takes a frontier back. Only `release` of the frontier calls this. */
  give(frontier: Frontier): void {
    for (const edges of frontier.best) if (edges !== undefined && this.edges.length < MOST_KEPT) this.edges.push(edges);
    frontier.best.length = 0;
    if (this.frontiers.length < MOST_KEPT) this.frontiers.push(frontier);
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
  scores = new Float64Array(64);
  keys = new Uint32Array(64);

  constructor(
    public width: number,
    capacity: number,
  ) {
    this.reset(width, capacity, capacity);
  }

  /** Makes the lists of the first `count` slots empty, all of them `width` long, and room for those of `capacity` slots. */
  reset(width: number, count: number, capacity: number): void {
    this.width = width;
    this.reserve(capacity);
    this.scores.fill(-Infinity, 0, count * width);
  }

  /** Makes room for the lists of `capacity` slots. */
  reserve(capacity: number): void {
    const length = capacity * this.width;
    const { scores, keys } = this;
    if (scores.length >= length) return;
    this.scores = new Float64Array(Math.max(length, scores.length * 2));
    this.scores.set(scores);
    this.keys = new Uint32Array(this.scores.length);
    this.keys.set(keys);
  }

  /** Makes a slot's list empty. */
  clear(slot: number): void {
    const { scores, width } = this;
    for (let i = slot * width; i < (slot + 1) * width; i++) scores[i] = -Infinity;
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

/**
 * The nodes that one variable may have, each in a slot of its own, with the best score of everything beyond it. Arrays
 * are longer than `count`.
 */
export class Frontier {
  /** By node index: the node's slot plus one, or 0. Up to date unless a hop filled `members` instead; see `index`. */
  readonly slotOf: Int32Array;
  /** By node index, one bit each: small enough to stay in the processor's cache. Only up to date after `mark`. */
  readonly members: Uint32Array;
  nodes = new Uint32Array(64);
  count = 0;
  /** By slot: how many branches the node has satisfied, in the order in which they were tried. */
  satisfied = new Uint8Array(64);
  /** By slot: the score without restrictions; −Infinity for a node that is out. Filled when all branches are done. */
  scores: Float64Array = new Float64Array(0);
  /** By branch. */
  readonly best: BestEdges[] = [];
  /** Edges that the best choice uses and the hop toward the root might want: `blockedWidth` for each slot. */
  blockedKeys = new Uint32Array(0);
  /** The score when the edge of the same position is taken. */
  blockedScores = new Float64Array(0);
  blockedWidth = 0;
  private ownScores = new Float64Array(0);
  private isIndexed = true;
  private isMarked = false;

  constructor(
    private readonly pool: FrontierPool,
    nodeCount: number,
  ) {
    this.slotOf = new Int32Array(nodeCount);
    this.members = new Uint32Array((nodeCount >>> 5) + 1);
  }

  /** Brings `slotOf` up to date. */
  index(): void {
    if (this.isIndexed) return;
    this.isIndexed = true;
    const { count, nodes, slotOf } = this;
    for (let slot = 0; slot < count; slot++) slotOf[nodes[slot]!] = slot + 1;
  }

  /** Brings `members` up to date. */
  mark(): void {
    if (this.isMarked) return;
    this.isMarked = true;
    const { count, nodes, members } = this;
    for (let slot = 0; slot < count; slot++) members[nodes[slot]! >>> 5]! |= 1 << (nodes[slot]! & 31);
  }

  /** Says of an empty frontier that what adds nodes to it will keep `members` up to date, and not `slotOf`. */
  startMarking(): void {
    this.isMarked = true;
    this.isIndexed = false;
  }

  /** Makes room for more nodes, here and in `best`. */
  reserve(more: number): void {
    const needed = this.count + more;
    if (needed <= this.nodes.length) return;
    const { nodes, satisfied } = this;
    this.nodes = new Uint32Array(Math.max(needed, nodes.length * 2));
    this.nodes.set(nodes);
    this.satisfied = new Uint8Array(this.nodes.length);
    this.satisfied.set(satisfied);
    for (const edges of this.best) edges?.reserve(this.nodes.length);
  }

  /** Adds a node that is not there yet; returns its slot. */
  add(node: number): number {
    this.reserve(1);
    const slot = this.count++;
    this.nodes[slot] = node;
    this.satisfied[slot] = 0;
    for (const edges of this.best) edges?.clear(slot);
    this.slotOf[node] = slot + 1;
    return slot;
  }

  /** Adds the nodes of ranges, before there are any `best` edges. */
  addRanges(ranges: IndexRanges): void {
    for (let i = 0; i < ranges.length; i += 2) {
      const [start, end] = [ranges[i]!, ranges[i + 1]!];
      this.reserve(end - start);
      const { nodes, slotOf } = this;
      let { count } = this;
      this.satisfied.fill(0, count, count + end - start);
      for (let node = start; node < end; node++) {
        nodes[count] = node;
        slotOf[node] = ++count;
      }
      this.count = count;
    }
  }

  /** Gives each slot a score of its own, to be filled in, and room for `blockedWidth` restrictions. */
  openScores(blockedWidth: number): void {
    const { count } = this;
    if (this.ownScores.length < count) this.ownScores = new Float64Array(this.nodes.length);
    this.scores = this.ownScores;
    this.blockedWidth = blockedWidth;
    if (this.blockedKeys.length >= count * blockedWidth) return;
    this.blockedKeys = new Uint32Array(this.nodes.length * blockedWidth);
    this.blockedScores = new Float64Array(this.nodes.length * blockedWidth);
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

  /** Empties the frontier and gives it back. It must not be used after it. */
  release(): void {
    const { count, nodes, slotOf, members } = this;
    if (this.isIndexed) for (let slot = 0; slot < count; slot++) slotOf[nodes[slot]!] = 0;
    if (this.isMarked && count > MOST_CLEARED_ONE_BY_ONE) members.fill(0);
    else if (this.isMarked) for (let slot = 0; slot < count; slot++) members[nodes[slot]! >>> 5] = 0;
    this.isIndexed = true;
    this.isMarked = false;
    this.count = 0;
    this.blockedWidth = 0;
    this.pool.give(this);
  }
}
