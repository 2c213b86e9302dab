import { statSync } from 'node:fs';
import { basename, resolve } from 'node:path';

import { schemaSchema } from '@grasp/plan';
import { openSource, SOURCE_FORMATS } from '@grasp/skb';
import type { KnowledgeBaseSource, SourceFormat } from '@grasp/skb';
import { Option } from 'commander';
import type { Command } from 'commander';

import { neo4jSource } from '../neo4j/neo4j-source.js';
import type { Neo4jGraph } from '../neo4j/neo4j-source.js';
import { withNeo4j } from '../neo4j/with-neo4j.js';
import { PipelineError } from '../pipeline-error.js';
import { readJsonFile } from '../read-json-file.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';

/** The options of a command that say what to read. */
export interface SourceOptions {
  readonly format?: SourceFormat | 'neo4j';
  readonly edges?: 'once' | 'both' | 'stored';
  readonly mergeAlsoView?: true;
  readonly url?: string;
  readonly database?: string;
  readonly schema?: string;
}

/** Adds what {@link withBuildSource} takes to a command. */
export function addSourceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'what to read; a folder needs no grasp.json then').choices([
        ...SOURCE_FORMATS,
        'neo4j',
      ]),
    )
    .addOption(
      new Option(
        '--edges <form>',
        'stark: each edge once (default), in both directions as STaRK does, or as stored',
      ).choices(['once', 'both', 'stored']),
    )
    .option('--merge-also-view', 'stark: leave out also_view where also_buy connects the same products, as STaRK does')
    .option('--url <url>', 'neo4j: address, for example bolt://localhost:7687; credentials as for grasp neo4j')
    .option('--database <name>', "neo4j: database (default: the user's own)")
    .option('--schema <file>', 'neo4j: what grasp neo4j inspect wrote, changed or not');
}

function settingsOf({ format, edges, mergeAlsoView }: SourceOptions): Readonly<Record<string, unknown>> {
  const settings = {
    ...(edges === undefined ? {} : { edges }),
    ...(mergeAlsoView === undefined ? {} : { mergeAlsoView }),
  };
  if (Object.keys(settings).length > 0 && format !== 'stark') {
    throw new UsageError('expected --edges and --merge-also-view with --format stark only');
  }
  return settings;
}

/** The name of a file for what is read. */
export const defaultOutput = (folder: string | undefined, { database }: SourceOptions): string =>
  `${folder === undefined ? (database ?? 'neo4j') : basename(resolve(folder))}.skb`;

async function readGraph(file: string, signal: AbortSignal): Promise<Neo4jGraph> {
  const value = (await readJsonFile(file, signal)) as Partial<Neo4jGraph> | null;
  const parsed = schemaSchema.safeParse(value?.schema);
  if (parsed.success) return { idProperty: null, ...value, schema: value!.schema! };
  const found = parsed.error.issues[0]!.message;
  throw new PipelineError('invalid_input', `${file}: expected what grasp neo4j inspect writes, got ${found}`);
}

/** Opens what a command is to read, does something with it, and closes it. */
export async function withBuildSource<Result>(
  folder: string | undefined,
  options: SourceOptions,
  { signal }: Pick<Terminal, 'signal'>,
  use: (source: KnowledgeBaseSource) => Promise<Result>,
): Promise<Result> {
  const { format, url, database, schema } = options;
  const settings = settingsOf(options);
  if (format === 'neo4j') {
    if (url === undefined || folder !== undefined)
      throw new UsageError('expected --url and no folder with --format neo4j');
    const graph = schema === undefined ? {} : { graph: await readGraph(schema, signal) };
    const where = database === undefined ? {} : { database };
    return withNeo4j(url, async (driver) => use(await neo4jSource(driver, { ...graph, ...where, signal })));
  }
  if (url !== undefined || database !== undefined || schema !== undefined) {
    throw new UsageError('expected --url, --database and --schema with --format neo4j only');
  }
  if (folder === undefined) throw new UsageError('expected a folder to read, or --format neo4j with --url');
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) {
    const got = found === undefined ? 'nothing there' : 'a file';
    throw new PipelineError('invalid_input', `expected a folder to read at "${folder}", got ${got}`);
  }
  return use(await openSource(folder, { signal, format, settings }));
}
