import { VectorError } from './errors.js';
import type { EncodeOptions, Encoder } from './encoder.js';
import type { StaticTable } from './static-table.js';
import type { WordPieceTokenizer } from './word-piece-tokenizer.js';

/** Texts between two turns of the event loop: well under 10 ms for texts of usual length. */
const TEXTS_PER_TURN = 256;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** The parts of {@link StaticEncoder}; `loadStaticEncoder` reads them from files. */
export interface StaticEncoderParts {
  readonly id: string;
  readonly table: StaticTable;
  readonly tokenizer: WordPieceTokenizer;
  readonly maxTokens: number;
}

/**
 * An encoder without a network: the vector of a text is the mean of the vectors of its known word pieces, at unit
 * length.
 * Word order plays no part, and the role of a text none either.
 */
export class StaticEncoder implements Encoder {
  readonly id: string;
  readonly dimensions: number;
  /** Word pieces of a text that count; the rest is ignored. */
  readonly maxTokens: number;
  private readonly table: StaticTable;
  private readonly tokenizer: WordPieceTokenizer;
  private readonly rows: Int32Array;
  private readonly sums: Float64Array;

  constructor(parts: StaticEncoderParts) {
    this.id = parts.id;
    this.dimensions = parts.table.dimensions;
    this.maxTokens = parts.maxTokens;
    this.table = parts.table;
    this.tokenizer = parts.tokenizer;
    this.rows = new Int32Array(parts.maxTokens);
    this.sums = new Float64Array(parts.table.dimensions);
  }

  /** The rows of the word pieces of `text`, in order, at most `maxTokens`; an unknown word is the row of `[UNK]`. */
  tokenize(text: string): number[] {
    return Array.from(this.rows.subarray(0, this.tokenizer.tokenizeInto(text, this.rows)));
  }

  /** The vector of one text: of unit length, or all zeros if no word piece of it is known. */
  encodeSync(text: string): Float32Array {
    const vector = new Float32Array(this.dimensions);
    this.encodeInto(text, vector, 0);
    return vector;
  }

  /**
   * Writes the vector of `text` to `target` from `offset` on. Allocates nothing but what normalising a text with other
   * characters than ASCII takes.
   *
   * @throws VectorError with the code `dimension_mismatch` if there is no room
   */
  encodeInto(text: string, target: Float32Array, offset: number): void {
    const { dimensions, rows, sums, tokenizer } = this;
    if (!(offset >= 0 && offset + dimensions <= target.length)) {
      throw new VectorError(
        'dimension_mismatch',
        `expected room for ${dimensions} numbers at ${offset}, got an array of ${target.length}`,
      );
    }
    const { values, scales } = this.table;
    const { unknownRow } = tokenizer;
    const count = tokenizer.tokenizeInto(text, rows);
    let known = 0;
    for (let token = 0; token < count; token += 1) {
      const row = rows[token]!;
      if (row === unknownRow) continue;
      rows[known] = row;
      known += 1;
    }
    let index = 0;
    // Eight sums at a time stay in registers while all tokens are added to them.
    for (; index + 8 <= dimensions; index += 8) {
      let sum0 = 0;
      let sum1 = 0;
      let sum2 = 0;
      let sum3 = 0;
      let sum4 = 0;
      let sum5 = 0;
      let sum6 = 0;
      let sum7 = 0;
      for (let token = 0; token < known; token += 1) {
        const row = rows[token]!;
        const scale = scales[row]!;
        const base = row * dimensions + index;
        sum0 += scale * values[base]!;
        sum1 += scale * values[base + 1]!;
        sum2 += scale * values[base + 2]!;
        sum3 += scale * values[base + 3]!;
        sum4 += scale * values[base + 4]!;
        sum5 += scale * values[base + 5]!;
        sum6 += scale * values[base + 6]!;
        sum7 += scale * values[base + 7]!;
      }
      sums[index] = sum0;
      sums[index + 1] = sum1;
      sums[index + 2] = sum2;
      sums[index + 3] = sum3;
      sums[index + 4] = sum4;
      sums[index + 5] = sum5;
      sums[index + 6] = sum6;
      sums[index + 7] = sum7;
    }
    for (; index < dimensions; index += 1) {
      let sum = 0;
      for (let token = 0; token < known; token += 1)
        sum += scales[rows[token]!]! * values[rows[token]! * dimensions + index]!;
      sums[index] = sum;
    }
    let squares = 0;
    for (let index = 0; index < dimensions; index += 1) squares += sums[index]! * sums[index]!;
    // The mean and the sum have the same direction.
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let index = 0; index < dimensions; index += 1) target[offset + index] = sums[index]! * factor;
  }

  async encode(texts: readonly string[], options: EncodeOptions): Promise<Float32Array[]> {
    const { signal } = options;
    const vectors: Float32Array[] = [];
    for (const text of texts) {
      if (vectors.length % TEXTS_PER_TURN === 0) {
        if (vectors.length > 0) await nextTurn();
        signal?.throwIfAborted();
      }
      vectors.push(this.encodeSync(text));
    }
    return vectors;
  }
}
