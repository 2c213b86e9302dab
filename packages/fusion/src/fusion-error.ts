/** What a caller got wrong. The list is closed. */
export type FusionErrorCode =
  /** `runs` is no array, or a run lacks a name or a ranking. */
  | 'invalid_run'
  /** A weight that is negative, not finite or no number, or weights whose sum is not finite. */
  | 'invalid_weight'
  /** There are runs, and every one of them has weight 0. */
  | 'all_weights_zero'
  /** Two runs of one incremental fusion have the same name. */
  | 'duplicate_run'
  /** A tuner got no questions. */
  | 'no_questions'
  /** An id (or what `key` made of it) that is no string, bigint or number other than NaN. */
  | 'invalid_id'
  /** A score that is needed and is not a finite number. */
  | 'invalid_score'
  /** An option outside its documented range. */
  | 'invalid_option';

/** The one error that this package throws: an argument outside its documented range. Nothing is thrown for data that is merely empty. */
export class FusionError extends Error {
  override readonly name = 'FusionError';
  readonly code: FusionErrorCode;
  /** The value that was refused. */
  readonly received: unknown;

  constructor(code: FusionErrorCode, expected: string, received: unknown) {
    super(`@grasp/fusion: expected ${expected}, got ${describe(received)}`);
    this.code = code;
    this.received = received;
  }
}

function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? 'an array' : 'an object';
  return typeof value === 'function' ? 'a function' : String(value);
}
