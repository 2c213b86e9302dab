import { checkId } from './trec-run-writer.js';
import { FileFormatError } from './file-format-error.js';
import type { ReadOptions, TextSource } from './text-lines.js';
import { lineBatches } from './text-lines.js';

/**
 * Reads a split file of STaRK (`train.index`, `val.index`, `test.index`): one query id a line, in their order.
 *
 * @throws FileFormatError with the line: `malformed_line` for a line that is empty or holds white space, `duplicate_id`.
 */
export async function readSplit(source: TextSource, options: ReadOptions = {}): Promise<ReadonlySet<string>> {
  const ids = new Set<string>();
  let lineNumber = 0;
  for await (const lines of lineBatches(source, options)) {
    for (const line of lines) {
      lineNumber++;
      if (line === '' || /\s/u.test(line)) {
        const expected = `expected one query id, got ${JSON.stringify(line)}`;
        throw new FileFormatError('malformed_line', lineNumber, expected);
      }
      if (ids.has(line)) {
        throw new FileFormatError('duplicate_id', lineNumber, `expected each id once, got "${line}" again`);
      }
      ids.add(line);
    }
  }
  return ids;
}

/** Writes a split file: one id a line, no line end after the last, as STaRK has it. */
export function formatSplit(ids: Iterable<string>): string {
  const lines = [...ids];
  for (const id of lines) checkId(id, 'a query id');
  return lines.join('\n');
}
