/** Why reports cannot be compared. */
export type ComparisonErrorCode =
  | 'too_few_runs'
  | 'duplicate_run'
  | 'different_questions'
  | 'different_conventions'
  | 'different_queries'
  | 'missing_measure';

/** Reports whose numbers do not mean the same, so that a table of them would mislead. */
export class ComparisonError extends Error {
  override readonly name = 'ComparisonError';

  constructor(
    /** See {@link ComparisonErrorCode}. */
    readonly code: ComparisonErrorCode,
    expected: string,
    /** Names of the runs concerned. */
    readonly runs: readonly string[],
  ) {
    super(`@grasp/eval: ${expected}`);
  }
}
