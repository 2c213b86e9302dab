import { createHash } from 'node:crypto';

import type { ChatModel, ChatReply, ChatRequest } from './chat-model.js';
import { ModelError } from './model-error.js';

/** One call of a model with its answer; a line of a record file. It holds no key and no address. */
export interface CallRecord {
  /** Hash of model, messages, schema and parameters; see {@link callKey}. */
  readonly key: string;
  readonly model: string;
  readonly reply: ChatReply;
}

/** JSON with the keys of every object in order, so that equal values have equal texts. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** What a call is known by: SHA-256 over model, messages, schema and parameters, in hexadecimal. */
export function callKey(model: string, request: ChatRequest): string {
  const { messages, schema, temperature, maxTokens, seed } = request;
  const content = { model, messages, schema, temperature, maxTokens, seed };
  return createHash('sha256').update(canonical(content)).digest('hex');
}

/** The model with every answer handed to `write`, for example to be appended to a file as a line of JSON. */
export function recordCalls(model: ChatModel, write: (record: CallRecord) => void | Promise<void>): ChatModel {
  return {
    id: model.id,
    async complete(request) {
      const reply = await model.complete(request);
      await write({ key: callKey(model.id, request), model: model.id, reply });
      return reply;
    },
  };
}

/**
 * A model that gives the recorded answers and asks nobody. Of several records of one call the last counts.
 *
 * @param id - Id of the model that was recorded.
 * @param otherwise - Asked for calls without a record. Without it they fail with the code `not_recorded`.
 */
export function replayCalls(id: string, records: Iterable<CallRecord>, otherwise?: ChatModel): ChatModel {
  const replies = new Map([...records].map((record) => [record.key, record.reply] as const));
  return {
    id,
    async complete(request) {
      request.signal?.throwIfAborted();
      const reply = replies.get(callKey(id, request));
      if (reply !== undefined) return reply;
      if (otherwise !== undefined) return otherwise.complete(request);
      throw new ModelError('not_recorded', `expected a record of this call of "${id}", got none`);
    },
  };
}
