/** @jest-environment ../../tools/jest/onnx-environment.mjs */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import {
  createOnnxAnswerRanker,
  createOnnxNextToken,
  diverseBeamSearch,
  openOnnxSession,
  rankAnswers,
  readCatBoost,
} from '../src/index.js';
import type { AnswerRow, OnnxSession, OnnxTensor } from '../src/index.js';

const file = (name: string): string => fileURLToPath(new URL(`./fixtures/${name}`, import.meta.url));
const readJson = (name: string): unknown => JSON.parse(readFileSync(file(name), 'utf8'));

describe("CatBoost's ONNX exports through onnxruntime-node", () => {
  const expected = readJson('catboost/expected.json') as Record<string, number[]> & {
    readonly X: (number | null)[][];
    readonly classifier_Logloss_prob: [number, number][];
  };
  const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
  const rows: AnswerRow[] = expected.X.map((values, number) => ({
    questionId: `${number % 3}`,
    answerId: `${number}`,
    features: Object.fromEntries(columns.map((name, column) => [name, values[column]!])),
  }));

  it.each([
    ['regressor_RMSE', {}, (row: number) => expected['regressor_RMSE']![row]!],
    ['ranker_YetiRank', {}, (row: number) => expected['ranker_YetiRank']![row]!],
    [
      'classifier_Logloss',
      { outputName: 'probability_tensor', outputColumn: 1 },
      (row: number) => expected['classifier_Logloss_prob'][row]![1],
    ],
  ])('%s gives what CatBoost gives, within 1e-6, and the order of the JSON export', async (name, output, scoreOf) => {
    const session = await openOnnxSession(file(`catboost/${name}.onnx`));
    const rankings = await createOnnxAnswerRanker(session, { columns, batchSize: 7, ...output }).rank(rows);
    const answers = rankings.flatMap((ranking) => ranking.answers);
    expect(answers).toHaveLength(60);
    for (const { index, score } of answers) expect(Math.abs(score - scoreOf(index))).toBeLessThan(1e-6);
    const byJson = rankAnswers(readCatBoost(readJson(`catboost/${name}.json`), { columns }), rows);
    expect(rankings.map((ranking) => ranking.answers.map(({ id }) => id))).toEqual(
      byJson.map((ranking) => ranking.answers.map(({ id }) => id)),
    );
  });
});

const expected = readJson('onnx/expected.json') as {
  readonly sentences: { readonly ids: number[]; readonly score: number }[];
  readonly startToken: number;
  readonly endToken: number;
  readonly searches: {
    readonly inputTokens: number[];
    readonly beams: number;
    readonly groups: number;
    readonly diversityPenalty: number;
    readonly lengthPenalty: number;
    readonly maxTokens: number;
    readonly sequences: { group: number; score: number; tokens: number[]; isFinished: boolean }[];
  }[];
};

describe('a sentence encoder with a regression head', () => {
  it('scores texts of different length in one batch as numpy does', async () => {
    const session = await openOnnxSession(readFileSync(file('onnx/sentence-regression.onnx')));
    const rows = expected.sentences.map(({ ids }, number): AnswerRow => ({
      questionId: 'q',
      answerId: `${number}`,
      texts: { question_answer: ids.join(' ') },
    }));
    // The made-up tokenizer: a word is the number of its token. Shorter texts are padded with token 0.
    const inputs = (batch: readonly AnswerRow[]): Record<string, OnnxTensor> => {
      const tokens = batch.map(({ texts }) => texts!['question_answer']!.split(' '));
      const longest = Math.max(...tokens.map(({ length }) => length));
      const dims = [batch.length, longest];
      const places = Array.from({ length: longest }, (_, place) => place);
      const fill = (valueOf: (token: string | undefined) => bigint): bigint[] =>
        tokens.flatMap((text) => places.map((place) => valueOf(text[place])));
      return {
        input_ids: { type: 'int64', data: fill((token) => BigInt(token ?? 0)), dims },
        attention_mask: { type: 'int64', data: fill((token) => (token === undefined ? 0n : 1n)), dims },
      };
    };
    const ranker = createOnnxAnswerRanker(session, { inputs, outputName: 'logits', batchSize: 4 });
    const [ranking] = await ranker.rank(rows);
    expect(ranking!.answers.map(({ index }) => index)).toEqual([3, 4, 1, 0, 5, 2]);
    for (const { index, score } of ranking!.answers) expect(score).toBeCloseTo(expected.sentences[index]!.score, 5);
  });
});

describe('diverse beam search over a sequence-to-sequence model', () => {
  const modelFile = file('onnx/sequence-to-sequence.onnx');
  let session: OnnxSession;
  beforeAll(async () => {
    session = await openOnnxSession(modelFile);
  });

  it.each(expected.searches)(
    'gives the reference’s tokens: $beams beams, $groups groups, penalty $diversityPenalty',
    async ({ inputTokens, sequences, ...options }) => {
      const { startToken, endToken } = expected;
      const nextToken = createOnnxNextToken(session, { inputTokens, startToken });
      const found = await diverseBeamSearch(nextToken, { ...options, endToken });
      const plain = found.map(({ group, tokens, isFinished }) => ({ group, tokens, isFinished }));
      expect(plain).toEqual(sequences.map(({ group, tokens, isFinished }) => ({ group, tokens, isFinished })));
      found.forEach(({ score }, place) => expect(score).toBeCloseTo(sequences[place]!.score, 4));
    },
  );

  it('refuses a question without tokens, prefixes of several lengths, and another output', async () => {
    const { startToken } = expected;
    expect(() => createOnnxNextToken(session, { inputTokens: [], startToken })).toThrow(
      expect.objectContaining({ code: 'invalid_option' }),
    );
    const nextToken = createOnnxNextToken(session, { inputTokens: [4], startToken });
    await expect(nextToken([[], [3]], {})).rejects.toMatchObject({ code: 'invalid_option' });
    const other = createOnnxNextToken(session, { inputTokens: [4], startToken, outputName: 'predictions' });
    await expect(other([[]], {})).rejects.toMatchObject({ code: 'invalid_response' });
  });
});

describe('openOnnxSession', () => {
  it('refuses what is no model, and inputs of a type that it does not know', async () => {
    await expect(openOnnxSession(new Uint8Array([1, 2, 3]))).rejects.toMatchObject({ code: 'invalid_model' });
    await expect(openOnnxSession(file('no-such.onnx'))).rejects.toMatchObject({ code: 'invalid_model' });
    const session = await openOnnxSession(file('catboost/regressor_RMSE.onnx'));
    const run = session.run({ features: { type: 'string', data: [1], dims: [1] } });
    await expect(run).rejects.toMatchObject({ code: 'invalid_option' });
  });

  it('takes a runtime that is handed in', async () => {
    class Tensor {
      constructor(
        readonly type: string,
        readonly data: ArrayLike<number>,
        readonly dims: readonly number[],
      ) {}
    }
    const run = jest.fn((inputs: Record<string, Tensor>) => Promise.resolve({ predictions: inputs['features'] }));
    const runtime = { Tensor, InferenceSession: { create: () => Promise.resolve({ run }) } };
    const session = await openOnnxSession('any.onnx', { runtime: runtime as never });
    const { predictions } = await session.run({ features: { type: 'float32', data: [1, 2], dims: [2, 1] } });
    expect(predictions).toMatchObject({ type: 'float32', dims: [2, 1] });
    expect(Array.from(predictions!.data)).toEqual([1, 2]);
  });
});
