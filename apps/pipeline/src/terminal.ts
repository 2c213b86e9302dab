import { printableText } from './printable-text.js';

/** Where a command writes, and how it is told to stop. */
export interface Terminal {
  /** Results, for people or programs. */
  readonly out: (text: string) => void;
  /** Progress and warnings. */
  readonly note: (text: string) => void;
  /** Shows one changing line on a terminal; does nothing elsewhere. An empty text clears it. */
  readonly progress: (text: string) => void;
  readonly signal: AbortSignal;
}

/** A terminal over the process's own streams. Standard error is used for all but results. Control characters are shown, not sent. */
export function processTerminal(signal: AbortSignal): Terminal {
  const { stdout, stderr } = process;
  let isLineOpen = false;
  const clear = (): void => {
    if (isLineOpen) stderr.write('\r\u001b[K');
    isLineOpen = false;
  };
  return {
    out(text) {
      clear();
      stdout.write(`${printableText(text)}\n`);
    },
    note(text) {
      clear();
      stderr.write(`${printableText(text)}\n`);
    },
    progress(text) {
      if (!stderr.isTTY) return;
      clear();
      stderr.write(printableText(text).slice(0, Math.max(20, (stderr.columns ?? 80) - 1)));
      isLineOpen = text !== '';
    },
    signal,
  };
}

/** What a failed command tells its user: errors with a code say what to do; of others the stack helps to report them. */
export function failureMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return 'code' in error ? error.message : (error.stack ?? error.message);
}
