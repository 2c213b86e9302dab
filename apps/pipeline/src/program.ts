import { readFileSync } from 'node:fs';

import { Command, InvalidArgumentError } from 'commander';

import { askCommand } from './commands/ask-command.js';
import { buildCommand } from './commands/build-command.js';
import { evalCommand } from './commands/eval-command.js';
import { planCommand } from './commands/plan-command.js';
import type { Terminal } from './terminal.js';

function wholeNumber(value: string): number {
  const number = Number(value);
  if (/^\d+$/u.test(value) && number >= 1 && number <= 10_000) return number;
  throw new InvalidArgumentError('Expected a whole number from 1 to 10000.');
}

function nameList(value: string): string[] {
  const names = value
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length > 0) return names;
  throw new InvalidArgumentError('Expected node types separated by commas.');
}

function version(): string {
  const { version: number } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
    version: string;
  };
  return number;
}

/** The `grasp` command line. Parsing never ends the process; it throws commander's error instead. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('grasp')
    .description('Asks questions of a knowledge base that is half text and half graph.')
    .version(version())
    .showHelpAfterError('(grasp --help, or grasp <command> --help, shows how to use it)');

  program
    .command('build')
    .description('Builds a knowledge base file from a folder with a grasp.json.')
    .argument('<folder>', 'folder with a grasp.json and the data that it names')
    .option('-o, --out <file>', 'file to write (default: the name of the folder with .skb)')
    .option('--strict', 'refuse the whole import when a row is bad, instead of skipping the row', false)
    .option('--json', 'print the report as JSON', false)
    .addHelpText('after', '\nExample:\n  grasp build datasets/hpo --out hpo.skb')
    .action((folder: string, options: { out?: string; strict: boolean; json: boolean }) =>
      buildCommand(folder, options, terminal),
    );

  program
    .command('ask')
    .description('Answers a question with a ranked list of nodes.')
    .argument('<question>', 'the question in plain language')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('-n, --count <number>', 'how many answers', wholeNumber, 10)
    .option('--plan <file>', 'use the plan in this JSON file instead of making one')
    .option('--types <types>', 'node types that may be answers, separated by commas', nameList)
    .option('--json', 'print { question, plan, hits, timings } as JSON and nothing else', false)
    .option('--explain', 'print for each answer why it is there', false)
    .addHelpText('after', '\nExample:\n  grasp ask "Which genes cause Miyoshi myopathy?" --kb hpo.skb --explain')
    .action(
      (
        question: string,
        options: { kb: string; count: number; plan?: string; types?: string[]; json: boolean; explain: boolean },
      ) => askCommand(question, options, terminal),
    );

  program
    .command('plan')
    .description('Prints the graph plan of a question as JSON.')
    .argument('<question>', 'the question in plain language')
    .requiredOption('--kb <file>', 'knowledge base file')
    .option('--link', 'also print the nodes that each anchor is linked to', false)
    .addHelpText('after', '\nExample:\n  grasp plan "Which genes cause Miyoshi myopathy?" --kb hpo.skb --link')
    .action((question: string, options: { kb: string; link: boolean }) => planCommand(question, options, terminal));

  program
    .command('eval')
    .description('Measures each stage on questions with known answers.')
    .requiredOption('--kb <file>', 'knowledge base file')
    .requiredOption('--questions <file>', 'JSON lines with id, query and answer_ids, and optionally kind')
    .option('--runs <folder>', 'also write the rankings, as TREC run files, and the qrels')
    .option('--json', 'print the figures as JSON and nothing else', false)
    .addHelpText('after', '\nExample:\n  grasp eval --kb hpo.skb --questions datasets/hpo/questions.jsonl')
    .action((options: { kb: string; questions: string; runs?: string; json: boolean }) =>
      evalCommand(options, terminal),
    );

  for (const command of [program, ...program.commands]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  }
  return program;
}
