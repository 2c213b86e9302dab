import { basename, resolve } from 'node:path';

import { openSource, SOURCE_FORMATS } from '@grasp/skb';
import type { KnowledgeBaseSource, SourceFormat } from '@grasp/skb';
import { Option } from 'commander';
import type { Command } from 'commander';

import { PipelineError } from '../pipeline-error.js';
import type { Terminal } from '../terminal.js';

/** The options of a command that say what to read. */
export interface SourceOptions {
  readonly format?: SourceFormat;
  readonly edges?: 'once' | 'both' | 'stored';
  readonly mergeAlsoView?: true;
}

/** Adds what {@link withBuildSource} takes to a command. */
export function addSourceOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--format <format>', 'what the folder holds; needs no grasp.json then').choices([...SOURCE_FORMATS]),
    )
    .addOption(
      new Option('--edges <form>', 'stark: each edge once, in both directions as STaRK does, or as stored').choices([
        'once',
        'both',
        'stored',
      ]),
    )
    .option('--merge-also-view', 'stark: leave out also_view where also_buy connects the same products, as STaRK does');
}

function settingsOf({ format, edges, mergeAlsoView }: SourceOptions): Readonly<Record<string, unknown>> {
  const settings = {
    ...(edges === undefined ? {} : { edges }),
    ...(mergeAlsoView === undefined ? {} : { mergeAlsoView }),
  };
  if (Object.keys(settings).length > 0 && format !== 'stark') {
    throw new PipelineError('invalid_input', 'expected --edges and --merge-also-view with --format stark only');
  }
  return settings;
}

/** The name of a file for what is read from a folder. */
export const defaultOutput = (folder: string): string => `${basename(resolve(folder))}.skb`;

/** Opens what a command is to read, does something with it, and closes it. */
export async function withBuildSource<Result>(
  folder: string,
  options: SourceOptions,
  { signal }: Pick<Terminal, 'signal'>,
  use: (source: KnowledgeBaseSource) => Promise<Result>,
): Promise<Result> {
  return use(await openSource(folder, { signal, format: options.format, settings: settingsOf(options) }));
}
