import { LexicalIndexError } from './errors.js';
import { SortedTerms } from './sorted-terms.js';
import { isWhole, takeArray } from './stored-arrays.js';
import type { StoredArray } from './stored-arrays.js';
import { positionOf } from './sorted-search.js';

/** What a revision says of one field. */
export interface RevisedFieldMeta {
  /** After the revision: documents that have at least one term in the field. */
  readonly documentCount: number;
  /** After the revision: terms of the field over all documents, repeats included. */
  readonly totalLength: number;
  /** Terms of which something changed; 0 for the field with all terms of the others. */
  readonly termCount: number;
  readonly postingCount: number;
  /** Documents of which the length changed. */
  readonly lengthCount: number;
}

/** The description that goes with the arrays of a revision; JSON. */
export interface LexicalRevisionMeta {
  readonly format: 'grasp-lexical-revision-2';
  readonly termCount: number;
  /** Position of the field with all terms of the others, if there is one: its changes are the sum of theirs. */
  readonly documentField?: number;
  /** In the order of the index's fields. */
  readonly fields: readonly RevisedFieldMeta[];
}

/**
 * What changed in a lexical index, as plain data: store `meta` as JSON and each array under its name. Documents are given
 * by slot.
 *
 * - `terms.bytes`, `terms.offsets`: the terms concerned in UTF-8, sorted by UTF-16 code unit.
 * - for the field at position f: `f.terms` (those of them that concern the field), `f.offsets` (postings of each:
 *   `offsets[t] … offsets[t + 1])`), `f.slots` (ascending within a term), `f.changes` (how much more often the document has
 *   the term, Int32Array), `f.lengthSlots` (ascending) and `f.lengths` (terms of the field after the revision).
 */
export interface LexicalRevisionArrays {
  readonly meta: LexicalRevisionMeta;
  readonly arrays: Readonly<Record<string, StoredArray>>;
}

/** Changed postings of one term in one field. */
export interface ChangedPostings {
  /** Ascending. */
  readonly slots: Uint32Array;
  /** How much more often each document has the term. */
  readonly changes: Int32Array;
}

interface RevisedField extends ChangedLengths {
  readonly terms: Uint32Array;
  readonly offsets: Uint32Array;
  readonly slots: Uint32Array;
  readonly changes: Int32Array;
}

/** Lengths of a field that a revision changed. */
interface ChangedLengths {
  /** Ascending. */
  readonly lengthSlots: Uint32Array;
  readonly lengths: Uint32Array;
}

type TakeStored = (name: string) => StoredArray | undefined;

/** @throws LexicalIndexError if something is missing or of another form */
export const takeLengths = (
  array: TakeStored,
  position: number,
  { lengthCount }: RevisedFieldMeta,
): ChangedLengths => ({
  lengthSlots: takeArray(array, `${position}.lengthSlots`, Uint32Array, lengthCount),
  lengths: takeArray(array, `${position}.lengths`, Uint32Array, lengthCount),
});

/** By slot: lengths of a field after revisions, oldest first; `stored` itself if none changed any. */
export function lengthsAfter(stored: Uint32Array, revisions: readonly ChangedLengths[]): Uint32Array {
  const changed = revisions.filter(({ lengthSlots }) => lengthSlots.length > 0);
  if (changed.length === 0) return stored;
  const slotCount = Math.max(stored.length, ...changed.map(({ lengthSlots }) => lengthSlots.at(-1)! + 1));
  const after = new Uint32Array(slotCount);
  after.set(stored);
  for (const { lengthSlots, lengths } of changed) {
    for (let place = 0; place < lengths.length; place += 1) after[lengthSlots[place]!] = lengths[place]!;
  }
  return after;
}

/** A stored revision, opened. */
export class LexicalRevision {
  readonly fields: readonly RevisedField[];
  readonly meta: LexicalRevisionMeta;
  private readonly terms: SortedTerms;

  /** @throws LexicalIndexError if something is missing or of another form */
  constructor(meta: unknown, array: TakeStored, fieldCount: number) {
    this.meta = checkRevisionMeta(meta, fieldCount);
    this.terms = new SortedTerms(array, this.meta.termCount);
    this.fields = this.meta.fields.map((field, position) => ({
      terms: takeArray(array, `${position}.terms`, Uint32Array, field.termCount),
      offsets: takeArray(array, `${position}.offsets`, Uint32Array, field.termCount + 1),
      slots: takeArray(array, `${position}.slots`, Uint32Array, field.postingCount),
      changes: takeArray(array, `${position}.changes`, Int32Array, field.postingCount),
      ...takeLengths(array, position, field),
    }));
  }

  /** The changed postings of a term in a field; several for the field with all terms of the others. */
  postings(field: number, term: string): readonly ChangedPostings[] {
    const number = this.terms.numberOf(term);
    if (number < 0) return [];
    const fields = field === this.meta.documentField ? this.fields : [this.fields[field]!];
    const found: ChangedPostings[] = [];
    for (const { terms, offsets, slots, changes } of fields) {
      const place = positionOf(terms, number);
      if (place < 0) continue;
      const [start, end] = [offsets[place]!, offsets[place + 1]!];
      found.push({ slots: slots.subarray(start, end), changes: changes.subarray(start, end) });
    }
    return found;
  }
}

/** @throws LexicalIndexError `malformed_meta` */
export function checkRevisionMeta(value: unknown, fieldCount: number): LexicalRevisionMeta {
  const meta = (value ?? {}) as Partial<LexicalRevisionMeta>;
  const isField = (field: RevisedFieldMeta): boolean =>
    [field.documentCount, field.totalLength, field.termCount, field.postingCount, field.lengthCount].every(isWhole);
  if (
    meta.format === 'grasp-lexical-revision-2' &&
    isWhole(meta.termCount) &&
    (meta.documentField === undefined || isWhole(meta.documentField)) &&
    Array.isArray(meta.fields) &&
    meta.fields.length === fieldCount &&
    meta.fields.every(isField)
  ) {
    return meta as LexicalRevisionMeta;
  }
  throw new LexicalIndexError(
    'malformed_meta',
    `expected a description of ${fieldCount} fields with the format "grasp-lexical-revision-2", got ${JSON.stringify(value)?.slice(0, 200)}; build the index again`,
  );
}

/** A change that does not fit the index. */
export const inconsistentChange = (field: string, found: string): LexicalIndexError =>
  new LexicalIndexError(
    'inconsistent_change',
    `expected texts that the field "${field}" has to be removed, got others (${found}); build the index again`,
  );
