import { FileFormatError } from './file-format-error.js';

/**
 * The text of a file: whole, or in pieces that may break anywhere, also inside a character if they are bytes. A readable
 * stream of Node.js fits.
 */
export type TextSource = string | Iterable<string | Uint8Array> | AsyncIterable<string | Uint8Array>;

/** Options of every reader. */
export interface ReadOptions {
  readonly signal?: AbortSignal;
}

/**
 * The pieces of a text as strings, UTF-8 decoded; a byte order mark at the start is dropped.
 *
 * @throws FileFormatError `invalid_encoding` for bytes that are not UTF-8.
 */
export async function* textChunks(source: TextSource, options: ReadOptions = {}): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decode = (bytes?: Uint8Array): string => {
    try {
      return decoder.decode(bytes, { stream: bytes !== undefined });
    } catch {
      throw new FileFormatError('invalid_encoding', 0, 'expected text in UTF-8, got bytes that are not');
    }
  };
  let atStart = true;
  const withoutMark = (text: string): string => {
    if (!atStart || text === '') return text;
    atStart = false;
    return text.startsWith('\uFEFF') ? text.slice(1) : text;
  };
  for await (const piece of typeof source === 'string' ? [source] : source) {
    options.signal?.throwIfAborted();
    yield withoutMark(typeof piece === 'string' ? piece : decode(piece));
  }
  yield withoutMark(decode());
}

/** The lines of a text in batches, without their ends (LF or CRLF). A last line needs no end. */
export async function* lineBatches(source: TextSource, options: ReadOptions = {}): AsyncGenerator<readonly string[]> {
  let rest = '';
  for await (const chunk of textChunks(source, options)) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield lines.map(withoutCarriageReturn);
  }
  if (rest !== '') yield [withoutCarriageReturn(rest)];
}

const withoutCarriageReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
