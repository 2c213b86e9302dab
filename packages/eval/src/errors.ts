/** What is wrong with a call or its data, as a code that stays the same between versions. */
export type EvaluationErrorCode =
  | 'unknown_measure'
  | 'invalid_cutoff'
  | 'invalid_option'
  | 'invalid_score'
  | 'invalid_judgement'
  | 'duplicate_document'
  | 'duplicate_query'
  | 'invalid_measure_value';

/** A run, qrels or an option that no number can be computed from honestly. */
export class EvaluationError extends Error {
  override readonly name = 'EvaluationError';

  constructor(
    /** See {@link EvaluationErrorCode}. */
    readonly code: EvaluationErrorCode,
    expected: string,
    /** The query and document concerned, where there is one. */
    readonly details: { readonly queryId?: string; readonly documentId?: string } = {},
  ) {
    super(`@grasp/eval: ${expected}`);
  }
}
