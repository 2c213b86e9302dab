import { loadStaticEncoder } from '@grasp/encoders';
import type { Question } from '@grasp/eval';
import { DEFAULT_WEIGHTS, PLAN_FEATURES } from '@grasp/planner';
import type { PlannerWeights } from '@grasp/planner';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';
import type { Command } from 'commander';

import { makeQuestions } from '../make-questions.js';
import { wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { storePlannerWeights } from '../planner-weights.js';
import { readQuestionFile } from '../read-evaluation-file.js';
import { checkResultFile, writeResultFile } from '../result-file.js';
import type { Terminal } from '../terminal.js';
import { checkTextIndexUpdates } from '../text-index-update.js';
import { LEAST_TRAINING_QUESTIONS, trainPlanner } from '../train-planner.js';
import type { PlannerComparison, PlannerTraining, TrainingSetting } from '../train-planner.js';
import { progressOption, progressPrinter } from './progress-printer.js';

interface TrainOptions {
  readonly kb: string;
  readonly questions?: string;
  readonly check?: string;
  readonly count: number;
  readonly seed: number;
  readonly out?: string;
  readonly dryRun: boolean;
  readonly progress: boolean;
  readonly reset: boolean;
}

const settingName = ({ strength, withWords }: TrainingSetting): string =>
  strength === Infinity ? 'default weights' : `strength ${strength}${withWords ? ', with words' : ''}`;

function comparisonLines(what: string, { questions, before, after, kinds }: PlannerComparison): string[] {
  const figures = (from: number, to: number): string[] => [from, to].map((value) => value.toFixed(3));
  const rows = [
    [`${questions} ${what}`, 'default', 'trained'],
    ['  hit@1', ...figures(before.hitAt1, after.hitAt1)],
    ['  precision', ...figures(before.precision, after.precision)],
    ...kinds.map((row) => [`  hit@1 of ${row.questions} ${row.kind}`, ...figures(row.before, row.after)]),
  ];
  const width = Math.max(...rows.map(([name]) => name!.length));
  return rows.map(([name, ...cells]) => name!.padEnd(width) + cells.map((cell) => cell.padStart(9)).join(''));
}

function changedLines(weights: PlannerWeights): string[] {
  const changed = PLAN_FEATURES.filter((name) => weights.features[name] !== DEFAULT_WEIGHTS.features[name]);
  const shift = (name: (typeof PLAN_FEATURES)[number]): number =>
    Math.abs(weights.features[name] - DEFAULT_WEIGHTS.features[name]);
  const largest = [...changed].sort((a, b) => shift(b) - shift(a)).slice(0, 8);
  const words = Object.keys(weights.learned ?? {}).length;
  return [
    `${changed.length} weights changed${words === 0 ? '' : `, ${words} learned`}; most of all`,
    ...largest.map((name) => `  ${name}: ${DEFAULT_WEIGHTS.features[name]} -> ${weights.features[name].toFixed(2)}`),
  ];
}

function formatTraining({ training, telling, settings, chosen, heldOut, checked, tried }: PlannerTraining): string[] {
  const lines = [
    `learned from ${training} of them; the plans of ${telling} differ in how well they do`,
    ...settings.map(
      (setting) =>
        `${settingName(setting)}: precision ${setting.precision.toFixed(4)}${setting === chosen ? '  <- chosen' : ''}`,
    ),
  ];
  if (tried !== undefined) lines.push(...changedLines(tried));
  if (heldOut !== undefined) lines.push(...comparisonLines('held-out questions', heldOut));
  if (checked !== undefined) lines.push(...comparisonLines('questions to check', checked));
  return lines;
}

/** Questions of a file, if any of them can be answered at all. */
async function readTrainingQuestions(
  file: string,
  knowledgeBase: KnowledgeBase,
  terminal: Terminal,
): Promise<readonly Question[]> {
  const questions = await readQuestionFile(file, terminal.signal);
  const isNode = (id: string): boolean => knowledgeBase.indexOf(id) !== undefined;
  const unanswerable = questions.filter(({ answer_ids: answers }) => !answers.some(isNode)).length;
  if (unanswerable > 0 && unanswerable === questions.length) {
    throw new PipelineError('invalid_input', `${file}: expected answers that are nodes of the knowledge base, none is`);
  }
  if (unanswerable > 0) terminal.note(`${file}: ${unanswerable} questions have no answer that is a node`);
  return questions;
}

async function train(options: TrainOptions, terminal: Terminal): Promise<void> {
  const { kb: file, count, seed } = options;
  const { out, signal } = terminal;
  const onProgress = progressPrinter(terminal, options.progress);
  const encoder = await loadStaticEncoder({ signal });
  if (options.reset) {
    await storePlannerWeights(file, undefined, encoder, { signal });
    out(`${file}: the planner's own weights are used`);
    return;
  }
  const knowledgeBase = openKnowledgeBase(file);
  let training: PlannerTraining;
  let questions: readonly Question[];
  try {
    if (!options.dryRun) {
      await checkResultFile(file);
      checkTextIndexUpdates(knowledgeBase, encoder);
    }
    if (options.out !== undefined) await checkResultFile(options.out);
    if (options.questions === undefined) {
      questions = (await makeQuestions(knowledgeBase, { count, seed }, onProgress, signal)).questions;
      out(`${questions.length} questions generated`);
    } else {
      questions = await readTrainingQuestions(options.questions, knowledgeBase, terminal);
      out(`${questions.length} questions read`);
    }
    const check =
      options.check === undefined ? [] : await readTrainingQuestions(options.check, knowledgeBase, terminal);
    training = await trainPlanner(knowledgeBase, encoder, questions, {
      seed,
      withWords: options.questions !== undefined,
      check,
      signal,
      onProgress,
    });
  } finally {
    knowledgeBase.close();
  }
  for (const line of formatTraining(training)) out(line);
  const { weights, heldOut } = training;
  if (weights === undefined || heldOut === undefined) {
    out(
      training.tried === undefined
        ? 'nothing is better than the default weights: nothing stored'
        : 'the trained weights are refused, because they are worse on questions that they did not see: nothing stored',
    );
    return;
  }
  if (options.out !== undefined) {
    const { features, learned = {} } = weights;
    await writeResultFile(options.out, `${JSON.stringify({ features, learned }, undefined, 2)}\n`, signal);
    out(`weights in ${options.out}`);
  }
  if (options.dryRun) return;
  const record = {
    questions: questions.length - heldOut.questions,
    generated: options.questions === undefined,
    seed,
    heldOut,
  };
  await storePlannerWeights(file, weights, encoder, { training: record, signal });
  out(`weights stored in ${file}; grasp train planner --kb ${file} --reset goes back`);
}

/** Adds `grasp train planner`. */
export function defineTrainCommand(program: Command, terminal: Terminal): void {
  program
    .command('train')
    .description('Trains a stage for one knowledge base.')
    .command('planner')
    .description(
      'Fits the weights of the template planner to questions with known answers, and stores them in the file when they are better on questions that they did not see.',
    )
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--questions <file>', 'questions of people with id, query and answer_ids (default: generated ones)')
    .option('--check <file>', 'more such questions on which the trained weights may not do worse')
    .option(
      '-n, --count <number>',
      'how many questions to generate',
      wholeNumber(LEAST_TRAINING_QUESTIONS, 1_000_000),
      400,
    )
    .option('--seed <number>', 'of the questions and their division', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
    .option('-o, --out <file>', 'also write the weights as JSON')
    .option('--dry-run', 'store nothing in the knowledge base file', false)
    .addOption(progressOption())
    .option('--reset', "train nothing and go back to the planner's own weights", false)
    .addHelpText('after', '\nExample:\n  grasp train planner --kb hpo.skb --count 400')
    .action((options: TrainOptions) => train(options, terminal));
}
