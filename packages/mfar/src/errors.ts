/** What is wrong in a {@link LexicalIndexError}. */
export type LexicalIndexErrorCode =
  /** The stored description is of another form or version: build the index again. */
  | 'malformed_meta'
  /** A stored array is absent: build the index again. */
  | 'missing_array'
  /** A stored array has another type or length than the description says: build the index again. */
  | 'malformed_array'
  /** The index has no field of this name. */
  | 'unknown_field'
  /** More documents, terms or postings than arrays of the given length hold. */
  | 'too_large'
  /** A change says that a field loses a text that it does not have: build the index again. */
  | 'inconsistent_change'
  /** The list of fields is empty, names one twice, k1 or b is out of range, or a numbering is for another index. */
  | 'invalid_options';

/** A lexical index cannot be built, opened or asked as wanted. */
export class LexicalIndexError extends Error {
  override readonly name = 'LexicalIndexError';
  readonly code: LexicalIndexErrorCode;

  constructor(code: LexicalIndexErrorCode, message: string) {
    super(`@grasp/mfar: ${message}`);
    this.code = code;
  }
}

/** What is wrong in a {@link MultiFieldError}. */
export type MultiFieldErrorCode =
  /** Fields without a scorer, a name twice, or a number out of range. */
  | 'invalid_fields'
  /** A type that the retriever does not know. */
  | 'unknown_type'
  /** Weights for other scorers, or for an encoder of other dimensions or another id. */
  | 'weights_mismatch'
  /** A scorer without a usable scale: fit the scales again. */
  | 'scales_mismatch'
  /** A dense scorer or weights are given, but no encoder. */
  | 'missing_encoder'
  /** `count`, `scorerCount` or another number is not in its range. */
  | 'out_of_range';

/** A multi-field retriever cannot be made or asked as wanted. */
export class MultiFieldError extends Error {
  override readonly name = 'MultiFieldError';
  readonly code: MultiFieldErrorCode;

  constructor(code: MultiFieldErrorCode, message: string) {
    super(`@grasp/mfar: ${message}`);
    this.code = code;
  }
}
