import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';

import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';

import { buildKnowledgeBase, journalOf } from '../build-knowledge-base.js';
import type { BuildReport } from '../build-knowledge-base.js';
import { APPROXIMATE_FROM } from '../name-graphs.js';
import { wholeNumber } from '../option-values.js';
import { VECTOR_CHOICES } from '../text-index.js';
import type { VectorChoice } from '../text-index.js';
import type { Terminal } from '../terminal.js';
import { count, fileSize } from './figures.js';
import { progressOption, progressPrinter } from './progress-printer.js';
import { addSourceOptions, defaultOutput, withBuildSource } from './with-build-source.js';
import type { SourceOptions } from './with-build-source.js';
import { formatProblems } from './update-report.js';

const EXAMPLES = `
Examples:
  grasp build datasets/hpo --out hpo.skb
  grasp build --format stark stark-prime --out prime.skb
  grasp build --format neo4j --url bolt://localhost:7687 --out graph.skb`;

function countTable(title: string, counts: Readonly<Record<string, number>>, total: number): string[] {
  const rows = [...Object.entries(counts), ['in all', total] as const];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, value]) => `  ${name.padEnd(width)} ${count(value).padStart(11)}`)];
}

/** The summary of a build: counts per type and relation, what was skipped and why, size and time. */
function formatReport(report: BuildReport, file: string, seconds: number): string[] {
  const lines = [
    ...countTable('nodes', report.nodes, report.nodeCount),
    ...countTable('relations', report.relations, report.relationCount),
  ];
  if (report.problems.length > 0) lines.push('skipped', ...formatProblems(report.problems));
  if (report.reusedVectors > 0) lines.push(`reused vectors: ${count(report.reusedVectors)}`);
  lines.push(`${file}: ${fileSize(report.bytes)} in ${seconds.toFixed(1)} s`);
  return lines;
}

interface BuildOptions extends SourceOptions {
  readonly out?: string;
  readonly vectors: VectorChoice;
  readonly approximateFrom?: number;
  readonly reuse: boolean;
  readonly strict: boolean;
  readonly progress: boolean;
  readonly json: boolean;
}

function vectorChoice(value: string): VectorChoice {
  const choice = VECTOR_CHOICES.find((known) => known === value);
  if (choice !== undefined) return choice;
  throw new InvalidArgumentError(`expected ${VECTOR_CHOICES.join(', ')}`);
}

async function build(folder: string | undefined, options: BuildOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const start = performance.now();
  const file = options.out ?? defaultOutput(folder, options);
  const report = await withBuildSource(folder, options, terminal, async (source) => {
    await mkdir(dirname(resolve(file)), { recursive: true });
    return buildKnowledgeBase(source, file, {
      encoder: await loadStaticEncoder({ signal }),
      vectors: options.vectors,
      ...(options.approximateFrom === undefined ? {} : { approximateFrom: options.approximateFrom }),
      reuse: options.reuse,
      strict: options.strict,
      signal,
      onProgress: progressPrinter(terminal, options.progress),
    });
  }).catch((error: unknown) => {
    const journal = journalOf(file);
    if (existsSync(journal)) terminal.note(`${journal} keeps vectors for the next build of ${file}`);
    throw error;
  });
  const seconds = (performance.now() - start) / 1000;
  if (options.json) terminal.out(JSON.stringify({ file, seconds, report }, undefined, 2));
  else for (const line of formatReport(report, file, seconds)) terminal.out(line);
}

/** Adds `grasp build`. */
export function defineBuildCommand(program: Command, terminal: Terminal): void {
  const command = program
    .command('build')
    .description('Builds a knowledge base file from a folder of data, or from a Neo4j.')
    .argument('[folder]', 'folder with the data, and with a grasp.json unless --format says what it holds')
    .option('-o, --out <file>', 'file to write (default: the name of the folder with .skb)')
    .option('--vectors <which>', 'texts that get vectors: all, names or none', vectorChoice, 'all' as VectorChoice)
    .option(
      '--approximate-from <count>',
      `search the nearest of so many names of a type, or more, without comparing all (default: ${APPROXIMATE_FROM})`,
      wholeNumber(1, 2 ** 32),
    )
    .option('--no-reuse', 'encode all texts, also those that the replaced file has vectors of')
    .addOption(progressOption())
    .option('--strict', 'refuse the whole import when a row is bad, instead of skipping the row', false)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', EXAMPLES);
  addSourceOptions(command).action((folder: string | undefined, options: BuildOptions) =>
    build(folder, options, terminal),
  );
}
