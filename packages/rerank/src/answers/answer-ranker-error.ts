/** What went wrong with an answer ranker. The list is closed. */
export type AnswerRankerErrorCode =
  /** A row's position, count, feature or vector is not of its documented form, or two vectors differ in size. */
  | 'invalid_row'
  /** A row to be learned from does not say whether it is correct. */
  | 'missing_label'
  /** No row has a feature or vector of that name. */
  | 'missing_feature'
  /** Nothing can be learned: no rows, or all of them correct, or none. */
  | 'too_few_rows'
  /** An option outside its documented range. */
  | 'invalid_option'
  /** A saved model that is damaged or of another format; `path` says where. */
  | 'invalid_model'
  /** A model that is valid and that this package cannot run: a newer version, or a CatBoost model of another sort. */
  | 'unsupported_model'
  /** onnxruntime-node is needed and not installed. */
  | 'missing_runtime'
  /** A ranker that was handed in answered something that cannot be used. */
  | 'invalid_response';

/** The one error that the answer rankers throw. */
export class AnswerRankerError extends Error {
  override readonly name = 'AnswerRankerError';
  readonly code: AnswerRankerErrorCode;
  /** Index of the row concerned, if any. */
  readonly row: number | undefined;
  /** Where in a saved model, for example `ranker.weights[3]`; only of `invalid_model` and `unsupported_model`. */
  readonly path: string | undefined;

  constructor(
    code: AnswerRankerErrorCode,
    expected: string,
    received: unknown,
    place: { readonly row?: number; readonly path?: string } = {},
  ) {
    const where = place.path === undefined ? '' : ` at ${place.path}`;
    const row = place.row === undefined ? '' : ` in row ${place.row}`;
    super(`@grasp/rerank: expected ${expected}${where}${row}, got ${describe(received)}`);
    this.code = code;
    this.row = place.row;
    this.path = place.path;
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
