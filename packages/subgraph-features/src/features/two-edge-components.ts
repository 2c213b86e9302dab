import type { Digraph } from './digraph.js';
import { reversed, withoutSelfLoops } from './digraph.js';
import { StrongComponentFinder, strongComponents } from './strong-components.js';

/**
 * Number of classes of nodes that no removal of a single directed edge parts: two nodes are together when each still
 * reaches the other whichever edge is cut. This is what the authors' feature "bridge" counts (with 0 for a graph of one
 * node); it is near the node count in real subgraphs. Null when it would take more than `maxSteps` reads of edges.
 *
 * An edge whose removal parts a strongly connected graph lies on every tree of paths from, or to, a root, so that only
 * the edges of one tree each way have to be tried.
 */
export function countTwoEdgeComponents(graph: Digraph, maxSteps = 20_000_000): number | null {
  const digraph = withoutSelfLoops(graph);
  const backward = reversed(digraph);
  const { nodeCount, offsets } = digraph;
  const finder = new StrongComponentFinder(digraph);
  const part = new Int32Array(nodeCount);
  const components = strongComponents(digraph);
  components.forEach((component, id) => component.forEach((node) => (part[node] = id)));
  const degreeWithin = (rows: Digraph, node: number): number => {
    let degree = 0;
    for (let edge = rows.offsets[node]!; edge < rows.offsets[node + 1]!; edge++) {
      if (part[rows.targets[edge]!] === part[node]) degree++;
    }
    return degree;
  };

  let count = nodeCount;
  for (const [id, component] of components.entries()) {
    if (component.length < 3) continue;
    const joined = component.filter((node) => degreeWithin(digraph, node) > 1 && degreeWithin(backward, node) > 1);
    if (joined.length < 2) continue;
    let classes = [joined];
    const root = component[0]!;
    const trees = new Set([
      ...treeEdges(digraph, root, part),
      ...treeEdges(backward, root, part).map((edge) => matchingEdge(digraph, backward, edge)),
    ]);
    const edges = component.reduce((sum, node) => sum + offsets[node + 1]! - offsets[node]!, component.length);
    if (trees.size * edges > maxSteps) return null;
    const split = new Int32Array(nodeCount);
    for (const edge of trees) {
      classes = classes.filter((members) => members.length > 1);
      if (classes.length === 0) break;
      finder
        .find(component, part, id, edge)
        .forEach((nodes, position) => nodes.forEach((node) => (split[node] = position)));
      classes = classes.flatMap((members) => groupBy(members, split));
    }
    // Each class of m nodes stands for m nodes that are counted already.
    for (const members of classes) count -= Math.max(0, members.length - 1);
  }
  return count;
}

/** Position in `forward` of the edge at position `edge` of the same graph turned round. */
function matchingEdge(forward: Digraph, backward: Digraph, edge: number): number {
  const target = lastUpTo(backward.offsets, 0, backward.nodeCount, edge);
  const source = backward.targets[edge]!;
  return lastUpTo(forward.targets, forward.offsets[source]!, forward.offsets[source + 1]!, target);
}

/** The last position from `start` to before `end` whose value is at most `value`, in an ascending array that has one. */
function lastUpTo(sorted: Int32Array, start: number, end: number, value: number): number {
  let low = start;
  let high = end;
  while (low + 1 < high) {
    const middle = (low + high) >>> 1;
    if (sorted[middle]! <= value) low = middle;
    else high = middle;
  }
  return low;
}

/** Positions of the edges by which a search from the root first reaches each node of its part. */
function treeEdges({ offsets, targets }: Digraph, root: number, part: Int32Array): number[] {
  const seen = new Set([root]);
  const edges: number[] = [];
  for (const node of seen) {
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
      const next = targets[edge]!;
      if (part[next] !== part[root] || seen.has(next)) continue;
      seen.add(next);
      edges.push(edge);
    }
  }
  return edges;
}

function groupBy(members: readonly number[], key: Int32Array): number[][] {
  const groups = new Map<number, number[]>();
  for (const member of members) {
    const group = groups.get(key[member]!);
    if (group === undefined) groups.set(key[member]!, [member]);
    else group.push(member);
  }
  return [...groups.values()];
}
