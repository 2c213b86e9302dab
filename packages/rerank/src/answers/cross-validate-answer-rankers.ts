import { AnswerRankerError } from './answer-ranker-error.js';
import type { AnswerRankerRecipe } from './answer-ranker.js';
import { fitAnswerRanker, rankAnswers } from './answer-ranker.js';
import type { AnswerRanking } from './answer-ranking.js';
import type { AnswerRow } from './answer-row.js';
import { seededRandom } from './seeded-random.js';

/** Ranks rows that it has not seen, whose `isCorrect` is taken out. */
export type RankRows = (rows: readonly AnswerRow[]) => readonly AnswerRanking[] | Promise<readonly AnswerRanking[]>;

/** Learns from rows and returns how to rank others; for rankers that are trained outside this package. */
export type FitRows = (
  rows: readonly AnswerRow[],
  options: { readonly signal?: AbortSignal },
) => RankRows | Promise<RankRows>;

/** Options of {@link crossValidateAnswerRankers}. */
export interface CrossValidationOptions {
  /** Parts that the questions are divided into; 2 to the number of questions, default 10. */
  readonly folds?: number;
  /** How often they are divided anew; at least 1, default 10. */
  readonly repetitions?: number;
  /** Default 1. */
  readonly seed?: number;
  readonly signal?: AbortSignal;
}

export const CROSS_VALIDATION_DEFAULTS = Object.freeze({ folds: 10, repetitions: 10, seed: 1 });

/** How one ranker ranked questions that it had not learned from. */
export interface CrossValidatedRanker {
  readonly name: string;
  /** For each repetition a ranking of every question, in the order of the rows; `index` points into all rows. */
  readonly repetitions: readonly (readonly AnswerRanking[])[];
}

/**
 * Repeated cross-validation by question: the rows of one question are all learned from, or all ranked. Every ranker sees the
 * same parts, so their results may be compared question by question.
 *
 * @throws AnswerRankerError as `fitAnswerRanker` and `rankAnswers`, and `invalid_option`
 */
export async function crossValidateAnswerRankers(
  rows: readonly AnswerRow[],
  rankers: Readonly<Record<string, AnswerRankerRecipe | FitRows>>,
  options: CrossValidationOptions = {},
): Promise<readonly CrossValidatedRanker[]> {
  const { folds, repetitions, seed, signal } = { ...CROSS_VALIDATION_DEFAULTS, ...options };
  const questionIds = [...new Set(rows.map(({ questionId }) => questionId))];
  checkInteger('folds', folds, 2, questionIds.length);
  checkInteger('repetitions', repetitions, 1, 1_000_000);
  checkInteger('seed', seed, 0, 0xffff_ffff);
  const results = Object.keys(rankers).map((name) => ({ name, repetitions: [] as (readonly AnswerRanking[])[] }));
  const random = seededRandom(seed);
  for (let repetition = 0; repetition < repetitions; repetition++) {
    const foldOf = divide(questionIds, folds, random);
    for (const { name, repetitions: done } of results) {
      const ranker = rankers[name]!;
      const fit: FitRows = typeof ranker === 'function' ? ranker : fitterOf(ranker);
      const rankings = new Map<string, AnswerRanking>();
      for (let fold = 0; fold < folds; fold++) {
        signal?.throwIfAborted();
        const held = rows.flatMap(({ questionId }, index) => (foldOf.get(questionId) === fold ? [index] : []));
        const learned = rows.filter(({ questionId }) => foldOf.get(questionId) !== fold);
        const rank = await fit(learned, signal === undefined ? {} : { signal });
        for (const { questionId, answers } of await rank(held.map((index) => withoutLabel(rows[index]!)))) {
          const inAllRows = answers.map((answer) => ({ ...answer, index: held[answer.index]! }));
          rankings.set(questionId, { questionId, answers: inAllRows });
        }
      }
      done.push(questionIds.map((questionId) => rankings.get(questionId) ?? { questionId, answers: [] }));
    }
  }
  return results;
}

function fitterOf(recipe: AnswerRankerRecipe): FitRows {
  return (rows) => {
    const model = fitAnswerRanker(rows, recipe);
    return (held) => rankAnswers(model, held);
  };
}

function withoutLabel(row: AnswerRow): AnswerRow {
  return Object.fromEntries(Object.entries(row).filter(([key]) => key !== 'isCorrect')) as unknown as AnswerRow;
}

/** Deals the shuffled questions to the folds in turn, so that fold sizes differ by at most one. */
function divide(questionIds: readonly string[], folds: number, random: () => number): ReadonlyMap<string, number> {
  const shuffled = [...questionIds];
  for (let last = shuffled.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [shuffled[last], shuffled[other]] = [shuffled[other]!, shuffled[last]!];
  }
  return new Map(shuffled.map((questionId, place) => [questionId, place % folds]));
}

function checkInteger(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new AnswerRankerError('invalid_option', `${name} to be an integer from ${least} to ${most}`, value);
}
