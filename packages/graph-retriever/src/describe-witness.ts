import { UNITS } from './anchor-nodes.js';
import type { TreeNode } from './compiled-scope.js';
import type { AnchorNodes } from './evaluate-scope.js';
import type { PathStep, UsedBinding } from './execution.js';

/** Turns the edge keys of a candidate's best way into steps from the anchors to the target, and the bindings used. */
export function describeWitness(
  idOf: (index: number) => string,
  root: TreeNode,
  target: number,
  witness: Uint32Array,
  anchors: readonly AnchorNodes[],
): { path: PathStep[]; anchors: UsedBinding[] } {
  const path: PathStep[] = [];
  const used: UsedBinding[] = [];
  const describe = (node: TreeNode, index: number, id: string): void => {
    if (node.isScored) {
      const { nodes, scores } = anchors[node.anchor]!;
      used.push({ variable: node.variable, id, score: scores[nodes.indexOf(index)]! / UNITS });
    }
    for (const { hop, relation, child } of node.branches) {
      const key = witness[child.id]!;
      const other = key >>> 1;
      const from = idOf(other);
      describe(child, other, from);
      const direction = (key & 1) === 1 || other === index ? 'out' : 'in';
      path.push({ from, fromVariable: child.variable, relation, to: id, variable: node.variable, direction, hop });
    }
  };
  describe(root, target, idOf(target));
  if (used.length > 1) used.sort((a, b) => (a.variable < b.variable ? -1 : 1));
  return { path, anchors: used };
}
