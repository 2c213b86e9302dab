import { createHash } from 'node:crypto';

const byCodeUnits = ([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number =>
  a < b ? -1 : a > b ? 1 : 0;

/**
 * A hash of query ids and their judgements, which does not depend on their order: SHA-256 over one JSON line
 * `[query id, [[document id, judgement], …]]` a query, queries and documents in code-unit order of their ids. Two reports
 * may be compared only if theirs are equal.
 */
export function hashQuestions(qrels: Iterable<readonly [string, ReadonlyMap<string, number>]>): string {
  const hash = createHash('sha256');
  for (const [queryId, judgements] of [...qrels].sort(byCodeUnits)) {
    hash.update(`${JSON.stringify([queryId, [...judgements].sort(byCodeUnits)])}\n`);
  }
  return `sha256:${hash.digest('hex')}`;
}
