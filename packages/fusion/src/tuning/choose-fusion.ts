import { FusionError } from '../fusion-error.js';
import type { DynamicFusionGrid } from './dynamic-fusion-grid.js';
import { pairedRandomisation } from './paired-randomisation.js';
import { seededRandom } from './seeded-random.js';
import { dynamicSearch } from './tune-dynamic-fusion.js';
import type { DynamicFusionPoint, DynamicFusionTuning, PlannedTuningQuestion } from './tune-dynamic-fusion.js';
import { staticSearch } from './tune-static-fusion.js';
import type { StaticFusionGrid, StaticFusionPoint, StaticFusionTuning } from './tune-static-fusion.js';
import { compileQuestions } from './tuning-questions.js';
import type { TuningOptions } from './tuning-questions.js';

/** Options of the choice between static and dynamic fusion. */
export interface FusionChoiceOptions<Id = string> extends TuningOptions<Id> {
  /** Number of parts that the questions are split into; integer ≥ 2 and at most the number of questions, default 5. */
  readonly folds?: number;
  /** Seed of the split and of the test's samples; an integer, default 1. */
  readonly seed?: number;
  /** A p-value up to this makes a difference; above 0 and below 1, default 0.05. */
  readonly significanceLevel?: number;
  /** Samples of the test where it is not exact; integer ≥ 1, default 9,999. */
  readonly samples?: number;
  readonly staticGrid?: StaticFusionGrid;
  readonly dynamicGrid?: DynamicFusionGrid;
}

export const FUSION_CHOICE_DEFAULTS = Object.freeze({ folds: 5, seed: 1, significanceLevel: 0.05, samples: 9999 });

/** What one form of fusion does on questions that it was not tuned on. */
export interface HeldOut<Point, Tuning> {
  /** Mean of the goal, each question measured with the point tuned on the other folds. */
  readonly goal: number;
  /** The point chosen without each fold. */
  readonly foldBest: readonly Point[];
  /** Tuned on all questions: what to use if this form is chosen. */
  readonly tuning: Tuning;
}

/** The choice and the numbers behind it. */
export interface FusionChoice {
  /** `'no difference'` when the held-out questions do not tell the two apart; then static fusion is the simpler of two equals. */
  readonly choice: 'static' | 'dynamic' | 'no difference';
  readonly static: HeldOut<StaticFusionPoint, StaticFusionTuning>;
  readonly dynamic: HeldOut<DynamicFusionPoint, DynamicFusionTuning>;
  /** Held-out goal of dynamic less that of static fusion. */
  readonly difference: number;
  /** Of the two-sided paired randomisation test over the held-out questions. */
  readonly pValue: number;
  /** Questions on which dynamic fusion is better, worse and equal. */
  readonly wins: number;
  readonly losses: number;
  readonly equal: number;
}

/**
 * Chooses between static and dynamic fusion by cross-validation: both are tuned on all folds but one and compared on that one,
 * so that the larger grid gains nothing by its size. (The paper, 3.2, takes the higher Hit@1 on the questions tuned on.)
 * The split depends on the seed and the number of questions only. Exact and deterministic.
 *
 * @throws FusionError as both tuners, and `invalid_option` for options out of range; the signal's reason when aborted
 */
export function chooseFusion<Id = string>(
  questions: readonly PlannedTuningQuestion<Id>[],
  options: FusionChoiceOptions<Id> = {},
): FusionChoice {
  const compiled = compileQuestions(questions, options);
  const { folds, seed, significanceLevel, samples } = choiceOptions(options, questions.length);
  const { staticGrid, dynamicGrid, ...shared } = options;
  const forStatic = staticSearch(compiled, { ...shared, ...(staticGrid && { grid: staticGrid }) });
  const forDynamic = dynamicSearch(compiled, questions, { ...shared, ...(dynamicGrid && { grid: dynamicGrid }) });

  const foldOf = splitIntoFolds(questions.length, folds, seed);
  const staticGoals = new Float64Array(questions.length);
  const dynamicGoals = new Float64Array(questions.length);
  const staticBest: StaticFusionPoint[] = [];
  const dynamicBest: DynamicFusionPoint[] = [];
  for (let fold = 0; fold < folds; fold += 1) {
    options.signal?.throwIfAborted();
    const training = [...foldOf.keys()].filter((question) => foldOf[question] !== fold);
    const staticPoint = forStatic.best(training).best;
    const dynamicPoint = forDynamic.best(training).best;
    staticBest.push(staticPoint);
    dynamicBest.push(dynamicPoint);
    foldOf.forEach((itsFold, question) => {
      if (itsFold !== fold) return;
      staticGoals[question] = forStatic.goalOf(question, staticPoint.index);
      dynamicGoals[question] = forDynamic.goalOf(question, dynamicPoint.index);
    });
  }

  const differences = Array.from(dynamicGoals, (goal, question) => goal - staticGoals[question]!);
  const difference = mean(differences);
  const pValue = pairedRandomisation(differences, samples, seed);
  return {
    choice: pValue > significanceLevel ? 'no difference' : difference > 0 ? 'dynamic' : 'static',
    static: { goal: mean(staticGoals), foldBest: staticBest, tuning: forStatic.best() },
    dynamic: { goal: mean(dynamicGoals), foldBest: dynamicBest, tuning: forDynamic.best() },
    difference,
    pValue,
    wins: differences.filter((value) => value > 0).length,
    losses: differences.filter((value) => value < 0).length,
    equal: differences.filter((value) => value === 0).length,
  };
}

/** The fold of each question: folds in turn, shuffled, so that their sizes differ by one at most. */
function splitIntoFolds(count: number, folds: number, seed: number): number[] {
  const random = seededRandom(seed);
  const foldOf = Array.from({ length: count }, (_, question) => question % folds);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor((random() / 2 ** 32) * (last + 1));
    [foldOf[last], foldOf[other]] = [foldOf[other]!, foldOf[last]!];
  }
  return foldOf;
}

function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let index = 0; index < values.length; index += 1) sum += values[index]!;
  return sum / values.length;
}

function choiceOptions<Id>(options: FusionChoiceOptions<Id>, questionCount: number) {
  const { folds, seed, significanceLevel, samples } = { ...FUSION_CHOICE_DEFAULTS, ...options };
  if (!Number.isInteger(folds) || folds < 2 || folds > questionCount) {
    throw new FusionError('invalid_option', `folds to be an integer from 2 to the number of questions`, folds);
  }
  if (!Number.isInteger(seed)) throw new FusionError('invalid_option', 'seed to be an integer', seed);
  if (!(significanceLevel > 0 && significanceLevel < 1)) {
    throw new FusionError('invalid_option', 'significanceLevel to be above 0 and below 1', significanceLevel);
  }
  if (!Number.isInteger(samples) || samples < 1) {
    throw new FusionError('invalid_option', 'samples to be an integer ≥ 1', samples);
  }
  return { folds, seed, significanceLevel, samples };
}
