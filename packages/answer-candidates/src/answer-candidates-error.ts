/** What a caller can do something about. */
export type AnswerCandidatesErrorCode =
  /** An option outside its range. */
  | 'invalid_option'
  /** The model answered nothing that can be an answer. */
  | 'no_answers';

/** A call that cannot give candidates. */
export class AnswerCandidatesError extends Error {
  override readonly name = 'AnswerCandidatesError';
  readonly code: AnswerCandidatesErrorCode;

  constructor(code: AnswerCandidatesErrorCode, expected: string, received: unknown) {
    super(`@grasp/answer-candidates: expected ${expected}, got ${JSON.stringify(received) ?? 'none'}`);
    this.code = code;
  }
}

/** @throws AnswerCandidatesError `invalid_option` */
export function checkWholeNumber(name: string, value: number, least: number): void {
  if (Number.isInteger(value) && value >= least) return;
  throw new AnswerCandidatesError('invalid_option', `${name} to be a whole number from ${least}`, value);
}
