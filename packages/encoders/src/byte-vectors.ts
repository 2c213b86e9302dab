import { createByteKernel } from './byte-kernel.js';
import type { ByteKernel } from './byte-kernel.js';
import { VectorError } from './errors.js';

/** Vectors that can be scored at once. */
export const SCORED_AT_ONCE = 1024;

const LARGEST_BYTE = 127;
/** Largest number of a rounded query. A sum over 4,096 dimensions stays below 2³¹. */
const LARGEST_OF_QUERY = 4095;
const ROUNDED_DIMENSIONS = 32;
const MOST_BYTES = 2 ** 32 - 2 ** 16;

/** Bytes of a rounded vector. */
export const byteStride = (dimensions: number): number =>
  Math.ceil(dimensions / ROUNDED_DIMENSIONS) * ROUNDED_DIMENSIONS;

/** How vectors were rounded. */
export interface Rounding {
  /** What their numbers were multiplied by. */
  readonly scale: number;
  /** Length of the greatest difference between a vector and its rounded form. */
  readonly error: number;
  /** Length of the longest rounded vector. */
  readonly length: number;
}

function largestOf(vectors: Float32Array, from: number, count: number): number {
  let largest = 0;
  for (let at = from, end = from + count; at < end; at += 1) {
    const size = Math.abs(vectors[at]!);
    if (size > largest) largest = size;
  }
  return largest;
}

/** Rounds one vector; error and length are in its own units. */
function roundTo(
  target: Int8Array | Int16Array,
  to: number,
  of: {
    readonly vectors: Float32Array;
    readonly from: number;
    readonly dimensions: number;
    readonly scale: number;
  },
): Omit<Rounding, 'scale'> {
  const { vectors, from, dimensions, scale } = of;
  let [error, length] = [0, 0];
  for (let index = 0; index < dimensions; index += 1) {
    const value = vectors[from + index]! * scale;
    // Twice as fast as Math.round.
    const rounded = Math.floor(value + 0.5);
    target[to + index] = rounded;
    const difference = value - rounded;
    error += difference * difference;
    length += rounded * rounded;
  }
  return scale === 0 ? { error: 0, length: 0 } : { error: Math.sqrt(error) / scale, length: Math.sqrt(length) / scale };
}

/**
 * Vectors rounded to bytes, all by the same scale, so that thousands are compared in less than a millisecond. Their dot products
 * are whole numbers that order vectors nearly as the exact ones do, the same on every machine.
 */
export class ByteVectors {
  /** Row after row, padded with zeros. */
  readonly bytes: Uint8Array;
  /** Rows to be scored, put here by the caller. */
  readonly list: Uint32Array;
  /** What {@link score} found, in the order of the list. */
  readonly scores: Int32Array;
  private readonly stride: number;
  private readonly values: Int8Array;
  private readonly query: Int16Array;
  private readonly kernel: ByteKernel;

  /** @throws VectorError `out_of_range` for more than 4 GiB */
  constructor(
    private readonly dimensions: number,
    rowCount: number,
    createKernel: (size: number) => ByteKernel = createByteKernel,
  ) {
    this.stride = byteStride(dimensions);
    const lists = 2 * this.stride;
    const rows = lists + 2 * 4 * SCORED_AT_ONCE;
    const size = rows + rowCount * this.stride;
    if (size > MOST_BYTES) {
      const most = Math.floor((MOST_BYTES - rows) / this.stride);
      throw new VectorError('out_of_range', `expected at most ${most} vectors in a graph, got ${rowCount}`);
    }
    this.kernel = createKernel(size);
    const { memory } = this.kernel;
    this.query = new Int16Array(memory, 0, this.stride);
    this.list = new Uint32Array(memory, lists, SCORED_AT_ONCE);
    this.scores = new Int32Array(memory, lists + 4 * SCORED_AT_ONCE, SCORED_AT_ONCE);
    this.bytes = new Uint8Array(memory, rows, rowCount * this.stride);
    this.values = new Int8Array(memory, rows, rowCount * this.stride);
  }

  /** Rounds the listed rows of some vectors. */
  round(vectors: Float32Array, order: Uint32Array): void {
    const { dimensions, stride } = this;
    let largest = 0;
    for (const row of order) largest = Math.max(largest, largestOf(vectors, row * dimensions, dimensions));
    const scale = largest === 0 ? 0 : LARGEST_BYTE / largest;
    for (let position = 0; position < order.length; position += 1) {
      const from = order[position]! * dimensions;
      roundTo(this.values, position * stride, { vectors, from, dimensions, scale });
    }
  }

  /** Rounds the rows from `start` to before `end` of some vectors, each to the row of its number, by a scale of their own. */
  roundRows(vectors: Float32Array, start: number, end: number): Rounding {
    const { dimensions, stride, values } = this;
    const largest = largestOf(vectors, start * dimensions, (end - start) * dimensions);
    const scale = largest === 0 ? 0 : LARGEST_BYTE / largest;
    let [error, length] = [0, 0];
    for (let row = start; row < end; row += 1) {
      const rounded = roundTo(values, row * stride, { vectors, from: row * dimensions, dimensions, scale });
      error = Math.max(error, rounded.error);
      length = Math.max(length, rounded.length);
    }
    return { scale, error, length };
  }

  /** Sets what rows are compared with. */
  setQuery(vector: Float32Array): Rounding {
    const { query, dimensions } = this;
    const largest = largestOf(vector, 0, dimensions);
    const scale = largest === 0 ? 0 : LARGEST_OF_QUERY / largest;
    return { scale, ...roundTo(query, 0, { vectors: vector, from: 0, dimensions, scale }) };
  }

  /** Sets one of the rows as what others are compared with. */
  setQueryTo(row: number): void {
    this.kernel.widen(this.values.byteOffset + row * this.stride, this.query.byteOffset, this.stride);
  }

  /** Sets the direction from one row to another as what rows are compared with. */
  setQueryBetween(one: number, other: number): void {
    const { query, values, stride } = this;
    for (let index = 0; index < stride; index += 1) {
      query[index] = values[other * stride + index]! - values[one * stride + index]!;
    }
  }

  /** Scores the first `count` listed rows, at most 1,024. */
  score(count: number): void {
    const { query, values, list, scores, stride } = this;
    this.kernel.score(query.byteOffset, values.byteOffset, stride, list.byteOffset, count, scores.byteOffset);
  }
}
