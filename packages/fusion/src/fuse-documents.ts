import { orderByScore } from './order-by-score.js';
import { countOption, documentKey, entryId, runWeights } from './run.js';
import type { DocumentKey, KeyFunction, RankingEntry, Run } from './run.js';

/** Options that every fusion takes. */
export interface FusionOptions<Id = string> {
  /** How many distinct documents of each run count, from the top; those below are as good as missing. Integer ≥ 0, default all. */
  readonly windowSize?: number;
  /** How many hits to return, from the top. Integer ≥ 0, default all; 0 gives none. */
  readonly topN?: number;
  /** Makes the key that identifies and orders documents; default: the id itself. */
  readonly key?: KeyFunction<Id>;
}

/** What one run adds to a document's score. */
export interface Contribution {
  /** Name of the run. */
  readonly run: string;
  /** Place in that run from 1, copies not counted. */
  readonly rank: number;
  readonly weight: number;
  /** What the method makes of the place, weight included; in reciprocal rank fusion `weight / (rankConstant + rank)`. */
  readonly value: number;
}

/** A document of the fused list. */
export interface FusedHit<Id = string> {
  /** As the first run of weight above 0 that holds the document gives it. */
  readonly id: Id;
  /** What the method makes of the contributions' values; in reciprocal rank fusion their sum. */
  readonly score: number;
  /** One for each run that holds the document, in the order of the runs; those of weight 0 too, with value 0. */
  readonly contributions: readonly Contribution[];
}

/** The distinct documents of a list of runs, and where each stands: the places of document `d` are `offsets[d]` to `offsets[d + 1]`, in the order of the runs. */
export interface CollectedRuns<Id, Entry> {
  readonly weights: readonly number[];
  /** Each run's entries that count: copies dropped, cut to the window. */
  readonly entries: readonly (readonly Entry[])[];
  readonly ids: readonly Id[];
  readonly keys: readonly DocumentKey[];
  readonly offsets: readonly number[];
  readonly runs: readonly number[];
  readonly ranks: readonly number[];
}

/** Reads runs into documents and places. Documents that only runs of weight 0 hold are left out. */
export function collectRuns<Id, Entry extends RankingEntry<Id>>(
  runs: readonly (Omit<Run<Id>, 'ranking'> & { readonly ranking: readonly Entry[] })[],
  options: FusionOptions<Id>,
): CollectedRuns<Id, Entry> {
  const weights = runWeights(runs);
  const windowSize = countOption('windowSize', options.windowSize);
  const { key: keyOf } = options;
  const documents = new Map<DocumentKey, number>();
  const ids: Id[] = [];
  const keys: DocumentKey[] = [];
  const counts: number[] = [];
  const lastRun: number[] = [];
  const entries: Entry[][] = runs.map(() => []);
  const numbers: number[][] = runs.map(() => []);

  function read(run: number): void {
    const kept = entries[run]!;
    const itsNumbers = numbers[run]!;
    for (const entry of runs[run]!.ranking) {
      if (kept.length >= windowSize) break;
      const id = entryId<Id>(entry);
      const key = documentKey(id, keyOf);
      const document = documents.get(key);
      if (document === undefined) {
        itsNumbers.push(ids.length);
        documents.set(key, ids.length);
        ids.push(id);
        keys.push(key);
        counts.push(1);
        lastRun.push(run);
      } else if (lastRun[document] === run) {
        continue;
      } else {
        lastRun[document] = run;
        counts[document]! += 1;
        itsNumbers.push(document);
      }
      kept.push(entry);
    }
  }

  for (let run = 0; run < runs.length; run += 1) if (weights[run]! > 0) read(run);
  // A closed run comes last, so that what it alone holds has the highest numbers, which are then cut off.
  const openCount = ids.length;
  for (let run = 0; run < runs.length; run += 1) if (weights[run] === 0) read(run);
  ids.length = keys.length = counts.length = openCount;
  return { weights, entries, ids, keys, ...placesOf(numbers, counts) };
}

function placesOf(
  numbers: readonly (readonly number[])[],
  counts: readonly number[],
): { offsets: number[]; runs: number[]; ranks: number[] } {
  // Plain arrays: for lists of usual length, making typed ones takes longer than filling them.
  const offsets = [0];
  const free: number[] = [];
  let total = 0;
  for (const count of counts) {
    free.push(total);
    total += count;
    offsets.push(total);
  }
  const runs = new Array<number>(total);
  const ranks = new Array<number>(total);
  for (let run = 0; run < numbers.length; run += 1) {
    const documents = numbers[run]!;
    for (let index = 0; index < documents.length; index += 1) {
      const document = documents[index]!;
      if (document >= counts.length) continue;
      const place = free[document]!++;
      runs[place] = run;
      ranks[place] = index + 1;
    }
  }
  return { offsets, runs, ranks };
}

/** The score of a document, from the first `count` numbers of `values`, which it may reorder. */
export type CombineValues = (values: Float64Array, count: number) => number;

/**
 * Turns each document's values into its score and lists the hits.
 *
 * @param values the value of each place
 * @param combine what makes the score of a document's values; or the scores, where a method has made them
 * @param missing what each run gives to a document that it lacks; without it, nothing
 */
export function fuseDocuments<Id>(
  runs: readonly { readonly name: string }[],
  collected: CollectedRuns<Id, unknown>,
  values: Float64Array,
  combine: CombineValues | Float64Array,
  options: FusionOptions<Id>,
  missing?: Float64Array,
): FusedHit<Id>[] {
  const { ids, keys, offsets } = collected;
  const topN = countOption('topN', options.topN);
  const scores = typeof combine === 'function' ? combineAll(collected, values, combine, missing) : combine;
  const order = orderByScore(scores, keys);
  const hits: FusedHit<Id>[] = [];
  for (let index = 0; index < order.length && index < topN; index += 1) {
    const document = order[index]!;
    const contributions: Contribution[] = [];
    for (let place = offsets[document]!; place < offsets[document + 1]!; place += 1) {
      const run = collected.runs[place]!;
      contributions.push({
        run: runs[run]!.name,
        rank: collected.ranks[place]!,
        weight: collected.weights[run]!,
        // A weight of 0 times a negative value is −0, which no reader expects.
        value: values[place]! + 0,
      });
    }
    hits.push({ id: ids[document]!, score: scores[document]!, contributions });
  }
  return hits;
}

function combineAll(
  { ids, offsets, runs, weights }: CollectedRuns<unknown, unknown>,
  values: Float64Array,
  combine: CombineValues,
  missing: Float64Array | undefined,
): Float64Array {
  const scores = new Float64Array(ids.length);
  const scratch = new Float64Array(weights.length);
  for (let document = 0; document < scores.length; document += 1) {
    const end = offsets[document + 1]!;
    let place = offsets[document]!;
    let count = 0;
    if (missing === undefined) {
      while (place < end) scratch[count++] = values[place++]!;
    } else {
      for (let run = 0; run < weights.length; run += 1) {
        scratch[count++] = place < end && runs[place] === run ? values[place++]! : missing[run]!;
      }
    }
    scores[document] = combine(scratch, count);
  }
  return scores;
}

/** Adds the first `count` values from the largest to the smallest, so that the sum does not depend on their order. */
export function sumDescending(values: Float64Array, count: number): number {
  // Two doubles have the same sum in either order.
  if (count > 2) sortDescending(values, count);
  let sum = 0;
  for (let index = 0; index < count; index += 1) sum += values[index]!;
  return sum;
}

/** Sorts the first `count` values in place; few as they are, insertion is fastest. */
export function sortDescending(values: Float64Array, count: number): void {
  for (let index = 1; index < count; index += 1) {
    const value = values[index]!;
    let hole = index;
    while (hole > 0 && values[hole - 1]! < value) {
      values[hole] = values[hole - 1]!;
      hole -= 1;
    }
    values[hole] = value;
  }
}
