import { checkLimit } from '../check-option.js';
import type { Digraph } from './digraph.js';
import { countSelfLoops, reversed, undirected } from './digraph.js';
import { StrongComponentFinder } from './strong-components.js';

export interface CycleLimits {
  /** Counting stops at this number of cycles; at least 0. */
  readonly maxCycles?: number;
  /** Counting stops after this many reads of edges, however few cycles were found; at least 0. */
  readonly maxSteps?: number;
}

export interface CycleCount {
  readonly count: number;
  /** True when a limit was met: `count` is then a lower bound. */
  readonly capped: boolean;
}

export const CYCLE_LIMITS: Required<CycleLimits> = Object.freeze({ maxCycles: 100_000, maxSteps: 5_000_000 });

/**
 * Number of simple directed cycles: a self-loop is one, two nodes with edges both ways are one (Johnson, SIAM Journal on
 * Computing 4(1), 1975). The number grows faster than exponentially with the nodes, hence the limits.
 *
 * Cycles of one and two nodes are counted apart. What remains is taken from strongly connected parts, after nodes with a
 * single neighbour were dropped from them, one best-connected node at a time.
 */
export function countSimpleCycles(digraph: Digraph, limits: CycleLimits = {}): CycleCount {
  const { maxCycles, maxSteps } = { ...CYCLE_LIMITS, ...limits };
  checkLimit('maxCycles', maxCycles, 0);
  checkLimit('maxSteps', maxSteps, 0);
  let count = countSelfLoops(digraph) + countTwoWayPairs(digraph, reversed(digraph));
  if (count > maxCycles) return { count: maxCycles, capped: true };

  const finder = new StrongComponentFinder(digraph);
  const search = new CycleSearch(digraph);
  const part = new Int32Array(digraph.nodeCount);
  let parts = 0;
  const waiting: (readonly number[])[] = [Array.from(part.keys())];
  for (let nodes = waiting.pop(); nodes !== undefined; nodes = waiting.pop()) {
    for (const component of finder.find(nodes, part, part[nodes[0] ?? 0] ?? 0)) {
      if (component.length < 3) continue;
      const id = ++parts;
      for (const node of component) part[node] = id;
      const core = search.dropLeaves(component, part, id);
      if (core.length < 3) continue;
      const start = search.bestConnected(core, part, id);
      count += search.countThrough(start, part, id, maxCycles - count, maxSteps - finder.steps);
      part[start] = -1;
      if (search.isStopped || search.steps + finder.steps >= maxSteps) return { count, capped: true };
      waiting.push(core.filter((node) => node !== start));
    }
  }
  return { count, capped: false };
}

/** Pairs of different nodes with edges both ways. */
function countTwoWayPairs(digraph: Digraph, backward: Digraph): number {
  let count = 0;
  for (let node = 0; node < digraph.nodeCount; node++) {
    let place = backward.offsets[node]!;
    const end = backward.offsets[node + 1]!;
    for (let edge = digraph.offsets[node]!; edge < digraph.offsets[node + 1]!; edge++) {
      const target = digraph.targets[edge]!;
      while (place < end && backward.targets[place]! < target) place++;
      if (target > node && place < end && backward.targets[place] === target) count++;
    }
  }
  return count;
}

/** Johnson's search for the cycles of three nodes or more through one node. */
class CycleSearch {
  steps = 0;
  isStopped = false;
  readonly #digraph: Digraph;
  readonly #neighbours: Digraph;
  readonly #left: Int32Array;
  readonly #blocked: Uint8Array;
  readonly #closed: Uint8Array;
  readonly #place: Int32Array;
  readonly #unblocks: (Set<number> | undefined)[];

  constructor(digraph: Digraph) {
    this.#digraph = digraph;
    this.#neighbours = undirected(digraph);
    this.#left = new Int32Array(digraph.nodeCount);
    this.#blocked = new Uint8Array(digraph.nodeCount);
    this.#closed = new Uint8Array(digraph.nodeCount);
    this.#place = new Int32Array(digraph.nodeCount);
    this.#unblocks = [];
  }

  /** The component without the nodes that hang on it by one neighbour, again and again: no cycle of three passes them. */
  dropLeaves(component: readonly number[], part: Int32Array, id: number): number[] {
    const { offsets, targets } = this.#neighbours;
    const left = this.#left;
    for (const node of component) {
      left[node] = 0;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) if (part[targets[edge]!] === id) left[node]!++;
      this.steps += offsets[node + 1]! - offsets[node]!;
    }
    const waiting = component.filter((node) => left[node]! < 2);
    for (const node of waiting) {
      part[node] = -1;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
        const neighbour = targets[edge]!;
        if (part[neighbour] === id && --left[neighbour]! === 1) waiting.push(neighbour);
      }
    }
    return component.filter((node) => part[node] === id);
  }

  /** The node with most edges within the part: without it the most falls apart. Ties by position. */
  bestConnected(nodes: readonly number[], part: Int32Array, id: number): number {
    const { offsets, targets } = this.#digraph;
    let best = -1;
    let bestDegree = -1;
    for (const node of nodes) {
      let degree = 0;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) if (part[targets[edge]!] === id) degree++;
      if (degree > bestDegree || (degree === bestDegree && node < best)) {
        best = node;
        bestDegree = degree;
      }
    }
    return best;
  }

  countThrough(start: number, part: Int32Array, id: number, maxCycles: number, maxSteps: number): number {
    const { offsets, targets } = this.#digraph;
    const blocked = this.#blocked;
    const closed = this.#closed;
    const place = this.#place;
    let count = 0;
    const path = [start];
    const touched = [start];
    const enter = (node: number): void => {
      blocked[node] = 1;
      closed[node] = 0;
      place[node] = offsets[node]!;
    };
    enter(start);
    while (path.length > 0) {
      const node = path[path.length - 1]!;
      if (place[node]! < offsets[node + 1]!) {
        if (++this.steps > maxSteps) this.isStopped = true;
        if (this.isStopped) break;
        const next = targets[place[node]!++]!;
        if (part[next] !== id || next === node) continue;
        if (next === start) {
          closed[node] = 1;
          if (path.length < 3) continue;
          if (count === maxCycles) this.isStopped = true;
          else count++;
        } else if (blocked[next] === 0) {
          enter(next);
          path.push(next);
          touched.push(next);
        }
        continue;
      }
      path.pop();
      if (closed[node] === 1) {
        this.#unblock(node);
        const parent = path[path.length - 1];
        if (parent !== undefined) closed[parent] = 1;
        continue;
      }
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
        const next = targets[edge]!;
        if (part[next] === id && next !== node) (this.#unblocks[next] ??= new Set()).add(node);
      }
    }
    for (const node of touched) {
      blocked[node] = 0;
      this.#unblocks[node]?.clear();
    }
    return count;
  }

  #unblock(node: number): void {
    const waiting = [node];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (this.#blocked[next] === 0) continue;
      this.#blocked[next] = 0;
      const others = this.#unblocks[next];
      if (others === undefined) continue;
      for (const other of others) waiting.push(other);
      others.clear();
    }
  }
}
