import type { Subgraph } from '../subgraph.js';
import type { FaithfulnessOptions, FaithfulnessReport } from './check-faithfulness.js';
import { checkFaithfulness } from './check-faithfulness.js';
import { describeSubgraph } from './describe-subgraph.js';
import { sequenceInput } from './model-input.js';

/** A model that turns one input into one text, such as a transformers.js text2text pipeline or a client of a model server. */
export type GenerateText = (input: string, options: { readonly signal?: AbortSignal }) => Promise<string>;

export interface NeuralTextOptions extends FaithfulnessOptions {
  /** What the model is given; by default {@link sequenceInput}. */
  readonly toInput?: (subgraph: Subgraph) => string;
  /** What is given out when the model's text will not do; by default {@link describeSubgraph}. */
  readonly toFallback?: (subgraph: Subgraph) => string;
  readonly signal?: AbortSignal;
}

/** A text of a subgraph and where it comes from. */
export interface NeuralText {
  readonly text: string;
  readonly origin: 'model' | 'fallback';
  /** What the model wrote; null when it failed. */
  readonly modelText: string | null;
  /** The check of the model's text; null when it failed. */
  readonly report: FaithfulnessReport | null;
  /** What the model threw. */
  readonly failure?: unknown;
}

/**
 * Has a model describe the subgraph and checks what it wrote with {@link checkFaithfulness}. The deterministic text stands
 * in when the model fails or its text is not borne out. Rejects with the signal's reason when that aborts, for nothing else.
 */
export async function neuralText(
  subgraph: Subgraph,
  generate: GenerateText,
  options: NeuralTextOptions = {},
): Promise<NeuralText> {
  const { toInput = sequenceInput, toFallback = describeSubgraph, signal, ...checks } = options;
  signal?.throwIfAborted();
  let modelText: string;
  try {
    modelText = (await generate(toInput(subgraph), signal === undefined ? {} : { signal })).trim();
  } catch (failure) {
    signal?.throwIfAborted();
    return { text: toFallback(subgraph), origin: 'fallback', modelText: null, report: null, failure };
  }
  signal?.throwIfAborted();
  const report = checkFaithfulness(modelText, subgraph, checks);
  if (report.isFaithful) return { text: modelText, origin: 'model', modelText, report };
  return { text: toFallback(subgraph), origin: 'fallback', modelText, report };
}
