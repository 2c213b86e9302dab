import type { Plan } from '@grasp/plan';

import type { Bindings } from './bindings.js';
import { GraphRetrieverError } from './errors.js';
import type { AnchorNodes } from './evaluate-scope.js';
import type { Graph } from './graph.js';
import { isInRanges, unionRanges } from './index-ranges.js';

/**
 * Scores are added as whole numbers of units, this many to 1, so that a sum is exact and the same in any order: 16
 * anchors of 500 each stay below 2⁵³ units.
 */
export const UNITS = 1e12;
const LARGEST_SCORE = 500;

/**
 * The bindings of each anchor as node indexes, best first. Ids that the graph does not have or that are not of the
 * anchor's type are left out: bindings may have been linked against an older state of the knowledge base, and a node
 * that is not there satisfies no plan. Of equal ids the best counts.
 */
export function anchorNodes(
  plan: Plan,
  bindings: Bindings,
  graph: Graph,
  labels: ReadonlyMap<string, readonly string[]>,
): AnchorNodes[] {
  return plan.anchors.map((anchor) => {
    const ranges = unionRanges((labels.get(anchor.var) ?? []).map((label) => graph.typeRange(label)));
    const best = new Map<number, number>();
    for (const { id, score } of Object.hasOwn(bindings, anchor.var) ? bindings[anchor.var]! : []) {
      if (!Number.isFinite(score) || Math.abs(score) > LARGEST_SCORE) {
        throw new GraphRetrieverError(
          'invalid_binding',
          `expected the score of "${id}" for anchor "${anchor.var}" to be a number from −${LARGEST_SCORE} to ${LARGEST_SCORE}, got ${score}`,
        );
      }
      const index = graph.indexOf(id);
      if (index === undefined || !isInRanges(ranges, index)) continue;
      const units = Math.round(score * UNITS) + 0;
      if (units > (best.get(index) ?? -Infinity)) best.set(index, units);
    }
    const sorted = [...best].sort(([a, scoreA], [b, scoreB]) => scoreB - scoreA || a - b);
    return { nodes: sorted.map(([index]) => index), scores: sorted.map(([, score]) => score) };
  });
}
