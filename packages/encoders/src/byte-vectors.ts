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
    const { dimensions, stride, values } = this;
    let largest = 0;
    for (const row of order) {
      for (let at = row * dimensions, end = at + dimensions; at < end; at += 1) {
        const size = Math.abs(vectors[at]!);
        if (size > largest) largest = size;
      }
    }
    const scale = largest === 0 ? 0 : LARGEST_BYTE / largest;
    for (let position = 0, to = 0; position < order.length; position += 1, to += stride) {
      const from = order[position]! * dimensions;
      for (let index = 0; index < dimensions; index += 1) {
        values[to + index] = Math.round(vectors[from + index]! * scale);
      }
    }
  }

  /** Sets what rows are compared with. */
  setQuery(vector: Float32Array): void {
    const { query, dimensions } = this;
    let largest = 0;
    for (let index = 0; index < dimensions; index += 1) largest = Math.max(largest, Math.abs(vector[index]!));
    const scale = largest === 0 ? 0 : LARGEST_OF_QUERY / largest;
    for (let index = 0; index < dimensions; index += 1) query[index] = Math.round(vector[index]! * scale);
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
