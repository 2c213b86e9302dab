import type { NeighbourLayers } from './knowledge-graph.js';
import { degreeIn } from './knowledge-graph.js';

/** What stopped a search before it knew the distance. */
export type SearchLimit = 'length' | 'expanded' | 'time';

export interface SearchBudget {
  readonly maxLength: number;
  readonly maxExpandedNodes: number;
  /** True once the time is over. */
  readonly isOver: () => boolean;
}

/** Shortest paths between two nodes as layers of nodes, each with those after it. */
export interface PathLayers {
  /** Nodes on shortest paths by their distance from the start, ascending within a layer. */
  readonly layers: readonly (readonly number[])[];
  /** The next nodes of each, ascending. A node is in one layer only. */
  readonly successors: ReadonlyMap<number, readonly number[]>;
}

export type SearchResult =
  | { readonly outcome: 'connected'; readonly paths: PathLayers; readonly expandedNodes: number }
  | { readonly outcome: 'unconnected'; readonly expandedNodes: number }
  | { readonly outcome: 'cut_off'; readonly limit: SearchLimit; readonly expandedNodes: number };

/** Neighbours read between two looks at the clock. */
const CLOCK_INTERVAL = 65_536;

/** One of the two searches: its nodes by distance, and the distances plus 1 (0: not reached). */
interface Side {
  readonly depths: Int32Array;
  readonly levels: number[][];
  /** Neighbours to read for each level. */
  readonly costs: number[];
}

/**
 * Finds all shortest paths between two nodes, by breadth-first searches from both ends that take turns: the one whose next
 * level has fewer neighbours goes on, so that a hub with a million of them is not opened from its own side as long as
 * another way is cheaper. Holds two numbers and a byte for each node of the graph and may be used again.
 */
export class BidirectionalSearch {
  readonly #layers: NeighbourLayers;
  readonly #depths: readonly [Int32Array, Int32Array];
  readonly #isChosen: Uint8Array;

  constructor(layers: NeighbourLayers, nodeCount: number) {
    this.#layers = layers;
    this.#depths = [new Int32Array(nodeCount), new Int32Array(nodeCount)];
    this.#isChosen = new Uint8Array(nodeCount);
  }

  /** `start` and `end` differ. */
  search(start: number, end: number, budget: SearchBudget): SearchResult {
    const forward = this.#openSide(this.#depths[0], start);
    const backward = this.#openSide(this.#depths[1], end);
    try {
      return this.#meet(forward, backward, budget);
    } finally {
      for (const { depths, levels } of [forward, backward]) {
        for (const level of levels) for (const node of level) depths[node] = 0;
      }
    }
  }

  #openSide(depths: Int32Array, root: number): Side {
    depths[root] = 1;
    return { depths, levels: [[root]], costs: [degreeIn(this.#layers, root)] };
  }

  #meet(forward: Side, backward: Side, budget: SearchBudget): SearchResult {
    let expandedNodes = 0;
    for (;;) {
      const isForward = forward.costs.at(-1)! <= backward.costs.at(-1)!;
      const [side, other] = isForward ? [forward, backward] : [backward, forward];
      const frontier = side.levels.at(-1)!;
      if (frontier.length === 0) return { outcome: 'unconnected', expandedNodes };
      const length = forward.levels.length + backward.levels.length - 1;
      if (length > budget.maxLength) return { outcome: 'cut_off', limit: 'length', expandedNodes };
      if (expandedNodes + frontier.length > budget.maxExpandedNodes) {
        return { outcome: 'cut_off', limit: 'expanded', expandedNodes };
      }
      expandedNodes += frontier.length;
      const meeting = this.#expand(side, other, budget);
      if (meeting === undefined) return { outcome: 'cut_off', limit: 'time', expandedNodes };
      if (meeting.length > 0) {
        return { outcome: 'connected', paths: this.#pathsThrough(meeting, forward, backward), expandedNodes };
      }
    }
  }

  /** Adds the next level and returns its nodes that the other search has reached; undefined when the time is over. */
  #expand(side: Side, other: Side, budget: SearchBudget): number[] | undefined {
    const { depths, levels } = side;
    const depth = levels.length + 1;
    const level: number[] = [];
    const meeting: number[] = [];
    let cost = 0;
    let unread = 0;
    levels.push(level);
    for (const node of levels.at(-2)!) {
      if (unread <= 0) {
        if (budget.isOver()) return undefined;
        unread = CLOCK_INTERVAL;
      }
      for (const { offsets, targets } of this.#layers) {
        const end = offsets[node + 1]!;
        unread -= end - offsets[node]! + 1;
        for (let edge = offsets[node]!; edge < end; edge++) {
          const next = targets[edge]!;
          if (depths[next] !== 0) continue;
          depths[next] = depth;
          level.push(next);
          if (other.depths[next] !== 0) meeting.push(next);
        }
      }
    }
    // Where the searches meet nothing is read any more.
    if (meeting.length === 0) for (const node of level) cost += degreeIn(this.#layers, node);
    side.costs.push(cost);
    return meeting;
  }

  #pathsThrough(meeting: readonly number[], forward: Side, backward: Side): PathLayers {
    const middle = ascending(meeting);
    const successors = new Map<number, number[]>();
    const layers: number[][] = [middle];
    const link = (from: number, to: number): void => {
      const list = successors.get(from);
      if (list === undefined) successors.set(from, [to]);
      else if (list.at(-1) !== to) list.push(to);
    };
    let chosen = middle;
    for (let depth = forward.depths[middle[0]!]! - 1; depth > 0; depth--) {
      chosen = this.#nearer(chosen, forward, depth, (nearer, node) => link(nearer, node));
      layers.unshift(chosen);
    }
    chosen = middle;
    for (let depth = backward.depths[middle[0]!]! - 1; depth > 0; depth--) {
      chosen = this.#nearer(chosen, backward, depth, (nearer, node) => link(node, nearer));
      layers.push(chosen);
    }
    for (const [node, list] of successors) successors.set(node, [...new Set(ascending(list))]);
    return { layers, successors };
  }

  /** The neighbours of `chosen` that are one step nearer to the side's root, in layer `depth`; read from the cheaper end. */
  #nearer(
    chosen: readonly number[],
    { depths, levels, costs }: Side,
    depth: number,
    link: (nearer: number, node: number) => void,
  ): number[] {
    const found = new Set<number>();
    let cost = 0;
    for (const node of chosen) cost += degreeIn(this.#layers, node);
    if (cost <= costs[depth - 1]!) {
      for (const node of chosen) {
        for (const { offsets, targets } of this.#layers) {
          for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
            const next = targets[edge]!;
            if (depths[next] !== depth) continue;
            found.add(next);
            link(next, node);
          }
        }
      }
      return ascending(found);
    }
    for (const node of chosen) this.#isChosen[node] = 1;
    for (const nearer of levels[depth - 1]!) {
      for (const { offsets, targets } of this.#layers) {
        for (let edge = offsets[nearer]!; edge < offsets[nearer + 1]!; edge++) {
          const node = targets[edge]!;
          if (this.#isChosen[node] === 0) continue;
          found.add(nearer);
          link(nearer, node);
        }
      }
    }
    for (const node of chosen) this.#isChosen[node] = 0;
    return ascending(found);
  }
}

const ascending = (nodes: Iterable<number>): number[] => Array.from(nodes).sort((left, right) => left - right);
