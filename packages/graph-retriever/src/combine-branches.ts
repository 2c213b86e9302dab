import { assignDistinct } from './assign-distinct.js';
import type { TreeNode } from './compiled-scope.js';
import { NO_EDGE } from './frontier.js';
import type { Frontier } from './frontier.js';

/**
 * Adds up the best choice of edges for each node of a frontier, once without restriction, and once for each edge it may
 * have to do without.
 *
 * @param ownScore - By slot, what the node's own binding adds; `undefined` for nothing.
 */
export function combineBranches(
  node: TreeNode,
  frontier: Frontier,
  ownScore: ((slot: number) => number) | undefined,
): void {
  const { count, best, satisfied } = frontier;
  const parts = node.groups.map(({ branches, withParent }) => ({
    withParent,
    branches: branches.map((branch) => best[branch]!),
  }));
  const rising = parts.find((part) => part.withParent);
  const others = parts.filter((part) => !part.withParent);
  const only = parts.length === 1 && node.branches.length === 1 ? best[0]! : undefined;
  if (only?.width === 1 && ownScore === undefined) {
    // Missing edges have the score of a node that is out.
    frontier.scores = only.scores;
    return;
  }
  const blockedWidth = rising?.branches.length ?? 0;
  frontier.openScores(blockedWidth);
  const { scores, blockedKeys, blockedScores } = frontier;
  const choice: number[] = [];
  for (let slot = 0; slot < count; slot++) {
    let sum = satisfied[slot] === node.branches.length ? (ownScore?.(slot) ?? 0) : -Infinity;
    for (const { branches } of others) {
      const [first] = branches;
      sum +=
        branches.length === 1 ? first!.scores[slot * first!.width]! : assignDistinct(branches, slot, NO_EDGE, choice);
    }
    if (rising !== undefined && sum !== -Infinity) {
      const base = sum;
      const [first] = rising.branches;
      if (blockedWidth === 1) {
        // A chain: the best edge, and the second best in case that one is taken.
        sum += first!.scores[slot * 2]!;
        blockedKeys[slot] = first!.keys[slot * 2]!;
        blockedScores[slot] = base + first!.scores[slot * 2 + 1]!;
      } else {
        sum += assignDistinct(rising.branches, slot, NO_EDGE, choice);
        for (let i = 0; i < blockedWidth; i++) {
          const { keys, width } = rising.branches[i]!;
          blockedKeys[slot * blockedWidth + i] = keys[slot * width + choice[i]!]!;
        }
        for (let i = slot * blockedWidth; i < (slot + 1) * blockedWidth; i++) {
          blockedScores[i] = base + assignDistinct(rising.branches, slot, blockedKeys[i]!, choice);
        }
      }
    }
    scores[slot] = sum;
  }
}
