import { CommanderError } from 'commander';

import { createProgram } from './program.js';
import { failureMessage, processTerminal } from './terminal.js';

const SUCCESS = 0;
const FAILURE = 1;
const USAGE = 2;
/** What shells expect of a program that was ended by Ctrl-C. */
const INTERRUPTED = 130;

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
// A reader such as `head` may leave early. That is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? SUCCESS : FAILURE));
}

const terminal = processTerminal(interruption.signal);

async function run(): Promise<number> {
  try {
    await createProgram(terminal).parseAsync();
    return SUCCESS;
  } catch (error) {
    // Commander has printed its own message; asking for help is no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? SUCCESS : USAGE;
    terminal.progress('');
    if (interruption.signal.aborted) {
      terminal.note('interrupted; nothing was changed');
      return INTERRUPTED;
    }
    terminal.note(`grasp: ${failureMessage(error)}`);
    return FAILURE;
  }
}

run().then(
  (code) => {
    process.exitCode = code;
  },
  () => {
    process.exitCode = FAILURE;
  },
);
