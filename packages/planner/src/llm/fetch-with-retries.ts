import { setTimeout as wait } from 'node:timers/promises';

import { ModelError } from './model-error.js';

/** How often and how long a request is tried. */
export interface RetrySettings {
  /** Tries in all, the first among them. */
  readonly tries: number;
  /** For one try, from sending to the last byte of the answer; a server that only drips runs into it too. */
  readonly timeoutMs: number;
  /** Before the second try; doubles each time. */
  readonly waitMs: number;
  /** A server that asks for a longer wait is not waited for. */
  readonly longestWaitMs: number;
}

/** Status and body of an answer, whatever the status. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

const LARGEST_BODY = 4 * 1024 * 1024;
const RETRIED: ReadonlySet<number> = new Set([408, 409, 425, 429, 500, 502, 503, 504, 529]);

/** Milliseconds that a Retry-After header asks for: seconds or a date. */
export function retryAfterMs(header: string | null, now: number): number | undefined {
  if (header === null) return undefined;
  const seconds = Number(header);
  if (header.trim() !== '' && Number.isFinite(seconds)) return Math.max(0, seconds * 1_000);
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

async function readBody(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  if (response.body === null) return text;
  for await (const chunk of response.body) {
    text += decoder.decode(chunk as Uint8Array, { stream: true });
    if (text.length > LARGEST_BODY) throw new ModelError('empty_reply', `expected at most ${LARGEST_BODY} characters`);
  }
  return text + decoder.decode();
}

/**
 * Sends one request until it is answered with anything but a passing failure. Waits as long as Retry-After says, else
 * twice as long each time.
 *
 * @throws ModelError `unreachable` and `timeout`; what `signal` says when it ends the request.
 */
export async function fetchWithRetries(
  url: string,
  init: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  settings: RetrySettings,
  signal: AbortSignal | undefined,
): Promise<HttpAnswer> {
  for (let attempt = 1; ; attempt++) {
    signal?.throwIfAborted();
    const isLast = attempt >= settings.tries;
    const deadline = AbortSignal.timeout(settings.timeoutMs);
    const stop = signal === undefined ? deadline : AbortSignal.any([signal, deadline]);
    let pause = Math.min(settings.longestWaitMs, settings.waitMs * 2 ** (attempt - 1));
    try {
      const response = await fetch(url, { method: 'POST', ...init, signal: stop });
      const answer = { status: response.status, text: await readBody(response) };
      if (isLast || !RETRIED.has(response.status)) return answer;
      const asked = retryAfterMs(response.headers.get('retry-after'), Date.now());
      if (asked !== undefined && asked > settings.longestWaitMs) return answer;
      pause = asked ?? pause;
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof ModelError) throw error;
      const { host } = new URL(url);
      if (isLast && deadline.aborted) {
        throw new ModelError('timeout', `expected an answer from ${host} within ${settings.timeoutMs} ms, got none`);
      }
      if (isLast) {
        const reason = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
        throw new ModelError('unreachable', `expected a model server at ${host}, got: ${reason}`);
      }
    }
    await wait(pause, undefined, signal === undefined ? {} : { signal }).catch(() => signal?.throwIfAborted());
  }
}
