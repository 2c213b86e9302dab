/** One message of a conversation with a language model. */
export interface ChatMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** A JSON schema, as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What a model is asked. */
export interface ChatRequest {
  readonly messages: readonly ChatMessage[];
  /** The form of the answer; models that cannot be held to it get it as text. */
  readonly schema: JsonSchema;
  /** 0 is the likeliest answer. */
  readonly temperature: number;
  /** Most tokens of the answer. */
  readonly maxTokens: number;
  /** Tells samples of the same question apart; servers that can make the answer repeatable with it. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

/** Tokens as the server counted them. */
export interface TokenUsage {
  readonly promptTokens: number;
  readonly completionTokens: number;
}

/** What a model said. */
export interface ChatReply {
  readonly text: string;
  /** Absent when the server does not say. */
  readonly usage?: TokenUsage;
}

/** A language model behind a narrow interface: a server, a model in this process, a record of earlier answers. */
export interface ChatModel {
  /** Names the model in records; the same id means the same model and settings. */
  readonly id: string;
  /** @throws {@link ModelError} */
  complete(request: ChatRequest): Promise<ChatReply>;
}

/** The smallest model there can be: a function from messages and schema to text. */
export type ChatFunction = (
  messages: readonly ChatMessage[],
  schema: JsonSchema,
  options: { readonly signal?: AbortSignal },
) => string | Promise<string>;

/** A model out of a function; anything else is returned as it is. */
export function toChatModel(model: ChatModel | ChatFunction): ChatModel {
  if (typeof model !== 'function') return model;
  return {
    id: model.name === '' ? 'function' : model.name,
    async complete({ messages, schema, signal }) {
      return { text: await model(messages, schema, signal === undefined ? {} : { signal }) };
    },
  };
}
