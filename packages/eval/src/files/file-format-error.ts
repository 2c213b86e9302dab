/** What is wrong with a file, as a code that stays the same between versions. */
export type FileFormatErrorCode =
  | 'invalid_encoding'
  | 'malformed_line'
  | 'invalid_number'
  | 'duplicate_document'
  | 'duplicate_id'
  | 'split_query'
  | 'malformed_csv'
  | 'missing_column'
  | 'malformed_question'
  | 'invalid_id';

/** A file that does not have the form it should have, or data that cannot be written in that form. */
export class FileFormatError extends Error {
  override readonly name = 'FileFormatError';

  constructor(
    /** See {@link FileFormatErrorCode}. */
    readonly code: FileFormatErrorCode,
    /** Where, from 1; 0 when writing, and where the line is not known. */
    readonly line: number,
    expected: string,
  ) {
    super(`@grasp/eval: ${line > 0 ? `line ${line}: ` : ''}${expected}`);
  }
}
