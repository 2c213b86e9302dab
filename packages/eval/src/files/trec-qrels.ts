import type { Qrels } from '../ranking.js';
import { FileFormatError } from './file-format-error.js';
import { findFields } from './line-fields.js';
import type { ReadOptions, TextSource } from './text-lines.js';
import { lineBatches } from './text-lines.js';
import { checkId, checkQueryId } from './trec-run-writer.js';

const FIELD_COUNT = 4;

/**
 * Reads judgements in TREC form: `query iter document relevance` a line, separated by blanks or tabs, relevance an
 * integer. Lines that start with `#` are comments; a blank line is an error, as in trec_eval.
 *
 * @throws FileFormatError with the line: `malformed_line` for other than four fields, `invalid_number` for a relevance
 *   that is not an integer, `duplicate_document` for a document that a query has twice.
 */
export async function readTrecQrels(source: TextSource, options: ReadOptions = {}): Promise<Qrels> {
  const qrels = new Map<string, Map<string, number>>();
  const bounds = new Int32Array(2 * FIELD_COUNT);
  let lineNumber = 0;
  for await (const lines of lineBatches(source, options)) {
    for (const line of lines) {
      lineNumber++;
      if (line.startsWith('#')) continue;
      const count = findFields(line, 0, line.length, bounds);
      if (count !== FIELD_COUNT) {
        const expected = `expected four fields (query iter document relevance), got ${count}`;
        throw new FileFormatError('malformed_line', lineNumber, expected);
      }
      const queryId = line.slice(bounds[0], bounds[1]);
      const documentId = line.slice(bounds[4], bounds[5]);
      const relevance = line.slice(bounds[6], bounds[7]);
      if (!/^[-+]?\d{1,9}$/u.test(relevance)) {
        throw new FileFormatError('invalid_number', lineNumber, `expected an integer relevance, got "${relevance}"`);
      }
      let judgements = qrels.get(queryId);
      if (judgements === undefined) qrels.set(queryId, (judgements = new Map()));
      if (judgements.has(documentId)) {
        const expected = `expected each document once a query, got "${documentId}" again for "${queryId}"`;
        throw new FileFormatError('duplicate_document', lineNumber, expected);
      }
      judgements.set(documentId, Number(relevance));
    }
  }
  return qrels;
}

/**
 * Writes judgements in TREC form, one string of lines a query.
 *
 * @throws FileFormatError `invalid_id` for an id that is empty or holds white space, `invalid_number` for a judgement that
 *   is not an integer.
 */
export function* formatTrecQrels(qrels: Iterable<readonly [string, ReadonlyMap<string, number>]>): Generator<string> {
  for (const [queryId, judgements] of qrels) {
    checkQueryId(queryId);
    let lines = '';
    for (const [documentId, relevance] of judgements) {
      checkId(documentId, 'a document id');
      if (!Number.isInteger(relevance)) {
        throw new FileFormatError('invalid_number', 0, `expected an integer relevance, got ${relevance}`);
      }
      lines += `${queryId} 0 ${documentId} ${relevance}\n`;
    }
    yield lines;
  }
}
