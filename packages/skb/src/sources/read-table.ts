import type { ImportProblem, Origin } from '../source.js';
import { cellPosition, plainRecords, quotedRecords } from './quoted-records.js';
import type { TableRecord } from './quoted-records.js';
import { readLines } from './read-lines.js';
import type { LineBatch, SourceFile } from './read-lines.js';
import { readParquet } from './read-parquet.js';
import { scanJson } from './scan-json.js';
import { SourceError } from './source-error.js';

/** How a table is written in its file. */
export interface TableFormat {
  readonly format: 'jsonl' | 'csv' | 'tsv' | 'parquet';
  /** Between the values of a line; one character. JSONL and Parquet have none. */
  readonly delimiter: string;
  /** Whether values may stand in double quotes. */
  readonly quote: boolean;
  /** What a line that is to be skipped starts with. */
  readonly comment?: string | undefined;
  /** Column names of a file without a header line. */
  readonly columns?: readonly string[] | undefined;
  /** Parquet: columns that are read, each as a whole. Default: all. */
  readonly only?: readonly string[] | undefined;
}

/** What a row holds in one column: a string, a number of JSON, or a list. Never empty. */
export type Cell = string | number | readonly string[];

/** One row. Cells are at the positions that the batch's `columns` give. */
export interface TableRow {
  readonly kind: 'row';
  /** From 1; in Parquet the number of the row. */
  readonly line: number;
  readonly cells: readonly (Cell | undefined)[];
  /** As it stands in the file, to find the place of a cell when there is something to report. */
  readonly text: string;
}

export interface TableBatch {
  /** Position of each column. Of JSONL and Parquet these are the keys seen so far, `a.b` for the key `b` of the object at `a`. */
  readonly columns: ReadonlyMap<string, number>;
  readonly rows: readonly (TableRow | ImportProblem)[];
}

const MAX_JSON_DEPTH = 32;
/** More different keys than this are data, not columns. */
const MAX_JSON_COLUMNS = 10_000;
const MAX_COLUMN_LENGTH = 256;
const PARQUET_ROWS_PER_BATCH = 1_000;

/** Where a row, or one of its cells, stands. */
export function originOf(file: string, format: TableFormat, row: TableRow, column?: string, position?: number): Origin {
  if (column === undefined || format.format === 'parquet') return { file, line: row.line };
  if (format.format === 'jsonl') {
    let found: number | undefined;
    scanJson(row.text, (path, offset) => {
      if (found === undefined && path.filter((key) => typeof key === 'string').join('.') === column) found = offset;
    });
    return found === undefined ? { file, line: row.line } : { file, line: row.line, column: found + 1 };
  }
  const place = cellPosition(row.text, position ?? 0, format.delimiter, format.quote);
  return { file, line: row.line + place.lines, column: place.column };
}

function headerColumns(names: readonly string[], file: string, line: number): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  names.forEach((name, index) => {
    const trimmed = name.trim();
    if (trimmed === '' || columns.has(trimmed)) {
      const found = trimmed === '' ? `none for column ${index + 1}` : `"${trimmed}" twice`;
      const advice = 'if the file has no header line, list its "columns" in grasp.json';
      throw new SourceError(
        'invalid_file',
        file,
        `expected a header line with a name for each column, got ${found}; ${advice}`,
        { line },
      );
    }
    columns.set(trimmed, index);
  });
  return columns;
}

async function* readDelimited(
  source: SourceFile,
  format: TableFormat,
  batches: AsyncIterable<LineBatch>,
): AsyncGenerator<TableBatch> {
  const { file } = source;
  let columns = format.columns === undefined ? undefined : headerColumns(format.columns, 'grasp.json', 1);
  const toRow = (record: TableRecord, width: number): TableRow | ImportProblem => {
    const origin = { file, line: record.line };
    if ('fault' in record) return { kind: 'problem', code: 'malformed_row', message: record.fault, origin };
    if (record.cells.length !== width) {
      const message = `expected ${width} columns, got ${record.cells.length}`;
      return { kind: 'problem', code: 'malformed_row', message, origin };
    }
    const cells = record.cells.map((cell) => cell.trim() || undefined);
    return { kind: 'row', line: record.line, cells, text: record.text };
  };
  const split = format.quote ? quotedRecords : plainRecords;
  const { delimiter, comment } = format;
  const isSkipped = (line: string): boolean => line === '' || (comment !== undefined && line.startsWith(comment));
  for await (const records of split(batches, { delimiter, isSkipped })) {
    let start = 0;
    const [header] = records;
    if (columns === undefined && header !== undefined) {
      if ('fault' in header) throw new SourceError('invalid_file', file, header.fault, { line: header.line });
      columns = headerColumns(header.cells, file, header.line);
      start = 1;
    }
    if (columns === undefined) continue;
    const { size } = columns;
    yield { columns, rows: records.slice(start).map((record) => toRow(record, size)) };
  }
  if (columns === undefined) {
    const message = 'expected a header line, got an empty file; write one, or take the file out of grasp.json';
    throw new SourceError('invalid_file', file, message);
  }
}

/** Puts the scalars of a JSON value into `cells`; a list, or an object inside one, makes a list of values. */
function flatten(
  value: unknown,
  column: string,
  inList: boolean,
  depth: number,
  cells: Map<string, Cell | undefined>,
): void {
  if (depth > MAX_JSON_DEPTH) throw new RangeError(`expected at most ${MAX_JSON_DEPTH} levels of nesting, got more`);
  if (Array.isArray(value)) {
    if (value.length === 0 && !cells.has(column)) cells.set(column, undefined);
    for (const element of value) flatten(element, column, true, depth + 1, cells);
    return;
  }
  if (typeof value === 'object' && value !== null) {
    for (const [key, member] of Object.entries(value)) {
      flatten(member, column === '' ? key : `${column}.${key}`, inList, depth + 1, cells);
    }
    return;
  }
  const scalar = typeof value === 'number' ? value : String(value ?? '').trim();
  const earlier = cells.get(column);
  if (scalar === '') cells.set(column, earlier);
  else if (!inList && earlier === undefined) cells.set(column, scalar);
  else {
    const list = earlier === undefined ? [] : typeof earlier === 'object' ? (earlier as string[]) : [String(earlier)];
    list.push(String(scalar));
    cells.set(column, list);
  }
}

/** Gathers the columns of rows that are objects, and puts each row's values at their positions. */
class ObjectRows {
  readonly columns = new Map<string, number>();
  readonly #file: string;

  constructor(file: string) {
    this.#file = file;
  }

  problem(message: string, line: number, column?: number): ImportProblem {
    const origin = column === undefined ? { file: this.#file, line } : { file: this.#file, line, column };
    return { kind: 'problem', code: 'malformed_row', message, origin };
  }

  row(value: unknown, line: number, text: string): TableRow | ImportProblem {
    const byColumn = new Map<string, Cell | undefined>();
    try {
      flatten(value, '', false, 0, byColumn);
    } catch (error) {
      if (error instanceof RangeError) return this.problem(error.message, line);
      throw error;
    }
    const cells: (Cell | undefined)[] = [];
    for (const [column, cell] of byColumn) {
      let position = this.columns.get(column);
      if (position === undefined) {
        if (column === '' || column.length > MAX_COLUMN_LENGTH) {
          const message = `expected keys of 1 to ${MAX_COLUMN_LENGTH} characters, got one of ${column.length}`;
          return this.problem(message, line);
        }
        if (this.columns.size === MAX_JSON_COLUMNS) {
          return this.problem(`expected at most ${MAX_JSON_COLUMNS} different keys in the file, got one more`, line);
        }
        this.columns.set(column, (position = this.columns.size));
      }
      cells[position] = cell;
    }
    return { kind: 'row', line, cells, text };
  }
}

async function* readJsonLines({ file }: SourceFile, batches: AsyncIterable<LineBatch>): AsyncGenerator<TableBatch> {
  const objects = new ObjectRows(file);
  const toRow = (text: string, line: number): TableRow | ImportProblem => {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      const fault = scanJson(text);
      return objects.problem(`expected ${fault?.expected ?? 'JSON'}`, line, (fault?.offset ?? 0) + 1);
    }
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return objects.row(value, line, text);
    const found = Array.isArray(value) ? 'an array' : JSON.stringify(value).slice(0, 40);
    return objects.problem(`expected a JSON object, got ${found}`, line);
  };
  for await (const { firstLine, lines, faults } of batches) {
    const rows: (TableRow | ImportProblem)[] = [];
    lines.forEach((text, index) => {
      const line = firstLine + index;
      const fault = faults.get(line);
      if (fault !== undefined) rows.push(objects.problem(fault, line));
      else if (text.trim() !== '') rows.push(toRow(text, line));
    });
    yield { columns: objects.columns, rows };
  }
}

async function* readParquetRows(
  source: SourceFile,
  { only }: TableFormat,
  signal: AbortSignal | undefined,
): AsyncGenerator<TableBatch> {
  const objects = new ObjectRows(source.file);
  for await (const { firstRow, rows } of readParquet(source, only, signal)) {
    for (let start = 0; start < rows.length; start += PARQUET_ROWS_PER_BATCH) {
      const part = rows.slice(start, start + PARQUET_ROWS_PER_BATCH);
      yield {
        columns: objects.columns,
        rows: part.map((row, index) => objects.row(row, firstRow + start + index, '')),
      };
    }
  }
}

/**
 * Reads a table row by row: JSONL, CSV, TSV or Parquet. A row that is not of the format is a problem, and the rest of the file
 * goes on. Cells are trimmed; an empty cell and a JSON null are no value.
 *
 * @throws {SourceError} when the file as a whole cannot be read; the signal's reason.
 */
export function readTable(source: SourceFile, format: TableFormat, signal?: AbortSignal): AsyncGenerator<TableBatch> {
  if (format.format === 'parquet') return readParquetRows(source, format, signal);
  const batches = readLines(source, signal);
  return format.format === 'jsonl' ? readJsonLines(source, batches) : readDelimited(source, format, batches);
}
