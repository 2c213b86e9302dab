import { CommanderError } from 'commander';

import { createProgram } from './program.js';
import { failureMessage } from './terminal.js';
import type { Terminal } from './terminal.js';
import { UsageError } from './usage-error.js';

/** Exit codes of the `grasp` command. */
export const EXIT_CODES = Object.freeze({
  success: 0,
  failure: 1,
  usage: 2,
  /** What shells expect of a program that was ended by Ctrl-C. */
  interrupted: 130,
});

/**
 * Runs one `grasp` command line to its end and says with which code to exit. Never throws.
 *
 * @param words - What stands behind the command's name.
 */
export async function runCommandLine(words: readonly string[], terminal: Terminal): Promise<number> {
  try {
    await createProgram(terminal).parseAsync(words, { from: 'user' });
    terminal.progress('');
    return EXIT_CODES.success;
  } catch (error) {
    terminal.progress('');
    // Commander has printed its own message; asking for help is no error.
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT_CODES.success : EXIT_CODES.usage;
    if (terminal.signal.aborted) {
      terminal.note('interrupted');
      return EXIT_CODES.interrupted;
    }
    terminal.note(`grasp: ${failureMessage(error)}`);
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.failure;
  }
}
