import {
  chooseFusion,
  hitAt,
  recallAt,
  reciprocalRank,
  RISK_LEVELS,
  tuneDynamicFusion,
  tuneStaticFusion,
} from '@grasp/fusion';
import type {
  DynamicFusionTuning,
  PlannedTuningQuestion,
  RankMeasure,
  RiskLevel,
  StaticFusionTuning,
} from '@grasp/fusion';
import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';

import { wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { readQrelsFile, readRunFile } from '../read-evaluation-file.js';
import { readTextFile } from '../read-json-file.js';
import type { Terminal } from '../terminal.js';

interface TuneOptions {
  readonly graph: string;
  readonly text: string;
  readonly qrels: string;
  readonly plans?: string;
  readonly mode: 'static' | 'dynamic' | 'choose';
  readonly goal?: RankMeasure;
  readonly seed: number;
  readonly json: boolean;
}

interface PlanSignal {
  readonly candidateCount: number;
  readonly riskLevel: RiskLevel;
  readonly skipped: boolean;
}

function rankMeasure(name: string): RankMeasure {
  const [, family, cutoff] = /^(hit|recall)@([1-9]\d*)$/u.exec(name) ?? [];
  if (name === 'mrr') return reciprocalRank;
  if (family === 'hit') return hitAt(Number(cutoff));
  if (family === 'recall') return recallAt(Number(cutoff));
  throw new InvalidArgumentError('Expected mrr, hit@N or recall@N.');
}

/** Reads `plans.jsonl` as `grasp eval --runs` writes it. */
async function readSignals(file: string, signal: AbortSignal): Promise<Map<string, PlanSignal>> {
  const signals = new Map<string, PlanSignal>();
  const lines = (await readTextFile(file, signal)).split('\n');
  for (const [position, line] of lines.entries()) {
    if (line.trim() === '') continue;
    let value: Record<string, unknown> = {};
    try {
      value = JSON.parse(line) as Record<string, unknown>;
    } catch {
      // Reported below with the line, as any other value that is no such object.
    }
    const { id, candidate_count: candidateCount, risk_level: riskLevel, skipped } = value;
    const isSignal = typeof id === 'string' && Number.isInteger(candidateCount) && (candidateCount as number) >= 0;
    if (!isSignal || !RISK_LEVELS.includes(riskLevel as RiskLevel)) {
      const expected = 'expected an object with id, candidate_count and risk_level';
      throw new PipelineError('invalid_input', `${file}:${position + 1}: ${expected}, got ${line.slice(0, 100)}`);
    }
    signals.set(id, {
      candidateCount: candidateCount as number,
      riskLevel: riskLevel as RiskLevel,
      skipped: skipped === true,
    });
  }
  return signals;
}

function describeStatic({ best, flatness, heatMap }: StaticFusionTuning): string[] {
  const [graphWeight] = best.weights;
  const cells = (values: readonly number[]): string => values.map((value) => value.toFixed(3).padStart(6)).join(' ');
  return [
    `static: graph weight ${graphWeight}, rank constant ${best.rankConstant}: goal ${best.goal.toFixed(4)}, MRR ${best.tieBreaker.toFixed(4)}`,
    `  ${flatness.good} grid points (${(100 * flatness.share).toFixed(1)} %) within ${flatness.tolerance} of it, ${flatness.connected} of them connected to it`,
    `  goal by graph weight (down) and rank constant (across)`,
    `         ${heatMap.rankConstants.map((value) => String(value).padStart(6)).join(' ')}`,
    ...heatMap.weights.map((weight, row) => `    ${weight.toFixed(2)} ${cells(heatMap.goal[row]!)}`),
  ];
}

function describeDynamic({ best, flatness, pointCount }: DynamicFusionTuning): string[] {
  const risks = RISK_LEVELS.map((level) => `${level} ${best.riskMultipliers[level]}`).join(', ');
  return [
    `dynamic: rank constant ${best.rankConstant}, bucket weights ${best.bucketWeights.join(' ')}, ${risks}: goal ${best.goal.toFixed(4)}, MRR ${best.tieBreaker.toFixed(4)}`,
    `  ${flatness.good} of ${pointCount} grid points within ${flatness.tolerance} of it`,
  ];
}

async function tune(options: TuneOptions, { out, signal }: Terminal): Promise<void> {
  const { mode, goal = hitAt(1), seed } = options;
  if (mode !== 'static' && options.plans === undefined) {
    throw new PipelineError(
      'invalid_input',
      `expected --plans for ${mode}, got none; grasp eval --runs writes plans.jsonl`,
    );
  }
  const graph = await readRunFile(options.graph, signal);
  const text = await readRunFile(options.text, signal);
  const qrels = await readQrelsFile(options.qrels, signal);
  const signals =
    options.plans === undefined ? new Map<string, PlanSignal>() : await readSignals(options.plans, signal);
  const questions = [...qrels].map(([id, judgements]): PlannedTuningQuestion => {
    const found = signals.get(id) ?? { candidateCount: 0, riskLevel: 'no_trade', skipped: true };
    const relevant = [...judgements].filter(([, relevance]) => relevance > 0).map(([document]) => document);
    return { first: graph.run.get(id) ?? [], second: text.run.get(id) ?? [], relevant, ...found };
  });
  const settings = { goal, signal };
  if (mode === 'static') {
    const tuning = tuneStaticFusion(questions, settings);
    if (options.json) out(JSON.stringify(tuning, undefined, 2));
    else for (const line of describeStatic(tuning)) out(line);
  } else if (mode === 'dynamic') {
    const tuning = tuneDynamicFusion(questions, settings);
    if (options.json) out(JSON.stringify(tuning, undefined, 2));
    else for (const line of describeDynamic(tuning)) out(line);
  } else {
    const choice = chooseFusion(questions, { ...settings, seed });
    if (options.json) out(JSON.stringify(choice, undefined, 2));
    else {
      for (const line of [...describeStatic(choice.static.tuning), ...describeDynamic(choice.dynamic.tuning)])
        out(line);
      const heldOut = `static ${choice.static.goal.toFixed(4)}, dynamic ${choice.dynamic.goal.toFixed(4)}`;
      const record = `${choice.wins} better, ${choice.losses} worse, ${choice.equal} equal`;
      out(`held out: ${heldOut} (dynamic ${record}; p = ${choice.pValue.toFixed(4)})`);
      out(`choice: ${choice.choice}`);
    }
  }
}

/** Adds `grasp tune`. */
export function defineTuneCommand(program: Command, terminal: Terminal): void {
  program
    .command('tune')
    .description("Finds the best fusion weights over the paper's whole grids.")
    .requiredOption('--graph <file>', 'graph run in TREC form')
    .requiredOption('--text <file>', 'text run in TREC form')
    .requiredOption('--qrels <file>', 'judgements in TREC form')
    .option('--plans <file>', 'candidate counts and risk levels, as grasp eval --runs writes them')
    .addOption(
      new Option('--mode <mode>', 'one form of fusion, or choose between both by cross-validation')
        .choices(['static', 'dynamic', 'choose'])
        .default('static'),
    )
    .option('--goal <measure>', 'mrr, hit@N or recall@N (default: hit@1)', rankMeasure)
    .option('--seed <number>', 'seed of the folds', wholeNumber(0, Number.MAX_SAFE_INTEGER), 1)
    .option('--json', 'print the whole result as JSON', false)
    .addHelpText(
      'after',
      '\nExample:\n  grasp tune --graph graph.trec --text text.trec --qrels qrels.trec --plans plans.jsonl --mode choose',
    )
    .action((options: TuneOptions) => tune(options, terminal));
}
