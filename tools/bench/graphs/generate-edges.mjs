import { SeededRandom } from './seeded-random.mjs';

const ATTEMPTS = 16;

const greatestCommonDivisor = (a, b) => (b === 0 ? a : greatestCommonDivisor(b, a % b));

/** A function that maps ranks to positions, both 0 to `count` − 1, one to one, so that hubs lie anywhere. */
function scatter(count) {
  let step = Math.max(1, Math.floor(count * 0.6180339887));
  while (greatestCommonDivisor(step, count) !== 1) step++;
  return (rank) => (rank * step + 17) % count;
}

/**
 * Pairs of positions, none twice, with skewed degrees at both ends, in an order that the seed fixes. There are `count` of
 * them unless so many are not possible. Memory: four bytes for each node at the far end.
 *
 * @param {{ seed: string, count: number, fromCount: number, toCount: number, skew: readonly [number, number],
 *   isSameType: boolean, isUnordered: boolean }} options - `isUnordered` makes only one of (a, b) and (b, a).
 * @param {(from: number, to: number) => void} visit
 */
export function* generateEdges({ seed, count, fromCount, toCount, skew, isSameType, isUnordered }) {
  const [fromAt, toAt] = [scatter(fromCount), scatter(toCount)];
  const power = 1 / skew[0] - 1;
  const weigh = (random, rank) => ((rank + 0.5) / fromCount) ** power * random.exponential();
  let total = 0;
  const weights = new SeededRandom(`${seed}/degrees`);
  for (let rank = 0; rank < fromCount; rank++) total += weigh(weights, rank);

  // A degree is what the running sum of weights is ahead of what was dealt, so the degrees add up to `count`.
  const again = new SeededRandom(`${seed}/degrees`);
  const random = new SeededRandom(`${seed}/edges`);
  const seenBy = new Int32Array(toCount).fill(-1);
  let reached = 0;
  let dealt = 0;
  for (let rank = 0; rank < fromCount; rank++) {
    reached += weigh(again, rank);
    // Of an unordered pair the second has the lower rank.
    const choices = isUnordered ? rank : toCount;
    const most = isSameType && !isUnordered ? choices - 1 : choices;
    const degree = Math.min(most, Math.round((reached / total) * count) - dealt);
    if (isSameType && !isUnordered) seenBy[rank] = rank;
    const from = fromAt(rank);
    for (let i = 0; i < degree; i++) {
      let choice = Math.floor(choices * random.uniform() ** skew[1]);
      for (let attempt = 0; seenBy[choice] === rank && attempt < ATTEMPTS; attempt++) {
        choice = Math.floor(choices * random.uniform() ** skew[1]);
      }
      while (seenBy[choice] === rank) choice = (choice + 1) % choices;
      seenBy[choice] = rank;
      yield [from, toAt(choice)];
    }
    dealt += Math.max(0, degree);
  }
}
