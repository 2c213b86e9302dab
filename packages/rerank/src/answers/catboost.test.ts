import { readFileSync } from 'node:fs';

import type { AnswerRow } from './answer-row.js';
import { catBoostScores, readCatBoost } from './catboost.js';

const read = (name: string): never =>
  JSON.parse(readFileSync(new URL(`../../test/fixtures/catboost/${name}.json`, import.meta.url), 'utf8')) as never;

const expected = read('expected') as Readonly<Record<string, number[]>> & { readonly X: (number | null)[][] };
const columns = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
const rows: AnswerRow[] = expected.X.map((values, number) => ({
  questionId: 'q',
  answerId: `${number}`,
  features: Object.fromEntries(columns.map((name, column) => [name, values[column]!])),
}));

interface Exported {
  features_info: { float_features: { feature_id: string }[]; categorical_features?: object[] };
  oblivious_trees?: { splits: { split_type: string; float_feature_index: number }[]; leaf_values: number[] }[];
  trees?: object[];
  scale_and_bias: [number, number[]];
}

describe('readCatBoost', () => {
  it.each(['regressor_RMSE', 'ranker_YetiRank', 'classifier_Logloss'])('gives %s to the last bit', (name) => {
    expect([...catBoostScores(readCatBoost(read(name), { columns }), rows)]).toEqual(expected[name]);
  });

  it('gives the log-odds of the probabilities of a classifier', () => {
    const scores = catBoostScores(readCatBoost(read('classifier_Logloss'), { columns }), rows);
    const probabilities = expected['classifier_Logloss_prob'] as unknown as [number, number][];
    scores.forEach((score, row) => expect(1 / (1 + Math.exp(-score))).toBeCloseTo(probabilities[row]![1], 12));
  });

  it('takes components of a vector as columns', () => {
    const inVector = rows.map(({ features, ...row }) => ({
      ...row,
      vectors: { text: columns.slice(0, 3).map((name) => features![name] as number) },
      features: features!,
    }));
    const names = ['text[0]', 'text[1]', 'text[2]', ...columns.slice(3)];
    const model = readCatBoost(read('regressor_RMSE'), { columns: names });
    expect([...catBoostScores(model, inVector)]).toEqual(expected['regressor_RMSE']);
  });

  it('sends a value that is not defined where the export says', () => {
    const tree = (treatment: string): object => ({
      features_info: { float_features: [{ feature_id: 'x', nan_value_treatment: treatment }] },
      oblivious_trees: [
        { splits: [{ split_type: 'FloatFeature', float_feature_index: 0, border: 0 }], leaf_values: [-1, 1] },
      ],
      scale_and_bias: [2, [10]],
    });
    const row = (x: number | null): AnswerRow[] => [{ questionId: 'q', answerId: 'a', features: { x } }];
    const score = (treatment: string, x: number | null): number =>
      catBoostScores(readCatBoost(tree(treatment)), row(x))[0]!;
    expect(score('AsTrue', null)).toBe(2 * 1 + 10);
    expect(score('AsFalse', null)).toBe(2 * -1 + 10);
    expect(score('AsIs', null)).toBe(2 * -1 + 10);
    expect(score('AsIs', 0.1)).toBe(2 * 1 + 10);
    // Equal is not above, and what 32 bits round to 0 is equal.
    expect(score('AsIs', 1e-60)).toBe(2 * -1 + 10);
  });

  const change = (edit: (exported: Exported) => void): unknown => {
    const exported = read('regressor_RMSE') as Exported;
    edit(exported);
    return exported;
  };

  it.each([
    ['several outputs', 'unsupported_model', (model: Exported) => (model.scale_and_bias[1] = [0, 0])],
    [
      'a split by category',
      'unsupported_model',
      (model: Exported) => (model.oblivious_trees![0]!.splits[0]!.split_type = 'OneHotFeature'),
    ],
    [
      'categorical features',
      'unsupported_model',
      (model: Exported) => (model.features_info.categorical_features = [{}]),
    ],
    [
      'trees that are not symmetric',
      'unsupported_model',
      (model: Exported) => {
        delete model.oblivious_trees;
        model.trees = [];
      },
    ],
    ['a leaf too many', 'invalid_model', (model: Exported) => model.oblivious_trees![2]!.leaf_values.push(0)],
    [
      'a column that is not there',
      'invalid_model',
      (model: Exported) => (model.oblivious_trees![0]!.splits[0]!.float_feature_index = 8),
    ],
  ])('refuses %s', (_, code, edit) => {
    expect(() => readCatBoost(change(edit), { columns })).toThrow(
      expect.objectContaining({ code, path: expect.stringContaining('catboost.') }),
    );
  });

  it('refuses columns that do not fit, and an export without names when none are given', () => {
    for (const options of [{}, { columns: ['a'] }, { columns: columns.map(() => 'a') }]) {
      expect(() => readCatBoost(read('regressor_RMSE'), options)).toThrow(
        expect.objectContaining({ code: 'invalid_option' }),
      );
    }
    expect(() => readCatBoost('text')).toThrow(expect.objectContaining({ code: 'invalid_model' }));
  });
});
