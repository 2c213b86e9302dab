import type { Plan } from '@grasp/plan';

import { UNITS } from './anchor-nodes.js';
import type { TreeNode } from './compiled-scope.js';
import type { AnchorNodes } from './evaluate-scope.js';
import type { PathStep, UsedBinding } from './execution.js';

/** Turns the edge keys of a candidate's best way into steps from the anchors to the target, and the bindings used. */
export function describeWitness(
  idOf: (index: number) => string,
  plan: Plan,
  root: TreeNode,
  target: number,
  witness: Uint32Array,
  anchors: readonly AnchorNodes[],
): { path: PathStep[]; anchors: UsedBinding[] } {
  const path: PathStep[] = [];
  const used: UsedBinding[] = [];
  const describe = (node: TreeNode, index: number): void => {
    if (node.isScored) {
      const { nodes, scores } = anchors[node.anchor]!;
      used.push({ variable: node.variable, id: idOf(index), score: scores[nodes.indexOf(index)]! / UNITS });
    }
    for (const { hop, child } of node.branches) {
      const key = witness[child.id]!;
      const other = key >>> 1;
      describe(child, other);
      path.push({
        from: idOf(other),
        fromVariable: child.variable,
        relation: plan.hops[hop]!.rel,
        to: idOf(index),
        variable: node.variable,
        direction: (key & 1) === 1 || other === index ? 'out' : 'in',
        hop,
      });
    }
  };
  describe(root, target);
  return { path, anchors: used.sort((a, b) => (a.variable < b.variable ? -1 : 1)) };
}
