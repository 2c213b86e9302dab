import { FusionError } from './fusion-error.js';
import { compareKeys, countOption, documentKey, entryId, runWeights } from './run.js';
import type { DocumentKey, KeyFunction, Run } from './run.js';

/** Options of reciprocal rank fusion. */
export interface RankFusionOptions<Id = string> {
  /** The constant added to each rank: any finite number ≥ 0, default 60. 0 is honoured. Smaller values favour the first ranks more. */
  readonly rankConstant?: number;
  /** How many distinct documents of each run count, from the top; those below are as good as missing. Integer ≥ 0, default all. */
  readonly windowSize?: number;
  /** How many hits to return, from the top. Integer ≥ 0, default all; 0 gives none. */
  readonly topN?: number;
  /** Makes the key that identifies and orders documents; default: the id itself. */
  readonly key?: KeyFunction<Id>;
}

export const RANK_FUSION_DEFAULTS = Object.freeze({ rankConstant: 60 });

/** What one run adds to a document's score. */
export interface Contribution {
  /** Name of the run. */
  readonly run: string;
  /** Place in that run from 1, copies not counted. */
  readonly rank: number;
  readonly weight: number;
  /** `weight / (rankConstant + rank)`. */
  readonly value: number;
}

/** A document of the fused list. */
export interface FusedHit<Id = string> {
  /** As the first run that holds the document gives it. */
  readonly id: Id;
  /** Sum of the contributions' values. */
  readonly score: number;
  /** One for each run that holds the document, in the order of the runs; those of weight 0 too, with value 0. */
  readonly contributions: readonly Contribution[];
}

/** Sums that differ by no more than this share of the larger count as equal. Sixteen digits of a double, two of them left to rounding. */
export const TIE_TOLERANCE = 1e-14;

/**
 * Weighted reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009; GRASP paper, 3.2.0.1):
 * `score(d) = Σ weight / (rankConstant + rank(d))` over the runs that hold `d`, ranks from 1. A run that lacks `d` adds nothing.
 *
 * A document that stands twice in a run counts where it stands first, and the documents after the copy move up.
 * Hits come by score, best first; equal scores by key (see {@link compareKeys}). Neither scores nor order depend on the
 * order of the runs: each document's terms are added from the largest to the smallest, and sums within
 * {@link TIE_TOLERANCE} of each other count as equal, because fractions that are equal (1/3 + 1/6 and 1/4 + 1/4) may
 * differ in a double's last digit.
 *
 * No runs, or only empty ones, give an empty list. Time: O(n log n) for n distinct documents.
 *
 * @throws FusionError for runs, weights, ids or options outside their range
 */
export function reciprocalRankFusion<Id = string>(
  runs: readonly Run<Id>[],
  options: RankFusionOptions<Id> = {},
): FusedHit<Id>[] {
  const weights = runWeights(runs);
  const rankConstant = rankConstantOption(options.rankConstant);
  const windowSize = countOption('windowSize', options.windowSize);
  const topN = countOption('topN', options.topN);

  const documents = new Map<DocumentKey, FusedDocument<Id>>();
  runs.forEach((run, runIndex) => {
    const weight = weights[runIndex]!;
    let rank = 0;
    for (const entry of run.ranking) {
      if (rank >= windowSize) break;
      const id = entryId(entry);
      const key = documentKey(id, options.key);
      let document = documents.get(key);
      if (document === undefined)
        documents.set(key, (document = { id, key, score: 0, lastRun: -1, open: false, contributions: [] }));
      else if (document.lastRun === runIndex) continue;
      document.lastRun = runIndex;
      document.open ||= weight > 0;
      rank += 1;
      document.contributions.push({ run: run.name, rank, weight, value: weight / (rankConstant + rank) });
    }
  });

  const ranked: FusedDocument<Id>[] = [];
  for (const document of documents.values()) {
    if (!document.open) continue;
    document.score = sumDescending(document.contributions);
    ranked.push(document);
  }
  return orderByScore(ranked)
    .slice(0, topN)
    .map(({ id, score, contributions }) => ({ id, score, contributions }));
}

interface FusedDocument<Id> {
  readonly id: Id;
  readonly key: DocumentKey;
  score: number;
  lastRun: number;
  /** Whether a run with a weight above 0 holds it. */
  open: boolean;
  readonly contributions: Contribution[];
}

/** Checks a rank constant. @throws FusionError `invalid_option` */
export function rankConstantOption(value: number | undefined): number {
  const rankConstant = value ?? RANK_FUSION_DEFAULTS.rankConstant;
  if (typeof rankConstant === 'number' && rankConstant >= 0 && rankConstant < Infinity) return rankConstant;
  throw new FusionError('invalid_option', 'rankConstant to be a finite number ≥ 0', rankConstant);
}

function sumDescending(contributions: readonly Contribution[]): number {
  if (contributions.length === 1) return contributions[0]!.value;
  // Two doubles have the same sum in either order; more need one.
  if (contributions.length === 2) return contributions[0]!.value + contributions[1]!.value;
  return contributions
    .map(({ value }) => value)
    .sort((left, right) => right - left)
    .reduce((sum, value) => sum + value, 0);
}

/** Sorts in place: score descending, scores that tie by key. */
export function orderByScore<Document extends { readonly score: number; readonly key: DocumentKey }>(
  documents: Document[],
): Document[] {
  documents.sort((left, right) => right.score - left.score);
  for (let start = 0; start < documents.length;) {
    let end = start + 1;
    while (end < documents.length && ties(documents[end - 1]!.score, documents[end]!.score)) end += 1;
    if (end - start > 1) {
      const group = documents.slice(start, end).sort((left, right) => compareKeys(left.key, right.key));
      group.forEach((document, offset) => (documents[start + offset] = document));
    }
    start = end;
  }
  return documents;
}

function ties(higher: number, lower: number): boolean {
  return higher - lower <= TIE_TOLERANCE * higher;
}
