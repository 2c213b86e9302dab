import { FusionError } from '../fusion-error.js';
import { compareKeys, countOption, documentKey, entryId } from '../run.js';
import type { DocumentKey, KeyFunction, RankingEntry } from '../run.js';
import type { RankMeasure } from './rank-measure.js';
import { hitAt, reciprocalRank } from './rank-measure.js';

/** A question with its two runs and its right answers. */
export interface TuningQuestion<Id = string> {
  /** The run that the searched weight applies to: the graph run in the paper's Stage 2, the reranker's in Stage 3. */
  readonly first: readonly RankingEntry<Id>[];
  /** The other run: the text run in Stage 2, the Stage-2 list in Stage 3. */
  readonly second: readonly RankingEntry<Id>[];
  /** Ids of the relevant documents; those that neither run holds count too. */
  readonly relevant: readonly Id[];
}

/** Options of both tuners. */
export interface TuningOptions<Id = string> {
  /** What is to be best on average; default `hitAt(1)`. */
  readonly goal?: RankMeasure;
  /** What decides between grid points with the same goal; default `reciprocalRank`. Points that tie here too go by the smaller grid index. */
  readonly tieBreaker?: RankMeasure;
  /** How far below the best goal a point may be to count as good as it in `flatness`: 0 or more, default 0.01, one point of Hit@1. */
  readonly tolerance?: number;
  /** How many distinct documents of each run count; default all. */
  readonly windowSize?: number;
  /** As in `reciprocalRankFusion`. */
  readonly key?: KeyFunction<Id>;
  readonly signal?: AbortSignal;
}

export const TUNING_DEFAULTS = Object.freeze({ goal: hitAt(1), tieBreaker: reciprocalRank, tolerance: 0.01 });

/** Options with their defaults, checked. */
export function tuningOptions<Id>(options: TuningOptions<Id>): {
  readonly goal: RankMeasure;
  readonly tieBreaker: RankMeasure;
  readonly tolerance: number;
} {
  const { goal, tieBreaker, tolerance } = { ...TUNING_DEFAULTS, ...options };
  if (!(tolerance >= 0 && tolerance < Infinity)) {
    throw new FusionError('invalid_option', 'tolerance to be a finite number ≥ 0', tolerance);
  }
  return { goal, tieBreaker, tolerance };
}

/**
 * Questions as numbers. The documents of question `q` are `documentOffsets[q]` to `documentOffsets[q + 1]`, in the order of
 * their keys, so that of two that tie the one with the smaller number comes first.
 */
export interface CompiledQuestions {
  readonly count: number;
  readonly documentOffsets: Uint32Array;
  /** Rank of each document in the first run, 0 if it is not there. */
  readonly firstRanks: Uint32Array;
  readonly secondRanks: Uint32Array;
  /** The documents of question `q` that both runs hold are `shared[sharedOffsets[q]]` to `shared[sharedOffsets[q + 1]]`. */
  readonly sharedOffsets: Uint32Array;
  readonly shared: Uint32Array;
  /** From `firstAloneOffsets[q]` on: how many documents that the first run alone holds stand at ranks up to 0, 1, 2, … of it. */
  readonly firstAloneOffsets: Uint32Array;
  readonly firstAlone: Uint32Array;
  readonly secondAloneOffsets: Uint32Array;
  readonly secondAlone: Uint32Array;
  /** The relevant documents of question `q` are `relevant[relevantOffsets[q]]` to `relevant[relevantOffsets[q + 1]]`, ascending. */
  readonly relevantOffsets: Uint32Array;
  readonly relevant: Uint32Array;
  /** How many relevant documents a question has, found by a run or not. */
  readonly relevantCounts: Uint32Array;
  readonly largestRank: number;
  readonly largestDocumentCount: number;
}

/** Compiles questions. @throws FusionError `no_questions`, `invalid_run`, `invalid_id`, `invalid_option` */
export function compileQuestions<Id>(
  questions: readonly TuningQuestion<Id>[],
  options: TuningOptions<Id>,
): CompiledQuestions {
  if (!Array.isArray(questions) || questions.length === 0) {
    throw new FusionError('no_questions', 'an array of at least one question', questions);
  }
  const windowSize = countOption('windowSize', options.windowSize);
  const firstRanks: number[] = [];
  const secondRanks: number[] = [];
  const relevant: number[] = [];
  const shared: number[] = [];
  const firstAlone: number[] = [];
  const secondAlone: number[] = [];
  const sharedOffsets = new Uint32Array(questions.length + 1);
  const firstAloneOffsets = new Uint32Array(questions.length + 1);
  const secondAloneOffsets = new Uint32Array(questions.length + 1);
  const documentOffsets = new Uint32Array(questions.length + 1);
  const relevantOffsets = new Uint32Array(questions.length + 1);
  const relevantCounts = new Uint32Array(questions.length);
  let largestRank = 0;
  let largestDocumentCount = 0;
  (questions as readonly TuningQuestion<Id>[]).forEach((question, index) => {
    const first = ranksByKey(question.first, windowSize, options.key, `first run of question ${index}`);
    const second = ranksByKey(question.second, windowSize, options.key, `second run of question ${index}`);
    if (!Array.isArray(question.relevant)) {
      throw new FusionError('invalid_run', `an array of relevant ids in question ${index}`, question.relevant);
    }
    const relevantKeys = new Set((question.relevant as readonly Id[]).map((id) => documentKey(id, options.key)));
    const keys = sortedKeys(new Set([...first.keys(), ...second.keys()]));
    for (const key of keys) {
      const firstRank = first.get(key) ?? 0;
      const secondRank = second.get(key) ?? 0;
      if (relevantKeys.has(key)) relevant.push(firstRanks.length);
      if (firstRank > 0 && secondRank > 0) shared.push(firstRanks.length);
      firstRanks.push(firstRank);
      secondRanks.push(secondRank);
    }
    pushCountsAlone(firstAlone, first, second);
    pushCountsAlone(secondAlone, second, first);
    sharedOffsets[index + 1] = shared.length;
    firstAloneOffsets[index + 1] = firstAlone.length;
    secondAloneOffsets[index + 1] = secondAlone.length;
    relevantCounts[index] = relevantKeys.size;
    documentOffsets[index + 1] = firstRanks.length;
    relevantOffsets[index + 1] = relevant.length;
    largestRank = Math.max(largestRank, first.size, second.size);
    largestDocumentCount = Math.max(largestDocumentCount, keys.length);
  });
  return {
    count: questions.length,
    documentOffsets,
    firstRanks: new Uint32Array(firstRanks),
    secondRanks: new Uint32Array(secondRanks),
    sharedOffsets,
    shared: new Uint32Array(shared),
    firstAloneOffsets,
    firstAlone: new Uint32Array(firstAlone),
    secondAloneOffsets,
    secondAlone: new Uint32Array(secondAlone),
    relevantOffsets,
    relevant: new Uint32Array(relevant),
    relevantCounts,
    largestRank,
    largestDocumentCount,
  };
}

function pushCountsAlone(
  counts: number[],
  run: ReadonlyMap<DocumentKey, number>,
  other: ReadonlyMap<DocumentKey, number>,
): void {
  let alone = 0;
  counts.push(0);
  // A map gives its keys in the order of insertion, which is that of ranks.
  for (const key of run.keys()) {
    if (!other.has(key)) alone += 1;
    counts.push(alone);
  }
}

function sortedKeys(distinct: ReadonlySet<DocumentKey>): DocumentKey[] {
  const keys = [...distinct];
  // Without a comparator strings sort by code units as well, and several times faster.
  return keys.every((key) => typeof key === 'string') ? keys.sort() : keys.sort(compareKeys);
}

function ranksByKey<Id>(
  ranking: readonly RankingEntry<Id>[],
  windowSize: number,
  key: KeyFunction<Id> | undefined,
  name: string,
): Map<DocumentKey, number> {
  if (!Array.isArray(ranking)) throw new FusionError('invalid_run', `an array as ${name}`, ranking);
  const ranks = new Map<DocumentKey, number>();
  for (const entry of ranking as readonly RankingEntry<Id>[]) {
    if (ranks.size >= windowSize) break;
    const documentsKey = documentKey(entryId<Id>(entry), key);
    if (!ranks.has(documentsKey)) ranks.set(documentsKey, ranks.size + 1);
  }
  return ranks;
}
