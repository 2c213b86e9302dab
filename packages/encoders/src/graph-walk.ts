import { dotProduct } from './dot-product.js';
import { ScoreHeap } from './score-heap.js';
import { GRAPH_SLOTS, NO_LINK } from './vector-graph.js';
import type { VectorGraph } from './vector-graph.js';

/** Positions from which every walk begins. */
const ENTRIES = 1024;

/** Walks over a graph from vectors to neighbours that are nearer to a given vector. Not for two walks at once. */
export class GraphWalk {
  private readonly frontier = new ScoreHeap(-1);
  private readonly best = new ScoreHeap(1);
  private readonly seen: Uint32Array;
  private walk = 0;

  constructor(
    private readonly vectors: Float32Array,
    private readonly dimensions: number,
    private readonly graph: VectorGraph,
  ) {
    this.seen = new Uint32Array(graph.order.length);
  }

  /**
   * The `width` positions with the highest dot products that are found on the way along neighbours of the best so far,
   * best first. The way begins at 1,024 positions that are spread evenly.
   */
  collect(query: Float32Array, width: number): { readonly positions: Uint32Array; readonly scores: Float64Array } {
    const { frontier, best, seen, vectors, dimensions } = this;
    const { order, links } = this.graph;
    this.walk += 1;
    frontier.clear();
    best.clear();
    const visit = (position: number): void => {
      if (seen[position] === this.walk) return;
      seen[position] = this.walk;
      const score = dotProduct(query, 0, vectors, order[position]! * dimensions, dimensions);
      if (best.size >= width) {
        if (score <= best.topScore) return;
        best.pop();
      }
      best.push(score, position);
      frontier.push(score, position);
    };
    for (let position = 0; position < Math.min(ENTRIES, order.length); position += 1) visit(position);
    while (frontier.size > 0) {
      const { topScore, topItem } = frontier;
      if (best.size >= width && topScore < best.topScore) break;
      frontier.pop();
      for (let slot = topItem * GRAPH_SLOTS, end = slot + GRAPH_SLOTS; slot < end; slot += 1) {
        const next = links[slot]!;
        if (next === NO_LINK) break;
        visit(next);
      }
    }
    const [positions, scores] = [new Uint32Array(best.size), new Float64Array(best.size)];
    for (let rank = best.size - 1; rank >= 0; rank -= 1) {
      positions[rank] = best.topItem;
      scores[rank] = best.topScore;
      best.pop();
    }
    return { positions, scores };
  }
}
