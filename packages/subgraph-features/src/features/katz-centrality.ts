import type { Digraph } from './digraph.js';
import { reversed } from './digraph.js';
import { strongComponents } from './strong-components.js';

/** Weight of a walk by its length: a step counts 0.1. The value of the paper and of networkx. */
const ATTENUATION = 0.1;
/** Strongly connected parts up to this many nodes are solved by elimination, larger ones step by step. */
const LARGEST_ELIMINATION = 300;
/** Below this a pivot counts as zero: 0.1 times the largest eigenvalue is 1 or more, up to rounding. */
const LEAST_PIVOT = 1e-9;

/**
 * Katz centrality by incoming edges as networkx computes it: `x ← 0.1 Aᵀx + 1` from 0 until the change is below 1e-6
 * times the node count in all, then divided by the Euclidean norm. Null when 1,000 steps do not get there, as in a
 * complete graph of 11 nodes.
 */
export function iteratedKatz(digraph: Digraph): Float64Array | null {
  const { nodeCount, offsets, targets } = digraph;
  let values = new Float64Array(nodeCount);
  for (let step = 0; step < 1000; step++) {
    const next = new Float64Array(nodeCount);
    for (let node = 0; node < nodeCount; node++) {
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) next[targets[edge]!]! += values[node]!;
    }
    let change = 0;
    for (let node = 0; node < nodeCount; node++) {
      next[node] = ATTENUATION * next[node]! + 1;
      change += Math.abs(next[node]! - values[node]!);
    }
    if (change < nodeCount * 1e-6) return normalized(next);
    // Once the sum overflows it can only stay infinite.
    if (!Number.isFinite(change)) return null;
    values = next;
  }
  return null;
}

/**
 * Katz centrality by incoming edges, exact up to rounding: the solution of `(I − 0.1 Aᵀ) x = 1`, divided by its Euclidean
 * norm. Null when it is not defined, which is when the largest eigenvalue of the graph is 10 or more: the walks then
 * outgrow their weights.
 *
 * The matrix is solved one strongly connected part after another. Elimination without exchange of rows is stable for it,
 * and meets a pivot that is not positive exactly when the centrality is not defined (Berman and Plemmons, Nonnegative
 * Matrices in the Mathematical Sciences, chapter 6: M-matrices).
 */
export function exactKatz(digraph: Digraph): Float64Array | null {
  const incoming = reversed(digraph);
  const values = new Float64Array(digraph.nodeCount).fill(1);
  const part = new Int32Array(digraph.nodeCount).fill(-1);
  // Tarjan's order has the ends of edges first.
  for (const [id, component] of [...strongComponents(digraph).entries()].reverse()) {
    for (const node of component) part[node] = id;
    for (const node of component) {
      for (let edge = incoming.offsets[node]!; edge < incoming.offsets[node + 1]!; edge++) {
        const source = incoming.targets[edge]!;
        if (part[source] !== id) values[node]! += ATTENUATION * values[source]!;
      }
    }
    const isSolved =
      component.length <= LARGEST_ELIMINATION
        ? eliminate(incoming, component, part, values)
        : relax(incoming, component, part, values);
    if (!isSolved) return null;
  }
  return normalized(values);
}

/** Replaces the right-hand sides of one part by its solution; false when there is none. */
function eliminate(incoming: Digraph, component: readonly number[], part: Int32Array, values: Float64Array): boolean {
  const size = component.length;
  if (size === 1) {
    const node = component[0]!;
    const hasLoop = incoming.targets.subarray(incoming.offsets[node], incoming.offsets[node + 1]).includes(node);
    if (hasLoop) values[node]! /= 1 - ATTENUATION;
    return true;
  }
  const matrix = new Float64Array(size * size);
  const positions = new Map(component.map((node, position) => [node, position]));
  component.forEach((node, row) => {
    matrix[row * size + row] = 1;
    for (let edge = incoming.offsets[node]!; edge < incoming.offsets[node + 1]!; edge++) {
      const source = incoming.targets[edge]!;
      if (part[source] === part[node]) matrix[row * size + positions.get(source)!]! -= ATTENUATION;
    }
  });
  for (let pivot = 0; pivot < size; pivot++) {
    const divisor = matrix[pivot * size + pivot]!;
    if (divisor < LEAST_PIVOT) return false;
    for (let row = pivot + 1; row < size; row++) {
      const factor = matrix[row * size + pivot]! / divisor;
      if (factor === 0) continue;
      for (let column = pivot + 1; column < size; column++) {
        matrix[row * size + column]! -= factor * matrix[pivot * size + column]!;
      }
      values[component[row]!]! -= factor * values[component[pivot]!]!;
    }
  }
  for (let row = size - 1; row >= 0; row--) {
    let value = values[component[row]!]!;
    for (let column = row + 1; column < size; column++) {
      value -= matrix[row * size + column]! * values[component[column]!]!;
    }
    values[component[row]!] = value / matrix[row * size + row]!;
  }
  return true;
}

/** The same for a large part, by the method of Gauss and Seidel until nothing changes; false when the values grow without end. */
function relax(incoming: Digraph, component: readonly number[], part: Int32Array, values: Float64Array): boolean {
  const { offsets, targets } = incoming;
  const given = values.slice();
  for (let budget = 100_000_000; budget > 0;) {
    let change = 0;
    for (const node of component) {
      let sum = 0;
      for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
        if (part[targets[edge]!] === part[node]) sum += values[targets[edge]!]!;
      }
      budget -= offsets[node + 1]! - offsets[node]! + 1;
      const value = given[node]! + ATTENUATION * sum;
      change = Math.max(change, Math.abs(value - values[node]!) / value);
      values[node] = value;
    }
    if (change < 1e-15) return true;
    if (!(values[component[0]!]! < 1e150)) return false;
  }
  return false;
}

function normalized(values: Float64Array): Float64Array {
  let largest = 0;
  for (const value of values) largest = Math.max(largest, value);
  let squares = 0;
  for (const value of values) squares += (value / largest) ** 2;
  const norm = largest * Math.sqrt(squares);
  return values.map((value) => value / norm);
}
