import type { GenerateText } from './neural-text.js';

/** A text2text-generation or text-generation pipeline of transformers.js. */
export type TextPipeline = (
  input: string,
  options: { readonly max_new_tokens: number; readonly do_sample: boolean },
) => Promise<unknown>;

/** A chat model; `createOpenAiModel` of `@grasp/planner` is one, for any server with OpenAI's interface. */
export interface TextModel {
  sample(request: {
    readonly messages: readonly { readonly role: 'system' | 'user'; readonly content: string }[];
    readonly count: number;
    readonly temperature: number;
    readonly maxTokens: number;
    readonly signal?: AbortSignal;
  }): Promise<{ readonly texts: readonly string[] }>;
}

/** Options of {@link pipelineText}. */
export interface PipelineTextOptions {
  /** Most tokens that are written; default 128, as in the paper. */
  readonly maxTokens?: number;
}

/** Options of {@link chatText}. */
export interface ChatTextOptions extends PipelineTextOptions {
  /** What the model is told before the graph; default {@link TEXT_INSTRUCTION}. */
  readonly instruction?: string;
}

/** What a chat model is told before the graph. */
export const TEXT_INSTRUCTION =
  'You get a small graph as a list of facts: [head] start [relation] relation [tail] end. Put all of them into a few plain English ' +
  'sentences. Use the names as they are written, add nothing that the facts do not say, and write nothing but these sentences.';

/**
 * Has a transformers.js pipeline write the text that {@link neuralText} checks: a T5 that was trained on WebNLG, or another model, from
 * the Hub or a local folder. It is greedy, so that the same subgraph has the same text. A run cannot be stopped half-way.
 */
export function pipelineText(pipeline: TextPipeline, options: PipelineTextOptions = {}): GenerateText {
  const { maxTokens = 128 } = options;
  return async (input) => {
    const output: unknown = await pipeline(input, { max_new_tokens: maxTokens, do_sample: false });
    const first: unknown = Array.isArray(output) ? output[0] : output;
    const text = (first as { readonly generated_text?: unknown } | undefined)?.generated_text;
    if (typeof text !== 'string')
      throw new TypeError('@grasp/subgraph-features: expected generated_text of the pipeline');
    // Models that only continue a text repeat it first.
    return text.startsWith(input) ? text.slice(input.length) : text;
  };
}

/** Has a chat model write the text that {@link neuralText} checks, at temperature 0. */
export function chatText(model: TextModel, options: ChatTextOptions = {}): GenerateText {
  const { instruction = TEXT_INSTRUCTION, maxTokens = 128 } = options;
  return async (input, { signal }) => {
    const { texts } = await model.sample({
      messages: [
        { role: 'system', content: instruction },
        { role: 'user', content: input },
      ],
      count: 1,
      temperature: 0,
      maxTokens,
      ...(signal === undefined ? {} : { signal }),
    });
    if (texts[0] === undefined) throw new TypeError('@grasp/subgraph-features: expected a text of the model, got none');
    return texts[0];
  };
}
