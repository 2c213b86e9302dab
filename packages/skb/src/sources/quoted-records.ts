import { parse } from 'csv-parse/sync';

import type { LineBatch } from './read-lines.js';

/** One record of a table, or why there is none. */
export type TableRecord =
  | { readonly line: number; readonly text: string; readonly cells: readonly string[] }
  | { readonly line: number; readonly fault: string };

/** How the records of a table are written. */
export interface RecordSyntax {
  readonly delimiter: string;
  /** Whether a line between records is none: it is empty or a comment. */
  readonly isSkipped: (line: string) => boolean;
}

/** How far the closing quote of a value may be from its record's first line. */
const MAX_RECORD_LINES = 10_000;
const MAX_RECORD_CHARACTERS = 4 * 1024 * 1024;

function hasOpenQuote(line: string): boolean {
  let open = false;
  for (let at = line.indexOf('"'); at >= 0; at = line.indexOf('"', at + 1)) open = !open;
  return open;
}

interface Group {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  readonly state: 'complete' | 'unclosed' | 'waiting';
}

/** The lines that make up the record at `start`: as many as it takes until every quote is closed. */
function groupAt(lines: readonly string[], start: number, final: boolean): Group {
  let open = false;
  let characters = 0;
  for (let end = start; end < lines.length;) {
    const line = lines[end++]!;
    if (hasOpenQuote(line)) open = !open;
    if (!open) return { start, end, state: 'complete' };
    characters += line.length;
    if (end - start >= MAX_RECORD_LINES || characters > MAX_RECORD_CHARACTERS) {
      return { start, end: start + 1, state: 'unclosed' };
    }
  }
  return { start, end: start + 1, state: final ? 'unclosed' : 'waiting' };
}

function parseRecords(text: string, delimiter: string): string[][] | undefined {
  try {
    return parse(text, { delimiter, record_delimiter: '\n', relax_column_count: true, max_record_size: 0 });
  } catch {
    return undefined;
  }
}

/** Parses what `lines` holds in whole records; `used` lines are done with, the others wait for more. */
function takeRecords(
  lines: readonly string[],
  firstLine: number,
  { delimiter, isSkipped }: RecordSyntax,
  final: boolean,
): { readonly records: TableRecord[]; readonly used: number } {
  const groups: Group[] = [];
  let used = 0;
  while (used < lines.length) {
    if (isSkipped(lines[used]!)) {
      used++;
      continue;
    }
    const group = groupAt(lines, used, final);
    if (group.state === 'waiting') break;
    groups.push(group);
    used = group.end;
  }
  const textOf = ({ start, end }: Group): string => lines.slice(start, end).join('\n');
  const texts = groups.map(textOf);
  const parsed = groups.some(({ state }) => state === 'unclosed')
    ? undefined
    : parseRecords(texts.join('\n'), delimiter);
  if (parsed !== undefined && parsed.length === groups.length) {
    const records = groups.map(({ start }, index) => ({
      line: firstLine + start,
      text: texts[index]!,
      cells: parsed[index]!,
    }));
    return { records, used };
  }
  // Some record is faulty: parse one by one, and take up again at the line after the first line of each faulty one.
  const records: TableRecord[] = [];
  used = 0;
  while (used < lines.length) {
    if (isSkipped(lines[used]!)) {
      used++;
      continue;
    }
    const group = groupAt(lines, used, final);
    if (group.state === 'waiting') break;
    const text = textOf(group);
    const cells = group.state === 'complete' ? parseRecords(text, delimiter)?.[0] : undefined;
    const line = firstLine + group.start;
    if (cells !== undefined) records.push({ line, text, cells });
    else {
      const found = group.state === 'unclosed' ? 'a quote that is never closed' : 'a quote inside a value';
      records.push({
        line,
        fault: `expected a value with quotes to stand in quotes, with each quote inside it doubled, got ${found}`,
      });
    }
    used = cells === undefined ? group.start + 1 : group.end;
  }
  return { records, used };
}

/**
 * Splits lines into the records of a table with quoting (RFC 4180): a quoted value may hold delimiters, doubled quotes
 * and line breaks. A record with a stray quote is a fault at its first line, and reading goes on at the next line.
 * `line` is where a record starts.
 */
export async function* quotedRecords(
  batches: AsyncIterable<LineBatch>,
  syntax: RecordSyntax,
): AsyncGenerator<readonly TableRecord[]> {
  let lines: readonly string[] = [];
  let firstLine = 1;
  for await (const batch of batches) {
    lines = lines.length > 0 ? [...lines, ...batch.lines] : batch.lines;
    const { records, used } = takeRecords(lines, firstLine, syntax, false);
    lines = lines.slice(used);
    firstLine += used;
    // In order of lines, because the first record may be the header.
    for (const [line, fault] of batch.faults) records.push({ line, fault });
    yield batch.faults.size === 0 ? records : records.sort((a, b) => a.line - b.line);
  }
  yield takeRecords(lines, firstLine, syntax, true).records;
}

/** The same for a table without quoting: every line is a record, and a quote is an ordinary character. */
export async function* plainRecords(
  batches: AsyncIterable<LineBatch>,
  syntax: RecordSyntax,
): AsyncGenerator<readonly TableRecord[]> {
  for await (const { firstLine, lines, faults } of batches) {
    const records: TableRecord[] = [];
    lines.forEach((text, index) => {
      const line = firstLine + index;
      const fault = faults.get(line);
      if (fault !== undefined) records.push({ line, fault });
      else if (!syntax.isSkipped(text)) records.push({ line, text, cells: text.split(syntax.delimiter) });
    });
    yield records;
  }
}

/** Where a cell starts in its record's text: lines after the record's first, and the column, from 1. */
export function cellPosition(
  text: string,
  cell: number,
  delimiter: string,
  quoted: boolean,
): { readonly lines: number; readonly column: number } {
  let offset = 0;
  let open = false;
  for (let index = 0; offset < text.length && index < cell; offset++) {
    if (quoted && text[offset] === '"') open = !open;
    else if (!open && text[offset] === delimiter) index++;
  }
  const before = text.slice(0, offset);
  return { lines: before.split('\n').length - 1, column: offset - before.lastIndexOf('\n') };
}
