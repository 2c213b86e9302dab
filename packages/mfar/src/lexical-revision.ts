import { LexicalIndexError } from './errors.js';
import { SortedTerms } from './sorted-terms.js';
import { isWhole, takeArray } from './stored-arrays.js';
import type { StoredArray } from './stored-arrays.js';

/** What a revision says of one field. */
export interface RevisedFieldMeta {
  /** After the revision: documents that have at least one term in the field. */
  readonly documentCount: number;
  /** After the revision: terms of the field over all documents, repeats included. */
  readonly totalLength: number;
  /** Terms of which something changed. */
  readonly termCount: number;
  readonly postingCount: number;
  /** Documents of which the length changed. */
  readonly lengthCount: number;
}

/** The description that goes with the arrays of a revision; JSON. */
export interface LexicalRevisionMeta {
  readonly format: 'grasp-lexical-revision-1';
  readonly termCount: number;
  /** In the order of the index's fields. */
  readonly fields: readonly RevisedFieldMeta[];
}

/**
 * What changed in a lexical index, as plain data: store `meta` as JSON and each array under its name. Documents are given
 * by slot.
 *
 * - `terms.bytes`, `terms.offsets`: the terms concerned in UTF-8, sorted by UTF-16 code unit.
 * - for the field at position f: `f.terms` (those of them that concern the field), `f.changes` (how much the number of
 *   documents with each changed, Int32Array), `f.offsets` (postings of each: `offsets[t] … offsets[t + 1])`), `f.slots`
 *   (ascending within a term), `f.frequencies` (after the revision; 0 where the field no longer has the term, 255 for more,
 *   too), `f.lengthSlots` (ascending) and `f.lengths` (terms of the field after the revision).
 */
export interface LexicalRevisionArrays {
  readonly meta: LexicalRevisionMeta;
  readonly arrays: Readonly<Record<string, StoredArray>>;
}

/** Changed postings of one term in one field. */
export interface RevisedPostings {
  readonly change: number;
  readonly slots: Uint32Array;
  readonly frequencies: Uint8Array;
}

interface RevisedField {
  readonly terms: Uint32Array;
  readonly changes: Int32Array;
  readonly offsets: Uint32Array;
  readonly slots: Uint32Array;
  readonly frequencies: Uint8Array;
  readonly lengthSlots: Uint32Array;
  readonly lengths: Uint32Array;
}

/** The position of `value` in ascending values; −1 when it is not there. */
export function positionOf(values: Uint32Array, value: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle]! < value) low = middle + 1;
    else high = middle;
  }
  return values[low] === value ? low : -1;
}

/** A stored revision, opened. */
export class LexicalRevision {
  readonly fields: readonly RevisedField[];
  readonly meta: LexicalRevisionMeta;
  private readonly terms: SortedTerms;

  /** @throws LexicalIndexError if something is missing or of another form */
  constructor(meta: unknown, array: (name: string) => StoredArray | undefined, fieldCount: number) {
    this.meta = checkMeta(meta, fieldCount);
    this.terms = new SortedTerms(array, this.meta.termCount);
    this.fields = this.meta.fields.map(({ termCount, postingCount, lengthCount }, position) => ({
      terms: takeArray(array, `${position}.terms`, Uint32Array, termCount),
      changes: takeArray(array, `${position}.changes`, Int32Array, termCount),
      offsets: takeArray(array, `${position}.offsets`, Uint32Array, termCount + 1),
      slots: takeArray(array, `${position}.slots`, Uint32Array, postingCount),
      frequencies: takeArray(array, `${position}.frequencies`, Uint8Array, postingCount),
      lengthSlots: takeArray(array, `${position}.lengthSlots`, Uint32Array, lengthCount),
      lengths: takeArray(array, `${position}.lengths`, Uint32Array, lengthCount),
    }));
  }

  postings(field: number, term: string): RevisedPostings | undefined {
    const number = this.terms.numberOf(term);
    if (number < 0) return undefined;
    const { terms, changes, offsets, slots, frequencies } = this.fields[field]!;
    const place = positionOf(terms, number);
    if (place < 0) return undefined;
    const [start, end] = [offsets[place]!, offsets[place + 1]!];
    return {
      change: changes[place]!,
      slots: slots.subarray(start, end),
      frequencies: frequencies.subarray(start, end),
    };
  }
}

function checkMeta(value: unknown, fieldCount: number): LexicalRevisionMeta {
  const meta = (value ?? {}) as Partial<LexicalRevisionMeta>;
  const isField = (field: RevisedFieldMeta): boolean =>
    [field.documentCount, field.totalLength, field.termCount, field.postingCount, field.lengthCount].every(isWhole);
  if (
    meta.format === 'grasp-lexical-revision-1' &&
    isWhole(meta.termCount) &&
    Array.isArray(meta.fields) &&
    meta.fields.length === fieldCount &&
    meta.fields.every(isField)
  ) {
    return meta as LexicalRevisionMeta;
  }
  throw new LexicalIndexError(
    'malformed_meta',
    `expected a description of ${fieldCount} fields with the format "grasp-lexical-revision-1", got ${JSON.stringify(value)?.slice(0, 200)}`,
  );
}
