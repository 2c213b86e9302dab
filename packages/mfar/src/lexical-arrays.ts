import type { ExactCounts } from './exact-counts.js';

/** The description that goes with the arrays of a lexical index; JSON. */
export interface LexicalIndexMeta {
  /** The first format lacks `f.exactPostings` and `f.exactCounts`, so that the index cannot be revised. */
  readonly format: 'grasp-lexical-1' | 'grasp-lexical-2';
  readonly documentCount: number;
  readonly termCount: number;
  readonly fields: readonly LexicalFieldMeta[];
}

/** What the description says of one field. */
export interface LexicalFieldMeta {
  readonly name: string;
  /** Documents that have at least one term in the field. */
  readonly documentCount: number;
  /** Terms of the field over all documents, repeats included. */
  readonly totalLength: number;
  readonly postingCount: number;
  /** The first posting of each segment, 0 first. Absent for a single one, with all postings. */
  readonly segmentStarts?: readonly number[];
}

/**
 * A lexical index as plain data: store `meta` as JSON and each array under its name.
 *
 * - `terms.bytes`, `terms.offsets`: the vocabulary in UTF-8, sorted by UTF-16 code unit; term t is
 *   `bytes[offsets[t] … offsets[t + 1])`.
 * - for the field at position f: `f.offsets` (postings of term t: `offsets[t] … offsets[t + 1])`), `f.documents`
 *   (ascending within a term), `f.frequencies` (of the term in the field, at most 255), `f.exactPostings` and
 *   `f.exactCounts` (ascending numbers of the postings of which the frequency is higher, and what it is), `f.lengths`
 *   (terms of each document's field, 0 where the document lacks it).
 * - postings that are too many for one array go on in further segments, `f.documents.1` and `f.frequencies.1`, …; those
 *   of one term are never parted.
 */
export interface LexicalIndexArrays {
  readonly meta: LexicalIndexMeta;
  readonly arrays: Readonly<Record<string, Uint8Array | Uint32Array>>;
}

/** Postings of terms that follow one another. */
interface PostingSegment {
  /** Postings of the field before this one's. */
  readonly first: number;
  readonly documents: Uint32Array;
  readonly frequencies: Uint8Array;
}

/** The arrays of one field; see {@link LexicalIndexArrays}. */
export interface FieldPostings {
  readonly offsets: Uint32Array;
  /** At least one. */
  readonly segments: readonly PostingSegment[];
  readonly exact: ExactCounts;
  readonly lengths: Uint32Array;
}

/** The name of an array of the segment at a position. */
export const segmentName = (name: string, segment: number): string => (segment === 0 ? name : `${name}.${segment}`);

/**
 * Where segments begin so that each has at most `mostPostings` and all postings of its terms; undefined when one term
 * has more.
 */
export function segmentStarts(offsets: Uint32Array, mostPostings: number): readonly number[] | undefined {
  const starts = [0];
  for (;;) {
    const first = starts.at(-1)!;
    if (offsets.at(-1)! - first <= mostPostings) return starts;
    let [low, high] = [0, offsets.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (offsets[middle]! - first <= mostPostings) low = middle;
      else high = middle - 1;
    }
    if (offsets[low] === first) return undefined;
    starts.push(offsets[low]!);
  }
}
