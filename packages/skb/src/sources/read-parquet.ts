import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import { sourceFileError } from './read-lines.js';
import type { SourceFile } from './read-lines.js';
import { SourceError } from './source-error.js';

/** Rows that follow one another in a Parquet file, as plain objects. */
export interface ParquetBatch {
  /** Number of the first row, from 1. */
  readonly firstRow: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

function plainDate(value: Date): string {
  const text = value.toISOString();
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text;
}

/** Values as JSON has them; bytes that are no text are left out. */
function plainValue(value: unknown): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : plainDate(value);
  if (value instanceof Uint8Array) return null;
  if (Array.isArray(value) || ArrayBuffer.isView(value)) return Array.from(value as ArrayLike<unknown>, plainValue);
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plainValue(member)]));
}

/**
 * Reads a Parquet file a row group at a time, which bounds memory; of each row only `columns` (all if undefined).
 *
 * @throws {SourceError} `missing_file`, `unreadable_file`, `invalid_file`; the signal's reason.
 */
export async function* readParquet(
  source: SourceFile,
  columns: readonly string[] | undefined,
  signal?: AbortSignal,
): AsyncGenerator<ParquetBatch> {
  const path = resolve(source.folder, source.file);
  signal?.throwIfAborted();
  let size: number;
  try {
    ({ size } = await stat(path));
  } catch (error) {
    throw await sourceFileError(source, error as NodeJS.ErrnoException);
  }
  // Loaded on first use: most folders hold no Parquet.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  const { compressors } = await import('hyparquet-compressors');
  const fault = (error: unknown): SourceError => {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code !== undefined) {
      return new SourceError('unreadable_file', source.file, `expected a readable file, got "${message}"`, {
        cause: error,
      });
    }
    return new SourceError('invalid_file', source.file, `expected a whole Parquet file, got "${message}"`, {
      cause: error,
    });
  };
  try {
    const file = await asyncBufferFromFile(path);
    const metadata = await parquetMetadataAsync(file);
    const known = metadata.schema.map(({ name }) => name);
    const wanted =
      columns === undefined ? undefined : [...new Set(columns.flatMap((name) => [name, name.split('.')[0]!]))];
    const only = wanted === undefined ? {} : { columns: wanted.filter((name) => known.includes(name)) };
    let rowStart = 0;
    let told = 0;
    for (const group of metadata.row_groups) {
      signal?.throwIfAborted();
      const rowEnd = rowStart + Number(group.num_rows);
      const rows = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd, ...only });
      const read = Math.floor((size * rowEnd) / Number(metadata.num_rows));
      source.onRead?.(read - told);
      told = read;
      yield { firstRow: rowStart + 1, rows: rows.map((row) => plainValue(row) as Readonly<Record<string, unknown>>) };
      rowStart = rowEnd;
    }
  } catch (error) {
    signal?.throwIfAborted();
    throw error instanceof SourceError ? error : fault(error);
  }
}
