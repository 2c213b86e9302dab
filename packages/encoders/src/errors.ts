/** What is wrong with a file of {@link EncoderFileError}. */
export type EncoderFileErrorCode =
  /** The file cannot be opened or read; `cause` has the system's error. */
  | 'unreadable'
  /** Shorter than its header says, or the header's length is impossible. */
  | 'truncated'
  /** The header is not JSON of the safetensors form. */
  | 'malformed_header'
  /** `embedding` or `scale` is absent. */
  | 'missing_tensor'
  /** A tensor's number type is another than the encoder reads. */
  | 'unsupported_dtype'
  /** Shape, byte range, dimensions and row counts do not fit each other. */
  | 'shape_mismatch'
  /** The vocabulary has no `[UNK]`, a piece twice, or another number of pieces than the table has rows. */
  | 'vocabulary_mismatch';

/** A file of an encoder cannot be used. The message says what was expected; use another file. */
export class EncoderFileError extends Error {
  override readonly name = 'EncoderFileError';
  readonly code: EncoderFileErrorCode;
  /** The path as it was given. */
  readonly file: string;

  constructor(code: EncoderFileErrorCode, file: string, message: string, options?: ErrorOptions) {
    super(`@grasp/encoders: ${message} (${file})`, options);
    this.code = code;
    this.file = file;
  }
}

/** What is wrong with an argument of {@link VectorError}. */
export type VectorErrorCode =
  /** The number of values is no multiple of the dimensions, or a vector has another length than expected. */
  | 'dimension_mismatch'
  /** `owners` has another length than there are rows, or is not ascending. */
  | 'invalid_owners'
  /** A range, count or other number is not a whole number in its range. */
  | 'out_of_range';

/** An argument of a vector operation cannot be right: a mistake in the calling code. */
export class VectorError extends RangeError {
  override readonly name = 'VectorError';
  readonly code: VectorErrorCode;

  constructor(code: VectorErrorCode, message: string) {
    super(`@grasp/encoders: ${message}`);
    this.code = code;
  }
}
