import { createCypherRun } from '@grasp/graph-retriever';
import { openKnowledgeBase } from '@grasp/skb';
import type { Command } from 'commander';

import { inspectNeo4j } from '../neo4j/inspect-neo4j.js';
import { loadIntoNeo4j } from '../neo4j/load-into-neo4j.js';
import type { LoadProgress } from '../neo4j/load-into-neo4j.js';
import { withNeo4j } from '../neo4j/with-neo4j.js';
import { wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import { writeResultFile } from '../result-file.js';
import type { Terminal } from '../terminal.js';
import { count } from './figures.js';

const CREDENTIALS = '\nCredentials come from the environment: NEO4J_USER (default neo4j) and NEO4J_PASSWORD.';

interface LoadCommandOptions {
  readonly kb: string;
  readonly url: string;
  readonly database?: string;
  readonly vectors: boolean;
  readonly merge: boolean;
}

const inDatabase = (database: string | undefined): { readonly database?: string } =>
  database === undefined ? {} : { database };

/** Progress as a line of text, with the rate at which rows of a phase are written. */
function progressLine(): (progress: LoadProgress) => string {
  let phase: LoadProgress['phase'] | undefined;
  let [start, first] = [0, 0];
  return (progress) => {
    const { done, total } = progress;
    if (progress.phase === 'indexes') return `indexes: ${done.toFixed(1)} of ${total} online`;
    if (progress.phase !== phase) [phase, start, first] = [progress.phase, performance.now(), done];
    const seconds = (performance.now() - start) / 1000;
    const rate = seconds > 0.5 ? `, ${count(Math.round((done - first) / seconds))} a second` : '';
    return `${progress.phase}: ${count(done)} of ${count(total)}${rate}`;
  };
}

async function load({ kb, url, database, vectors, merge }: LoadCommandOptions, terminal: Terminal): Promise<void> {
  const start = performance.now();
  const knowledgeBase = openKnowledgeBase(kb);
  const line = progressLine();
  try {
    const report = await withNeo4j(url, (driver) =>
      loadIntoNeo4j(knowledgeBase, createCypherRun(driver, { ...inDatabase(database), access: 'write' }), {
        vectors,
        merge,
        signal: terminal.signal,
        onProgress: (progress) => terminal.progress(line(progress)),
      }),
    );
    const seconds = ((performance.now() - start) / 1000).toFixed(1);
    const names = report.nameCount === 0 ? 'no vectors' : `vectors of ${count(report.nameCount)} names`;
    terminal.out(
      `${count(report.nodeCount)} nodes, ${count(report.relationCount)} relations, ${names} in ${seconds} s`,
    );
    if (report.resumedAfter > 0) {
      terminal.out(`${count(report.resumedAfter)} rows were there already, from a load that was interrupted`);
    }
    if (vectors && report.nameCount === 0) {
      terminal.note(`${kb} has no vectors: build it again with grasp build, or link anchors from the file (--kb)`);
    }
    for (const [name, more] of Object.entries(report.foreign)) {
      terminal.note(
        `the database holds ${count(more)} more of "${name}" than the file: they stay, and plans find them`,
      );
    }
  } finally {
    knowledgeBase.close();
  }
}

interface InspectCommandOptions {
  readonly url: string;
  readonly database?: string;
  readonly sample: number;
  readonly out?: string;
}

async function inspect({ url, database, sample, out }: InspectCommandOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const inspected = await withNeo4j(url, (driver) =>
    inspectNeo4j(createCypherRun(driver, inDatabase(database)), {
      sampleSize: sample,
      signal,
      onProgress: ({ done, total }) => terminal.progress(`labels and relationship types: ${done} of ${total}`),
    }),
  );
  if (inspected.schema.nodeTypes.length === 0) {
    throw new PipelineError('database_mismatch', 'expected a database with labelled nodes, got one without any');
  }
  const text = JSON.stringify(inspected, undefined, 2);
  if (out === undefined) {
    terminal.out(text);
    return;
  }
  await writeResultFile(out, `${text}\n`, signal);
  const { nodeTypes, relations } = inspected.schema;
  terminal.out(`${out}: ${nodeTypes.length} node types, ${relations.length} relations`);
  for (const what of inspected.skipped) terminal.note(`left out: ${what}`);
}

/** Adds `grasp neo4j load` and `grasp neo4j inspect`. */
export function defineNeo4jCommand(program: Command, terminal: Terminal): void {
  const neo4j = program
    .command('neo4j')
    .description('Fills a Neo4j from a knowledge base, or reads the schema of one.');
  neo4j
    .command('load')
    .description(
      'Writes a knowledge base into Neo4j. Loading again adds and updates, and deletes no node; an interrupted load goes on where it was.',
    )
    .requiredOption('--kb <file>', 'knowledge base file')
    .requiredOption('--url <url>', 'address, for example bolt://localhost:7687')
    .option('--database <name>', "database (default: the user's own)")
    .option(
      '--no-vectors',
      'without vectors and nodes for names: faster and smaller; anchors are then linked from the file',
    )
    .option(
      '--merge',
      'load into a database that holds something else already; nodes with the same label and id are overwritten',
      false,
    )
    .addHelpText('after', `${CREDENTIALS}\n\nExample:\n  grasp neo4j load --kb hpo.skb --url bolt://localhost:7687`)
    .action((options: LoadCommandOptions) => load(options, terminal));
  neo4j
    .command('inspect')
    .description('Reads what a database holds, whoever filled it, as JSON that grasp ask --schema takes.')
    .requiredOption('--url <url>', 'address, for example bolt://localhost:7687')
    .option('--database <name>', "database (default: the user's own)")
    .option('--sample <number>', 'nodes looked at per label, edges per pair', wholeNumber(1, 1_000_000), 1_000)
    .option('-o, --out <file>', 'file to write instead of printing')
    .addHelpText(
      'after',
      `${CREDENTIALS}\n\nExample:\n  grasp neo4j inspect --url bolt://localhost:7687 --out grasp.json`,
    )
    .action((options: InspectCommandOptions) => inspect(options, terminal));
}
