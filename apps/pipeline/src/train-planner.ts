import { setImmediate } from 'node:timers/promises';
import { getHeapStatistics } from 'node:v8';

import { splitQuestions } from '@grasp/eval';
import type { Question } from '@grasp/eval';
import type { Encoder } from '@grasp/encoders';
import { DEFAULT_WEIGHTS, fitPlannerWeights } from '@grasp/planner';
import type { FitPlannerWeightsOptions, PlannerWeights, TemplatePlanner, TrainingPlan } from '@grasp/planner';
import type { KnowledgeBase } from '@grasp/skb';

import type { BuildProgress } from './build-knowledge-base.js';
import { PipelineError } from './pipeline-error.js';
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
  /** Hit@1 by kind, in order of first appearance; of questions that tell theirs. */
  readonly kinds: readonly {
    readonly kind: string;
    readonly questions: number;
    readonly before: number;
    readonly after: number;
  }[];
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
  /** Questions learned from that had a plan. */
  readonly training: number;
  /** Of these, the ones whose plans are not all as good: only they say anything. */
  readonly telling: number;
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
   * Also learn which words speak of which walk, and how common walks are. Right for questions that people asked; generated
   * ones would teach the generator's wording and mixture. Default false.
   */
  readonly withWords?: boolean;
  /** More questions on which the trained weights may not do worse. */
  readonly check?: readonly Question[];
  /** Most that the plans to learn from may take, in bytes. Default: 70 % of Node's heap. */
  readonly memory?: number;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

/** Fewer questions than this train nothing. */
export const LEAST_TRAINING_QUESTIONS = 20;

/** Plans of each question that are executed to learn from. */
const PLANS = 10;
const STRENGTHS = [3, 10, 30, 100, 300];
const LEARNING: PlannerWeights = { ...DEFAULT_WEIGHTS, learned: {} };
/** How common something is among questions, which those that a generator draws in equal numbers cannot say. */
const HOW_COMMON = ['typePrior', 'relationPrior', 'uncuedPrior', 'extraSteps', 'returns'] as const;
const SPLITS = { train: 0.7, heldOut: 0.3 };
const FOLDS = 5;
const HEAP_SHARE = 0.7;
/** What a feature of a plan takes while it is kept, and again while weights are fitted. */
const FEATURE_BYTES = 80;

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
async function crossValidate(
  questions: readonly (readonly TrainingPlan[])[],
  fitting: FitPlannerWeightsOptions,
  onFold: () => void,
  signal: AbortSignal | undefined,
): Promise<number[]> {
  const worths: number[] = [];
  for (let fold = 0; fold < FOLDS; fold++) {
    // Lets an interruption through.
    await setImmediate();
    signal?.throwIfAborted();
    onFold();
    const weights = fitPlannerWeights(
      questions.filter((_, at) => at % FOLDS !== fold),
      fitting,
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

/** What the gathered features will take, judged by those of the first questions. */
function checkMemory(features: number, done: number, total: number, memory: number): void {
  const bytes = (features / done) * total * FEATURE_BYTES;
  if (bytes <= memory) return;
  const gigabytes = (size: number): string => (size / 1e9).toFixed(size < 1e8 ? 3 : 1);
  const fits = Math.floor((total * memory) / bytes / SPLITS.train);
  throw new PipelineError(
    'not_enough_memory',
    `expected to train with ${gigabytes(memory)} GB of memory, but the plans of ${total} training questions take about ${gigabytes(bytes)} GB: train with at most ${fits} questions, or let Node use more (NODE_OPTIONS=--max-old-space-size)`,
  );
}

/**
 * Trains the template planner's weights for one knowledge base on questions with known answers. 70 % of them train: the best
 * plans of each are executed, and weights are fitted under which the plans that find the answers win, drawn to the
 * defaults; how strongly is chosen in five folds. The rest decides: weights that do worse there, or on the questions to
 * check, are refused. The same questions and seed give the same weights.
 *
 * @throws {@link PipelineError} `invalid_input` for fewer questions than {@link LEAST_TRAINING_QUESTIONS}, `not_enough_memory`.
 */
export async function trainPlanner(
  knowledgeBase: KnowledgeBase,
  encoder: Encoder,
  questions: readonly Question[],
  options: TrainPlannerOptions = {},
): Promise<PlannerTraining> {
  const { seed = 1, withWords = false, check = [], onProgress, signal } = options;
  const memory = options.memory ?? HEAP_SHARE * getHeapStatistics().heap_size_limit;
  if (questions.length < LEAST_TRAINING_QUESTIONS) {
    throw new PipelineError(
      'invalid_input',
      `expected at least ${LEAST_TRAINING_QUESTIONS} questions to train with, got ${questions.length}`,
    );
  }
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
  const learner = pipelineWith(withWords ? LEARNING : DEFAULT_WEIGHTS);

  const examples = async (part: readonly Question[], phase: string): Promise<TrainingPlan[][]> => {
    const found: TrainingPlan[][] = [];
    // Names that are made anew for each plan are kept once.
    const names = new Map<string, string>();
    let kept = 0;
    const compact = (features: TrainingPlan['features']): TrainingPlan['features'] => {
      const entries = Object.entries(features).filter(([, value]) => value !== 0);
      kept += entries.length;
      return Object.fromEntries(
        entries.map(([name, value]) => {
          const known = names.get(name);
          if (known === undefined) names.set(name, name);
          return [known ?? name, value];
        }),
      );
    };
    for (const [position, question] of part.entries()) {
      signal?.throwIfAborted();
      onProgress?.({ phase, done: position, total: part.length });
      const plans = await learner.template.plans(question.query, { count: PLANS, ...cancel });
      const rows: TrainingPlan[] = [];
      for (const { plan, features } of plans) {
        const ranking = await learner.pipeline.rank(plan, cancel);
        const empty = ranking.length === 0 ? 1 : 0;
        rows.push({ features: compact({ ...features, empty }), worth: precisionOf(ranking, question) });
      }
      if (position % 10 === 9) checkMemory(kept, position + 1, part.length, memory);
      if (rows.length > 0) found.push(rows);
    }
    return found;
  };

  interface Judged {
    readonly kind: string | undefined;
    readonly hit: number;
    readonly precision: number;
  }
  const judge = async (part: readonly Question[], weights: PlannerWeights, phase: string): Promise<Judged[]> => {
    const { pipeline } = pipelineWith(weights);
    const rows: Judged[] = [];
    for (const [position, question] of part.entries()) {
      signal?.throwIfAborted();
      onProgress?.({ phase, done: position, total: part.length });
      const plan = await pipeline.plan(question.query, cancel);
      const ranking = plan === null ? [] : await pipeline.rank(plan, cancel);
      const hit = ranking.length > 0 && question.answer_ids.includes(ranking[0]!.id) ? 1 : 0;
      rows.push({ kind: question.kind, hit, precision: precisionOf(ranking, question) });
    }
    return rows;
  };
  const figuresOf = (rows: readonly Judged[]): PlannerFigures => ({
    hitAt1: mean(rows.map(({ hit }) => hit)),
    precision: mean(rows.map(({ precision }) => precision)),
  });
  const compare = async (part: readonly Question[], weights: PlannerWeights, what: string) => {
    const [before, after] = [
      await judge(part, DEFAULT_WEIGHTS, `${what}, before`),
      await judge(part, weights, `${what}, after`),
    ];
    const kinds = [...new Set(part.flatMap(({ kind }) => kind ?? []))].map((kind) => {
      const [own, trained] = [before, after].map((rows) => rows.filter((row) => row.kind === kind));
      return { kind, questions: own!.length, before: figuresOf(own!).hitAt1, after: figuresOf(trained!).hitAt1 };
    });
    return { questions: part.length, before: figuresOf(before), after: figuresOf(after), kinds };
  };

  const splits = splitQuestions(questions, SPLITS, seed);
  const partOf = (name: keyof typeof SPLITS): Question[] => {
    const ids = new Set(splits[name]);
    return questions.filter(({ id }) => ids.has(id));
  };
  const training = await examples(partOf('train'), 'training questions');

  const telling = training.filter((plans) => plans.some(({ worth }) => worth !== plans[0]!.worth)).length;
  const told = { training: training.length, telling };

  const start = { strength: Infinity, withWords: false, precision: mean(worthsUnder(training, DEFAULT_WEIGHTS)) };
  const fixed = withWords ? [] : HOW_COMMON;
  const forms = withWords ? [false, true] : [false];
  const trials: { setting: TrainingSetting; worths: number[]; rows: TrainingPlan[][] }[] = [];
  let folds = 0;
  const onFold = (): void =>
    onProgress?.({ phase: 'fitting weights', done: folds++, total: forms.length * STRENGTHS.length * FOLDS });
  for (const words of forms) {
    const rows = featuresFor(training, words);
    for (const strength of STRENGTHS) {
      const worths = await crossValidate(rows, { strength, fixed }, onFold, signal);
      trials.push({ setting: { strength, withWords: words, precision: mean(worths) }, worths, rows });
    }
  }
  const settings: TrainingSetting[] = [start, ...trials.map(({ setting }) => setting)];
  const best = trials.reduce((a, b) => (b.setting.precision > a.setting.precision ? b : a));
  // Of settings that may be as good, the one that stays nearest to the defaults; so the wording of questions is not learned by heart.
  const { setting: chosen, rows } = trials
    .filter(({ setting }) => setting.withWords === best.setting.withWords)
    .filter(({ setting, worths }) => {
      return best.setting.precision - setting.precision <= errorOfDifference(best.worths, worths);
    })
    .reduce((a, b) => (b.setting.strength > a.setting.strength ? b : a));
  if (chosen.precision <= start.precision) {
    return { weights: undefined, tried: undefined, settings, chosen: start, ...told };
  }
  const tried = fitPlannerWeights(rows, { strength: chosen.strength, fixed });
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
    ...told,
    heldOut,
    ...(checked === undefined ? {} : { checked }),
  };
}
