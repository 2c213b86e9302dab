import { AnswerRankerError } from './answer-ranker-error.js';

/**
 * The log-probabilities of every token of the vocabulary after each prefix, in the order of the prefixes. A prefix holds
 * the tokens generated so far; question and start token are the function's own. −Infinity forbids a token.
 */
export type NextTokenLogProbabilities = (
  prefixes: readonly (readonly number[])[],
  options: { readonly signal?: AbortSignal },
) => readonly ArrayLike<number>[] | Promise<readonly ArrayLike<number>[]>;

/** Options of {@link diverseBeamSearch}. */
export interface DiverseBeamSearchOptions {
  /** The token that ends a sequence; an index into the vocabulary. */
  readonly endToken: number;
  /** Sequences without an end are cut after so many tokens; at least 1, default 64. */
  readonly maxTokens?: number;
  /** Beams of all groups together, a multiple of `groups`; default 200. */
  readonly beams?: number;
  /** At least 1, default 20. One group is plain beam search. */
  readonly groups?: number;
  /** Taken off a token's log-probability for each beam of an earlier group that took the token at the same place; at least 0, default 0.1. */
  readonly diversityPenalty?: number;
  /** A finite number, default 1. A finished sequence's score is divided by its number of tokens to this power. */
  readonly lengthPenalty?: number;
  /** Sequences to return at most; at least 1, default as many as beams. */
  readonly count?: number;
  readonly signal?: AbortSignal;
}

export const DIVERSE_BEAM_SEARCH_DEFAULTS = Object.freeze({
  maxTokens: 64,
  beams: 200,
  groups: 20,
  diversityPenalty: 0.1,
  lengthPenalty: 1,
});

/** A sequence that was found. */
export interface GeneratedSequence {
  /** Without the end token. */
  readonly tokens: readonly number[];
  /** Log-probability less the diversity penalties, divided by the length to the power of the length penalty. */
  readonly score: number;
  /** The model's own, end token included. */
  readonly logProbability: number;
  /** 0-based. */
  readonly group: number;
  /** Whether it ended by itself and was not cut. */
  readonly isFinished: boolean;
}

interface Beam {
  readonly tokens: readonly number[];
  /** Penalties taken off. */
  readonly sum: number;
  readonly logProbability: number;
}

interface Candidate extends Beam {
  readonly token: number;
}

/**
 * Diverse beam search with Hamming dissimilarity (Vijayakumar et al., AAAI 2018): the beams are divided into groups, and
 * at each place a group is put off from the tokens that earlier groups have just taken there. Penalties stay in a beam's
 * score, as in the implementation that the paper's candidates come from (transformers' group beam search, whose results
 * it gives).
 *
 * Best score first, equal scores by group. The same text may be found by several groups. Equal candidates are taken by
 * beam, then by token.
 *
 * @throws AnswerRankerError `invalid_option`; `invalid_response` for log-probabilities that are absent, NaN or +Infinity
 */
export async function diverseBeamSearch(
  nextToken: NextTokenLogProbabilities,
  options: DiverseBeamSearchOptions,
): Promise<readonly GeneratedSequence[]> {
  const { endToken, maxTokens, beams, groups, diversityPenalty, lengthPenalty, count, signal } = checked(options);
  const size = beams / groups;
  const searches = Array.from({ length: groups }, (_, group) => new GroupSearch(group, size, endToken, lengthPenalty));
  for (let length = 1; length <= maxTokens && searches.some(({ isDone }) => !isDone); length++) {
    signal?.throwIfAborted();
    const prefixes = searches.flatMap((search) => search.beams.map(({ tokens }) => tokens));
    const answers = await nextToken(prefixes, signal === undefined ? {} : { signal });
    if (answers.length !== prefixes.length) {
      throw new AnswerRankerError(
        'invalid_response',
        `log-probabilities for ${prefixes.length} prefixes`,
        answers.length,
      );
    }
    const taken = new Map<number, number>();
    let place = 0;
    for (const search of searches) {
      const own = answers.slice(place, (place += search.beams.length));
      const tokens = search.advance(own, (token) => diversityPenalty * (taken.get(token) ?? 0), length);
      for (const token of tokens) taken.set(token, (taken.get(token) ?? 0) + 1);
    }
  }
  signal?.throwIfAborted();
  const found = searches.flatMap((search) => search.result());
  return found.sort((a, b) => b.score - a.score || a.group - b.group).slice(0, count);
}

class GroupSearch {
  beams: readonly Beam[] = [{ tokens: [], sum: 0, logProbability: 0 }];
  readonly #group: number;
  readonly #size: number;
  readonly #endToken: number;
  readonly #lengthPenalty: number;
  /** Best first. */
  #finished: GeneratedSequence[] = [];

  constructor(group: number, size: number, endToken: number, lengthPenalty: number) {
    this.#group = group;
    this.#size = size;
    this.#endToken = endToken;
    this.#lengthPenalty = lengthPenalty;
  }

  get isDone(): boolean {
    return this.beams.length === 0;
  }

  /** Adds one token to each beam and returns these tokens. `length` counts them. */
  advance(
    answers: readonly ArrayLike<number>[],
    penaltyOf: (token: number) => number,
    length: number,
  ): readonly number[] {
    if (this.isDone) return [];
    // Twice the beams, so that enough are left even if every beam ends.
    const candidates = this.#best(answers, penaltyOf, 2 * this.#size);
    const next: Beam[] = [];
    for (const [rank, candidate] of candidates.entries()) {
      const { token, ...beam } = candidate;
      if (token !== this.#endToken) next.push({ ...beam, tokens: [...beam.tokens, token] });
      else if (rank < this.#size) this.#finish(beam, length, true);
      if (next.length === this.#size) break;
    }
    const bestSum = candidates[0]?.sum ?? -Infinity;
    const isFull = this.#finished.length === this.#size;
    // What is unfinished cannot get better than the finished; exact for a length penalty of 0 or less, else the usual estimate.
    const isBeaten = isFull && this.#finished.at(-1)!.score >= bestSum / length ** this.#lengthPenalty;
    this.beams = isBeaten ? [] : next;
    return next.map(({ tokens }) => tokens.at(-1)!);
  }

  /** Everything found; beams that did not end count as cut. */
  result(): readonly GeneratedSequence[] {
    for (const beam of this.beams) this.#finish(beam, beam.tokens.length, false);
    this.beams = [];
    return this.#finished;
  }

  #finish({ tokens, sum, logProbability }: Beam, length: number, isFinished: boolean): void {
    const score = sum / length ** this.#lengthPenalty;
    const place = this.#finished.findIndex((other) => other.score < score);
    this.#finished.splice(place === -1 ? this.#finished.length : place, 0, {
      tokens,
      score,
      logProbability,
      group: this.#group,
      isFinished,
    });
    this.#finished.length = Math.min(this.#finished.length, this.#size);
  }

  /** The best continuations of the beams, best first. */
  #best(answers: readonly ArrayLike<number>[], penaltyOf: (token: number) => number, count: number): Candidate[] {
    const best: Candidate[] = [];
    this.beams.forEach((beam, number) => {
      const logProbabilities = answers[number]!;
      for (let token = 0; token < logProbabilities.length; token++) {
        const logProbability = logProbabilities[token]!;
        if (Number.isNaN(logProbability) || logProbability === Infinity) {
          throw new AnswerRankerError('invalid_response', 'log-probabilities', logProbability);
        }
        // The penalty only lowers it, so most tokens need no look at the penalty.
        const isFull = best.length === count;
        if (logProbability === -Infinity || (isFull && beam.sum + logProbability <= best.at(-1)!.sum)) continue;
        const sum = beam.sum + (logProbability - penaltyOf(token));
        if (isFull && sum <= best.at(-1)!.sum) continue;
        let place = best.length;
        while (place > 0 && best[place - 1]!.sum < sum) place--;
        best.splice(place, 0, {
          tokens: beam.tokens,
          sum,
          logProbability: beam.logProbability + logProbability,
          token,
        });
        if (best.length > count) best.pop();
      }
    });
    return best;
  }
}

function checked(options: DiverseBeamSearchOptions) {
  const all = {
    ...DIVERSE_BEAM_SEARCH_DEFAULTS,
    count: options.beams ?? DIVERSE_BEAM_SEARCH_DEFAULTS.beams,
    ...options,
  };
  for (const name of ['maxTokens', 'beams', 'groups', 'count'] as const) {
    if (!(Number.isInteger(all[name]) && all[name] >= 1)) refuse(`${name} to be an integer ≥ 1`, all[name]);
  }
  if (all.beams % all.groups !== 0) refuse(`beams to be a multiple of ${all.groups} groups`, all.beams);
  if (!(Number.isInteger(all.endToken) && all.endToken >= 0)) refuse('endToken to be an integer ≥ 0', all.endToken);
  if (!(all.diversityPenalty >= 0 && all.diversityPenalty < Infinity)) {
    refuse('a finite diversityPenalty ≥ 0', all.diversityPenalty);
  }
  if (!Number.isFinite(all.lengthPenalty)) refuse('a finite lengthPenalty', all.lengthPenalty);
  return all;
}

function refuse(expected: string, received: unknown): never {
  throw new AnswerRankerError('invalid_option', expected, received);
}
