import { AnswerRankerError } from './answer-ranker-error.js';
import type { NextTokenLogProbabilities } from './diverse-beam-search.js';
import type { OnnxSession, OnnxTensor } from './onnx-answer-ranker.js';

/** Options of {@link createOnnxNextToken}. */
export interface OnnxNextTokenOptions {
  /** The tokens of the question, as the model's tokenizer gives them; not empty. */
  readonly inputTokens: readonly number[];
  /** The token that the decoder starts with; 0 for T5. */
  readonly startToken: number;
  /** Further inputs of a batch that the model wants, such as caches. */
  readonly moreInputs?: (batchSize: number) => Readonly<Record<string, OnnxTensor>>;
  /** Name of the output that holds the logits, [batch, length, vocabulary]. Default `logits`. */
  readonly outputName?: string;
}

/**
 * The next-token function of a sequence-to-sequence model in ONNX form, for `diverseBeamSearch`. The model is one graph with the
 * inputs `input_ids`, `attention_mask` and `decoder_input_ids`, all int64, as exports without a cache have; it is run once for all
 * prefixes, which must be equally long.
 *
 * @throws AnswerRankerError `invalid_option`; the function `invalid_response` for an output of another shape
 */
export function createOnnxNextToken(session: OnnxSession, options: OnnxNextTokenOptions): NextTokenLogProbabilities {
  const { inputTokens, startToken, moreInputs, outputName = 'logits' } = options;
  if (inputTokens.length === 0) throw new AnswerRankerError('invalid_option', 'inputTokens to hold a token', 0);
  return async (prefixes) => {
    const count = prefixes.length;
    const length = (prefixes[0]?.length ?? 0) + 1;
    if (prefixes.some((prefix) => prefix.length !== length - 1)) {
      throw new AnswerRankerError('invalid_option', 'prefixes of one length', prefixes.length);
    }
    const repeated = prefixes.flatMap(() => inputTokens.map(BigInt));
    const dims = [count, inputTokens.length];
    const outputs = await session.run({
      input_ids: { type: 'int64', data: repeated, dims },
      attention_mask: { type: 'int64', data: repeated.map(() => 1n), dims },
      decoder_input_ids: {
        type: 'int64',
        data: prefixes.flatMap((prefix) => [BigInt(startToken), ...prefix.map(BigInt)]),
        dims: [count, length],
      },
      ...moreInputs?.(count),
    });
    const { data, dims: shape } = outputs[outputName] ?? { data: [], dims: [] };
    const vocabulary = shape[2] ?? 0;
    if (shape[0] !== count || shape[1] !== length || vocabulary < 1) {
      throw new AnswerRankerError('invalid_response', `${outputName} of shape ${count}, ${length}, n`, shape.join());
    }
    return prefixes.map((_, row) => {
      const end = (row + 1) * length * vocabulary;
      return logSoftmax(
        Float64Array.from({ length: vocabulary }, (_, token) => Number(data[end - vocabulary + token])),
      );
    });
  };
}

function logSoftmax(logits: Float64Array): Float64Array {
  const highest = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
  const sum = logits.reduce((total, logit) => total + Math.exp(logit - highest), 0);
  const logSum = Math.log(sum);
  return logits.map((logit) => logit - highest - logSum);
}
