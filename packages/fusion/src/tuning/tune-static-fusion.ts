import { FusionError } from '../fusion-error.js';
import { bestPoint } from './best-point.js';
import type { Flatness } from './flatness.js';
import { measureFlatness } from './flatness.js';
import { QuestionEvaluator } from './question-evaluator.js';
import { compileQuestions, tuningOptions } from './tuning-questions.js';
import type { CompiledQuestions, TuningOptions, TuningQuestion } from './tuning-questions.js';

/** The values that static tuning tries. */
export interface StaticFusionGrid {
  /** Weights of the first run, each 0 to 1; the second run weighs 1 − w. */
  readonly weights: readonly number[];
  readonly rankConstants: readonly number[];
}

/** The paper's grid (7.0.0.2): 21 weights and 9 rank constants. Weights are twentieths, since adding 0.05 to itself misses 1. */
export const STATIC_FUSION_GRID: StaticFusionGrid = Object.freeze({
  weights: Object.freeze(Array.from({ length: 21 }, (_, index) => index / 20)),
  rankConstants: Object.freeze([1, 2, 5, 10, 20, 40, 60, 80, 100]),
});

/** A point of the static grid. */
export interface StaticFusionPoint {
  /** `weight index × number of rank constants + rank constant index`. */
  readonly index: number;
  /** Weights of the first and the second run, as `staticFusionWeights` gives them. */
  readonly weights: readonly [number, number];
  readonly rankConstant: number;
  /** Mean of the goal over the questions. */
  readonly goal: number;
  /** Mean of the tie breaker over the questions. */
  readonly tieBreaker: number;
}

/** What static tuning found. */
export interface StaticFusionTuning {
  readonly best: StaticFusionPoint;
  readonly questionCount: number;
  /** Both means at every point: `goal[i][j]` belongs to `weights[i]` and `rankConstants[j]`. */
  readonly heatMap: StaticFusionGrid & {
    readonly goal: readonly (readonly number[])[];
    readonly tieBreaker: readonly (readonly number[])[];
  };
  readonly flatness: Flatness;
}

/** Options of static tuning. */
export interface StaticTuningOptions<Id = string> extends TuningOptions<Id> {
  /** Default {@link STATIC_FUSION_GRID}. */
  readonly grid?: StaticFusionGrid;
}

/**
 * `[w, 1 − w]`, the latter without the rounding of a subtraction: 0.95 gives 0.05, not 0.050000000000000044.
 *
 * @throws FusionError `invalid_weight` for a weight outside 0 to 1
 */
export function staticFusionWeights(weight: number): readonly [number, number] {
  if (typeof weight === 'number' && weight >= 0 && weight <= 1) return [weight, Number((1 - weight).toPrecision(15))];
  throw new FusionError('invalid_weight', 'a weight from 0 to 1', weight);
}

/**
 * Finds the weight and the rank constant of static fusion that are best on average, by trying all of them (GRASP paper, 3.2
 * and 7.0.0.2). Equal goals go by the tie breaker, then by the smaller index; means within 1e-12 of each other are equal.
 *
 * @throws FusionError for questions, grid or options out of range; the signal's reason when aborted
 */
export function tuneStaticFusion<Id = string>(
  questions: readonly TuningQuestion<Id>[],
  options: StaticTuningOptions<Id> = {},
): StaticFusionTuning {
  return staticSearch(compileQuestions(questions, options), options).best();
}

/** A search whose measurements are made once and can be asked for any subset of the questions. */
export interface StaticSearch {
  /** The best point on some questions, by default all. */
  best(subset?: readonly number[]): StaticFusionTuning;
  /** The goal of one question at a point. */
  goalOf(question: number, index: number): number;
}

export function staticSearch<Id>(questions: CompiledQuestions, options: StaticTuningOptions<Id>): StaticSearch {
  const { goal, tieBreaker, tolerance } = tuningOptions(options);
  const { weights, rankConstants } = checkGrid(options.grid ?? STATIC_FUSION_GRID);
  const pointCount = weights.length * rankConstants.length;
  const evaluator = new QuestionEvaluator(questions, goal, tieBreaker);
  const goals = new Float64Array(questions.count * pointCount);
  const tieBreakers = new Float64Array(goals.length);
  weights.forEach((weight, weightIndex) => {
    const [first, second] = staticFusionWeights(weight);
    rankConstants.forEach((rankConstant, constantIndex) => {
      options.signal?.throwIfAborted();
      const point = weightIndex * rankConstants.length + constantIndex;
      const firstTerms = evaluator.terms(first, rankConstant);
      const secondTerms = evaluator.terms(second, rankConstant);
      for (let question = 0; question < questions.count; question += 1) {
        const values = evaluator.evaluate(question, firstTerms, secondTerms);
        goals[question * pointCount + point] = values.goal;
        tieBreakers[question * pointCount + point] = values.tieBreaker;
      }
    });
  });
  const everyQuestion = Array.from({ length: questions.count }, (_, question) => question);

  return {
    goalOf: (question, index) => goals[question * pointCount + index]!,
    best(subset = everyQuestion) {
      const goalMeans = new Float64Array(pointCount);
      const tieMeans = new Float64Array(pointCount);
      for (const question of subset) {
        for (let point = 0; point < pointCount; point += 1) {
          goalMeans[point]! += goals[question * pointCount + point]!;
          tieMeans[point]! += tieBreakers[question * pointCount + point]!;
        }
      }
      for (let point = 0; point < pointCount; point += 1) {
        goalMeans[point]! /= subset.length;
        tieMeans[point]! /= subset.length;
      }
      const index = bestPoint(goalMeans, (point) => tieMeans[point]!);
      const rows = (means: Float64Array) =>
        weights.map((_, row) =>
          Array.from(means.subarray(row * rankConstants.length, (row + 1) * rankConstants.length)),
        );
      return {
        best: {
          index,
          weights: staticFusionWeights(weights[Math.floor(index / rankConstants.length)]!),
          rankConstant: rankConstants[index % rankConstants.length]!,
          goal: goalMeans[index]!,
          tieBreaker: tieMeans[index]!,
        },
        questionCount: subset.length,
        heatMap: { weights, rankConstants, goal: rows(goalMeans), tieBreaker: rows(tieMeans) },
        flatness: measureFlatness(goalMeans, [weights.length, rankConstants.length], index, tolerance),
      };
    },
  };
}

function checkGrid(grid: StaticFusionGrid): StaticFusionGrid {
  for (const weight of grid.weights) staticFusionWeights(weight);
  checkRankConstants(grid.rankConstants);
  if (grid.weights.length === 0)
    throw new FusionError('invalid_option', 'a grid with at least one weight', grid.weights);
  return grid;
}

/** @throws FusionError `invalid_option` for an empty list or a constant out of range */
export function checkRankConstants(rankConstants: readonly number[]): void {
  for (const rankConstant of rankConstants) {
    if (!(rankConstant >= 0 && rankConstant < Infinity)) {
      throw new FusionError('invalid_option', 'rank constants that are finite numbers ≥ 0', rankConstant);
    }
  }
  if (rankConstants.length === 0) throw new FusionError('invalid_option', 'at least one rank constant', rankConstants);
}
