import { Option } from 'commander';

import type { BuildProgress } from '../build-knowledge-base.js';
import type { Terminal } from '../terminal.js';
import { createProgressLine } from './progress-line.js';

/** Between two lines of `--progress`. */
const LINE_EVERY_MS = 1_000;

/** The option `--progress`, for {@link progressPrinter}. */
export const progressOption = (): Option =>
  new Option('--progress', 'print progress as lines, a second apart, also where there is no terminal').default(false);

/** One changing line on a terminal; with `isLogged` a line a second anywhere. */
export function progressPrinter(terminal: Terminal, isLogged: boolean): (progress: BuildProgress) => void {
  const lineOf = createProgressLine();
  let phase = '';
  let last = 0;
  return (progress) => {
    const line = lineOf(progress);
    terminal.progress(line);
    const now = performance.now();
    if (!isLogged || (progress.phase === phase && now - last < LINE_EVERY_MS)) return;
    [phase, last] = [progress.phase, now];
    terminal.note(line);
  };
}
