import type { AnswerRankerModel } from './answer-ranker.js';
import { columnCountOf } from './feature-scaling.js';
import type { FeatureScaling } from './feature-scaling.js';
import { ModelReader } from './model-reader.js';

const FORMAT = 'grasp-answer-ranker';
const VERSION = 1;

/** The form in which a ranker is kept: `JSON.stringify` of it is the file. */
export interface SavedAnswerRanker {
  readonly format: typeof FORMAT;
  readonly version: typeof VERSION;
  readonly ranker: AnswerRankerModel;
}

/** Makes the form to be saved. */
export function saveAnswerRanker(ranker: AnswerRankerModel): SavedAnswerRanker {
  return { format: FORMAT, version: VERSION, ranker };
}

/**
 * Checks what was read from a file, to the last number, and returns the ranker. Doubles survive JSON, so it ranks as
 * before.
 *
 * @throws AnswerRankerError `invalid_model` with the path of the fault; `unsupported_model` for another version.
 */
export function loadAnswerRanker(saved: unknown): AnswerRankerModel {
  const reader = new ModelReader(saved, 'file');
  reader.at('format').oneOf([FORMAT]);
  if (reader.at('version').number() !== VERSION) reader.at('version').refuseUnsupported(`version ${VERSION}`);
  return readModel(reader.at('ranker'));
}

const KINDS = [
  'none',
  'random',
  'majority-vote',
  'cosine',
  'single-feature',
  'linear-regression',
  'logistic-regression',
  'softmax-regression',
  'catboost',
  'late-fusion',
] as const satisfies readonly AnswerRankerModel['kind'][];

function readModel(reader: ModelReader): AnswerRankerModel {
  const kind = reader.at('kind').oneOf(KINDS);
  switch (kind) {
    case 'none':
    case 'majority-vote':
      return { kind };
    case 'random':
      return { kind, seed: reader.at('seed').number() };
    case 'cosine': {
      const [left, right] = reader.at('vectors').items(2) as [ModelReader, ModelReader];
      return { kind, vectors: [left.string(), right.string()] };
    }
    case 'single-feature':
      return { kind, feature: reader.at('feature').string(), prefer: reader.at('prefer').oneOf(['high', 'low']) };
    case 'linear-regression':
    case 'logistic-regression':
    case 'softmax-regression': {
      const scaling = readScaling(reader.at('scaling'));
      const weights = reader.at('weights').numbers(columnCountOf(scaling.features));
      return { kind, scaling, weights, intercept: reader.at('intercept').number() };
    }
    case 'catboost':
      return readCatBoostModel(reader);
    case 'late-fusion': {
      const rankers = reader.at('rankers').items().map(readModel);
      const [weights, constant] = [reader.at('weights'), reader.at('rankConstant')];
      return {
        kind,
        rankers,
        ...(weights.isAbsent ? {} : { weights: weights.numbers(rankers.length) }),
        ...(constant.isAbsent ? {} : { rankConstant: constant.number() }),
      };
    }
  }
}

function readScaling(reader: ModelReader): FeatureScaling {
  const features = reader
    .at('features')
    .items()
    .map((feature) => ({
      name: feature.at('name').string(),
      size: feature.at('size').integer(),
      hasIndicator: feature.at('hasIndicator').boolean(),
    }));
  const columnCount = columnCountOf(features);
  const scale = reader.at('scale').items(columnCount);
  return {
    features,
    fill: reader.at('fill').numbers(columnCount),
    center: reader.at('center').numbers(columnCount),
    scale: scale.map((item) => (item.number() > 0 ? item.number() : item.refuse('a number above 0'))),
  };
}

function readCatBoostModel(reader: ModelReader): AnswerRankerModel {
  const columns = reader
    .at('columns')
    .items()
    .map((item) => item.string());
  const trees = reader
    .at('trees')
    .items()
    .map((tree) => {
      const depths = tree
        .at('columns')
        .items()
        .map((item) => item.integer(columns.length));
      return {
        columns: depths,
        borders: tree.at('borders').numbers(depths.length),
        leaves: tree.at('leaves').numbers(2 ** depths.length),
      };
    });
  return {
    kind: 'catboost',
    columns,
    missingIsHigh: reader
      .at('missingIsHigh')
      .items(columns.length)
      .map((item) => item.boolean()),
    trees,
    scale: reader.at('scale').number(),
    bias: reader.at('bias').number(),
  };
}
