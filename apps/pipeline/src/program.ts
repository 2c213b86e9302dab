import { readFileSync } from 'node:fs';

import { Command } from 'commander';

import { defineAnswersCommand } from './commands/answers-command.js';
import { defineAskCommand } from './commands/ask-command.js';
import { defineBuildCommand } from './commands/build-command.js';
import { defineCheckCommand } from './commands/check-command.js';
import { defineCompactCommand } from './commands/compact-command.js';
import { defineCompareCommand } from './commands/compare-command.js';
import { defineCypherCommand } from './commands/cypher-command.js';
import { defineDeleteCommand } from './commands/delete-command.js';
import { defineEvalCommand } from './commands/eval-command.js';
import { defineFuseCommand } from './commands/fuse-command.js';
import { defineGenerateCommand } from './commands/generate-command.js';
import { defineInspectCommand } from './commands/inspect-command.js';
import { defineMeasureCommand } from './commands/measure-command.js';
import { defineNeo4jCommand } from './commands/neo4j-command.js';
import { definePlanCommand } from './commands/plan-command.js';
import { defineTrainCommand } from './commands/train-command.js';
import { defineTuneCommand } from './commands/tune-command.js';
import { defineUpsertCommand } from './commands/upsert-command.js';
import type { Terminal } from './terminal.js';

const DEFINITIONS = [
  defineBuildCommand,
  defineInspectCommand,
  defineUpsertCommand,
  defineDeleteCommand,
  defineCompactCommand,
  defineCheckCommand,
  defineAskCommand,
  defineAnswersCommand,
  definePlanCommand,
  defineCypherCommand,
  defineNeo4jCommand,
  defineEvalCommand,
  defineMeasureCommand,
  defineCompareCommand,
  defineFuseCommand,
  defineTuneCommand,
  defineTrainCommand,
  defineGenerateCommand,
];

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

  for (const define of DEFINITIONS) define(program, terminal);
  for (const command of [program, ...program.commands, ...program.commands.flatMap(({ commands }) => commands)]) {
    command.exitOverride().configureOutput({
      writeOut: (text) => terminal.out(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
    });
  }
  return program;
}
