import { BestRows } from './best-rows.js';
import { byteStride } from './byte-vectors.js';
import { dotProduct } from './dot-product.js';
import { VectorError } from './errors.js';
import { firstRow } from './first-row.js';
import { RoundedScan } from './rounded-scan.js';

/** What {@link createVectorIndex} searches. */
export interface VectorIndexInput {
  /** Row after row, each of unit length or all zeros, so that a dot product is a cosine. */
  readonly vectors: Float32Array;
  /** Numbers in a row, at least 1. */
  readonly dimensions: number;
  /**
   * The index that each row belongs to, ascending; several rows may belong to one (a name and its aliases), and an index
   * may have none. Default: row r belongs to index r.
   */
  readonly owners?: Uint32Array | undefined;
  /** A row with any value but 0 here is left out, as if it were not there; row numbers stay. Default: none. */
  readonly absent?: Uint8Array | undefined;
  /**
   * Whether rows are copied, rounded to bytes, from the fifth search of many on: a byte more of memory a number, searches in a fifth
   * of the time, and the same answers, since all rows that may be among the best are scored exactly. Default: false, nothing is copied.
   */
  readonly rounded?: boolean | undefined;
}

/** Fewer rows are scored as they are, and so are all in the first searches: rounding rows takes as long as searching them some times. */
const ROUNDED_FROM = 1024;
const SEARCHES_BEFORE = 4;
/** Rows are not copied when they take more bytes, or their products more than 31 bits. */
const MOST_ROUNDED_BYTES = 2 ** 31;
const MOST_ROUNDED_DIMENSIONS = 4096;

/** A range of indexes. */
export interface IndexRange {
  /** First index. Default 0. */
  readonly start?: number | undefined;
  /** Index behind the last. Default: behind the last owner. */
  readonly end?: number | undefined;
}

/** Options of {@link VectorIndex.search}. */
export interface VectorSearchOptions extends IndexRange {
  /** How many indexes to return at most, from 0. */
  readonly count: number;
  /** Lowest score to return. Default: any. */
  readonly atLeast?: number | undefined;
}

/** One result of {@link VectorIndex.search}. */
export interface VectorHit {
  readonly index: number;
  /** Dot product of the query and the index's best row: its cosine, −1 to 1. */
  readonly score: number;
  /** The best row of the index; the lowest of equals. */
  readonly row: number;
}

/** Exact search by dot product. Every answer takes all rows of the range into account. */
export interface VectorIndex {
  readonly dimensions: number;
  readonly rowCount: number;
  /** Index behind the last owner; 0 if there are no rows. */
  readonly end: number;
  /**
   * The best indexes of the range: score descending, then index ascending. Takes time proportional to the range's rows.
   *
   * @throws VectorError for a query of another length, or an impossible range or count
   */
  search(query: Float32Array, options: VectorSearchOptions): VectorHit[];
  /** The score of one index, or `undefined` if it has no row. */
  score(query: Float32Array, index: number): number | undefined;
  /** The scores of the range's indexes in order; NaN for one without a row. */
  scoreAll(query: Float32Array, range?: IndexRange): Float64Array;
  /** A view of the first row of `index`, or `undefined` if it has none. */
  vector(index: number): Float32Array | undefined;
}

const isWhole = (value: number): boolean => Number.isSafeInteger(value) && value >= 0;

/**
 * An index over `vectors` as they lie in memory, with no preparation but a check of `owners`.
 *
 * @throws VectorError if lengths do not fit or `owners` is not ascending
 */
export function createVectorIndex(input: VectorIndexInput): VectorIndex {
  return new ExactVectorIndex(input);
}

class ExactVectorIndex implements VectorIndex {
  readonly dimensions: number;
  readonly rowCount: number;
  readonly end: number;
  private readonly vectors: Float32Array;
  private readonly owners: Uint32Array | undefined;
  private readonly absent: Uint8Array | undefined;
  private readonly rounded: boolean;
  private searches = 0;
  private scan: RoundedScan | undefined;

  constructor({ vectors, dimensions, owners, absent, rounded = false }: VectorIndexInput) {
    if (!isWhole(dimensions) || dimensions === 0 || vectors.length % dimensions !== 0) {
      throw new VectorError(
        'dimension_mismatch',
        `expected rows of ${dimensions} numbers, got ${vectors.length} numbers in all`,
      );
    }
    this.dimensions = dimensions;
    this.rowCount = vectors.length / dimensions;
    this.vectors = vectors;
    this.owners = owners;
    this.absent = absent;
    const roundedBytes = this.rowCount * byteStride(dimensions);
    this.rounded = rounded && roundedBytes <= MOST_ROUNDED_BYTES && dimensions <= MOST_ROUNDED_DIMENSIONS;
    if (absent !== undefined && absent.length !== this.rowCount) {
      const found = `${absent.length} values of absent`;
      throw new VectorError('dimension_mismatch', `expected ${this.rowCount}, one a row, got ${found}`);
    }
    if (owners !== undefined) checkOwners(owners, this.rowCount);
    this.end = owners === undefined || owners.length === 0 ? this.rowCount : owners[owners.length - 1]! + 1;
  }

  search(query: Float32Array, options: VectorSearchOptions): VectorHit[] {
    const { count, atLeast = -Infinity } = options;
    if (!isWhole(count)) throw new VectorError('out_of_range', `expected count to be a whole number, got ${count}`);
    this.checkQuery(query);
    const [first, last] = this.rowsOf(options);
    const best = new BestRows(Math.min(count, last - first));
    if (best.capacity === 0) return [];
    const exact = (row: number): number => this.dot(query, row);
    const offer = (index: number, score: number, row: number): void => {
      if (score >= atLeast) best.offer(index, score, row);
    };
    const rounded = this.scanOf(first, last)?.score(query, first, last);
    if (rounded === undefined || !Number.isFinite(rounded.margin)) {
      this.forEachOwner(first, last, exact, offer);
      return best.sorted();
    }
    const { scores, margin } = rounded;
    const nearest = new BestRows(best.capacity);
    this.forEachOwner(
      first,
      last,
      (row) => (scores[row - first]! < nearest.least ? NaN : scores[row - first]!),
      (index, score, row) => nearest.offer(index, score, row),
    );
    // As many indexes as are wanted have a score of at least the least of these less the margin.
    const least = Math.max(nearest.least - 2 * margin, atLeast - margin);
    this.forEachOwner(first, last, (row) => (scores[row - first]! < least ? NaN : exact(row)), offer);
    return best.sorted();
  }

  score(query: Float32Array, index: number): number | undefined {
    this.checkQuery(query);
    let best: number | undefined;
    for (let row = firstRow(this.owners, this.rowCount, index); this.isRowOf(row, index); row += 1) {
      if (this.isAbsent(row)) continue;
      const score = this.dot(query, row);
      if (best === undefined || score > best) best = score;
    }
    return best;
  }

  scoreAll(query: Float32Array, range: IndexRange = {}): Float64Array {
    this.checkQuery(query);
    const [first, last] = this.rowsOf(range);
    const { start = 0, end = this.end } = range;
    const scores = new Float64Array(Math.max(0, end - start)).fill(NaN);
    this.forEachOwner(
      first,
      last,
      (row) => this.dot(query, row),
      (index, score) => {
        scores[index - start] = score;
      },
    );
    return scores;
  }

  vector(index: number): Float32Array | undefined {
    let row = firstRow(this.owners, this.rowCount, index);
    while (this.isRowOf(row, index) && this.isAbsent(row)) row += 1;
    if (!this.isRowOf(row, index)) return undefined;
    return this.vectors.subarray(row * this.dimensions, (row + 1) * this.dimensions);
  }

  /** What scores many rows faster. */
  private scanOf(first: number, last: number): RoundedScan | undefined {
    if (!this.rounded || last - first < ROUNDED_FROM) return undefined;
    this.searches += 1;
    if (this.searches <= SEARCHES_BEFORE) return undefined;
    return (this.scan ??= new RoundedScan(this.vectors, this.dimensions));
  }

  /** Visits each index with its best row; rows with the score NaN are left out. */
  private forEachOwner(
    first: number,
    last: number,
    scoreOf: (row: number) => number,
    visit: (index: number, score: number, row: number) => void,
  ): void {
    const { owners, absent } = this;
    for (let row = first; row < last;) {
      const index = owners === undefined ? row : owners[row]!;
      let bestRow = -1;
      let best = -Infinity;
      do {
        if (absent === undefined || absent[row] === 0) {
          const score = scoreOf(row);
          if (score > best) {
            best = score;
            bestRow = row;
          }
        }
        row += 1;
      } while (owners !== undefined && row < last && owners[row] === index);
      if (bestRow >= 0) visit(index, best, bestRow);
    }
  }

  private dot(query: Float32Array, row: number): number {
    return dotProduct(query, 0, this.vectors, row * this.dimensions, this.dimensions);
  }

  private isRowOf(row: number, index: number): boolean {
    return row < this.rowCount && (this.owners === undefined ? row : this.owners[row]) === index;
  }

  private isAbsent(row: number): boolean {
    return this.absent !== undefined && this.absent[row] !== 0;
  }

  private rowsOf({ start = 0, end = this.end }: IndexRange): [first: number, last: number] {
    if (!isWhole(start) || !isWhole(end)) {
      throw new VectorError('out_of_range', `expected start and end to be whole numbers, got ${start} and ${end}`);
    }
    const first = firstRow(this.owners, this.rowCount, start);
    return [first, Math.max(first, firstRow(this.owners, this.rowCount, end))];
  }

  private checkQuery(query: Float32Array): void {
    if (query.length !== this.dimensions) {
      throw new VectorError(
        'dimension_mismatch',
        `expected a query of ${this.dimensions} numbers, got ${query.length}`,
      );
    }
  }
}

function checkOwners(owners: Uint32Array, rowCount: number): void {
  if (owners.length !== rowCount) {
    throw new VectorError('invalid_owners', `expected ${rowCount} owners, one a row, got ${owners.length}`);
  }
  for (let row = 1; row < rowCount; row += 1) {
    if (owners[row]! < owners[row - 1]!) {
      throw new VectorError('invalid_owners', `expected ascending owners, got ${owners[row]} after ${owners[row - 1]}`);
    }
  }
}
