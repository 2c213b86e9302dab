import { splitQuestions } from '@grasp/eval';
import type { Question } from '@grasp/eval';
import type { Encoder } from '@grasp/encoders';
import { DEFAULT_WEIGHTS, fitPlannerWeights } from '@grasp/planner';
import type { PlannerWeights, TemplatePlanner, TrainingPlan } from '@grasp/planner';
import type { KnowledgeBase } from '@grasp/skb';

import { createPipeline } from './pipeline.js';
import type { Pipeline } from './pipeline.js';

/** How well a planner did on some questions: the ranking by its plans alone. */
interface PlannerFigures {
  readonly hitAt1: number;
  /** Mean share of the answers among as many first candidates as there are answers. */
  readonly precision: number;
}

/** Figures on the same questions with the default weights and with the trained ones. */
export interface PlannerComparison {
  readonly questions: number;
  readonly before: PlannerFigures;
  readonly after: PlannerFigures;
}

/** One setting of the training and what it gave in cross-validation. */
export interface TrainingSetting {
  /** Infinity for the default weights. */
  readonly strength: number;
  readonly withWords: boolean;
  readonly precision: number;
}

/** The outcome of {@link trainPlanner}. */
export interface PlannerTraining {
  /** Undefined when no setting was better than the default weights, or one was that did worse on held-out questions. */
  readonly weights: PlannerWeights | undefined;
  /** The weights on trial, even if they were refused. */
  readonly tried: PlannerWeights | undefined;
  readonly settings: readonly TrainingSetting[];
  readonly chosen: TrainingSetting;
  /** Questions that had no part in training. Absent when the default weights were chosen. */
  readonly heldOut?: PlannerComparison;
  /** Questions handed in as `check`. */
  readonly checked?: PlannerComparison;
}

/** Options of {@link trainPlanner}. */
export interface TrainPlannerOptions {
  /** Seed of the division into training and held-out questions. Default 1. */
  readonly seed?: number;
  /**
   * Also learn which words speak of which walk. Right for questions that people asked; generated ones would teach the
   * generator's wording. Default false.
   */
  readonly withWords?: boolean;
  /** More questions on which the trained weights may not do worse. */
  readonly check?: readonly Question[];
  readonly onProgress?: (phase: string, done: number, total: number) => void;
  readonly signal?: AbortSignal;
}

/** Plans of each question that are executed to learn from. */
const PLANS = 10;
const STRENGTHS = [3, 10, 30, 100, 300];
const LEARNING: PlannerWeights = { ...DEFAULT_WEIGHTS, learned: {} };
const SPLITS = { train: 0.7, heldOut: 0.3 };
const FOLDS = 5;

/** Share of the answers among as many first candidates. */
function precisionOf(ranking: readonly { readonly id: string }[], { answer_ids }: Question): number {
  const answers = new Set(answer_ids);
  return ranking.slice(0, answers.size).filter(({ id }) => answers.has(id)).length / Math.max(1, answers.size);
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** With weights that learn words, or without: those features are left away. */
const featuresFor = (questions: readonly (readonly TrainingPlan[])[], withWords: boolean): TrainingPlan[][] =>
  questions.map((plans) =>
    plans.map(({ features, worth }) => ({
      worth,
      features: withWords
        ? features
        : Object.fromEntries(Object.entries(features).filter(([name]) => !name.startsWith('walk:'))),
    })),
  );

/** Worth of the plan that the weights would choose, for each question. */
function worthsUnder(questions: readonly (readonly TrainingPlan[])[], weights: PlannerWeights): number[] {
  const table: Readonly<Record<string, number>> = { ...weights.learned, ...weights.features };
  const score = ({ features }: TrainingPlan): number =>
    Object.entries(features).reduce((sum, [name, value]) => sum + value * (table[name] ?? 0), 0);
  return questions.map((plans) => plans.reduce((best, plan) => (score(plan) > score(best) ? plan : best)).worth);
}

/** The same where each question is judged by weights that were fitted without it. */
function crossValidate(questions: readonly (readonly TrainingPlan[])[], strength: number): number[] {
  const worths: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    const weights = fitPlannerWeights(
      questions.filter((_, at) => at % FOLDS !== fold),
      { strength },
    );
    const own = questions.flatMap((plans, at) => (at % FOLDS === fold ? [{ at, plans }] : []));
    const found = worthsUnder(
      own.map(({ plans }) => plans),
      weights,
    );
    own.forEach(({ at }, position) => (worths[at] = found[position]!));
  }
  return worths;
}

/** Standard error of the mean difference. */
function errorOfDifference(a: readonly number[], b: readonly number[]): number {
  const differences = a.map((value, at) => value - b[at]!);
  const center = mean(differences);
  const variance = differences.reduce((sum, value) => sum + (value - center) ** 2, 0) / Math.max(1, a.length - 1);
  return Math.sqrt(variance / Math.max(1, a.length));
}

/**
 * Trains the template planner's weights for one knowledge base on questions with known answers. 70 % of them train: the best
 * plans of each are executed, and weights are fitted under which the plans that find the answers win, drawn to the
 * defaults; how strongly is chosen in five folds. The rest decides: weights that do worse there, or on the questions to
 * check, are refused.
 */
export async function trainPlanner(
  knowledgeBase: KnowledgeBase,
  encoder: Encoder,
  questions: readonly Question[],
  options: TrainPlannerOptions = {},
): Promise<PlannerTraining> {
  const { seed = 1, withWords = false, check = [], onProgress, signal } = options;
  const cancel = signal === undefined ? {} : { signal };
  const pipelineWith = (plannerWeights: PlannerWeights): { pipeline: Pipeline; template: TemplatePlanner } => {
    let template: TemplatePlanner | undefined;
    const pipeline = createPipeline({
      knowledgeBase,
      encoder,
      plannerWeights,
      reranker: null,
      // Questions to learn from may ask for any node.
      allNodes: true,
      planner: (context) => (template = context.template),
    });
    return { pipeline, template: template! };
  };
  const learner = pipelineWith(LEARNING);

  const examples = async (part: readonly Question[], phase: string): Promise<TrainingPlan[][]> => {
    const found: TrainingPlan[][] = [];
    for (const [position, question] of part.entries()) {
      signal?.throwIfAborted();
      onProgress?.(phase, position, part.length);
      const plans = await learner.template.plans(question.query, { count: PLANS, ...cancel });
      const rows: TrainingPlan[] = [];
      for (const { plan, features } of plans) {
        const ranking = await learner.pipeline.rank(plan, cancel);
        const empty = ranking.length === 0 ? 1 : 0;
        rows.push({ features: { ...features, empty }, worth: precisionOf(ranking, question) });
      }
      if (rows.length > 0) found.push(rows);
    }
    return found;
  };

  const figures = async (part: readonly Question[], weights: PlannerWeights, phase: string) => {
    const { pipeline } = pipelineWith(weights);
    const rows: { precision: number; hit: number }[] = [];
    for (const [position, question] of part.entries()) {
      signal?.throwIfAborted();
      onProgress?.(phase, position, part.length);
      const plan = await pipeline.plan(question.query, cancel);
      const ranking = plan === null ? [] : await pipeline.rank(plan, cancel);
      const hit = ranking.length > 0 && question.answer_ids.includes(ranking[0]!.id) ? 1 : 0;
      rows.push({ hit, precision: precisionOf(ranking, question) });
    }
    return { hitAt1: mean(rows.map(({ hit }) => hit)), precision: mean(rows.map(({ precision }) => precision)) };
  };
  const compare = async (part: readonly Question[], weights: PlannerWeights, what: string) => ({
    questions: part.length,
    before: await figures(part, DEFAULT_WEIGHTS, `${what}, before`),
    after: await figures(part, weights, `${what}, after`),
  });

  const splits = splitQuestions(questions, SPLITS, seed);
  const partOf = (name: keyof typeof SPLITS): Question[] => {
    const ids = new Set(splits[name]);
    return questions.filter(({ id }) => ids.has(id));
  };
  const training = await examples(partOf('train'), 'training questions');

  const start = { strength: Infinity, withWords: false, precision: mean(worthsUnder(training, DEFAULT_WEIGHTS)) };
  const trials = (withWords ? [false, true] : [false]).flatMap((words) => {
    const rows = featuresFor(training, words);
    return STRENGTHS.map((strength) => {
      const worths = crossValidate(rows, strength);
      return { setting: { strength, withWords: words, precision: mean(worths) }, worths, rows };
    });
  });
  const settings: TrainingSetting[] = [start, ...trials.map(({ setting }) => setting)];
  const best = trials.reduce((a, b) => (b.setting.precision > a.setting.precision ? b : a));
  // Of settings that may be as good, the one that stays nearest to the defaults; so the wording of questions is not learned by heart.
  const { setting: chosen, rows } = trials
    .filter(({ setting }) => setting.withWords === best.setting.withWords)
    .filter(({ setting, worths }) => {
      return best.setting.precision - setting.precision <= errorOfDifference(best.worths, worths);
    })
    .reduce((a, b) => (b.setting.strength > a.setting.strength ? b : a));
  if (chosen.precision <= start.precision) return { weights: undefined, tried: undefined, settings, chosen: start };
  const tried = fitPlannerWeights(rows, { strength: chosen.strength });
  const heldOut = await compare(partOf('heldOut'), tried, 'held-out questions');
  const checked = check.length === 0 ? undefined : await compare(check, tried, 'questions to check');
  const isWorse = ({ before, after }: PlannerComparison): boolean =>
    after.precision < before.precision || after.hitAt1 < before.hitAt1;
  const refused = isWorse(heldOut) || (checked !== undefined && isWorse(checked));
  return {
    weights: refused ? undefined : tried,
    tried,
    settings,
    chosen,
    heldOut,
    ...(checked === undefined ? {} : { checked }),
  };
}
