import { LexicalIndexError } from './errors.js';
import type { StoredArray } from './lexical-index.js';

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
  private readonly bytes: Uint8Array;
  private readonly offsets: Uint32Array;
  private readonly decoder = new TextDecoder();

  /** @throws LexicalIndexError if something is missing or of another form */
  constructor(meta: unknown, array: (name: string) => StoredArray | undefined, fieldCount: number) {
    this.meta = checkMeta(meta, fieldCount);
    const take = <T extends StoredArray>(
      name: string,
      type: { new (length: number): T; readonly name: string },
      length?: number,
    ): T => {
      const found = array(name);
      if (found === undefined) throw new LexicalIndexError('missing_array', `expected an array "${name}"`);
      if (found instanceof type && (length === undefined || found.length === length)) return found;
      const expected = `"${name}" to be a ${type.name} of ${length ?? 'any'} values`;
      throw new LexicalIndexError(
        'malformed_array',
        `expected ${expected}, got a ${found.constructor.name} of ${found.length}`,
      );
    };
    this.offsets = take('terms.offsets', Uint32Array, this.meta.termCount + 1);
    this.bytes = take('terms.bytes', Uint8Array, this.offsets[this.meta.termCount]);
    this.fields = this.meta.fields.map(({ termCount, postingCount, lengthCount }, position) => ({
      terms: take(`${position}.terms`, Uint32Array, termCount),
      changes: take(`${position}.changes`, Int32Array, termCount),
      offsets: take(`${position}.offsets`, Uint32Array, termCount + 1),
      slots: take(`${position}.slots`, Uint32Array, postingCount),
      frequencies: take(`${position}.frequencies`, Uint8Array, postingCount),
      lengthSlots: take(`${position}.lengthSlots`, Uint32Array, lengthCount),
      lengths: take(`${position}.lengths`, Uint32Array, lengthCount),
    }));
  }

  postings(field: number, term: string): RevisedPostings | undefined {
    const number = this.numberOf(term);
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

  private numberOf(term: string): number {
    let low = 0;
    let high = this.meta.termCount;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.decoder.decode(this.bytes.subarray(this.offsets[middle], this.offsets[middle + 1]));
      if (other === term) return middle;
      if (other < term) low = middle + 1;
      else high = middle;
    }
    return -1;
  }
}

const isWhole = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0;

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
