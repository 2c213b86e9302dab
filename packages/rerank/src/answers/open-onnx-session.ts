import { AnswerRankerError } from './answer-ranker-error.js';
import type { OnnxSession, OnnxTensor } from './onnx-answer-ranker.js';

/** The part of onnxruntime-node or onnxruntime-web that is used. */
export interface OnnxRuntime {
  readonly Tensor: new (type: string, data: never, dims: readonly number[]) => unknown;
  readonly InferenceSession: {
    create(
      model: never,
      options?: { readonly logSeverityLevel?: 0 | 1 | 2 | 3 | 4 },
    ): Promise<{ run(inputs: never): Promise<Readonly<Record<string, unknown>>> }>;
  };
}

/** Options of {@link openOnnxSession}. */
export interface OpenOnnxSessionOptions {
  /** The runtime. Default: onnxruntime-node, an optional peer dependency, is imported. */
  readonly runtime?: OnnxRuntime;
}

/**
 * Opens an ONNX model, given as its file's name or its bytes, for `createOnnxAnswerRanker` and `createOnnxNextToken`.
 *
 * @throws AnswerRankerError `missing_runtime` when onnxruntime-node is needed and is not installed; `invalid_model` for what the
 *   runtime cannot open, with its message as the cause
 */
export async function openOnnxSession(
  model: string | Uint8Array,
  options: OpenOnnxSessionOptions = {},
): Promise<OnnxSession> {
  const { Tensor, InferenceSession } = options.runtime ?? (await importRuntime());
  // The runtime warns of CatBoost's exports, whose output has one dimension more than they declare.
  const session = await InferenceSession.create(model as never, { logSeverityLevel: 3 }).catch((cause: unknown) => {
    const error = new AnswerRankerError('invalid_model', 'an ONNX model that the runtime opens', String(cause));
    error.cause = cause;
    throw error;
  });
  return {
    async run(inputs) {
      const tensors = Object.entries(inputs).map(([name, tensor]) => [name, toRuntime(Tensor, tensor)] as const);
      return (await session.run(Object.fromEntries(tensors) as never)) as Readonly<Record<string, OnnxTensor>>;
    },
  };
}

async function importRuntime(): Promise<OnnxRuntime> {
  try {
    const runtime: unknown = await import('onnxruntime-node');
    return runtime as OnnxRuntime;
  } catch (cause) {
    const error = new AnswerRankerError('missing_runtime', 'onnxruntime-node to be installed', String(cause));
    error.cause = cause;
    throw error;
  }
}

function toRuntime(Tensor: OnnxRuntime['Tensor'], { type, data, dims }: OnnxTensor): unknown {
  const numbers = data as ArrayLike<number>;
  const bigints = data as ArrayLike<bigint>;
  switch (type) {
    case 'float32':
      return new Tensor(type, Float32Array.from(numbers) as never, dims);
    case 'int64':
      return new Tensor(type, BigInt64Array.from(bigints) as never, dims);
    case 'int32':
      return new Tensor(type, Int32Array.from(numbers) as never, dims);
    default:
      throw new AnswerRankerError('invalid_option', 'inputs of type float32, int64 or int32', type);
  }
}
