import { estimateTokens } from './call-budget.js';
import type { ChatModel } from './chat-model.js';
import { ModelError } from './model-error.js';

/** A model file in this process. */
export interface LlamaModelOptions {
  /** A GGUF file with a chat template. */
  readonly modelPath: string;
  /** Most tokens of prompt and answer together; default 4,096. */
  readonly contextSize?: number;
  /** Default: as many as the processor suits. */
  readonly threads?: number;
  /** The module `node-llama-cpp`, if it lies elsewhere than where `import` finds it. */
  readonly module?: unknown;
}

/** A {@link ChatModel} that holds memory until it is closed. */
export interface LlamaModel extends ChatModel {
  close(): Promise<void>;
}

// What is used of node-llama-cpp 3, so that its types are not needed where it is not installed.
interface ChatItem {
  readonly type: string;
  readonly text?: string;
  readonly response?: readonly string[];
}
interface Session {
  setChatHistory(history: readonly ChatItem[]): void;
  prompt(
    text: string,
    options: {
      readonly grammar: unknown;
      readonly temperature: number;
      readonly maxTokens: number;
      readonly seed?: number;
      readonly signal?: AbortSignal;
      readonly stopOnAbortSignal: boolean;
    },
  ): Promise<string>;
  dispose(options: { readonly disposeSequence: boolean }): void;
}
interface Context {
  getSequence(): unknown;
}
interface Module {
  getLlama(options: object): Promise<{
    loadModel(options: object): Promise<{ createContext(options: object): Promise<Context> }>;
    createGrammarForJsonSchema(schema: object): Promise<unknown>;
    dispose(): Promise<void>;
  }>;
  readonly LlamaChatSession: new (options: object) => Session;
}

async function importModule(given: unknown): Promise<Module> {
  if (given !== undefined) return given as Module;
  try {
    // Typed as any text, so that its types need not be installed.
    return (await import('node-llama-cpp' as string)) as Module;
  } catch (cause) {
    const message = 'expected the package node-llama-cpp for models in this process; npm install node-llama-cpp';
    throw new ModelError('not_available', message, { cause });
  }
}

/**
 * Loads a GGUF model into this process through `node-llama-cpp` (an optional peer, version 3); the JSON schema becomes a
 * grammar, so that every answer has its form. The beginning of the prompt stays in the context from one question to the
 * next. One question is answered at a time, others wait.
 *
 * @throws ModelError `not_available` without the package or when the file cannot be loaded.
 */
export async function loadLlamaModel(options: LlamaModelOptions): Promise<LlamaModel> {
  const { modelPath, contextSize = 4_096, threads } = options;
  const { getLlama, LlamaChatSession } = await importModule(options.module);
  const llama = await getLlama({
    gpu: false,
    build: 'never',
    logLevel: 'error',
    ...(threads === undefined ? {} : { maxThreads: threads }),
  });
  const open = async (): Promise<Context> => {
    const model = await llama.loadModel({ modelPath });
    return model.createContext({ contextSize, ...(threads === undefined ? {} : { threads }) });
  };
  const context = await open().catch((cause: unknown) => {
    throw new ModelError('not_available', `expected a model that can be loaded at ${modelPath}`, { cause });
  });
  const sequence = context.getSequence();
  const grammars = new Map<string, Promise<unknown>>();
  let queue: Promise<unknown> = Promise.resolve();
  const id = modelPath.split(/[\\/]/u).at(-1) ?? modelPath;

  return {
    id,
    complete({ messages, schema, temperature, maxTokens, seed, signal }) {
      const answer = async () => {
        signal?.throwIfAborted();
        const key = JSON.stringify(schema);
        let grammar = grammars.get(key);
        if (grammar === undefined) grammars.set(key, (grammar = llama.createGrammarForJsonSchema(schema)));
        const session = new LlamaChatSession({ contextSequence: sequence });
        session.setChatHistory(
          messages.slice(0, -1).map(({ role, content }) => {
            if (role === 'assistant') return { type: 'model', response: [content] };
            return { type: role, text: content };
          }),
        );
        try {
          const text = await session.prompt(messages.at(-1)?.content ?? '', {
            grammar: await grammar,
            temperature,
            maxTokens,
            stopOnAbortSignal: false,
            ...(seed === undefined ? {} : { seed }),
            ...(signal === undefined ? {} : { signal }),
          });
          const promptTokens = messages.reduce((sum, { content }) => sum + estimateTokens(content), 0);
          return { text, usage: { promptTokens, completionTokens: estimateTokens(text) } };
        } finally {
          session.dispose({ disposeSequence: false });
        }
      };
      const result = queue.then(answer);
      queue = result.catch(() => undefined);
      return result;
    },
    close: () => llama.dispose(),
  };
}
