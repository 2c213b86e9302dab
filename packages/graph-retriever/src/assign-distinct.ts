import type { BestEdges } from './frontier.js';

/**
 * Chooses one edge for each branch, no edge twice and never `forbidden`, so that the sum of scores is largest. Exact as
 * long as each branch lists as many edges as there are branches, plus one if something may be forbidden: of so many
 * the others can take all but one.
 *
 * @param choice - Receives the chosen position in each branch's list, 0 for the best.
 * @returns The sum, or −Infinity if there is no such choice.
 */
export function assignDistinct(
  branches: readonly BestEdges[],
  slot: number,
  forbidden: number,
  choice: number[],
): number {
  let sum = 0;
  let isClash = false;
  for (let i = 0; i < branches.length; i++) {
    const { keys, scores, width } = branches[i]!;
    const key = keys[slot * width]!;
    if (scores[slot * width] === -Infinity) return -Infinity;
    sum += scores[slot * width]!;
    choice[i] = 0;
    if (key === forbidden) isClash = true;
    for (let j = 0; j < i && !isClash; j++) if (branches[j]!.keys[slot * branches[j]!.width] === key) isClash = true;
  }
  if (!isClash) return sum;
  return branches.length <= 2
    ? assignByTrying(branches, slot, forbidden, choice)
    : assignByAugmenting(branches, slot, forbidden, choice);
}

/** One or two branches: all choices, which are few. */
function assignByTrying(branches: readonly BestEdges[], slot: number, forbidden: number, choice: number[]): number {
  const first = branches[0]!;
  const second = branches[1];
  let best = -Infinity;
  for (let i = 0; i < first.width; i++) {
    const score = first.scores[slot * first.width + i]!;
    const key = first.keys[slot * first.width + i]!;
    if (score === -Infinity) break;
    if (key === forbidden) continue;
    for (let j = 0; j < (second?.width ?? 1); j++) {
      const other = second === undefined ? 0 : second.scores[slot * second.width + j]!;
      if (score + other <= best) break;
      const otherKey = second?.keys[slot * second.width + j];
      if (otherKey === key || otherKey === forbidden) continue;
      best = score + other;
      choice[0] = i;
      if (second !== undefined) choice[1] = j;
      break;
    }
  }
  return best;
}

/** Branch by branch, along the path of reassignments that gains most (successive shortest paths, as maxima). */
function assignByAugmenting(branches: readonly BestEdges[], slot: number, forbidden: number, choice: number[]): number {
  const scoreOf = (branch: number, rank: number): number => {
    const { scores, width } = branches[branch]!;
    return scores[slot * width + rank]!;
  };
  const keyOf = (branch: number, rank: number): number => {
    const { keys, width } = branches[branch]!;
    return keys[slot * width + rank]!;
  };
  for (let added = 0; added < branches.length; added++) {
    const gain = new Float64Array(added + 1).fill(-Infinity);
    gain[added] = 0;
    // The branch and rank that take over the edge which a branch gives up.
    const takenBy: { branch: number; rank: number }[] = [];
    let end: { branch: number; rank: number } | undefined;
    let endGain = -Infinity;
    for (let round = 0; round <= added; round++) {
      for (let branch = 0; branch <= added; branch++) {
        if (gain[branch] === -Infinity) continue;
        const base = gain[branch]! - (branch === added ? 0 : scoreOf(branch, choice[branch]!));
        for (let rank = 0; rank < branches[branch]!.width; rank++) {
          const score = scoreOf(branch, rank);
          const key = keyOf(branch, rank);
          if (score === -Infinity || key === forbidden) continue;
          let owner = -1;
          for (let other = 0; other < added; other++) if (keyOf(other, choice[other]!) === key) owner = other;
          if (owner === branch) continue;
          if (owner === -1) {
            if (base + score > endGain) {
              endGain = base + score;
              end = { branch, rank };
            }
          } else if (base + score > gain[owner]!) {
            gain[owner] = base + score;
            takenBy[owner] = { branch, rank };
          }
        }
      }
    }
    if (end === undefined) return -Infinity;
    for (let step = end; ; step = takenBy[step.branch]!) {
      choice[step.branch] = step.rank;
      if (step.branch === added) break;
    }
  }
  let sum = 0;
  for (let branch = 0; branch < branches.length; branch++) sum += scoreOf(branch, choice[branch]!);
  return sum;
}
