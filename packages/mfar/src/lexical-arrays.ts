/** The description that goes with the arrays of a lexical index; JSON. */
export interface LexicalIndexMeta {
  readonly format: 'grasp-lexical-1';
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
}

/**
 * A lexical index as plain data: store `meta` as JSON and each array under its name.
 *
 * - `terms.bytes`, `terms.offsets`: the vocabulary in UTF-8, sorted by UTF-16 code unit; term t is
 *   `bytes[offsets[t] … offsets[t + 1])`.
 * - for the field at position f: `f.offsets` (postings of term t: `offsets[t] … offsets[t + 1])`), `f.documents`
 *   (ascending within a term), `f.frequencies` (of the term in the field, at most 255), `f.lengths` (terms of each
 *   document's field, 0 where the document lacks it).
 */
export interface LexicalIndexArrays {
  readonly meta: LexicalIndexMeta;
  readonly arrays: Readonly<Record<string, Uint8Array | Uint32Array>>;
}

/** The arrays of one field; see {@link LexicalIndexArrays}. */
export interface FieldPostings {
  readonly offsets: Uint32Array;
  readonly documents: Uint32Array;
  readonly frequencies: Uint8Array;
  readonly lengths: Uint32Array;
}
