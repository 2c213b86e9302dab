import { statSync } from 'node:fs';

import { openKnowledgeBase, openSource } from '@grasp/skb';
import type { KnowledgeBaseChange } from '@grasp/skb';
import type { Command } from 'commander';

import { wholeNumber } from '../option-values.js';
import { readRecords } from '../read-changes.js';
import type { Terminal } from '../terminal.js';
import { makeChanges } from './make-changes.js';
import type { ChangeOptions } from './make-changes.js';

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

async function changesFrom(data: string, kb: string, signal: AbortSignal): Promise<AsyncIterable<KnowledgeBaseChange>> {
  if (!isFolder(data)) return readRecords(data, signal);
  using knowledgeBase = openKnowledgeBase(kb);
  const { schema } = knowledgeBase;
  return (await openSource(data, { signal, schema })).records({ signal });
}

/** Adds `grasp upsert`. */
export function defineUpsertCommand(program: Command, terminal: Terminal): void {
  program
    .command('upsert')
    .description('Adds nodes and relations to a knowledge base file, or replaces nodes that it has.')
    .argument(
      '<data>',
      'folder with a grasp.json, a file of JSON lines (or .gz), or - for JSON lines from standard input',
    )
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--strict', 'refuse all when a row is bad, instead of skipping the row', false)
    .option('--wait <seconds>', 'how long to wait while another program changes the file', wholeNumber(0, 86_400), 10)
    .option('--json', 'print the report as JSON', false)
    .addHelpText(
      'after',
      [
        '',
        'A node is replaced whole: name, aliases and fields. Its relations stay, and are added to.',
        'A line of JSON is a node, {"type": …, "id": …, "name": …, "aliases": [ … ], "fields": { … }},',
        'or a relation, {"relation": …, "from": …, "to": …}. All is changed at once, or nothing.',
        '',
        'Example:',
        '  grasp upsert new-products.jsonl --kb products.skb',
      ].join('\n'),
    )
    .action((data: string, options: ChangeOptions) =>
      makeChanges(() => changesFrom(data, options.kb, terminal.signal), data, options, terminal),
    );
}
