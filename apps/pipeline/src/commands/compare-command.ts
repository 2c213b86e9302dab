import { basename } from 'node:path';

import { compareRuns, DEFAULT_MEASURES, evaluate, renderComparison } from '@grasp/eval';
import type { ConventionsName, NamedReport, TableFormat } from '@grasp/eval';
import { Option } from 'commander';
import type { Command } from 'commander';

import { asGiven, repeated, wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readQrelsFile, readRunFile } from '../read-evaluation-file.js';
import type { Terminal } from '../terminal.js';
import { conventionsOption, formatOption } from './measure-command.js';

interface CompareOptions {
  readonly run: readonly string[];
  readonly qrels: string;
  readonly measure?: readonly string[];
  readonly conventions: ConventionsName;
  readonly test: 'randomisation' | 't' | 'wilcoxon';
  readonly pairs: 'baseline' | 'all';
  readonly seed: number;
  readonly format: TableFormat;
}

async function compare(options: CompareOptions, { out, signal }: Terminal): Promise<void> {
  const { measure: measures = DEFAULT_MEASURES, conventions, test, pairs, seed, format } = options;
  if (options.run.length < 2) {
    throw new PipelineError(
      'invalid_input',
      `expected --run at least twice, got it ${options.run.length === 1 ? 'once' : 'never'}`,
    );
  }
  const qrels = await readQrelsFile(options.qrels, signal);
  const reports: NamedReport[] = [];
  for (const file of options.run) {
    const { run } = await readRunFile(file, signal);
    reports.push({ name: basename(file), report: evaluate(run, qrels, { measures, conventions }) });
  }
  out(renderComparison(compareRuns(reports, { test, pairs, seed }), { format }));
}

/** Adds `grasp compare`. */
export function defineCompareCommand(program: Command, terminal: Terminal): void {
  program
    .command('compare')
    .description('Compares run files query by query, with significance tests and intervals.')
    .requiredOption('--run <file>', 'run in TREC form; repeat it, the baseline first', repeated(asGiven))
    .requiredOption('--qrels <file>', 'judgements in TREC form')
    .option(
      '-m, --measure <name>',
      `measure; may be repeated (default: ${DEFAULT_MEASURES.join(', ')})`,
      repeated(asGiven),
    )
    .addOption(conventionsOption())
    .addOption(
      new Option('--test <name>', 'paired test').choices(['randomisation', 't', 'wilcoxon']).default('randomisation'),
    )
    .addOption(
      new Option('--pairs <which>', 'each run against the first, or every two')
        .choices(['baseline', 'all'])
        .default('baseline'),
    )
    .option('--seed <number>', 'seed of sampled tests and intervals', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
    .addOption(formatOption())
    .addHelpText(
      'after',
      '\nExample:\n  grasp compare --qrels qrels.trec --run text.trec --run fused.trec --format latex',
    )
    .action((options: CompareOptions) => compare(options, terminal));
}
