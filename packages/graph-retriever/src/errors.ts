/**
 * What went wrong: `unsupported_plan` (a negated hop that has no side nearer to the target), `invalid_binding` (a
 * score that is no finite number up to 500 in size), `invalid_option` (an option outside its range).
 */
export type GraphRetrieverErrorCode = 'unsupported_plan' | 'invalid_binding' | 'invalid_option';

/** An argument that cannot be used. Thrown before any work is done. */
export class GraphRetrieverError extends Error {
  override readonly name = 'GraphRetrieverError';

  constructor(
    readonly code: GraphRetrieverErrorCode,
    message: string,
  ) {
    super(`@grasp/graph-retriever: ${message}`);
  }
}
