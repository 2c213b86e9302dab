import type { Ranking, Run, ScoredId } from '../ranking.js';
import { FileFormatError } from './file-format-error.js';
import { findFields } from './line-fields.js';
import type { ReadOptions, TextSource } from './text-lines.js';
import { lineBatches } from './text-lines.js';

/** A run file's content. */
export interface TrecRun {
  readonly run: Run;
  /** The run id of the last line; empty if there is no line. */
  readonly tag: string;
  /** Lines that start with `#`, without it; ir_metadata is here. */
  readonly comments: readonly string[];
}

const FIELD_COUNT = 6;

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

  /** @param earlier - What an earlier group of lines held for a query. */
  constructor(earlier: (queryId: string) => Ranking | undefined = () => undefined) {
    this.#earlier = earlier;
  }

  /** Consecutive lines of one query. */
  async *groups(source: TextSource, options: ReadOptions): AsyncGenerator<Group> {
    const bounds = new Int32Array(2 * FIELD_COUNT);
    let group: Group | undefined;
    let seen = new Set<string>();
    let lineNumber = 0;
    let last: string | undefined;
    for await (const lines of lineBatches(source, options)) {
      for (const line of lines) {
        lineNumber++;
        if (line.startsWith('#')) {
          this.comments.push(line.slice(1));
          continue;
        }
        const count = findFields(line, bounds);
        if (count === 0) continue;
        if (count !== FIELD_COUNT) {
          const expected = `expected six fields (query iter document rank score tag), got ${count}`;
          throw new FileFormatError('malformed_line', lineNumber, expected);
        }
        last = line;
        if (group === undefined || !isField(line, bounds, group.queryId)) {
          if (group !== undefined) yield group;
          group = { queryId: line.slice(bounds[0], bounds[1]), ranking: [], line: lineNumber };
          seen = this.#seenOf(group.queryId);
        }
        const id = line.slice(bounds[4], bounds[5]);
        if (seen.size === seen.add(id).size) {
          const expected = `expected each document once a query, got "${id}" again for "${group.queryId}"`;
          throw new FileFormatError('duplicate_document', lineNumber, expected);
        }
        group.ranking.push({ id, score: parseScore(line.slice(bounds[8], bounds[9]), lineNumber) });
      }
    }
    if (last !== undefined) {
      findFields(last, bounds);
      this.tag = last.slice(bounds[10], bounds[11]);
    }
    if (group !== undefined) yield group;
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

function parseScore(text: string, line: number): number {
  const score = Number(text);
  // Number() also reads 0x1f, 0b1 and 0o7.
  if (Number.isFinite(score) && !/^0[box]/iu.test(text)) return score;
  throw new FileFormatError('invalid_number', line, `expected a finite number as score, got "${text}"`);
}
