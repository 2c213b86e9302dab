import type { Terminal } from '../src/terminal.js';

/** A terminal that keeps what is written to it. */
export interface TerminalRecorder extends Terminal {
  readonly output: string[];
  readonly notes: string[];
}

export function recordTerminal(signal: AbortSignal = new AbortController().signal): TerminalRecorder {
  const output: string[] = [];
  const notes: string[] = [];
  return {
    output,
    notes,
    out: (text) => void output.push(text),
    note: (text) => void notes.push(text),
    progress: () => undefined,
    signal,
  };
}
