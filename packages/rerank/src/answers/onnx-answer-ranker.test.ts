import type { AnswerRow } from './answer-row.js';
import type { OnnxSession, OnnxTensor } from './onnx-answer-ranker.js';
import { createOnnxAnswerRanker } from './onnx-answer-ranker.js';

const rows: readonly AnswerRow[] = [
  { questionId: 'q', answerId: 'a', features: { x: 1 }, vectors: { text: [0, 5] } },
  { questionId: 'q', answerId: 'b', features: { x: 3 }, vectors: { text: [0, 1] } },
  { questionId: 'r', answerId: 'c', features: {} },
];

/** Adds up the numbers of each row, NaN as 0, and gives them as the second of two outputs. */
function sumSession(seen: OnnxTensor[] = []): OnnxSession {
  return {
    run: ({ features }) => {
      seen.push(features!);
      const [count, width] = features!.dims as [number, number];
      const data = Array.from({ length: count * 2 }, (_, at) => {
        const own = Array.from(features!.data).slice((at >> 1) * width, ((at >> 1) + 1) * width);
        return at % 2 === 0 ? 0 : own.reduce<number>((sum, value) => sum + (Number(value) || 0), 0);
      });
      return Promise.resolve({ scores: { type: 'float32', data, dims: [count, 2] } });
    },
  };
}

describe('createOnnxAnswerRanker', () => {
  it('hands the columns over in batches and orders by the chosen output', async () => {
    const seen: OnnxTensor[] = [];
    const options = { columns: ['x', 'text[1]'], outputName: 'scores', outputColumn: 1, batchSize: 2 };
    const rankings = await createOnnxAnswerRanker(sumSession(seen), options).rank(rows);
    expect(seen.map(({ type, data, dims }) => ({ type, data: Array.from(data), dims }))).toEqual([
      { type: 'float32', data: [1, 5, 3, 1], dims: [2, 2] },
      { type: 'float32', data: [Number.NaN, Number.NaN], dims: [1, 2] },
    ]);
    expect(rankings.map(({ answers }) => answers.map(({ id, score }) => [id, score]))).toEqual([
      [
        ['a', 6],
        ['b', 4],
      ],
      [['c', 0]],
    ]);
  });

  it('takes inputs that the caller makes, for models that read text', async () => {
    const inputs = (batch: readonly AnswerRow[]): Record<string, OnnxTensor> => ({
      features: {
        type: 'int64',
        data: batch.map(({ answerId }) => BigInt(answerId.charCodeAt(0))),
        dims: [batch.length, 1],
      },
    });
    const ranker = createOnnxAnswerRanker(sumSession(), { inputs, outputName: 'scores', outputColumn: 1 });
    const [first] = await ranker.rank(rows);
    expect(first!.answers.map(({ id, score }) => [id, score])).toEqual([
      ['b', 98],
      ['a', 97],
    ]);
  });

  it.each([
    ['an output of another name', { outputName: 'predictions' }],
    ['a column that is not there', { outputName: 'scores', outputColumn: 2 }],
  ])('refuses %s', async (_, options) => {
    const ranker = createOnnxAnswerRanker(sumSession(), { columns: ['x'], ...options });
    await expect(ranker.rank(rows)).rejects.toMatchObject({ code: 'invalid_response' });
  });

  it('refuses scores that are not finite', async () => {
    const session: OnnxSession = {
      run: () => Promise.resolve({ predictions: { type: 'float32', data: [0, Number.NaN, 0], dims: [3, 1] } }),
    };
    await expect(createOnnxAnswerRanker(session, { columns: ['x'] }).rank(rows)).rejects.toMatchObject({
      code: 'invalid_response',
      row: 1,
    });
  });

  it('refuses options that contradict each other and stops when told to', async () => {
    for (const options of [{}, { columns: ['x'], inputs: () => ({}) }, { columns: ['x'], batchSize: 0 }]) {
      expect(() => createOnnxAnswerRanker(sumSession(), options)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
    const ranker = createOnnxAnswerRanker(sumSession(), { columns: ['x'] });
    await expect(ranker.rank(rows, { signal: AbortSignal.abort(new Error('enough')) })).rejects.toThrow('enough');
  });
});
