/** Why a model gave no answer. */
export type ModelErrorCode =
  /** No server answers at the address. */
  | 'unreachable'
  /** The key is missing or wrong. */
  | 'unauthorized'
  /** The server does not know the model or the path. */
  | 'unknown_model'
  /** Still too many requests after all tries, or the server asks for a longer wait than allowed. */
  | 'rate_limited'
  /** The server failed, after all tries. */
  | 'server_error'
  /** The server refuses the request, for example because it is too long. */
  | 'refused'
  /** The answer did not come in time. */
  | 'timeout'
  /** There was an answer without any text, or one that is no answer of such a server. */
  | 'empty_reply'
  /** Replaying, and this request was not recorded. */
  | 'not_recorded'
  /** The optional package for models in this process is not installed, or the model file cannot be loaded. */
  | 'not_available';

/** A model gave no answer. The planner records it and goes on without. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly code: ModelErrorCode;
  /** HTTP status, where there was one. */
  readonly status: number | undefined;

  constructor(code: ModelErrorCode, message: string, options?: ErrorOptions & { readonly status?: number }) {
    super(`@grasp/planner: ${message}`, options);
    this.code = code;
    this.status = options?.status;
  }
}
