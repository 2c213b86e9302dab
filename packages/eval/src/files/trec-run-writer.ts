import { EvaluationError } from '../errors.js';
import type { Ranking } from '../ranking.js';
import type { RankingOrder } from '../ranking-order.js';
import { orderRanking } from '../ranking-order.js';
import { FileFormatError } from './file-format-error.js';
import type { IrMetadata } from './ir-metadata.js';
import { irMetadataLines } from './ir-metadata.js';

/** Options of {@link formatTrecRun}. */
export interface FormatTrecRunOptions {
  /** The run id of each line. Default `grasp`. */
  readonly tag?: string;
  /** Written above the run as ir_metadata comments. trec_eval reads such lines since version 10. */
  readonly metadata?: IrMetadata;
  /** The order of lines and ranks. Default `score-desc-id-asc`. */
  readonly order?: RankingOrder;
  /**
   * `given` (default) writes the scores as they are, in the shortest form that reads back the same. `reciprocal-rank`
   * writes 1 / rank instead, so that every reader, whatever its rule for ties, sees this order.
   */
  readonly scores?: 'given' | 'reciprocal-rank';
}

/**
 * Writes a run in TREC form, one string of lines a query; ranks count from 1.
 *
 * @throws FileFormatError `invalid_id` for an id that is empty or holds white space, and for a query id that starts with
 *   `#`, which no reader could read back; `invalid_number` for a score that is not finite.
 */
export function* formatTrecRun(
  run: Iterable<readonly [string, Ranking]>,
  options: FormatTrecRunOptions = {},
): Generator<string> {
  const { tag = 'grasp', metadata, order = 'score-desc-id-asc', scores = 'given' } = options;
  if (scores !== 'given' && scores !== 'reciprocal-rank') {
    throw new EvaluationError('invalid_option', `expected scores given or reciprocal-rank, got "${String(scores)}"`);
  }
  checkId(tag, 'a tag');
  if (metadata !== undefined) yield `${irMetadataLines(metadata).join('\n')}\n`;
  for (const [queryId, ranking] of run) {
    checkQueryId(queryId);
    for (const { id, score } of ranking) {
      checkId(id, 'a document id');
      if (!Number.isFinite(score)) {
        throw new FileFormatError('invalid_number', 0, `expected a finite score of document "${id}", got ${score}`);
      }
    }
    yield orderRanking(ranking, order)
      .map(({ id, score }, index) => {
        const rank = index + 1;
        return `${queryId} Q0 ${id} ${rank} ${scores === 'given' ? score : 1 / rank} ${tag}\n`;
      })
      .join('');
  }
}

/** Refuses an id that would become two fields, or none. */
export function checkId(id: string, what: string): void {
  if (id !== '' && !/\s/u.test(id)) return;
  throw new FileFormatError('invalid_id', 0, `expected ${what} without white space, got ${JSON.stringify(id)}`);
}

/** {@link checkId}, and refuses what would become a comment. */
export function checkQueryId(id: string): void {
  checkId(id, 'a query id');
  if (id.startsWith('#')) {
    throw new FileFormatError('invalid_id', 0, `expected a query id that does not start with "#", got "${id}"`);
  }
}
