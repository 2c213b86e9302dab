import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { formatProblemExample } from '@grasp/skb';
import type { ImportReport } from '@grasp/skb';

import type { Command } from 'commander';

import { buildKnowledgeBase } from '../build-knowledge-base.js';
import type { BuildProgress } from '../build-knowledge-base.js';
import type { Terminal } from '../terminal.js';
import { addSourceOptions, defaultOutput, withBuildSource } from './with-build-source.js';
import type { SourceOptions } from './with-build-source.js';

const EXAMPLES_SHOWN = 5;
const EXAMPLES = `
Examples:
  grasp build datasets/hpo --out hpo.skb
  grasp build --format stark stark-prime --out prime.skb
  grasp build --format neo4j --url bolt://localhost:7687 --out graph.skb`;

const count = (value: number): string => value.toLocaleString('en-US');

function progressLine({ phase, done, total }: BuildProgress): string {
  const share = total === undefined || total === 0 ? '' : ` of ${count(total)} (${Math.floor((100 * done) / total)} %)`;
  return `${phase}: ${count(done)}${share}`;
}

function countTable(title: string, counts: Readonly<Record<string, number>>, total: number): string[] {
  const rows = [...Object.entries(counts), ['in all', total] as const];
  const width = Math.max(...rows.map(([name]) => name.length));
  return [title, ...rows.map(([name, value]) => `  ${name.padEnd(width)} ${count(value).padStart(11)}`)];
}

/** The summary of a build: counts per type and relation, what was skipped and why, size and time. */
function formatReport(report: ImportReport, file: string, seconds: number): string[] {
  const lines = [
    ...countTable('nodes', report.nodes, report.nodeCount),
    ...countTable('relations', report.relations, report.relationCount),
  ];
  if (report.problems.length > 0) lines.push('skipped');
  for (const { code, count: number, examples } of report.problems) {
    lines.push(`  ${code}: ${count(number)}`);
    for (const example of examples.slice(0, EXAMPLES_SHOWN)) lines.push(`    ${formatProblemExample(example)}`);
    if (number > EXAMPLES_SHOWN) lines.push(`    … and ${count(number - EXAMPLES_SHOWN)} more`);
  }
  lines.push(`${file}: ${(report.bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s`);
  return lines;
}

interface BuildOptions extends SourceOptions {
  readonly out?: string;
  readonly strict: boolean;
  readonly json: boolean;
}

async function build(folder: string | undefined, options: BuildOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const start = performance.now();
  const file = options.out ?? defaultOutput(folder, options);
  const report = await withBuildSource(folder, options, terminal, async (source) => {
    await mkdir(dirname(resolve(file)), { recursive: true });
    return buildKnowledgeBase(source, file, {
      encoder: await loadStaticEncoder({ signal }),
      strict: options.strict,
      signal,
      onProgress: (progress) => terminal.progress(progressLine(progress)),
    });
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
    .option('--strict', 'refuse the whole import when a row is bad, instead of skipping the row', false)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', EXAMPLES);
  addSourceOptions(command).action((folder: string | undefined, options: BuildOptions) =>
    build(folder, options, terminal),
  );
}
