import { ByteVectors, SCORED_AT_ONCE } from './byte-vectors.js';

/** What {@link RoundedScan.score} found: how near each row is, and how wrong that may be. */
export interface RoundedScores {
  /** By row from the first one on. */
  readonly scores: Float64Array;
  /** The dot product of a row differs from its score by this at most. */
  readonly margin: number;
}

/**
 * Dot products of all rows with a query, from copies of the rows that are rounded to bytes: a tenth of the time, and an error
 * whose bound is known. Blocks of rows are rounded when they are needed first.
 */
export class RoundedScan {
  private readonly rows: ByteVectors;
  /** By block; NaN where nothing is rounded yet. */
  private readonly scales: Float64Array;
  private readonly errors: Float64Array;
  private readonly lengths: Float64Array;
  private scores = new Float64Array(0);

  /** @throws VectorError `out_of_range` for more than 4 GiB */
  constructor(
    private readonly vectors: Float32Array,
    private readonly dimensions: number,
  ) {
    const rowCount = vectors.length / dimensions;
    const blocks = Math.ceil(rowCount / SCORED_AT_ONCE);
    this.rows = new ByteVectors(dimensions, rowCount);
    this.scales = new Float64Array(blocks).fill(NaN);
    this.errors = new Float64Array(blocks);
    this.lengths = new Float64Array(blocks);
  }

  /** Scores of the rows from `first` to before `end`; valid until the next call. */
  score(query: Float32Array, first: number, end: number): RoundedScores {
    const { rows, scales } = this;
    if (this.scores.length < end - first) this.scores = new Float64Array(end - first);
    const { scores } = this;
    const { scale, error, length } = rows.setQuery(query);
    let margin = 0;
    for (let row = first; row < end;) {
      const block = Math.floor(row / SCORED_AT_ONCE);
      const last = Math.min(end, (block + 1) * SCORED_AT_ONCE);
      if (Number.isNaN(scales[block])) this.round(block);
      for (let place = 0; row + place < last; place += 1) rows.list[place] = row + place;
      rows.score(last - row);
      const factor = scale === 0 || scales[block] === 0 ? 0 : 1 / (scale * scales[block]!);
      for (let place = 0; row + place < last; place += 1) scores[row - first + place] = rows.scores[place]! * factor;
      margin = Math.max(margin, (length + error) * this.errors[block]! + error * this.lengths[block]!);
      row = last;
    }
    // Sums of products in double precision are not exact either.
    return { scores, margin: margin + 1e-9 * (1 + length) };
  }

  private round(block: number): void {
    const start = block * SCORED_AT_ONCE;
    const end = Math.min(this.vectors.length / this.dimensions, start + SCORED_AT_ONCE);
    const { scale, error, length } = this.rows.roundRows(this.vectors, start, end);
    this.scales[block] = scale;
    this.errors[block] = error;
    this.lengths[block] = length;
  }
}
