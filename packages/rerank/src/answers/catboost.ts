import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRow } from './answer-row.js';
import { columnReader } from './column.js';
import { ModelReader } from './model-reader.js';

/** One tree whose nodes of equal depth ask the same question. */
export interface CatBoostTree {
  /** The column that each depth asks about, as an index into the model's columns. */
  readonly columns: readonly number[];
  /** A value above the border answers yes. */
  readonly borders: readonly number[];
  /** `2 ^ depth` values; the answer at depth d is bit d of the index. */
  readonly leaves: readonly number[];
}

/** A CatBoost model with one output: regressor, ranker, or classifier of two classes (whose score is the log-odds). */
export interface CatBoostModel {
  readonly kind: 'catboost';
  /** Features, or components of vectors as in `question[5]`. */
  readonly columns: readonly string[];
  /** For each column whether a value that is not defined answers every question with yes. */
  readonly missingIsHigh: readonly boolean[];
  readonly trees: readonly CatBoostTree[];
  /** The score is `scale` times the sum of the leaves, plus `bias`. */
  readonly scale: number;
  readonly bias: number;
}

/** Options of {@link readCatBoost}. */
export interface ReadCatBoostOptions {
  /** Names of the columns that the model was trained on, in order. Default: the names in the export. */
  readonly columns?: readonly string[];
}

/**
 * Reads CatBoost's own JSON export (`save_model(file, format='json')`). Scores equal CatBoost's raw predictions to the
 * last bit: values are rounded to 32 bits before they are compared, and leaves are added in the order of the trees.
 *
 * @throws AnswerRankerError `invalid_model`; `unsupported_model` for trees that are not symmetric, categorical, text or
 *   embedding features, and several classes; `invalid_option` for columns that do not fit.
 */
export function readCatBoost(exported: unknown, options: ReadCatBoostOptions = {}): CatBoostModel {
  const model = new ModelReader(exported, 'catboost');
  const information = model.at('features_info');
  for (const kind of ['categorical_features', 'text_features', 'embedding_features']) {
    if (!information.at(kind).isAbsent && information.at(kind).items().length > 0) {
      information.at(kind).refuseUnsupported('numeric features only');
    }
  }
  if (model.at('oblivious_trees').isAbsent && !model.at('trees').isAbsent) {
    model.at('trees').refuseUnsupported("symmetric trees (grow_policy='SymmetricTree')");
  }
  const features = information.at('float_features').items();
  const [scale, biases] = model.at('scale_and_bias').items(2) as [ModelReader, ModelReader];
  const bias = biases.numbers();
  if (bias.length !== 1) biases.refuseUnsupported('one output');
  const trees = model
    .at('oblivious_trees')
    .items()
    .map((tree) => {
      const splits = (tree.at('splits').isAbsent ? [] : tree.at('splits').items()).map((split) => {
        if (split.at('split_type').string() !== 'FloatFeature')
          split.at('split_type').refuseUnsupported('FloatFeature');
        return {
          column: split.at('float_feature_index').integer(features.length),
          border: split.at('border').number(),
        };
      });
      return {
        columns: splits.map(({ column }) => column),
        borders: splits.map(({ border }) => border),
        leaves: tree.at('leaf_values').numbers(2 ** splits.length),
      };
    });
  return {
    kind: 'catboost',
    columns: columnNames(features, options.columns),
    missingIsHigh: features.map((feature) => feature.at('nan_value_treatment').string() === 'AsTrue'),
    trees,
    scale: scale.number(),
    bias: bias[0]!,
  };
}

function columnNames(features: readonly ModelReader[], given: readonly string[] | undefined): readonly string[] {
  const columns = given ?? features.map((feature) => feature.at('feature_id').string());
  if (columns.length !== features.length) {
    throw new AnswerRankerError('invalid_option', `${features.length} columns`, columns.length);
  }
  if (columns.every((name) => name !== '') && new Set(columns).size === columns.length) return columns;
  throw new AnswerRankerError('invalid_option', 'columns with distinct names, as the export has none', columns);
}

/** The score of each row. @throws AnswerRankerError `invalid_row` */
export function catBoostScores(model: CatBoostModel, rows: readonly AnswerRow[]): Float64Array {
  const { trees, scale, bias } = model;
  const readers = model.columns.map(columnReader);
  const missing = model.missingIsHigh.map((isHigh) => (isHigh ? Infinity : -Infinity));
  const values = new Float32Array(readers.length);
  return Float64Array.from(rows, (row, index) => {
    readers.forEach((read, column) => {
      const value = read(row, index);
      values[column] = Number.isNaN(value) ? missing[column]! : value;
    });
    let sum = 0;
    for (const { columns, borders, leaves } of trees) {
      let leaf = 0;
      for (let depth = 0; depth < columns.length; depth++) {
        if (values[columns[depth]!]! > borders[depth]!) leaf |= 1 << depth;
      }
      sum += leaves[leaf]!;
    }
    return scale * sum + bias;
  });
}
