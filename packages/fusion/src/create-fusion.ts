import { FusionError } from './fusion-error.js';
import type { FusedHit } from './fuse-documents.js';
import { rankConstantOption, reciprocalRankFusion } from './reciprocal-rank-fusion.js';
import type { RankFusionOptions } from './reciprocal-rank-fusion.js';
import { checkRun, countOption, documentKey, entryId } from './run.js';
import type { DocumentKey, RankingEntry, Run } from './run.js';

/** A run whose entries arrive one by one, best first. */
export interface StreamedRun<Id = string> {
  readonly name: string;
  readonly weight?: number;
  readonly ranking: AsyncIterable<RankingEntry<Id>>;
}

/** Runs that are fused as they arrive. */
export interface IncrementalFusion<Id = string> {
  /** Takes a whole run and gives the list fused from all that has arrived. @throws FusionError `duplicate_run` for a name that is taken, and as `reciprocalRankFusion` */
  add(run: Run<Id>): readonly FusedHit<Id>[];
  /**
   * Takes a run entry by entry; {@link hits} counts those that have arrived. Resolves to the fused list when the run has
   * ended, or when `windowSize` distinct documents have arrived (the rest is not read). Several runs may arrive at once.
   * If the run fails or `signal` aborts, the promise rejects with that reason and the run is taken out again.
   */
  addStream(run: StreamedRun<Id>, options?: { readonly signal?: AbortSignal }): Promise<readonly FusedHit<Id>[]>;
  /** The list fused from all that has arrived: what `reciprocalRankFusion` gives for it. Empty as long as every run that arrived has weight 0. */
  hits(): readonly FusedHit<Id>[];
}

/**
 * Reciprocal rank fusion for runs that come one after another or entry by entry; the fused list is right at every moment.
 * Options as in `reciprocalRankFusion`.
 *
 * @throws FusionError `invalid_option`
 */
export function createFusion<Id = string>(options: RankFusionOptions<Id> = {}): IncrementalFusion<Id> {
  const windowSize = countOption('windowSize', options.windowSize);
  countOption('topN', options.topN);
  rankConstantOption(options.rankConstant);
  const runs = new Map<string, Run<Id>>();
  let fused: readonly FusedHit<Id>[] | undefined;

  function insert(run: Run<Id>): void {
    checkRun(run);
    if (runs.has(run.name)) throw new FusionError('duplicate_run', 'a run with a name of its own', run.name);
    runs.set(run.name, run);
    fused = undefined;
  }

  function remove(name: string): void {
    runs.delete(name);
    fused = undefined;
  }

  function hits(): readonly FusedHit<Id>[] {
    const arrived = [...runs.values()];
    fused ??= arrived.some(({ weight }) => weight !== 0) ? reciprocalRankFusion(arrived, options) : [];
    return fused;
  }

  return {
    hits,
    add(run) {
      insert({ ...run, ranking: Array.isArray(run?.ranking) ? [...run.ranking] : run?.ranking });
      try {
        return hits();
      } catch (error) {
        remove(run.name);
        throw error;
      }
    },
    async addStream(run, { signal } = {}) {
      signal?.throwIfAborted();
      const ranking: RankingEntry<Id>[] = [];
      insert({ ...run, ranking });
      try {
        const seen = new Set<DocumentKey>();
        for await (const entry of untilAborted(run.ranking, signal)) {
          seen.add(documentKey(entryId<Id>(entry), options.key));
          ranking.push(entry);
          fused = undefined;
          if (seen.size >= windowSize) break;
        }
        return hits();
      } catch (error) {
        remove(run.name);
        throw error;
      }
    },
  };
}

/** The items of a source, until the signal aborts: then it throws the signal's reason, even while the source hangs. */
async function* untilAborted<Item>(source: AsyncIterable<Item>, signal: AbortSignal | undefined): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let ended = false;
  let abort: () => void = () => undefined;
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(signal?.reason as Error);
  });
  aborted.catch(() => undefined);
  signal?.addEventListener('abort', abort, { once: true });
  try {
    for (;;) {
      signal?.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done === true) {
        ended = true;
        return;
      }
      yield next.value;
    }
  } finally {
    signal?.removeEventListener('abort', abort);
    // Not awaited: a source that hangs would hang its closing as well.
    if (!ended) void Promise.resolve(iterator.return?.()).catch(() => undefined);
  }
}
