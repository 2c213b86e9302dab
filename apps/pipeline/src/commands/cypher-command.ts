import { bindParameters, compile, formatParameters } from '@grasp/cypher-compiler';
import type { Plan } from '@grasp/plan';
import type { KnowledgeBase } from '@grasp/skb';
import { Option } from 'commander';
import type { Command } from 'commander';

import { wholeNumber } from '../option-values.js';
import { PipelineError } from '../pipeline-error.js';
import type { Pipeline } from '../pipeline.js';
import { readJsonFile } from '../read-json-file.js';
import type { Terminal } from '../terminal.js';
import { withPipeline } from './open-for-questions.js';

interface CypherOptions {
  readonly kb: string;
  readonly plan: string;
  readonly form: 'flat' | 'stepwise';
  readonly limit?: number;
}

async function cypher({ kb, plan: file, form, limit }: CypherOptions, terminal: Terminal): Promise<void> {
  const { signal } = terminal;
  const plan = (await readJsonFile(file, signal)) as Plan;
  const write = async (pipeline: Pipeline, { schema }: KnowledgeBase): Promise<void> => {
    const compilation = compile(plan, schema, { form, ...(limit === undefined ? {} : { limit }) });
    if (!compilation.ok) {
      const issues = compilation.issues.map(({ code, path, message }) => {
        return `  ${path.join('.') || '(the whole)'}: ${code}: ${message}`;
      });
      throw new PipelineError('invalid_plan', `${file}: expected a plan that compiles, got\n${issues.join('\n')}`);
    }
    const { parameters, unbound } = bindParameters(compilation.query, await pipeline.link(plan, { signal }));
    for (const variable of unbound) terminal.note(`anchor ${variable} is linked to nothing, so there will be no rows`);
    terminal.out(`${formatParameters(parameters)}\n\n${compilation.query.text};`);
  };
  // A plan is only linked here: which nodes may be answers does not matter.
  await withPipeline(kb, terminal, write, { allNodes: true });
}

/** Adds `grasp cypher`. */
export function defineCypherCommand(program: Command, terminal: Terminal): void {
  program
    .command('cypher')
    .description('Prints a plan as Cypher with its parameters, to be pasted into Neo4j Browser or cypher-shell.')
    .requiredOption('--plan <file>', 'JSON file with the plan')
    .requiredOption('--kb <file>', 'knowledge base file that the anchors are linked to')
    .addOption(
      new Option('--form <form>', 'hop by hop, or the single pattern of the paper; both give the same rows')
        .choices(['stepwise', 'flat'])
        .default('stepwise'),
    )
    .option('--limit <number>', 'the most rows (default: all)', wholeNumber(1, Number.MAX_SAFE_INTEGER))
    .addHelpText('after', '\nExample:\n  grasp cypher --plan plan.json --kb hpo.skb --form flat')
    .action((options: CypherOptions) => cypher(options, terminal));
}
