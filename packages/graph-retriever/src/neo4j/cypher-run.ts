import { setTimeout as delay } from 'node:timers/promises';

import type { Neo4jDriver, Neo4jPlan, Neo4jResult } from './neo4j-driver.js';
import { Neo4jEngineError, toEngineError } from './neo4j-engine-error.js';

/** Options of a {@link CypherRun}. */
export interface CypherRunOptions {
  /** Milliseconds after which the statement ends, here and on the server. Default: what the server allows. */
  readonly timeoutMs?: number;
  /** Ends the statement, here and on the server; the promise is rejected with the signal's reason. */
  readonly signal?: AbortSignal;
}

/** What a statement gave. */
export interface CypherResult {
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** `r` for a statement that reads; see the driver's `ResultSummary`. */
  readonly queryType: string | undefined;
  /** The operators; after EXPLAIN only. */
  readonly plan: Neo4jPlan | undefined;
  /** What the server does not know of the names in the statement: labels, relationship types, properties. */
  readonly warnings: readonly string[];
}

/** Runs one statement. @throws Neo4jEngineError, or the signal's reason */
export type CypherRun = (
  text: string,
  parameters: Readonly<Record<string, unknown>>,
  options?: CypherRunOptions,
) => Promise<CypherResult>;

/** Settings of {@link createCypherRun}. */
export interface CypherRunSettings {
  /** Default: the user's home database, which costs a request more. */
  readonly database?: string;
  /** `read` is sent to any member of a cluster, and each refuses to write. Default `read`. */
  readonly access?: 'read' | 'write';
}

const RETRY_DELAYS_MS = [100, 400];
const LONGEST_TIMEOUT_MS = 2 ** 31 - 1;
/** Label, relationship type, property key that does not exist. */
const UNKNOWN_NAMES = new Set(['01N50', '01N51', '01N52']);

function toCypherResult({ records, summary }: Neo4jResult): CypherResult {
  const plan = summary.plan;
  return {
    rows: records.map((record) => record.toObject()),
    queryType: summary.queryType,
    plan: plan === false ? undefined : plan,
    warnings: (summary.gqlStatusObjects ?? [])
      .filter(({ gqlStatus }) => UNKNOWN_NAMES.has(gqlStatus))
      .map(({ statusDescription }) => statusDescription),
  };
}

/** Settles as `work` does, but is rejected at once when the signal fires, whatever the server does. */
function untilAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(new Error('stopped'));
    if (signal.aborted) stop();
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/**
 * Statements over a driver, each in a transaction of its own that the server ends in time. What the driver calls
 * retryable is sent again, twice at most, except when memory is short: that would only take it again.
 */
export function createCypherRun(driver: Neo4jDriver, settings: CypherRunSettings = {}): CypherRun {
  const sessionConfig = {
    ...(settings.database === undefined ? {} : { database: settings.database }),
    defaultAccessMode: settings.access === 'write' ? ('WRITE' as const) : ('READ' as const),
  };

  const attempt = async (
    text: string,
    parameters: Readonly<Record<string, unknown>>,
    timeoutMs: number,
    stop: AbortSignal,
  ): Promise<CypherResult> => {
    const session = driver.session(sessionConfig);
    const work = (async () => {
      const timeout = Number.isFinite(timeoutMs) ? { timeout: Math.ceil(timeoutMs) } : {};
      const transaction = await session.beginTransaction(timeout);
      const result = await transaction.run(text, { ...parameters });
      await transaction.commit();
      return toCypherResult(result);
    })();
    try {
      return await untilAborted(work, stop);
    } finally {
      // Ends the transaction on the server. A connection that is gone has nothing to end.
      const closed = session.close().catch(() => undefined);
      if (!stop.aborted) await closed;
    }
  };

  return async (text, parameters, { timeoutMs = Infinity, signal } = {}) => {
    signal?.throwIfAborted();
    const end = performance.now() + timeoutMs;
    const signals = [
      ...(signal === undefined ? [] : [signal]),
      ...(timeoutMs <= LONGEST_TIMEOUT_MS ? [AbortSignal.timeout(Math.ceil(timeoutMs))] : []),
    ];
    const stop = AbortSignal.any(signals);
    for (let tries = 0; ; tries++) {
      try {
        return await attempt(text, parameters, Math.max(1, end - performance.now()), stop);
      } catch (error) {
        signal?.throwIfAborted();
        if (stop.aborted) {
          throw new Neo4jEngineError(
            'timeout',
            `the statement took longer than ${timeoutMs} ms; allow more time (timeoutMs) or narrow the plan`,
            { cause: error },
          );
        }
        const engineError = toEngineError(error);
        const pause = RETRY_DELAYS_MS[tries];
        if (!engineError.isRetryable || pause === undefined) throw engineError;
        await delay(pause, undefined, { signal: stop }).catch(() => undefined);
      }
    }
  };
}
