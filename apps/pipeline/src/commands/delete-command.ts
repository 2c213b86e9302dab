import type { KnowledgeBaseChange } from '@grasp/skb';
import type { Command } from 'commander';

import { wholeNumber } from '../option-values.js';
import { readDeletions } from '../read-changes.js';
import type { Terminal } from '../terminal.js';
import { UsageError } from '../usage-error.js';
import { makeChanges } from './make-changes.js';
import type { ChangeOptions } from './make-changes.js';

interface DeleteOptions extends ChangeOptions {
  readonly from?: string;
  readonly relation?: string;
}

async function* deletions(
  ids: readonly string[],
  { from, relation }: DeleteOptions,
  signal: AbortSignal,
): AsyncGenerator<KnowledgeBaseChange> {
  if (relation === undefined) for (const id of ids) yield { kind: 'delete-node', id };
  else yield { kind: 'delete-relation', relation, from: ids[0]!, to: ids[1]! };
  if (from !== undefined) yield* readDeletions(from, signal);
}

async function remove(ids: readonly string[], options: DeleteOptions, terminal: Terminal): Promise<void> {
  const { from, relation } = options;
  if (relation !== undefined && ids.length !== 2) {
    throw new UsageError(`expected two ids with --relation, got ${ids.length}`);
  }
  if (ids.length === 0 && from === undefined) {
    throw new UsageError('expected ids to delete, or --from with a file of them, got neither');
  }
  await makeChanges(() => deletions(ids, options, terminal.signal), from ?? 'the ids', options, terminal);
}

/** Adds `grasp delete`. */
export function defineDeleteCommand(program: Command, terminal: Terminal): void {
  program
    .command('delete')
    .description('Deletes nodes, with their relations, or single relations from a knowledge base file.')
    .argument('[ids...]', 'ids of nodes')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option(
      '--from <file>',
      'file with an id, {"id": …} or {"relation": …, "from": …, "to": …} a line; - is standard input',
    )
    .option('--relation <name>', 'delete this relation from the first of two ids to the second; both nodes stay')
    .option('--strict', 'refuse all when something is not there, instead of skipping it', false)
    .option('--wait <seconds>', 'how long to wait while another program changes the file', wholeNumber(0, 86_400), 10)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', '\nExample:\n  grasp delete B001 B002 --kb products.skb')
    .action((ids: string[], options: DeleteOptions) => remove(ids, options, terminal));
}
