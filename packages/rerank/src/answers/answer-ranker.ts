import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRanking } from './answer-ranking.js';
import { orderAnswers } from './answer-ranking.js';
import type { AnswerRow, QuestionRows } from './answer-row.js';
import { groupByQuestion } from './answer-row.js';
import type { CatBoostModel } from './catboost.js';
import { catBoostScores } from './catboost.js';
import type { CosineModel } from './cosine.js';
import { scoreByCosine } from './cosine.js';
import type { FuseAnswerRankingsOptions } from './fuse-answer-rankings.js';
import { fuseAnswerRankings } from './fuse-answer-rankings.js';
import type { GeneratedOrderModel } from './generated-order.js';
import { scoreByGeneratedOrder } from './generated-order.js';
import type { LinearRegressionModel, LinearRegressionRecipe } from './linear-regression.js';
import { fitLinearRegression } from './linear-regression.js';
import { linearScores } from './linear-score.js';
import type { LogisticRegressionModel, LogisticRegressionRecipe } from './logistic-regression.js';
import { fitLogisticRegression } from './logistic-regression.js';
import type { MajorityVoteModel } from './majority-vote.js';
import { scoreByVotes } from './majority-vote.js';
import type { RandomOrderModel } from './random-order.js';
import { scoreAtRandom } from './random-order.js';
import type { SingleFeatureModel } from './single-feature.js';
import { scoreByFeature } from './single-feature.js';
import type { SoftmaxRegressionModel, SoftmaxRegressionRecipe } from './softmax-regression.js';
import { fitSoftmaxRegression } from './softmax-regression.js';

/** Late fusion of rankers by reciprocal rank fusion. */
export interface LateFusionModel extends FuseAnswerRankingsOptions {
  readonly kind: 'late-fusion';
  readonly rankers: readonly AnswerRankerModel[];
}

/** A {@link LateFusionModel} before it is fitted. */
export interface LateFusionRecipe extends FuseAnswerRankingsOptions {
  readonly kind: 'late-fusion';
  readonly rankers: readonly AnswerRankerRecipe[];
}

/** Rankers that learn nothing; recipe and model are the same. */
type UntrainedModel =
  GeneratedOrderModel | RandomOrderModel | MajorityVoteModel | CosineModel | SingleFeatureModel | CatBoostModel;

/** A ranker that is ready to rank. Plain data; `saveAnswerRanker` makes a file of it. */
export type AnswerRankerModel =
  UntrainedModel | LinearRegressionModel | LogisticRegressionModel | SoftmaxRegressionModel | LateFusionModel;

/** What to fit. A CatBoost model is fitted elsewhere and stays as it is. */
export type AnswerRankerRecipe =
  UntrainedModel | LinearRegressionRecipe | LogisticRegressionRecipe | SoftmaxRegressionRecipe | LateFusionRecipe;

/**
 * Fits a ranker to rows that say whether they are correct. Rankers that learn nothing come back unchanged.
 *
 * @throws AnswerRankerError `missing_label`, `missing_feature`, `too_few_rows`, `invalid_row`, `invalid_option`
 */
export function fitAnswerRanker(rows: readonly AnswerRow[], recipe: AnswerRankerRecipe): AnswerRankerModel {
  switch (recipe.kind) {
    case 'linear-regression':
      return fitLinearRegression(rows, recipe);
    case 'logistic-regression':
      return fitLogisticRegression(rows, recipe);
    case 'softmax-regression':
      return fitSoftmaxRegression(rows, recipe);
    case 'late-fusion':
      return { ...recipe, rankers: recipe.rankers.map((ranker) => fitAnswerRanker(rows, ranker)) };
    case 'none':
    case 'random':
    case 'majority-vote':
    case 'cosine':
    case 'single-feature':
    case 'catboost':
      return recipe;
    default:
      return refuseKind(recipe);
  }
}

/**
 * Orders the answers of each question by a ranker: by score, equal scores by first position. Questions come in the order
 * of their first row.
 *
 * @throws AnswerRankerError `invalid_row`, `invalid_response` (a score that overflows)
 */
export function rankAnswers(model: AnswerRankerModel, rows: readonly AnswerRow[]): readonly AnswerRanking[] {
  if (model.kind === 'late-fusion') {
    const rankings = model.rankers.map((ranker) => rankAnswers(ranker, rows));
    return fuseAnswerRankings(rows, rankings, model);
  }
  const score = scorerOf(model, rows);
  return groupByQuestion(rows).map((question) => orderAnswers(rows, question, score(question)));
}

type QuestionScorer = (question: QuestionRows) => ArrayLike<number>;

function scorerOf(model: Exclude<AnswerRankerModel, LateFusionModel>, rows: readonly AnswerRow[]): QuestionScorer {
  switch (model.kind) {
    case 'none':
      return scoreByGeneratedOrder;
    case 'random':
      return (question) => scoreAtRandom(model, rows, question);
    case 'majority-vote':
      return (question) => scoreByVotes(rows, question);
    case 'cosine':
      return (question) => scoreByCosine(model, rows, question);
    case 'single-feature':
      return (question) => scoreByFeature(model, rows, question);
    case 'catboost':
      return scorerOfAll(catBoostScores(model, rows));
    case 'linear-regression':
    case 'logistic-regression':
    case 'softmax-regression':
      return scorerOfAll(linearScores(model, rows));
    default:
      return refuseKind(model);
  }
}

const scorerOfAll =
  (scores: Float64Array): QuestionScorer =>
  ({ indexes }) =>
    indexes.map((index) => scores[index]!);

function refuseKind(value: never): never {
  throw new AnswerRankerError('invalid_option', 'a ranker of a known kind', (value as { kind?: unknown } | null)?.kind);
}
