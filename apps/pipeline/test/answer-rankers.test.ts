/** @jest-environment ../../tools/jest/onnx-environment.mjs */
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AnswerRow } from '@grasp/rerank';

import { openAnswerRanker } from '../src/index.js';
import { temporaryFolder } from './built-knowledge-base.js';

const folder = temporaryFolder();
const fixture = (name: string): string =>
  fileURLToPath(new URL(`../../../packages/rerank/test/fixtures/catboost/${name}`, import.meta.url));
const columns = ['nodes', 'edges', 'density', 'cycles', 'bridges', 'katz', 'pageRank', 'averagePathLength'];

function fileOf(name: string, value: unknown): string {
  const file = join(folder.path, name);
  writeFileSync(file, JSON.stringify(value));
  return file;
}

/** CatBoost's own export, as if it had been trained on features of `grasp answers`. */
function catBoostFile(): string {
  const exported = JSON.parse(readFileSync(fixture('regressor_RMSE.json'), 'utf8')) as {
    features_info: { float_features: object[] };
  };
  const { float_features: features } = exported.features_info;
  const named = features.map((feature, column) => ({ ...feature, feature_id: columns[column] }));
  return fileOf('catboost.json', { ...exported, features_info: { float_features: named } });
}

function onnxFile(name: string, beside?: unknown): string {
  const file = join(folder.path, name);
  copyFileSync(fixture('regressor_RMSE.onnx'), file);
  if (beside !== undefined) fileOf(`${name}.json`, beside);
  return file;
}

const expected = JSON.parse(readFileSync(fixture('expected.json'), 'utf8')) as {
  readonly X: (number | null)[][];
  readonly regressor_RMSE: number[];
};
const rows: AnswerRow[] = expected.X.map((values, number) => ({
  questionId: 'q',
  answerId: `${number}`,
  features: Object.fromEntries(columns.map((name, column) => [name, values[column]!])),
}));

describe('files of rankers', () => {
  it.each([
    ["CatBoost's JSON export", catBoostFile, 12],
    ['its ONNX export with its columns beside it', () => onnxFile('catboost.onnx', { columns }), 6],
  ])('%s gives the scores of CatBoost', async (_, make, digits) => {
    const ranker = await openAnswerRanker(make());
    expect(ranker).toMatchObject({ features: columns, readsFeatures: true });
    const [ranking] = await ranker.rank(rows);
    for (const { index, score } of ranking!.answers) {
      expect(score).toBeCloseTo(expected.regressor_RMSE[index]!, digits);
    }
    expect(ranking!.answers).toHaveLength(rows.length);
  });

  it.each<[string, () => string, string]>([
    ['an ONNX model without its columns', () => onnxFile('alone.onnx'), 'alone.onnx.json: expected a readable file'],
    ['columns that are none', () => onnxFile('empty.onnx', { columns: [] }), 'empty.onnx.json: expected { columns'],
    [
      'an ONNX file that is none',
      () => {
        fileOf('text.onnx.json', { columns });
        return fileOf('text.onnx', 'text');
      },
      'text.onnx: ',
    ],
    ['a CatBoost file that is broken', () => fileOf('broken.json', { features_info: 1 }), 'broken.json: '],
    ['another JSON file', () => fileOf('other.json', [1]), 'other.json: '],
    ['null', () => fileOf('null.json', null), 'null.json: '],
  ])('names the file of %s', async (_, make, message) => {
    await expect(openAnswerRanker(make())).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining(message) as string,
    });
  });

  it('names the file when the columns are not those of the model', async () => {
    const ranker = await openAnswerRanker(onnxFile('few.onnx', { columns: columns.slice(0, 3) }));
    await expect(ranker.rank(rows)).rejects.toMatchObject({
      code: 'invalid_input',
      message: expect.stringContaining('few.onnx: ') as string,
    });
  });
});
