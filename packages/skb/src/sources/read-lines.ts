import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';

import { SourceError } from './source-error.js';

/** A file of a source. */
export interface SourceFile {
  /** The source's folder. */
  readonly folder: string;
  /** Relative to the folder, as grasp.json has it; shown in messages. A name that ends in `.gz` is unpacked. */
  readonly file: string;
  /** Told how many bytes were read since it was last told; of a packed file, packed ones. */
  readonly onRead?: ((bytes: number) => void) | undefined;
  /** Read instead of a file of this name, and never unpacked. */
  readonly input?: Readable | undefined;
}

/** Lines that follow one another in a file, without their line ends. */
export interface LineBatch {
  /** Number of the first line, from 1. */
  readonly firstLine: number;
  readonly lines: readonly string[];
  /** Lines without usable text, by number, with what was expected of them; their text in `lines` is empty. */
  readonly faults: ReadonlyMap<number, string>;
}

/** A line longer than this is a fault, so that a file without line ends cannot fill the memory. */
const MAX_LINE_BYTES = 16 * 1024 * 1024;
const CHUNK_BYTES = 256 * 1024;
const LINE_FEED = 0x0a;
const NO_FAULTS: ReadonlyMap<number, string> = new Map();

/** What to say of a file that cannot be opened or read, of a packed one with the `line` that is cut off. */
export async function sourceFileError(
  { folder, file }: SourceFile,
  error: NodeJS.ErrnoException,
  line?: number,
): Promise<SourceError> {
  if (error.code === 'ENOENT') {
    const path = resolve(folder, file);
    const stem = basename(path).split('.')[0]!;
    const siblings = await readdir(dirname(path)).catch(() => []);
    const similar = siblings.filter((name) => name.startsWith(stem)).sort();
    const advice =
      similar.length > 0
        ? `; there is ${similar.slice(0, 3).join(', ')}`
        : '; add it, or change the name in grasp.json';
    return new SourceError('missing_file', file, `expected a file, got none${advice}`, { cause: error });
  }
  if (error.code?.startsWith('Z_')) {
    const message = `expected gzip data up to its end, got "${error.message}"; copy or pack the file again`;
    return new SourceError('corrupt_file', file, message, { line, cause: error });
  }
  const message = `expected a readable file, got "${error.message}"; check its permissions and its folder's`;
  return new SourceError('unreadable_file', file, message, { cause: error });
}

async function* readChunks(
  source: SourceFile,
  signal: AbortSignal | undefined,
  lineAt: () => number,
): AsyncGenerator<Buffer> {
  signal?.throwIfAborted();
  if (source.input !== undefined) {
    for await (const chunk of source.input) {
      signal?.throwIfAborted();
      yield Buffer.from(chunk as Uint8Array);
    }
    return;
  }
  const stream = createReadStream(resolve(source.folder, source.file), { highWaterMark: CHUNK_BYTES });
  let unpacked: AsyncIterable<Buffer> = stream;
  const packed = source.file.endsWith('.gz');
  if (packed) {
    const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
    stream.on('error', (error) => gunzip.destroy(error));
    unpacked = stream.pipe(gunzip);
  }
  let told = 0;
  const tell = (): void => {
    const { bytesRead } = stream;
    source.onRead?.(bytesRead - told);
    told = bytesRead;
  };
  try {
    for await (const chunk of unpacked) {
      signal?.throwIfAborted();
      tell();
      yield chunk;
    }
    tell();
    if (packed && stream.bytesRead === 0) {
      throw new SourceError('corrupt_file', source.file, 'expected gzip data, got an empty file; copy the file again');
    }
  } catch (error) {
    if (error instanceof SourceError || signal?.aborted) throw error;
    throw await sourceFileError(source, error as NodeJS.ErrnoException, lineAt());
  } finally {
    stream.destroy();
  }
}

/** Splits whole lines, each ended by a line feed. */
function decodeLines(block: Buffer, firstLine: number): LineBatch {
  const strip = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);
  if (isUtf8(block)) {
    const lines = block.toString('utf8').split('\n');
    lines.pop();
    return { firstLine, lines: lines.map(strip), faults: NO_FAULTS };
  }
  const lines: string[] = [];
  const faults = new Map<number, string>();
  for (let start = 0; start < block.length;) {
    const end = block.indexOf(LINE_FEED, start);
    const bytes = block.subarray(start, end);
    if (isUtf8(bytes)) lines.push(strip(bytes.toString('utf8')));
    else {
      faults.set(firstLine + lines.length, 'expected UTF-8 text, got other bytes');
      lines.push('');
    }
    start = end + 1;
  }
  return { firstLine, lines, faults };
}

function withoutByteOrderMark(chunk: Buffer, file: string): Buffer {
  if ((chunk[0] === 0xff && chunk[1] === 0xfe) || (chunk[0] === 0xfe && chunk[1] === 0xff)) {
    throw new SourceError('invalid_file', file, 'expected UTF-8 text, got UTF-16; convert the file');
  }
  return chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf ? chunk.subarray(3) : chunk;
}

/**
 * Reads a text file in batches of lines: UTF-8 with or without a byte order mark, lines ended by LF or CRLF, plain or
 * gzip. Memory is bounded by one batch. A line that is not UTF-8 or longer than 16 MiB is a fault of its batch.
 *
 * @throws {SourceError} `missing_file`, `unreadable_file`, `corrupt_file`, `invalid_file`; the signal's reason.
 */
export async function* readLines(source: SourceFile, signal?: AbortSignal): AsyncGenerator<LineBatch> {
  let rest: Buffer = Buffer.alloc(0);
  let line = 1;
  let first = true;
  let tooLong = false;
  const overlong = (number: number): LineBatch => ({
    firstLine: number,
    lines: [''],
    faults: new Map([[number, `expected a line of at most ${MAX_LINE_BYTES} bytes, got a longer one`]]),
  });
  for await (const chunk of readChunks(source, signal, () => line)) {
    let data = first ? withoutByteOrderMark(chunk, source.file) : chunk;
    first = false;
    if (tooLong) {
      const end = data.indexOf(LINE_FEED);
      if (end < 0) continue;
      yield overlong(line++);
      tooLong = false;
      data = data.subarray(end + 1);
    }
    const end = data.lastIndexOf(LINE_FEED);
    if (end < 0) rest = Buffer.concat([rest, data]);
    else {
      const batch = decodeLines(Buffer.concat([rest, data.subarray(0, end + 1)]), line);
      line += batch.lines.length;
      rest = data.subarray(end + 1);
      yield batch;
    }
    if (rest.length > MAX_LINE_BYTES) {
      rest = Buffer.alloc(0);
      tooLong = true;
    }
  }
  if (tooLong) yield overlong(line);
  else if (rest.length > 0) yield decodeLines(Buffer.concat([rest, Buffer.of(LINE_FEED)]), line);
}
