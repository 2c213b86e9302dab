import type { Digraph } from './digraph.js';

/**
 * Finds strongly connected components of parts of one graph, over and over, without allocating (Tarjan, SIAM Journal on
 * Computing 1(2), 1972; with a stack of its own, so that a path of 100,000 nodes does not exhaust the call stack).
 */
export class StrongComponentFinder {
  /** Edges read so far; a measure of work. */
  steps = 0;
  readonly #digraph: Digraph;
  readonly #order: Int32Array;
  readonly #low: Int32Array;
  readonly #place: Int32Array;
  readonly #open: Uint8Array;

  constructor(digraph: Digraph) {
    this.#digraph = digraph;
    this.#order = new Int32Array(digraph.nodeCount);
    this.#low = new Int32Array(digraph.nodeCount);
    this.#place = new Int32Array(digraph.nodeCount);
    this.#open = new Uint8Array(digraph.nodeCount);
  }

  /**
   * The components of the part that consists of `nodes`, those whose entry in `part` is `partId`; the edge at position
   * `leftOut` of the digraph's targets is passed over. Each component comes before those that have an edge into it.
   */
  find(nodes: Iterable<number>, part: Int32Array, partId: number, leftOut = -1): number[][] {
    const { offsets, targets } = this.#digraph;
    const order = this.#order;
    const low = this.#low;
    const place = this.#place;
    const open = this.#open;
    const all = Array.from(nodes);
    for (const node of all) order[node] = 0;
    const components: number[][] = [];
    const waiting: number[] = [];
    const path: number[] = [];
    let counter = 0;
    const enter = (node: number): void => {
      order[node] = low[node] = ++counter;
      place[node] = offsets[node]!;
      open[node] = 1;
      waiting.push(node);
      path.push(node);
    };
    for (const root of all) {
      if (order[root] !== 0) continue;
      enter(root);
      while (path.length > 0) {
        const node = path[path.length - 1]!;
        if (place[node]! < offsets[node + 1]!) {
          this.steps++;
          const edge = place[node]!++;
          const next = targets[edge]!;
          if (part[next] !== partId || edge === leftOut) continue;
          if (order[next] === 0) enter(next);
          else if (open[next] === 1 && order[next]! < low[node]!) low[node] = order[next]!;
          continue;
        }
        path.pop();
        const parent = path[path.length - 1];
        if (parent !== undefined && low[node]! < low[parent]!) low[parent] = low[node]!;
        if (low[node] !== order[node]) continue;
        const component: number[] = [];
        let member: number;
        do {
          member = waiting.pop()!;
          open[member] = 0;
          component.push(member);
        } while (member !== node);
        components.push(component);
      }
    }
    return components;
  }
}

/** The strongly connected components of the whole graph; each before those that have an edge into it. */
export function strongComponents(digraph: Digraph): number[][] {
  const part = new Int32Array(digraph.nodeCount);
  return new StrongComponentFinder(digraph).find(part.keys(), part, 0);
}
