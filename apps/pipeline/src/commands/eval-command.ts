import { join } from 'node:path';

import { formatTrecQrels, formatTrecRun, qrelsOfQuestions } from '@grasp/eval';
import type { Question } from '@grasp/eval';

import type { Command } from 'commander';

import type { AnswerCheck } from '../check-answers.js';
import { candidateScopeOf } from '../candidate-scope.js';
import { checkAnswers } from '../check-answers.js';
import { EVALUATED_RUNS, evaluatePipeline } from '../evaluate-pipeline.js';
import type { PipelineEvaluation } from '../evaluate-pipeline.js';
import { addPlannerOptions, openPlanner } from '../planner-options.js';
import type { PlannerOptions } from '../planner-options.js';
import { readQuestionFile } from '../read-evaluation-file.js';
import { makeResultFolder, writeResultFile } from '../result-file.js';
import type { Terminal } from '../terminal.js';
import { ALL_NODES, fusePlansOption, withPipeline } from './open-for-questions.js';

function table(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]!.map((_, column) => Math.max(...rows.map((row) => row[column]!.length)));
  return rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]!) : cell.padStart(widths[column]!))).join('  '),
  );
}

/** The rows as text: one a run, then Hit@1 of each run by kind of question when the questions tell their kind. */
function formatEvaluation({ questions, rows, kinds }: PipelineEvaluation): string[] {
  const measures = Object.keys(rows[0]!.measures);
  const lines = [
    `${questions} questions`,
    ...table([
      ['run', ...measures, 'ms/question'],
      ...rows.map((row) => [
        row.run,
        ...measures.map((name) => row.measures[name]!.toFixed(3)),
        row.millisecondsPerQuestion.toFixed(1),
      ]),
    ]),
  ];
  if (kinds.length > 0) {
    const header = ['hit@1 by kind', 'questions', ...EVALUATED_RUNS];
    const body = kinds.map(({ kind, questions: count, hitAt1 }) => [
      kind,
      String(count),
      ...EVALUATED_RUNS.map((run) => hitAt1[run].toFixed(3)),
    ]);
    lines.push('', ...table([header, ...body]));
  }
  return lines;
}

async function writeRuns(
  folder: string,
  { rankings, planSignals }: PipelineEvaluation,
  questions: readonly Question[],
): Promise<void> {
  for (const run of EVALUATED_RUNS) {
    await writeResultFile(join(folder, `${run}.trec`), [...formatTrecRun(rankings[run], { tag: run })].join(''));
  }
  const plans = planSignals.map((row) => `${JSON.stringify(row)}\n`);
  await writeResultFile(join(folder, 'plans.jsonl'), plans.join(''));
  await writeResultFile(join(folder, 'qrels.trec'), [...formatTrecQrels(qrelsOfQuestions(questions))].join(''));
}

const WARNINGS = 5;

/** Answers that no ranking can hold. */
function* warningLines({ answers, unknown, noCandidates, unanswerable, examples }: AnswerCheck): Generator<string> {
  const wrong = unknown + noCandidates;
  if (wrong === 0) return;
  yield `${wrong} of ${answers} answers cannot be found: ${unknown} are no nodes, ${noCandidates} no candidates`;
  for (const { question, answer, why } of examples.slice(0, WARNINGS)) {
    yield `  question ${question}: ${answer} is ${why === 'unknown' ? 'no node' : 'no candidate'}`;
  }
  if (wrong > Math.min(WARNINGS, examples.length)) yield '  …; grasp inspect --questions shows more';
  if (unanswerable > 0) yield `  ${unanswerable} questions have no other answer and count 0`;
}

interface EvalOptions extends PlannerOptions {
  readonly kb: string;
  readonly questions: string;
  readonly runs?: string;
  readonly allNodes: boolean;
  readonly fusePlans: number;
  readonly json: boolean;
}

async function evaluateQuestions(options: EvalOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const questions = await readQuestionFile(options.questions, signal);
  if (options.runs !== undefined) await makeResultFolder(options.runs);
  const opened = await openPlanner(options, terminal);
  const evaluation = await withPipeline(
    options.kb,
    terminal,
    (pipeline, knowledgeBase) => {
      for (const line of warningLines(checkAnswers(knowledgeBase, questions))) terminal.note(line);
      const candidates = options.allNodes ? undefined : candidateScopeOf(knowledgeBase);
      return evaluatePipeline(pipeline, questions, {
        signal,
        ...(candidates === undefined ? {} : { candidates }),
        onProgress: (done) => terminal.progress(`question ${done} of ${questions.length}`),
      });
    },
    { plannerFor: opened.make, allNodes: options.allNodes, fusedPlans: options.fusePlans },
  ).finally(() => opened.close());
  if (options.runs !== undefined) await writeRuns(options.runs, evaluation, questions);
  if (options.json) {
    const withoutRankings = (key: string, value: unknown): unknown =>
      key === 'rankings' || key === 'planSignals' ? undefined : value;
    terminal.out(JSON.stringify(evaluation, withoutRankings, 2));
  } else for (const line of formatEvaluation(evaluation)) terminal.out(line);
}

/** Adds `grasp eval`. */
export function defineEvalCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('eval')
    .description('Measures each stage on questions with known answers.')
    .requiredOption('--kb <file>', 'knowledge base file')
    .requiredOption(
      '--questions <file>',
      'JSON lines with id, query and answer_ids, and optionally kind; .csv: as STaRK has them',
    )
    .option('--runs <folder>', 'also write the rankings and the qrels in TREC form, and plans.jsonl for grasp tune')
    .option('--all-nodes', ALL_NODES, false)
    .addOption(fusePlansOption())
    .option('--json', 'print the figures as JSON and nothing else', false);
  addPlannerOptions(command)
    .addHelpText('after', '\nExample:\n  grasp eval --kb hpo.skb --questions datasets/hpo/questions.jsonl')
    .action((options: EvalOptions) => evaluateQuestions(options, terminal));
}
