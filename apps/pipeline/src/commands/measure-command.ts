import { CONVENTIONS, DEFAULT_MEASURES, evaluate, renderReport } from '@grasp/eval';
import type { Averaging, ConventionsName, TableFormat } from '@grasp/eval';
import { Option } from 'commander';
import type { Command } from 'commander';

import { asGiven, repeated } from '../option-values.js';
import { readQrelsFile, readRunFile } from '../read-evaluation-file.js';
import type { Terminal } from '../terminal.js';

/** How a command prints a table. */
export const formatOption = (): Option =>
  new Option('--format <format>', 'how to print').choices(['text', 'markdown', 'latex', 'json']).default('text');

/** Whose definitions measures follow where evaluators differ. */
export const conventionsOption = (): Option =>
  new Option('--conventions <name>', 'whose rules for ties and duplicates')
    .choices(Object.keys(CONVENTIONS))
    .default('stark');

interface MeasureOptions {
  readonly run: string;
  readonly qrels: string;
  readonly measure?: readonly string[];
  readonly conventions: ConventionsName;
  readonly averaging: Averaging;
  readonly perQuery: boolean;
  readonly format: TableFormat;
}

async function measure(options: MeasureOptions, { out, signal }: Terminal): Promise<void> {
  const { measure: measures = DEFAULT_MEASURES, conventions, averaging, format } = options;
  const { run } = await readRunFile(options.run, signal);
  const report = evaluate(run, await readQrelsFile(options.qrels, signal), { measures, conventions, averaging });
  if (options.perQuery && format !== 'json') {
    const names = report.measures.map(({ name }) => name);
    out(['query', ...names].join('\t'));
    for (const { id, values } of report.queries) out([id, ...names.map((name) => values[name]!.toFixed(4))].join('\t'));
  }
  out(renderReport(report, { format }));
}

/** Adds `grasp measure`. */
export function defineMeasureCommand(program: Command, terminal: Terminal): void {
  program
    .command('measure')
    .description('Measures a run file against relevance judgements.')
    .requiredOption('--run <file>', 'run in TREC form, plain or .gz')
    .requiredOption('--qrels <file>', 'judgements in TREC form, plain or .gz')
    .option(
      '-m, --measure <name>',
      `measure; may be repeated (default: ${DEFAULT_MEASURES.join(', ')})`,
      repeated(asGiven),
    )
    .addOption(conventionsOption())
    .addOption(
      new Option(
        '--averaging <queries>',
        'queries in the mean: all of the qrels, or only those that are in the run too',
      )
        .choices(['all-judged', 'judged-and-retrieved'])
        .default('all-judged'),
    )
    .option('--per-query', 'also print the values of each query, separated by tabs', false)
    .addOption(formatOption())
    .addHelpText('after', '\nExample:\n  grasp measure --run fused.trec --qrels qrels.trec -m hit@1 -m ndcg@10')
    .action((options: MeasureOptions) => measure(options, terminal));
}
