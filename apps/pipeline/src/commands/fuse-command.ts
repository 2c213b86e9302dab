import { basename } from 'node:path';

import { formatTrecRun } from '@grasp/eval';
import type { Ranking, Run } from '@grasp/eval';
import {
  bordaFuse,
  combAnz,
  combMax,
  combMed,
  combMin,
  combMnz,
  combSum,
  condorcetFuse,
  inverseSquareRank,
  rankBiasedCentroid,
  reciprocalRankFusion,
  weightedSum,
} from '@grasp/fusion';
import type { FusedHit, Normalization } from '@grasp/fusion';
import { Option } from 'commander';
import type { Command } from 'commander';

import { asGiven, nonNegativeNumber, repeated, wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readRunFile } from '../read-evaluation-file.js';
import { checkResultFile, writeResultFile } from '../result-file.js';
import type { Terminal } from '../terminal.js';

interface WeighedRun {
  readonly name: string;
  readonly weight: number;
  readonly ranking: Ranking;
}

interface Settings {
  readonly rankConstant: number;
  readonly normalization: Normalization;
}

type Fuse = (runs: readonly WeighedRun[], settings: Settings) => FusedHit[];

const WEIGHTED: Readonly<Record<string, Fuse>> = {
  rrf: (runs, { rankConstant }) => reciprocalRankFusion(runs, { rankConstant }),
  'weighted-sum': (runs, { normalization }) => weightedSum(runs, { normalization }),
  borda: (runs) => bordaFuse(runs),
  condorcet: (runs) => condorcetFuse(runs),
};

const UNWEIGHTED: Readonly<Record<string, Fuse>> = {
  'comb-sum': (runs, { normalization }) => combSum(runs, { normalization }),
  'comb-mnz': (runs, { normalization }) => combMnz(runs, { normalization }),
  'comb-anz': (runs, { normalization }) => combAnz(runs, { normalization }),
  'comb-min': (runs, { normalization }) => combMin(runs, { normalization }),
  'comb-max': (runs, { normalization }) => combMax(runs, { normalization }),
  'comb-med': (runs, { normalization }) => combMed(runs, { normalization }),
  isr: (runs) => inverseSquareRank(runs),
  rbc: (runs) => rankBiasedCentroid(runs),
};

interface FuseOptions {
  readonly run: readonly string[];
  readonly weight?: readonly number[];
  readonly method: string;
  readonly rankConstant: number;
  readonly normalization: Normalization;
  readonly count: number;
  readonly tag: string;
  readonly out?: string;
}

async function fuse(options: FuseOptions, { out, signal }: Terminal): Promise<void> {
  const { run: files, weight: weights, method, count, tag } = options;
  if (weights !== undefined && weights.length !== files.length) {
    const found = `${weights.length} for ${files.length} runs`;
    throw new PipelineError('invalid_input', `expected one --weight for each --run, in their order, got ${found}`);
  }
  const fuseRuns = WEIGHTED[method] ?? UNWEIGHTED[method]!;
  if (weights !== undefined && WEIGHTED[method] === undefined) {
    const takes = Object.keys(WEIGHTED).join(', ');
    throw new PipelineError(
      'invalid_input',
      `expected no --weight, since ${method} takes none; those that do: ${takes}`,
    );
  }
  if (options.out !== undefined) await checkResultFile(options.out);
  const runs: { readonly name: string; readonly weight: number; readonly run: Run }[] = [];
  for (const [position, file] of files.entries()) {
    const { run } = await readRunFile(file, signal);
    runs.push({ name: basename(file), weight: weights?.[position] ?? 1, run });
  }
  const queries = [...new Set(runs.flatMap(({ run }) => [...run.keys()]))];
  const fused = queries.map((query): readonly [string, Ranking] => {
    signal.throwIfAborted();
    const rankings = runs.map(({ name, weight, run }) => ({ name, weight, ranking: inOrder(run.get(query) ?? []) }));
    return [query, fuseRuns(rankings, options).slice(0, count)];
  });
  const text = [...formatTrecRun(fused, { tag })].join('');
  if (options.out === undefined) out(text.trimEnd());
  else await writeResultFile(options.out, text, signal);
}

/** A run file's lines may be in any order; ranks follow from the scores. */
function inOrder(ranking: Ranking): Ranking {
  return [...ranking].sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
}

/** Adds `grasp fuse`. */
export function defineFuseCommand(program: Command, terminal: Terminal): void {
  program
    .command('fuse')
    .description('Fuses run files into one.')
    .requiredOption('--run <file>', 'run in TREC form; repeat it', repeated(asGiven))
    .option(
      '--weight <number>',
      'weight of a run; repeat it in the order of the runs (default: 1 each)',
      repeated(nonNegativeNumber),
    )
    .addOption(
      new Option('--method <name>', 'how to fuse')
        .choices([...Object.keys(WEIGHTED), ...Object.keys(UNWEIGHTED)])
        .default('rrf'),
    )
    .option('--rank-constant <number>', 'of rrf', nonNegativeNumber, 60)
    .addOption(
      new Option('--normalization <name>', 'of scores, for weighted-sum and comb-*')
        .choices(['none', 'min-max', 'max', 'sum', 'zmuv', 'rank', 'borda'])
        .default('min-max'),
    )
    .option('-n, --count <number>', 'documents a query', wholeNumber(1, 1_000_000), 1_000)
    .option('--tag <word>', 'run id in the last column', 'grasp')
    .option('-o, --out <file>', 'file to write (default: standard output)')
    .addHelpText(
      'after',
      '\nExample:\n  grasp fuse --run graph.trec --weight 0.65 --run text.trec --weight 0.35 --rank-constant 2 --out fused.trec',
    )
    .action((options: FuseOptions) => fuse(options, terminal));
}
