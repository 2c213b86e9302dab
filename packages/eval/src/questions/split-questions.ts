import { EvaluationError } from '../errors.js';
import { createRandom } from '../random.js';
import type { Question } from './question.js';

/** Names of splits with their shares, which sum to 1. */
export type SplitShares = Readonly<Record<string, number>>;

/** 60 % for training, 20 % each for validation and test. */
export const DEFAULT_SPLITS: SplitShares = Object.freeze({ train: 0.6, val: 0.2, test: 0.2 });

/**
 * Divides questions at random, each kind by itself, so that all splits hold all kinds alike. Every question is in one
 * split; ids keep the order of the questions.
 *
 * @throws EvaluationError `invalid_option` for shares that are negative or do not sum to 1.
 */
export function splitQuestions(
  questions: readonly Question[],
  shares: SplitShares = DEFAULT_SPLITS,
  seed = 1,
): Readonly<Record<string, readonly string[]>> {
  const names = Object.keys(shares);
  const sum = names.reduce((total, name) => total + shares[name]!, 0);
  if (!names.every((name) => shares[name]! >= 0) || Math.abs(sum - 1) > 1e-9) {
    throw new EvaluationError('invalid_option', `expected shares from 0 that sum to 1, got ${JSON.stringify(shares)}`);
  }
  const random = createRandom(seed);
  const splitOf = new Map<string, string>();
  for (const kind of new Set(questions.map((question) => question.kind))) {
    const ids = questions.filter((question) => question.kind === kind).map(({ id }) => id);
    for (let index = ids.length - 1; index > 0; index--) {
      const other = random.integer(index + 1);
      [ids[index], ids[other]] = [ids[other]!, ids[index]!];
    }
    let taken = 0;
    let share = 0;
    for (const name of names) {
      share += shares[name]!;
      const end = Math.round(share * ids.length);
      for (; taken < end; taken++) splitOf.set(ids[taken]!, name);
    }
  }
  return Object.fromEntries(
    names.map((name) => [name, questions.map(({ id }) => id).filter((id) => splitOf.get(id) === name)] as const),
  );
}
