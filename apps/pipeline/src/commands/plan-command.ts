import type { Command } from 'commander';

import type { Terminal } from '../terminal.js';
import { withPipeline } from './open-for-questions.js';

interface PlanOptions {
  readonly kb: string;
  readonly link: boolean;
}

async function plan(question: string, options: PlanOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  await withPipeline(options.kb, terminal, async (pipeline) => {
    const plan = await pipeline.plan(question, { signal });
    if (plan === null) {
      terminal.note('no plan: the question holds no word that could be searched');
      terminal.out('null');
    } else if (options.link) {
      terminal.out(JSON.stringify({ plan, bindings: await pipeline.link(plan, { signal }) }, undefined, 2));
    } else terminal.out(JSON.stringify(plan, undefined, 2));
  });
}

/** Adds `grasp plan`. */
export function definePlanCommand(program: Command, terminal: Terminal): void {
  program
    .command('plan')
    .description('Prints the graph plan of a question as JSON.')
    .argument('<question>', 'the question in plain language')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--link', 'print an object of the plan and the nodes that each anchor is linked to', false)
    .addHelpText('after', '\nExample:\n  grasp plan "Which genes cause Miyoshi myopathy?" --kb hpo.skb --link')
    .action((question: string, options: PlanOptions) => plan(question, options, terminal));
}
