import { loadStaticEncoder } from '@grasp/encoders';
import type { Command } from 'commander';

import { wholeNumber } from '../option-values.js';
import type { Terminal } from '../terminal.js';
import { compactKnowledgeBaseFile } from '../update-knowledge-base-file.js';
import { count, fileSize } from './figures.js';

interface CompactOptions {
  readonly kb: string;
  readonly wait: number;
}

async function compact({ kb, wait }: CompactOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const start = performance.now();
  const report = await compactKnowledgeBaseFile(kb, {
    encoder: await loadStaticEncoder({ signal }),
    lockTimeoutMs: 1000 * wait,
    signal,
    onProgress: ({ phase, done }) => terminal.progress(`${phase}: ${count(done)}`),
  });
  const size = `${count(report.nodeCount)} nodes, ${count(report.relationCount)} relations, ${fileSize(report.bytes)}`;
  terminal.out(`${kb}: ${size} without updates, in ${((performance.now() - start) / 1000).toFixed(1)} s`);
}

/** Adds `grasp compact`. */
export function defineCompactCommand(program: Command, terminal: Terminal): void {
  program
    .command('compact')
    .description('Writes a knowledge base file anew with all its updates, as a build of the final data would.')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--wait <seconds>', 'how long to wait while another program changes the file', wholeNumber(0, 86_400), 10)
    .addHelpText('after', '\nExample:\n  grasp compact --kb products.skb')
    .action((options: CompactOptions) => compact(options, terminal));
}
