/** What the caller of the pipeline can do something about. */
export type PipelineErrorCode =
  /** The file was built with another encoder than the one in use. */
  | 'encoder_mismatch'
  /** The file holds nodes, but not the indexes that the pipeline searches. */
  | 'not_indexed'
  /** The text indexes of a file do not fit its nodes. */
  | 'damaged_index'
  /** A plan that does not fit the knowledge base. */
  | 'invalid_plan'
  /** A database that does not hold what the knowledge base does. */
  | 'database_mismatch'
  /** What was asked for takes more memory than Node may use. */
  | 'not_enough_memory'
  /** A question, node type, count or file that cannot be used. */
  | 'invalid_input';

/** Something that was handed to the pipeline cannot be used. The message says what to do. */
export class PipelineError extends Error {
  override readonly name = 'PipelineError';
  readonly code: PipelineErrorCode;

  constructor(code: PipelineErrorCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
