import type { Ranking, Run, ScoredId } from '../ranking.js';
import { FileFormatError } from './file-format-error.js';
import { findFields } from './line-fields.js';
import { parseDecimal } from './parse-decimal.js';
import type { ReadOptions, TextSource } from './text-lines.js';
import { textChunks } from './text-lines.js';

/** A run file's content. */
export interface TrecRun {
  readonly run: Run;
  /** The run id of the last line; empty if there is no line. */
  readonly tag: string;
  /** Lines that start with `#`, without it; ir_metadata is here. */
  readonly comments: readonly string[];
}

const FIELD_COUNT = 6;
const NUMBER_SIGN = 35;
const CARRIAGE_RETURN = 13;

/**
 * Reads a run in TREC form: `query iter document rank score tag` a line, separated by blanks or tabs. Lines that start
 * with `#` are comments, blank lines are skipped, LF and CRLF both end a line. Documents keep the order of the lines;
 * `evaluate` orders them by score, and the rank column is not looked at, as in trec_eval.
 *
 * @throws FileFormatError with the line: `malformed_line` for other than six fields, `invalid_number` for a score that is
 *   not a finite number, `duplicate_document` for a document that a query has twice.
 */
export async function readTrecRun(source: TextSource, options: ReadOptions = {}): Promise<TrecRun> {
  const run = new Map<string, ScoredId[]>();
  const reader = new RunLines((queryId) => run.get(queryId));
  for await (const { queryId, ranking } of reader.groups(source, options)) {
    const earlier = run.get(queryId);
    if (earlier === undefined) run.set(queryId, ranking);
    else for (const entry of ranking) earlier.push(entry);
  }
  return { run, tag: reader.tag, comments: reader.comments };
}

/**
 * Reads a run as {@link readTrecRun} does, one query at a time, for `evaluateStream`; memory holds one query.
 *
 * @throws FileFormatError also `split_query`, if the lines of a query do not stand together.
 */
export async function* streamTrecRun(
  source: TextSource,
  options: ReadOptions = {},
): AsyncGenerator<readonly [string, Ranking]> {
  const done = new Set<string>();
  for await (const { queryId, ranking, line } of new RunLines().groups(source, options)) {
    if (done.has(queryId)) {
      const expected = `expected the lines of query "${queryId}" together; sort the file or read it with readTrecRun`;
      throw new FileFormatError('split_query', line, expected);
    }
    done.add(queryId);
    yield [queryId, ranking];
  }
}

interface Group {
  readonly queryId: string;
  readonly ranking: ScoredId[];
  /** The first line. */
  readonly line: number;
}

class RunLines {
  tag = '';
  readonly comments: string[] = [];
  readonly #earlier: (queryId: string) => Ranking | undefined;
  readonly #returning = new Map<string, Set<string>>();
  readonly #bounds = new Int32Array(2 * FIELD_COUNT);
  #group: Group | undefined;
  #seen = new Set<string>();
  #lineNumber = 0;

  /** @param earlier - What an earlier group of lines held for a query. */
  constructor(earlier: (queryId: string) => Ranking | undefined = () => undefined) {
    this.#earlier = earlier;
  }

  /**
   * Consecutive lines of one query. The text is scanned in place: a string for each line would double the time, and so
   * would joining each chunk to the rest of the last one, because characters of joined strings are slow to read.
   */
  async *groups(source: TextSource, options: ReadOptions): AsyncGenerator<Group> {
    let rest = '';
    for await (const chunk of textChunks(source, options)) {
      const firstEnd = chunk.indexOf('\n') + 1;
      const end = chunk.lastIndexOf('\n') + 1;
      if (end === 0) rest += chunk;
      else {
        yield* this.#lines(rest + chunk.slice(0, firstEnd), 0, rest.length + firstEnd);
        yield* this.#lines(chunk, firstEnd, end);
        rest = chunk.slice(end);
      }
    }
    if (rest !== '') yield* this.#lines(`${rest}\n`, 0, rest.length + 1);
    if (this.#group !== undefined) yield this.#group;
  }

  /** Reads the lines of a part of a text, which all end with a line feed; gives each group that is complete. */
  *#lines(text: string, from: number, end: number): Generator<Group> {
    const bounds = this.#bounds;
    let lastLine = -1;
    for (let start = from; start < end;) {
      const lineFeed = text.indexOf('\n', start);
      const lineEnd = text.charCodeAt(lineFeed - 1) === CARRIAGE_RETURN ? lineFeed - 1 : lineFeed;
      const line = start;
      start = lineFeed + 1;
      this.#lineNumber++;
      if (text.charCodeAt(line) === NUMBER_SIGN) {
        this.comments.push(text.slice(line + 1, lineEnd));
        continue;
      }
      const count = findFields(text, line, lineEnd, bounds);
      if (count === 0) continue;
      if (count !== FIELD_COUNT) {
        const expected = `expected six fields (query iter document rank score tag), got ${count}`;
        throw new FileFormatError('malformed_line', this.#lineNumber, expected);
      }
      lastLine = line;
      if (this.#group === undefined || !isField(text, bounds, this.#group.queryId)) {
        if (this.#group !== undefined) yield this.#group;
        const queryId = text.slice(bounds[0], bounds[1]);
        this.#group = { queryId, ranking: [], line: this.#lineNumber };
        this.#seen = this.#seenOf(queryId);
      }
      this.#addEntry(this.#group, text, bounds);
    }
    if (lastLine >= 0) this.tag = text.slice(bounds[10], bounds[11]);
  }

  #addEntry({ queryId, ranking }: Group, text: string, bounds: Int32Array): void {
    const id = text.slice(bounds[4], bounds[5]);
    if (this.#seen.size === this.#seen.add(id).size) {
      const expected = `expected each document once a query, got "${id}" again for "${queryId}"`;
      throw new FileFormatError('duplicate_document', this.#lineNumber, expected);
    }
    const score = parseDecimal(text, bounds[8]!, bounds[9]!);
    if (Number.isNaN(score)) {
      const expected = `expected a finite number as score, got "${text.slice(bounds[8], bounds[9])}"`;
      throw new FileFormatError('invalid_number', this.#lineNumber, expected);
    }
    ranking.push({ id, score });
  }

  /** The documents that a query has so far. Kept only for queries that come back, because most files are grouped. */
  #seenOf(queryId: string): Set<string> {
    const known = this.#returning.get(queryId);
    if (known !== undefined) return known;
    const earlier = this.#earlier(queryId);
    const seen = new Set(earlier?.map(({ id }) => id));
    if (earlier !== undefined) this.#returning.set(queryId, seen);
    return seen;
  }
}

const isField = (line: string, bounds: Int32Array, text: string): boolean =>
  bounds[1]! - bounds[0]! === text.length && line.startsWith(text, bounds[0]);
