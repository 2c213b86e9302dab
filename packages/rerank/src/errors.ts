/** A reranker answered something that cannot be used, for example a score that is not finite. */
export class RerankError extends Error {
  override readonly name = 'RerankError';
  /** `invalid_request`: fault of the caller; `invalid_response`: fault of the reranker. */
  readonly code: 'invalid_request' | 'invalid_response';

  constructor(code: RerankError['code'], message: string) {
    super(`@grasp/rerank: ${message}`);
    this.code = code;
  }
}
