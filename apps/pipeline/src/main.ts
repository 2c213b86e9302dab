import { EXIT_CODES, runCommandLine } from './run-command-line.js';
import { processTerminal } from './terminal.js';

const interruption = new AbortController();
process.once('SIGINT', () => interruption.abort(new Error('interrupted')));
process.once('SIGTERM', () => interruption.abort(new Error('terminated')));
// A reader such as `head` may leave early. That is no failure of ours.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) =>
    process.exit(error.code === 'EPIPE' ? EXIT_CODES.success : EXIT_CODES.failure),
  );
}

void runCommandLine(process.argv.slice(2), processTerminal(interruption.signal)).then((code) => {
  process.exitCode = code;
});
