import { ByteVectors, SCORED_AT_ONCE } from './byte-vectors.js';
import { ScoreHeap } from './score-heap.js';
import { NO_LINK } from './vector-graph.js';
import type { VectorGraph } from './vector-graph.js';

/** Walks over a graph from vectors to neighbours that are nearer to a given vector. Not for two walks at once. */
export class GraphWalk {
  private readonly frontier = new ScoreHeap(-1);
  private readonly best = new ScoreHeap(1);
  private readonly vectors: ByteVectors;
  /** Neighbours that a position may have. */
  private readonly slots: number;
  /** A bit for each position. */
  private readonly seen: Int32Array;

  constructor(
    dimensions: number,
    private readonly graph: VectorGraph,
  ) {
    this.vectors = new ByteVectors(dimensions, graph.order.length);
    this.vectors.bytes.set(graph.bytes);
    this.slots = graph.links.length / Math.max(1, graph.order.length);
    this.seen = new Int32Array(Math.ceil(graph.order.length / 32));
  }

  /**
   * The `width` positions that are nearest by their rounded vectors of those that are found on the way along neighbours of the
   * best so far, best first. The way begins at 1,024 positions that are spread evenly.
   */
  collect(query: Float32Array, width: number): Uint32Array {
    const { frontier, best, seen, vectors, slots } = this;
    const { order, links } = this.graph;
    const { list } = vectors;
    seen.fill(0);
    frontier.clear();
    best.clear();
    vectors.setQuery(query);
    const entries = Math.min(SCORED_AT_ONCE, order.length);
    for (let position = 0; position < entries; position += 1) {
      list[position] = position;
      seen[position >>> 5]! |= 1 << position;
    }
    this.visit(entries, width);
    while (frontier.size > 0) {
      const { topScore, topItem } = frontier;
      if (best.size >= width && topScore < best.topScore) break;
      frontier.pop();
      let listed = 0;
      for (let slot = topItem * slots, end = slot + slots; slot < end; slot += 1) {
        const next = links[slot]!;
        if (next === NO_LINK) break;
        const word = seen[next >>> 5]!;
        const bit = 1 << next;
        if ((word & bit) !== 0) continue;
        seen[next >>> 5] = word | bit;
        list[listed] = next;
        listed += 1;
      }
      if (listed > 0) this.visit(listed, width);
    }
    const positions = new Uint32Array(best.size);
    for (let rank = best.size - 1; rank >= 0; rank -= 1) {
      positions[rank] = best.topItem;
      best.pop();
    }
    return positions;
  }

  /** Scores the listed positions and keeps those that are among the best. */
  private visit(count: number, width: number): void {
    const { frontier, best, vectors } = this;
    const { list, scores } = vectors;
    vectors.score(count);
    for (let place = 0; place < count; place += 1) {
      const score = scores[place]!;
      if (best.size >= width) {
        if (score <= best.topScore) continue;
        best.pop();
      }
      best.push(score, list[place]!);
      frontier.push(score, list[place]!);
    }
  }
}
