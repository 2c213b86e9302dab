import { orderByScore } from './order-by-score.js';
import { countOption, documentKey, entryId, runWeights } from './run.js';
import type { DocumentKey, KeyFunction, Run } from './run.js';

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

/** The distinct documents of a list of runs, numbered, and where each stands: the places of document `d` are `offsets[d]` to `offsets[d + 1]`, in the order of the runs. */
export interface CollectedRuns<Id> {
  readonly weights: readonly number[];
  readonly ids: readonly Id[];
  readonly keys: readonly DocumentKey[];
  readonly offsets: Int32Array;
  /** The run of each place. */
  readonly runs: Int32Array;
  /** The rank in that run, copies not counted. */
  readonly ranks: Int32Array;
  /** The places of run `r` that count are `positions[starts[r]]` to `positions[starts[r] + lengths[r]]`, as indexes into its ranking. */
  readonly positions: Int32Array;
  readonly starts: readonly number[];
  readonly lengths: readonly number[];
}

/** Reads runs into documents and places. Documents that only runs of weight 0 hold are left out. */
export function collectRuns<Id>(runs: readonly Run<Id>[], options: FusionOptions<Id>): CollectedRuns<Id> {
  const weights = runWeights(runs);
  const windowSize = countOption('windowSize', options.windowSize);
  const starts: number[] = [];
  let capacity = 0;
  for (const run of runs) {
    starts.push(capacity);
    capacity += Math.min(run.ranking.length, windowSize);
  }
  // One block for all tables: a typed array costs far more to make than to fill when lists have the usual length.
  const block = new Int32Array(6 * capacity + 1);
  const table = (index: number, length = capacity): Int32Array =>
    block.subarray(index * capacity, index * capacity + length);
  const numbers = table(0);
  const positions = table(1);
  const lastRun = table(2);
  const runOf = table(3);
  const ranks = table(4);
  const counts = table(5, capacity + 1);

  const documents = new Map<DocumentKey, number>();
  const ids: Id[] = [];
  // An id that is its own key needs no second list.
  const keys = options.key === undefined ? (ids as readonly unknown[] as DocumentKey[]) : [];
  const lengths: number[] = runs.map(() => 0);
  const read = (run: number): void => {
    const { ranking } = runs[run]!;
    const start = starts[run]!;
    let length = 0;
    for (let position = 0; position < ranking.length && length < windowSize; position += 1) {
      const id = entryId<Id>(ranking[position]!);
      const key = documentKey(id, options.key);
      let document = documents.get(key);
      if (document === undefined) {
        document = ids.length;
        documents.set(key, document);
        ids.push(id);
        if (options.key !== undefined) keys.push(key);
      } else if (lastRun[document] === run + 1) continue;
      lastRun[document] = run + 1;
      counts[document]! += 1;
      numbers[start + length] = document;
      positions[start + length] = position;
      length += 1;
    }
    lengths[run] = length;
  };
  for (let run = 0; run < runs.length; run += 1) if (weights[run]! > 0) read(run);
  // A closed run comes last, so that what it alone holds has the highest numbers, which are then cut off.
  const documentCount = ids.length;
  for (let run = 0; run < runs.length; run += 1) if (weights[run] === 0) read(run);
  ids.length = keys.length = documentCount;

  // Counts become the end of each document's places; filling from the last run backwards moves it to their start.
  let total = 0;
  for (let document = 0; document < documentCount; document += 1) {
    total += counts[document]!;
    counts[document] = total;
  }
  counts[documentCount] = total;
  for (let run = runs.length - 1; run >= 0; run -= 1) {
    const start = starts[run]!;
    for (let index = lengths[run]! - 1; index >= 0; index -= 1) {
      const document = numbers[start + index]!;
      if (document >= documentCount) continue;
      const place = (counts[document]! -= 1);
      runOf[place] = run;
      ranks[place] = index + 1;
    }
  }
  return {
    weights,
    ids,
    keys,
    offsets: counts.subarray(0, documentCount + 1),
    runs: runOf.subarray(0, total),
    ranks: ranks.subarray(0, total),
    positions,
    starts,
    lengths,
  };
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
  collected: CollectedRuns<Id>,
  values: Float64Array,
  combine: CombineValues | Float64Array,
  options: FusionOptions<Id>,
  missing?: Float64Array,
): FusedHit<Id>[] {
  const { ids, keys, offsets } = collected;
  const topN = countOption('topN', options.topN);
  const scores = typeof combine === 'function' ? combineAll(collected, values, combine, missing) : combine;
  const order = orderByScore(scores, keys);
  const hits = new Array<FusedHit<Id>>(Math.min(order.length, topN));
  for (let index = 0; index < hits.length; index += 1) {
    const document = order[index]!;
    const start = offsets[document]!;
    const contributions = new Array<Contribution>(offsets[document + 1]! - start);
    for (let offset = 0; offset < contributions.length; offset += 1) {
      const run = collected.runs[start + offset]!;
      contributions[offset] = {
        run: runs[run]!.name,
        rank: collected.ranks[start + offset]!,
        weight: collected.weights[run]!,
        // A weight of 0 times a negative value is −0, which no reader expects.
        value: values[start + offset]! + 0,
      };
    }
    hits[index] = { id: ids[document]!, score: scores[document]!, contributions };
  }
  return hits;
}

function combineAll(
  { ids, offsets, runs, weights }: CollectedRuns<unknown>,
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
