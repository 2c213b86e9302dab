/**
 * What went wrong between us and Neo4j; the list is closed. `driver_missing`: the package `neo4j-driver` is not
 * installed. `unavailable`: no server there, or it went away, or it is too busy, also after retries. `unauthorized`: it
 * refuses the credentials. `unknown_database`: it has no such database. `timeout`: the time is up. `not_read_only`: the
 * statement would do more than read. `out_of_memory`: the statement needs more memory than the server gives one.
 * `rejected`: anything else that the server does not execute; `serverCode` says why.
 */
export type Neo4jEngineErrorCode =
  | 'driver_missing'
  | 'unavailable'
  | 'unauthorized'
  | 'unknown_database'
  | 'timeout'
  | 'not_read_only'
  | 'out_of_memory'
  | 'rejected';

/** A statement that Neo4j did not execute. The message says what to do; the connection is usable afterwards. */
export class Neo4jEngineError extends Error {
  override readonly name = 'Neo4jEngineError';
  readonly code: Neo4jEngineErrorCode;
  /** The server's or driver's own code, for example `Neo.ClientError.Statement.SyntaxError`. */
  readonly serverCode: string | undefined;
  /** Whether the same statement may succeed when it is sent again soon. */
  readonly isRetryable: boolean;

  constructor(
    code: Neo4jEngineErrorCode,
    message: string,
    options: { readonly serverCode?: string; readonly isRetryable?: boolean; readonly cause?: unknown } = {},
  ) {
    super(`@grasp/graph-retriever: ${message}`, options.cause === undefined ? {} : { cause: options.cause });
    this.code = code;
    this.serverCode = options.serverCode;
    this.isRetryable = options.isRetryable ?? false;
  }
}

const MEANINGS: readonly (readonly [pattern: RegExp, code: Neo4jEngineErrorCode, message: string])[] = [
  [
    /MemoryPoolOutOfMemory|OutOfMemoryError|StackOverFlowError/u,
    'out_of_memory',
    'Neo4j ran out of the memory that it gives one statement; add anchors or filters to the plan, bind fewer nodes, or raise db.memory.transaction.max',
  ],
  [
    /Transaction\.TransactionTimedOut|Transaction\.LockClientStopped/u,
    'timeout',
    'the statement took longer than the server or the caller allows; allow more time (timeoutMs, db.transaction.timeout), or narrow the plan',
  ],
  [
    /Statement\.AccessMode|WriteOnReadOnlyAccessDatabase|General\.ForbiddenOnReadOnlyDatabase/u,
    'not_read_only',
    'the server refused to write in a connection that only reads; send statements that only read',
  ],
  [
    /^Neo\.ClientError\.Security\./u,
    'unauthorized',
    'the server refuses the credentials; check user and password, and that the user may read the database',
  ],
  [
    /Database\.DatabaseNotFound/u,
    'unknown_database',
    'the server has no database of this name; SHOW DATABASES lists those that it has',
  ],
  [
    /^ServiceUnavailable$|^SessionExpired$|DatabaseUnavailable|Cluster\.NotALeader/u,
    'unavailable',
    'no Neo4j answers at this address; check that the server runs, the address, and the scheme (bolt://, or neo4j:// for a cluster)',
  ],
];

/** Says in our codes what a driver's error means. An error of ours stays as it is. */
export function toEngineError(error: unknown): Neo4jEngineError {
  if (error instanceof Neo4jEngineError) return error;
  const { code, message, retryable } = error as { code?: unknown; message?: unknown; retryable?: unknown };
  const serverCode = typeof code === 'string' ? code : 'unknown';
  const said = typeof message === 'string' ? message : String(error);
  const [, meaning, advice] = MEANINGS.find(([pattern]) => pattern.test(serverCode)) ?? [];
  const isRetryable = retryable === true && meaning !== 'out_of_memory';
  if (/^Connection acquisition timed out/u.test(said)) {
    const message = 'all connections of the driver are in use; ask less at the same time, or use a driver with more';
    return new Neo4jEngineError('unavailable', `${message} (${said})`, { serverCode, cause: error });
  }
  const details = { serverCode, isRetryable, cause: error };
  if (meaning !== undefined) return new Neo4jEngineError(meaning, `${advice!} (${serverCode}: ${said})`, details);
  if (isRetryable) {
    return new Neo4jEngineError('unavailable', `the server is too busy; try again (${serverCode}: ${said})`, details);
  }
  return new Neo4jEngineError('rejected', `Neo4j did not execute the statement: ${said} (${serverCode})`, details);
}
