import { BestRows } from './best-rows.js';
import { byteStride } from './byte-vectors.js';
import { dotProduct } from './dot-product.js';
import { VectorError } from './errors.js';
import { firstRow } from './first-row.js';
import { GraphWalk } from './graph-walk.js';
import { MANY_VECTORS } from './vector-graph.js';
import type { VectorGraph } from './vector-graph.js';
import type { VectorHit, VectorIndex, VectorIndexInput } from './vector-index.js';

/** What {@link createApproximateIndex} searches. */
export interface ApproximateIndexInput extends VectorIndexInput {
  /** An index over the same vectors, owners and absent rows. It answers where no graph does. */
  readonly exact: VectorIndex;
  /** Graphs over ranges of rows, as `buildVectorGraph` gave them for these vectors. */
  readonly graphs: readonly { readonly start: number; readonly end: number; readonly graph: VectorGraph }[];
  /**
   * How many vectors a search keeps in view at most, from 1; more finds more of the nearest and takes longer. A search keeps 64
   * for each that is wanted, 100 in a graph of 500,000 and more, and 320 at least. Default 1,000.
   */
  readonly width?: number | undefined;
}

/** The default numbers of {@link ApproximateIndexInput}. */
export const APPROXIMATE_INDEX_DEFAULTS = Object.freeze({ width: 1000 });

/** Vectors in view for each that is wanted, and at least. */
const VIEW_OF_ONE = 64;
const VIEW_OF_ONE_OF_MANY = 100;
const LEAST_VIEW = 320;
/** Vectors that are scored exactly for each that is wanted, and at least. */
const SCORED_FOR_ONE = 8;
const LEAST_SCORED = 64;

interface OpenGraph {
  readonly graph: VectorGraph;
  readonly rows: readonly [start: number, end: number];
  walk?: GraphWalk;
}

/**
 * An index whose search finds most of the nearest without looking at all rows. A graph answers for a range that holds
 * exactly its rows, absent ones aside, when at most a quarter of `width` are wanted; otherwise, and for single scores, the
 * answer is exact. Scores are exact always.
 */
export function createApproximateIndex(input: ApproximateIndexInput): VectorIndex {
  const { exact, vectors, dimensions, owners, absent, width = APPROXIMATE_INDEX_DEFAULTS.width } = input;
  if (!Number.isSafeInteger(width) || width < 1) {
    throw new VectorError('out_of_range', `expected width to be a whole number from 1, got ${width}`);
  }
  /** The range without absent rows at its ends. */
  const present = (start: number, end: number): readonly [number, number] => {
    let [first, last] = [start, end];
    while (absent !== undefined && first < last && absent[first] !== 0) first += 1;
    while (absent !== undefined && first < last && absent[last - 1] !== 0) last -= 1;
    return [first, last];
  };
  const graphs = input.graphs.map((graph): OpenGraph => ({
    graph: graph.graph,
    rows: present(graph.start, graph.end),
  }));
  for (const { graph } of graphs) {
    const expected = graph.order.length * byteStride(dimensions);
    if (graph.bytes.length !== expected) {
      const found = `expected a graph with ${expected} bytes, got ${graph.bytes.length}`;
      throw new VectorError('dimension_mismatch', `${found}; build it again`);
    }
  }
  const ownerOf = (row: number): number => (owners === undefined ? row : owners[row]!);
  const graphOf = (start: number, end: number): OpenGraph | undefined => {
    const [first, last] = present(firstRow(owners, exact.rowCount, start), firstRow(owners, exact.rowCount, end));
    return graphs.find(({ rows }) => rows[0] === first && rows[1] === last);
  };

  return {
    dimensions,
    rowCount: exact.rowCount,
    end: exact.end,
    score: (query, index) => exact.score(query, index),
    scoreAll: (query, range) => exact.scoreAll(query, range),
    vector: (index) => exact.vector(index),
    search(query, options) {
      const { start = 0, end = exact.end, count, atLeast = -Infinity } = options;
      const fits = query.length === dimensions && count > 0 && count <= width / 4;
      const open = fits ? graphOf(start, end) : undefined;
      if (open === undefined) return exact.search(query, options);
      const walk = (open.walk ??= new GraphWalk(dimensions, open.graph));
      const viewOfOne = open.graph.order.length < MANY_VECTORS ? VIEW_OF_ONE : VIEW_OF_ONE_OF_MANY;
      const found = walk.collect(query, Math.min(width, Math.max(LEAST_VIEW, viewOfOne * count)));
      const positions = found.subarray(0, Math.max(LEAST_SCORED, SCORED_FOR_ONE * count));
      const scoreOf = (row: number): number => dotProduct(query, 0, vectors, row * dimensions, dimensions);
      return bestOwners(open.graph, { positions, scoreOf, count, atLeast, ownerOf, absent });
    },
  };
}

/** Each owner by its best row, the lowest of equals. */
function bestOwners(
  graph: VectorGraph,
  found: {
    readonly positions: Uint32Array;
    readonly scoreOf: (row: number) => number;
    readonly count: number;
    readonly atLeast: number;
    readonly ownerOf: (row: number) => number;
    readonly absent: Uint8Array | undefined;
  },
): VectorHit[] {
  const { positions, scoreOf, count, atLeast, ownerOf, absent } = found;
  const byOwner = new Map<number, VectorHit>();
  for (const position of positions) {
    const score = scoreOf(graph.order[position]!);
    if (score < atLeast) continue;
    for (let at = graph.memberOffsets[position]!; at < graph.memberOffsets[position + 1]!; at += 1) {
      const row = graph.members[at]!;
      if (absent !== undefined && absent[row] !== 0) continue;
      const index = ownerOf(row);
      const known = byOwner.get(index);
      if (known === undefined || score > known.score || (score === known.score && row < known.row)) {
        byOwner.set(index, { index, score, row });
      }
    }
  }
  const best = new BestRows(Math.min(count, byOwner.size));
  for (const { index, score, row } of byOwner.values()) best.offer(index, score, row);
  return best.sorted();
}
