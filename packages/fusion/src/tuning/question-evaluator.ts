import { FusionError } from '../fusion-error.js';
import { TIE_TOLERANCE } from '../order-by-score.js';
import type { RankMeasure } from './rank-measure.js';
import type { CompiledQuestions } from './tuning-questions.js';

/** The two measures of one question under one pair of weights. */
export interface QuestionValues {
  goal: number;
  tieBreaker: number;
}

/**
 * Measures the fused lists of questions without building them: the place of a relevant document is one more than the number of
 * documents before it. Scores and ties are those of `reciprocalRankFusion`, to the last bit.
 */
export class QuestionEvaluator {
  readonly #questions: CompiledQuestions;
  readonly #goal: RankMeasure;
  readonly #tieBreaker: RankMeasure;
  readonly #bestRankOnly: boolean;
  readonly #scores: Float64Array;
  readonly #values: QuestionValues = { goal: 0, tieBreaker: 0 };

  constructor(questions: CompiledQuestions, goal: RankMeasure, tieBreaker: RankMeasure) {
    this.#questions = questions;
    this.#goal = goal;
    this.#tieBreaker = tieBreaker;
    this.#bestRankOnly = goal.bestRankOnly === true && tieBreaker.bestRankOnly === true;
    this.#scores = new Float64Array(questions.largestDocumentCount);
  }

  /** What a run adds at each rank under a weight; index 0 stands for a document that the run lacks. */
  terms(weight: number, rankConstant: number): Float64Array {
    const terms = new Float64Array(this.#questions.largestRank + 1);
    for (let rank = 1; rank < terms.length; rank += 1) terms[rank] = weight / (rankConstant + rank);
    return terms;
  }

  /** Measures one question; both term tables come from {@link terms}. The next call overwrites the result. */
  evaluate(question: number, firstTerms: Float64Array, secondTerms: Float64Array): Readonly<QuestionValues> {
    const ranks = this.#bestRankOnly
      ? this.#bestRank(question, firstTerms, secondTerms)
      : this.#allRanks(question, firstTerms, secondTerms);
    const relevantCount = this.#questions.relevantCounts[question]!;
    this.#values.goal = finite(this.#goal(ranks, relevantCount));
    this.#values.tieBreaker = finite(this.#tieBreaker(ranks, relevantCount));
    return this.#values;
  }

  /** Scores only what it must: documents of one run alone are in the order of their ranks, so a search finds how many stand above. */
  #bestRank(question: number, firstTerms: Float64Array, secondTerms: Float64Array): number[] {
    const { firstRanks, secondRanks, relevant, relevantOffsets, shared, sharedOffsets } = this.#questions;
    const scoreOf = (document: number): number =>
      firstTerms[firstRanks[document]!]! + secondTerms[secondRanks[document]!]!;
    let best = 0;
    for (let index = relevantOffsets[question]!; index < relevantOffsets[question + 1]!; index += 1) {
      best = Math.max(best, scoreOf(relevant[index]!));
    }
    // A score of 0 is a document that only a run of weight 0 holds.
    if (best === 0) return [];
    const lower = best * (1 - NEAR);
    const upper = best * (1 + NEAR);
    const { firstAlone, firstAloneOffsets, secondAlone, secondAloneOffsets } = this.#questions;
    let above =
      countAlone(firstAlone, firstAloneOffsets, question, firstTerms, upper) +
      countAlone(secondAlone, secondAloneOffsets, question, secondTerms, upper);
    let nearOrAbove =
      countAlone(firstAlone, firstAloneOffsets, question, firstTerms, lower) +
      countAlone(secondAlone, secondAloneOffsets, question, secondTerms, lower);
    for (let index = sharedOffsets[question]!; index < sharedOffsets[question + 1]!; index += 1) {
      const score = scoreOf(shared[index]!);
      if (score > upper) above += 1;
      if (score > lower) nearOrAbove += 1;
    }
    if (nearOrAbove - above === 1) return [above + 1];

    const { start, count } = this.#scoreAll(question, firstTerms, secondTerms);
    const group = this.#tieGroup(best, count);
    let document = count;
    for (let index = relevantOffsets[question]!; index < relevantOffsets[question + 1]!; index += 1) {
      const candidate = relevant[index]! - start;
      if (this.#scores[candidate]! >= group.lowest) document = Math.min(document, candidate);
    }
    return [this.#rankInGroup(document, group, count)];
  }

  #allRanks(question: number, firstTerms: Float64Array, secondTerms: Float64Array): number[] {
    const { relevant, relevantOffsets } = this.#questions;
    const { start, count } = this.#scoreAll(question, firstTerms, secondTerms);
    const ranks: number[] = [];
    for (let index = relevantOffsets[question]!; index < relevantOffsets[question + 1]!; index += 1) {
      const document = relevant[index]! - start;
      const score = this.#scores[document]!;
      if (score > 0) ranks.push(this.#rankInGroup(document, this.#tieGroup(score, count), count));
    }
    return ranks.sort((left, right) => left - right);
  }

  /** Writes the scores of all documents of a question; `start` is the number of the first. */
  #scoreAll(question: number, firstTerms: Float64Array, secondTerms: Float64Array): { start: number; count: number } {
    const { documentOffsets, firstRanks, secondRanks } = this.#questions;
    const start = documentOffsets[question]!;
    const count = documentOffsets[question + 1]! - start;
    for (let document = 0; document < count; document += 1) {
      this.#scores[document] =
        firstTerms[firstRanks[start + document]!]! + secondTerms[secondRanks[start + document]!]!;
    }
    return { start, count };
  }

  /** The scores that tie with one, directly or by a chain of neighbours. */
  #tieGroup(score: number, count: number): { readonly lowest: number; readonly highest: number } {
    const scores = this.#scores;
    let lowest = score;
    let highest = score;
    for (let grown = true; grown;) {
      grown = false;
      for (let document = 0; document < count; document += 1) {
        const other = scores[document]!;
        if (other > highest && other - highest <= TIE_TOLERANCE * other) {
          highest = other;
          grown = true;
        } else if (other < lowest && lowest - other <= TIE_TOLERANCE * lowest) {
          lowest = other;
          grown = true;
        }
      }
    }
    return { lowest, highest };
  }

  #rankInGroup(document: number, group: { readonly lowest: number; readonly highest: number }, count: number): number {
    const scores = this.#scores;
    let before = 0;
    for (let other = 0; other < count; other += 1) {
      const score = scores[other]!;
      if (score > group.highest || (other < document && score >= group.lowest)) before += 1;
    }
    return before + 1;
  }
}

/** Well beyond what can tie with a score directly; nearer ones are looked at one by one. */
const NEAR = 4 * TIE_TOLERANCE;

/** How many documents of one run alone score more than `score`, which is above 0. */
function countAlone(
  alone: Uint32Array,
  offsets: Uint32Array,
  question: number,
  terms: Float64Array,
  score: number,
): number {
  const start = offsets[question]!;
  // Terms fall with the rank: find the last one above the score.
  let low = 0;
  let high = offsets[question + 1]! - start - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (terms[middle]! > score) low = middle;
    else high = middle - 1;
  }
  return alone[start + low]!;
}

function finite(value: number): number {
  if (Number.isFinite(value)) return value;
  throw new FusionError('invalid_option', 'goal and tieBreaker to give finite numbers', value);
}
