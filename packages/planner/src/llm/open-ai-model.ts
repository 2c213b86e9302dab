import type { ChatMessage, ChatModel, ChatReply, ChatRequest, TokenUsage } from './chat-model.js';
import { fetchWithRetries } from './fetch-with-retries.js';
import type { HttpAnswer } from './fetch-with-retries.js';
import { ModelError } from './model-error.js';
import { PROMPTS } from './prompts.generated.js';
import { fillIn } from './fill-in.js';

/** How a server is held to the form of the answer. */
export type StructuredOutput = 'json_schema' | 'json_object' | 'text';

export interface OpenAiModelOptions {
  /** Base address of the server, for example `http://localhost:11434/v1`. */
  readonly url: string;
  readonly model: string;
  /** Sent as a bearer token; never written anywhere. */
  readonly apiKey?: string;
  /**
   * Default `auto`: a JSON schema, and where the server refuses that JSON mode, and where it refuses that the schema as
   * text. What a server refused is not asked for again.
   */
  readonly output?: StructuredOutput | 'auto';
  /** Tries of one request, 1 or more; default 3. */
  readonly tries?: number;
  /** For one try; default 60,000. */
  readonly timeoutMs?: number;
  /** Before the second try, then doubling; default 500. */
  readonly waitMs?: number;
  /** Default 30,000: a longer Retry-After ends the request. */
  readonly longestWaitMs?: number;
  /** Further headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The default numbers of {@link createOpenAiModel}. */
export const OPEN_AI_MODEL_DEFAULTS = Object.freeze({
  output: 'auto',
  tries: 3,
  timeoutMs: 60_000,
  waitMs: 500,
  longestWaitMs: 30_000,
} as const);

const LADDER: readonly StructuredOutput[] = ['json_schema', 'json_object', 'text'];
const FORM_REFUSED =
  /response_format|json_schema|json_object|json schema|schema|grammar|guided|structured|not supported/iu;

/** What a model is asked several answers to. */
export interface SampleRequest extends Omit<ChatRequest, 'schema'> {
  /** Answers wanted, 1 or more; servers that know no `n` give one. */
  readonly count: number;
  /** Asks for the `count` best sequences of a beam search, as vLLM offers it (`use_beam_search`), instead of samples. */
  readonly beamSearch?: boolean;
}

/** What a model answered, in the server's order; answers without text are left out. */
export interface SampleReply {
  readonly texts: readonly string[];
  readonly usage?: TokenUsage;
}

/** A {@link ChatModel} that also gives several answers in plain text to one question. */
export interface OpenAiModel extends ChatModel {
  /** @throws {@link ModelError} */
  sample(request: SampleRequest): Promise<SampleReply>;
}

type Json = Record<string, unknown>;

/** The schema without limits of lengths, which some servers do not accept. */
function withoutLimits(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutLimits);
  if (typeof schema !== 'object' || schema === null) return schema;
  const kept = Object.entries(schema).filter(([key, value]) => !(/^max(?:Length|Items)$/u.test(key) && Number(value)));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutLimits(value)]));
}

const asObject = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {};

/** The text of an answer, wherever the server put it: content, parts of content, a tool call, a plain completion. */
function textOf(choice: Json): string {
  const message = asObject(choice['message']);
  const { content } = message;
  if (typeof content === 'string' && content.trim() !== '') return content;
  if (Array.isArray(content)) {
    const parts = content.map((part) => asObject(part)['text']).filter((text) => typeof text === 'string');
    if (parts.length > 0) return parts.join('');
  }
  const calls = Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
  for (const call of [asObject(calls[0])['function'], message['function_call']]) {
    const given = asObject(call)['arguments'];
    if (typeof given === 'string' && given !== '') return given;
    if (typeof given === 'object' && given !== null) return JSON.stringify(given);
  }
  if (typeof choice['text'] === 'string') return choice['text'];
  // Some servers put all that a reasoning model says there when it stopped before its answer.
  return typeof message['reasoning_content'] === 'string' ? message['reasoning_content'] : '';
}

function usageOf(body: Json): TokenUsage | undefined {
  const { prompt_tokens: prompt, completion_tokens: completion } = asObject(body['usage']);
  if (typeof prompt !== 'number' || typeof completion !== 'number') return undefined;
  return { promptTokens: prompt, completionTokens: completion };
}

/** Texts of all choices that have one. */
function readReplies({ text }: HttpAnswer): SampleReply {
  let body: Json;
  try {
    body = asObject(JSON.parse(text));
  } catch {
    throw new ModelError('empty_reply', 'expected the JSON of a chat completion, got something else');
  }
  const choices = Array.isArray(body['choices']) ? body['choices'] : [];
  const texts = choices.map((choice) => textOf(asObject(choice))).filter((said) => said.trim() !== '');
  if (texts.length === 0) throw new ModelError('empty_reply', 'expected a choice with text, got none');
  const usage = usageOf(body);
  return { texts, ...(usage === undefined ? {} : { usage }) };
}

function readReply(answer: HttpAnswer): ChatReply {
  const { texts, ...rest } = readReplies(answer);
  return { text: texts[0]!, ...rest };
}

/** The message of an error body, short. */
function complaintOf({ text }: HttpAnswer): string {
  let said: unknown = text;
  try {
    const body = asObject(JSON.parse(text));
    said = asObject(body['error'])['message'] ?? body['error'] ?? body['message'] ?? body['detail'] ?? text;
  } catch {
    // Not JSON: the text itself says what is wrong.
  }
  return (typeof said === 'string' ? said : JSON.stringify(said)).replace(/\s+/gu, ' ').slice(0, 300);
}

const withFormAsText = ({ messages, schema }: ChatRequest): ChatMessage[] => {
  const form = fillIn(PROMPTS.jsonForm, { jsonSchema: JSON.stringify(schema) });
  return messages.map((message, at) => (at === 0 ? { ...message, content: `${message.content}\n\n${form}` } : message));
};

/**
 * A model behind any server that speaks OpenAI's chat completions: OpenAI, vLLM, llama.cpp, Ollama, TGI, LiteLLM. Parameters
 * that a server refuses (`temperature`, `max_tokens`, the form of the answer) are left out or renamed from then on.
 *
 * @throws {@link ModelError} from `complete` and `sample`; aborting rejects with the signal's reason.
 */
export function createOpenAiModel(options: OpenAiModelOptions): OpenAiModel {
  const settings = { ...OPEN_AI_MODEL_DEFAULTS, ...options };
  const { username, password } = new URL(options.url);
  if (username !== '' || password !== '') {
    throw new TypeError('@grasp/planner: expected an address without credentials and the key as apiKey');
  }
  const base = options.url.replace(/\/+$/u, '').replace(/\/chat\/completions$/u, '');
  const address = `${base}/chat/completions`;
  const secret = options.apiKey;
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    ...(secret === undefined || secret === '' ? {} : { authorization: `Bearer ${secret}` }),
    ...options.headers,
  };
  const secrets = [secret, ...Object.values(options.headers ?? {})].filter(
    (value) => value !== undefined && value.length > 3,
  );
  const hide = (text: string): string => secrets.reduce<string>((shown, value) => shown.replaceAll(value!, '…'), text);
  let rung = settings.output === 'auto' ? 0 : LADDER.indexOf(settings.output);
  let limitName = 'max_tokens';
  let hasLimits = true;
  const leftOut = new Set<string>();

  const bodyOf = (request: ChatRequest): Json => {
    const form = LADDER[rung]!;
    const body: Json = {
      model: options.model,
      messages: form === 'json_schema' ? request.messages : withFormAsText(request),
      temperature: request.temperature,
      [limitName]: request.maxTokens,
      seed: request.seed,
    };
    if (form === 'json_schema') {
      body['response_format'] = {
        type: 'json_schema',
        json_schema: {
          name: 'answer',
          strict: true,
          schema: hasLimits ? request.schema : withoutLimits(request.schema),
        },
      };
    } else if (form === 'json_object') body['response_format'] = { type: 'json_object' };
    return body;
  };

  const sampleBodyOf = (request: SampleRequest): Json => ({
    model: options.model,
    messages: request.messages,
    temperature: request.temperature,
    [limitName]: request.maxTokens,
    seed: request.seed,
    n: request.count,
    ...(request.beamSearch === true ? { use_beam_search: true } : {}),
  });

  /** Changes what is asked of this server after it refused something; false when there is nothing to change. */
  const adapt = (complaint: string, body: Json): boolean => {
    if (limitName === 'max_tokens' && /max_completion_tokens/u.test(complaint)) {
      limitName = 'max_completion_tokens';
      return true;
    }
    for (const name of ['temperature', 'seed', 'n']) {
      const isAsked = name in body && !leftOut.has(name);
      if (isAsked && new RegExp(`\\b${name}\\b`, 'u').test(complaint)) return leftOut.add(name).has(name);
    }
    if ('n' in body) return false;
    if (rung === 0 && hasLimits && /max(?:Length|Items)/u.test(complaint)) {
      hasLimits = false;
      return true;
    }
    if (settings.output !== 'auto' || rung === LADDER.length - 1 || !FORM_REFUSED.test(complaint)) return false;
    rung++;
    return true;
  };

  /** The server's answer to a body, which is changed and sent again while it refuses parts of it. */
  const ask = async (bodyOf: () => Json, signal: AbortSignal | undefined): Promise<HttpAnswer> => {
    for (;;) {
      const wanted = bodyOf();
      for (const name of leftOut) delete wanted[name];
      const body = JSON.stringify(wanted);
      const answer = await fetchWithRetries(address, { headers, body }, settings, signal);
      const { status } = answer;
      if (status >= 200 && status < 300) return answer;
      const complaint = hide(complaintOf(answer));
      if ([400, 415, 422, 500, 501].includes(status) && adapt(complaint, wanted)) continue;
      const { host } = new URL(base);
      const fail = (code: ModelError['code'], expected: string): ModelError =>
        new ModelError(code, `${expected} from ${host}, got ${status}: ${complaint}`, { status });
      if (status === 401 || status === 403) throw fail('unauthorized', 'expected an answer (is the key right?)');
      if (status === 404)
        throw fail(
          'unknown_model',
          `expected the model "${options.model}" and chat/completions under ${base} (it often ends in /v1)`,
        );
      if (status === 429) throw fail('rate_limited', 'expected an answer');
      throw fail(status >= 500 ? 'server_error' : 'refused', 'expected an answer');
    }
  };

  return {
    id: options.model,
    complete: async (request) => readReply(await ask(() => bodyOf(request), request.signal)),
    sample: async (request) => readReplies(await ask(() => sampleBodyOf(request), request.signal)),
  };
}
