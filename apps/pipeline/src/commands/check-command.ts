import { loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase, verifyKnowledgeBase } from '@grasp/skb';
import type { Command } from 'commander';

import { checkTextIndex } from '../check-text-index.js';
import type { TextIndexCheck } from '../check-text-index.js';
import { wholeNumber } from '../option-values.js';
import { textIndexEncoder } from '../text-index.js';
import type { Terminal } from '../terminal.js';
import { count } from './figures.js';

interface CheckOptions {
  readonly kb: string;
  readonly sample: number;
  readonly json: boolean;
}

async function check({ kb, sample, json }: CheckOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const start = performance.now();
  const graph = await verifyKnowledgeBase(kb, {
    signal,
    onProgress: ({ part, done, total }) => terminal.progress(`checking ${part}: ${count(done)} of ${count(total)}`),
  });
  using knowledgeBase = openKnowledgeBase(kb);
  let text: TextIndexCheck | undefined;
  if (textIndexEncoder(knowledgeBase) !== undefined) {
    const encoder = await loadStaticEncoder({ signal });
    terminal.progress('checking words and vectors');
    text = await checkTextIndex(knowledgeBase, encoder, { sampleSize: sample, signal });
  }
  const seconds = (performance.now() - start) / 1000;
  if (json) {
    terminal.out(JSON.stringify({ file: kb, seconds, graph, text: text ?? null }, undefined, 2));
    return;
  }
  terminal.out(`values    ${count(graph.valueCount)} with right checksums, ${count(graph.updateCount)} updates`);
  terminal.out(`nodes     ${count(graph.nodeCount)}, sorted, each id once`);
  terminal.out(`relations ${count(graph.relationCount)}, the same in both directions, between allowed types`);
  terminal.out(`names     ${count(graph.nameCount)}, each leading to its nodes and to no other`);
  if (text === undefined) terminal.out('text      none indexed');
  else {
    terminal.out(`vectors   ${count(text.vectorCount)}, of ${count(text.nodeCount)} nodes encoded again: the same`);
    terminal.out(`words     ${count(text.termCount)} terms of ${count(text.nodeCount)} nodes counted again: the same`);
  }
  terminal.out(`${kb}: sound, in ${seconds.toFixed(1)} s`);
}

/** Adds `grasp check`. */
export function defineCheckCommand(program: Command, terminal: Terminal): void {
  program
    .command('check')
    .description('Reads a whole knowledge base file and checks that all its parts agree.')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--sample <number>', 'nodes whose text is indexed again to compare', wholeNumber(1, 100_000_000), 2_000)
    .option('--json', 'print what was checked as JSON', false)
    .addHelpText('after', '\nEnds with 1 and the first fault found.\n\nExample:\n  grasp check --kb products.skb')
    .action((options: CheckOptions) => check(options, terminal));
}
