import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRanking } from './answer-ranking.js';
import { orderAnswers } from './answer-ranking.js';
import type { AnswerRow } from './answer-row.js';
import { groupByQuestion } from './answer-row.js';
import { columnReader } from './column.js';

/** A tensor as ONNX runtimes take and give it. */
export interface OnnxTensor {
  readonly type: string;
  readonly data: ArrayLike<number | bigint>;
  readonly dims: readonly number[];
}

/** What is needed of an ONNX runtime; a few lines around a session of onnxruntime-node or onnxruntime-web. */
export interface OnnxSession {
  run(inputs: Readonly<Record<string, OnnxTensor>>): Promise<Readonly<Record<string, OnnxTensor>>>;
}

/** Options of {@link createOnnxAnswerRanker}. */
export interface OnnxAnswerRankerOptions {
  /** The numbers that the model takes, in order: features, or components of vectors as in `question[5]`. One that is not defined is NaN. */
  readonly columns?: readonly string[];
  /** Makes the inputs of a batch, in place of `columns`; for a sentence encoder, whose inputs a tokenizer makes of the rows' texts. */
  readonly inputs?: (rows: readonly AnswerRow[]) => Readonly<Record<string, OnnxTensor>>;
  /** Name of the input that takes the columns. Default `features`, as in CatBoost's export. */
  readonly inputName?: string;
  /** Name of the output that holds the scores. Default `predictions`, as in CatBoost's export. */
  readonly outputName?: string;
  /** Which number of each row of the output is the score, for example 1 of two class probabilities. Default 0. */
  readonly outputColumn?: number;
  /** Rows to run at once; at least 1, default 256. */
  readonly batchSize?: number;
}

/** A ranker whose model runs elsewhere, or takes its time. */
export interface AsyncAnswerRanker {
  rank(rows: readonly AnswerRow[], options?: { readonly signal?: AbortSignal }): Promise<readonly AnswerRanking[]>;
}

/**
 * Ranks by a model in ONNX form: CatBoost's export, or a regression head on vectors or on a sentence encoder. The runtime is
 * handed in. CatBoost by ONNX adds in 32 bits, so near ties may come in another order than by `readCatBoost`.
 *
 * @throws AnswerRankerError `invalid_option`; from `rank` also `invalid_row`, and `invalid_response` for an output that is
 *   absent or does not hold one finite score a row.
 */
export function createOnnxAnswerRanker(session: OnnxSession, options: OnnxAnswerRankerOptions): AsyncAnswerRanker {
  const { columns, inputName = 'features', outputName = 'predictions', outputColumn = 0, batchSize = 256 } = options;
  if ((columns === undefined) === (options.inputs === undefined)) {
    throw new AnswerRankerError('invalid_option', 'either columns or inputs', columns);
  }
  if (!Number.isInteger(batchSize) || batchSize < 1) {
    throw new AnswerRankerError('invalid_option', 'batchSize to be an integer ≥ 1', batchSize);
  }
  const inputs = options.inputs ?? ((rows) => ({ [inputName]: columnTensor(rows, columns!) }));
  return {
    async rank(rows, { signal } = {}) {
      const scores = new Float64Array(rows.length);
      for (let start = 0; start < rows.length; start += batchSize) {
        signal?.throwIfAborted();
        const batch = rows.slice(start, start + batchSize);
        const outputs = await session.run(inputs(batch));
        scores.set(readScores(outputs[outputName], batch.length, outputName, outputColumn), start);
      }
      signal?.throwIfAborted();
      return groupByQuestion(rows).map((question) =>
        orderAnswers(
          rows,
          question,
          question.indexes.map((index) => scores[index]!),
        ),
      );
    },
  };
}

function columnTensor(rows: readonly AnswerRow[], columns: readonly string[]): OnnxTensor {
  const readers = columns.map(columnReader);
  const data = new Float32Array(rows.length * columns.length);
  rows.forEach((row, index) => {
    readers.forEach((read, column) => {
      data[index * columns.length + column] = read(row, index);
    });
  });
  return { type: 'float32', data, dims: [rows.length, columns.length] };
}

function readScores(output: OnnxTensor | undefined, rowCount: number, name: string, column: number): number[] {
  const width = (output?.data.length ?? 0) / rowCount;
  if (output === undefined || !Number.isInteger(width) || column >= width) {
    const expected = `output ${name} to hold ${column + 1} or more numbers for each of ${rowCount} rows`;
    throw new AnswerRankerError('invalid_response', expected, output?.data.length);
  }
  return Array.from({ length: rowCount }, (_, row) => Number(output.data[row * width + column]));
}
