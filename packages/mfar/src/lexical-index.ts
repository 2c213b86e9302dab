import { LexicalIndexError } from './errors.js';
import type { ExactCounts } from './exact-counts.js';
import { segmentName } from './lexical-arrays.js';
import type { FieldPostings, LexicalFieldMeta, LexicalIndexArrays, LexicalIndexMeta } from './lexical-arrays.js';
import { BM25_DEFAULTS, StoredLexicalField } from './lexical-field.js';
import type { Accumulator, Bm25Parameters, LexicalField } from './lexical-field.js';
import { SortedTerms } from './sorted-terms.js';
import { isWhole, takeArray } from './stored-arrays.js';
import type { StoredArray } from './stored-arrays.js';

/** Several fields of the same documents. */
export interface LexicalFields {
  /** Names of the fields, in the order in which they were given. */
  readonly fields: readonly string[];
  readonly documentCount: number;
  /**
   * A scorer for one field.
   *
   * @throws LexicalIndexError with the code `unknown_field` or `invalid_options`
   */
  field(name: string, parameters?: Bm25Parameters): LexicalField;
}

/** Several fields of the same documents under one vocabulary. */
export interface LexicalIndex extends LexicalFields {
  readonly termCount: number;
  /** The index as plain data, to be stored and opened again; nothing is copied. */
  toArrays(): LexicalIndexArrays;
}

/**
 * Opens a stored index over the arrays as they lie in memory; reads none of them.
 *
 * @param meta what `toArrays().meta` was
 * @param array gives the array that was stored under a name of `toArrays().arrays`
 * @throws LexicalIndexError if something is missing or of another form
 */
export function lexicalIndexFromArrays(meta: unknown, array: (name: string) => StoredArray | undefined): LexicalIndex {
  return new ArrayLexicalIndex(checkIndexMeta(meta), array);
}

/** BM25's parameters, checked. @throws LexicalIndexError `invalid_options` */
export function checkedParameters({ k1 = BM25_DEFAULTS.k1, b = BM25_DEFAULTS.b }: Bm25Parameters): {
  readonly k1: number;
  readonly b: number;
} {
  if (k1 >= 0 && k1 < Infinity && b >= 0 && b <= 1) return { k1, b };
  throw new LexicalIndexError('invalid_options', `expected k1 from 0 and b from 0 to 1, got ${k1} and ${b}`);
}

/** The position of a field. @throws LexicalIndexError `unknown_field` */
export function fieldPosition(fields: readonly string[], name: string): number {
  const position = fields.indexOf(name);
  if (position >= 0) return position;
  throw new LexicalIndexError('unknown_field', `expected one of [${fields.join(', ')}], got "${name}"`);
}

/** Terms of which the number is remembered. */
const REMEMBERED_TERMS = 100_000;

/** An index over stored arrays. */
export class ArrayLexicalIndex implements LexicalIndex {
  readonly fields: readonly string[];
  readonly documentCount: number;
  readonly termCount: number;
  private readonly arrays: Record<string, Uint8Array | Uint32Array> = {};
  private readonly terms: SortedTerms;
  private readonly postings: readonly FieldPostings[];
  private readonly numbers = new Map<string, number>();
  private scratch: Accumulator | undefined;

  constructor(
    private readonly meta: LexicalIndexMeta,
    array: (name: string) => StoredArray | undefined,
  ) {
    this.fields = meta.fields.map(({ name }) => name);
    this.documentCount = meta.documentCount;
    this.termCount = meta.termCount;
    const take = <T extends Uint8Array | Uint32Array>(
      name: string,
      type: { new (length: number): T; readonly name: string },
      length?: number,
    ): T => (this.arrays[name] = takeArray(array, name, type, length));
    const exactCounts = (position: number): ExactCounts => {
      if (meta.format === 'grasp-lexical-1') return { postings: new Uint32Array(0), counts: new Uint32Array(0) };
      const postings = take(`${position}.exactPostings`, Uint32Array);
      return { postings, counts: take(`${position}.exactCounts`, Uint32Array, postings.length) };
    };
    this.terms = new SortedTerms(array, meta.termCount);
    this.arrays['terms.offsets'] = this.terms.offsets;
    this.arrays['terms.bytes'] = this.terms.bytes;
    this.postings = meta.fields.map(({ postingCount, segmentStarts = [0] }, position) => ({
      offsets: take(`${position}.offsets`, Uint32Array, meta.termCount + 1),
      segments: segmentStarts.map((first, segment) => {
        const count = (segmentStarts[segment + 1] ?? postingCount) - first;
        const documents = take(segmentName(`${position}.documents`, segment), Uint32Array, count);
        const frequencies = take(segmentName(`${position}.frequencies`, segment), Uint8Array, count);
        return { first, documents, frequencies };
      }),
      exact: exactCounts(position),
      lengths: take(`${position}.lengths`, Uint32Array, meta.documentCount),
    }));
  }

  field(name: string, parameters: Bm25Parameters = {}): StoredLexicalField {
    const position = fieldPosition(this.fields, name);
    const { k1, b } = checkedParameters(parameters);
    return new StoredLexicalField(
      this.meta.fields[position]!,
      this.postings[position]!,
      (term) => this.termNumber(term),
      () => this.accumulator(),
      { k1, b },
    );
  }

  toArrays(): LexicalIndexArrays {
    return { meta: this.meta, arrays: this.arrays };
  }

  /** Made on first use: searches are synchronous, so one serves all fields. */
  private accumulator(): Accumulator {
    this.scratch ??= {
      sums: new Float64Array(this.documentCount),
      touched: new Uint32Array(this.documentCount),
    };
    return this.scratch;
  }

  private termNumber(term: string): number {
    let number = this.numbers.get(term);
    if (number === undefined) {
      number = this.terms.numberOf(term);
      if (this.numbers.size === REMEMBERED_TERMS) this.numbers.clear();
      this.numbers.set(term, number);
    }
    return number;
  }
}

function isFieldMeta(value: unknown): value is LexicalFieldMeta {
  const field = (value ?? {}) as Partial<LexicalFieldMeta>;
  return (
    typeof field.name === 'string' &&
    isWhole(field.documentCount) &&
    isWhole(field.totalLength) &&
    isWhole(field.postingCount) &&
    (field.segmentStarts === undefined || areSegmentStarts(field.segmentStarts))
  );
}

const areSegmentStarts = (value: unknown): boolean =>
  Array.isArray(value) &&
  value[0] === 0 &&
  value.every((start, segment) => isWhole(start) && (segment === 0 || start > value[segment - 1]));

/** Refuses an index without counts above 255. @throws LexicalIndexError `malformed_meta` */
export function checkExact({ format }: LexicalIndexMeta): void {
  if (format !== 'grasp-lexical-1') return;
  const expected = 'expected an index with the format "grasp-lexical-2", because only that can be revised';
  throw new LexicalIndexError('malformed_meta', `${expected}, got "${format}"; build the index again`);
}

/** @throws LexicalIndexError `malformed_meta` */
export function checkIndexMeta(value: unknown): LexicalIndexMeta {
  const meta = (value ?? {}) as Partial<LexicalIndexMeta>;
  if (
    (meta.format !== 'grasp-lexical-1' && meta.format !== 'grasp-lexical-2') ||
    !isWhole(meta.documentCount) ||
    !isWhole(meta.termCount) ||
    !Array.isArray(meta.fields) ||
    !meta.fields.every(isFieldMeta)
  ) {
    throw new LexicalIndexError(
      'malformed_meta',
      `expected a description with the format "grasp-lexical-2", got ${JSON.stringify(value)?.slice(0, 200)}; build the index again`,
    );
  }
  return meta as LexicalIndexMeta;
}
