/** Why a source cannot be read at all; a single bad row is an `ImportProblem` instead. The list is closed. */
export const SOURCE_ERROR_CODES = Object.freeze([
  /** The folder has no grasp.json. */
  'no_description',
  /** grasp.json is not JSON, or not of the documented form. */
  'invalid_description',
  /** A file that grasp.json names is not there. */
  'missing_file',
  /** A file cannot be opened: no permission, a folder, a failing disk. */
  'unreadable_file',
  /** A .gz file that ends early or is no gzip data. */
  'corrupt_file',
  /** A file that is not of its format at all: no header line, an ontology without its root, not UTF-8 text. */
  'invalid_file',
  /** A column that grasp.json names is not in the file's header. */
  'missing_column',
  /** The npm package that holds the data is not installed. */
  'missing_package',
] as const);

/** One of {@link SOURCE_ERROR_CODES}. */
export type SourceErrorCode = (typeof SOURCE_ERROR_CODES)[number];

/** Where a source is at fault. */
export interface SourceErrorDetails {
  /** From 1. */
  readonly line?: number | undefined;
  /** From 1, in UTF-16 code units. */
  readonly column?: number | undefined;
  /** Keys and positions from the root of grasp.json. */
  readonly path?: readonly (string | number)[] | undefined;
  readonly cause?: unknown;
}

/** A source that cannot be read until somebody changes its files. The message says where and what to do. */
export class SourceError extends Error {
  override readonly name = 'SourceError';
  readonly code: SourceErrorCode;
  /** The file at fault, as grasp.json names it. */
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly path?: readonly (string | number)[];

  constructor(code: SourceErrorCode, file: string, message: string, details: SourceErrorDetails = {}) {
    const { line, column, path, cause } = details;
    const place = [file, line, line === undefined ? undefined : column].filter((part) => part !== undefined).join(':');
    super(`@grasp/skb: ${place}: ${message}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.file = file;
    if (line !== undefined) this.line = line;
    if (column !== undefined) this.column = column;
    if (path !== undefined) this.path = path;
  }
}
