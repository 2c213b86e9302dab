import { seededRandom } from './seeded-random.js';

/** Up to this many differences that are not 0, all ways to swap them are tried. */
const EXACT_LIMIT = 16;

/**
 * Two-sided paired randomisation test (Fisher): how likely a mean difference at least as large is if each question's two values
 * could as well be swapped. Exact for up to 16 differences that are not 0; beyond that by `samples` seeded samples, as
 * `(count + 1) / (samples + 1)`. 1 if all differences are 0.
 */
export function pairedRandomisation(differences: readonly number[], samples: number, seed: number): number {
  const nonzero = differences.filter((difference) => difference !== 0);
  if (nonzero.length === 0) return 1;
  const observed = Math.abs(nonzero.reduce((sum, difference) => sum + difference, 0));
  // Sums of the same numbers in another order may differ in their last digits.
  const threshold = observed - 1e-12 * nonzero.reduce((sum, difference) => sum + Math.abs(difference), 0);
  let extreme = 0;
  if (nonzero.length <= EXACT_LIMIT) {
    const ways = 2 ** nonzero.length;
    for (let way = 0; way < ways; way += 1) {
      let sum = 0;
      for (let index = 0; index < nonzero.length; index += 1)
        sum += (way >>> index) & 1 ? -nonzero[index]! : nonzero[index]!;
      if (Math.abs(sum) >= threshold) extreme += 1;
    }
    return extreme / ways;
  }
  const random = seededRandom(seed);
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    let bits = 0;
    for (let index = 0; index < nonzero.length; index += 1) {
      if (index % 32 === 0) bits = random();
      sum += bits & 1 ? -nonzero[index]! : nonzero[index]!;
      bits >>>= 1;
    }
    if (Math.abs(sum) >= threshold) extreme += 1;
  }
  return (extreme + 1) / (samples + 1);
}
