import type { PathLayers } from './bidirectional-search.js';

export interface PathChoice {
  /** Number of shortest paths; a double, so inexact above 2⁵³ and Infinity above 1.8 · 10³⁰⁸. */
  readonly pathCount: number;
  readonly keptPaths: number;
  /** Nodes of the kept paths. */
  readonly nodes: ReadonlySet<number>;
}

/** Number of paths to the end from each node, over the nodes that `isKept` lets pass. */
function countPaths({ layers, successors }: PathLayers, isKept: (node: number) => boolean): number {
  const counts = new Map<number, number>(layers.at(-1)!.map((end) => [end, 1]));
  for (let depth = layers.length - 2; depth >= 0; depth--) {
    for (const node of layers[depth]!) {
      if (!isKept(node)) continue;
      counts.set(
        node,
        successors.get(node)!.reduce((sum, next) => sum + (counts.get(next) ?? 0), 0),
      );
    }
  }
  return counts.get(layers[0]![0]!) ?? 0;
}

/**
 * The nodes of all shortest paths; of the first `maxPaths` when there are more, in ascending order of their nodes'
 * indexes; of fewer when the nodes besides those in `present` would be more than `maxNodes`. A path is kept whole or not
 * at all.
 */
export function choosePaths(
  paths: PathLayers,
  { maxPaths, maxNodes, present }: { maxPaths: number; maxNodes: number; present: ReadonlySet<number> },
): PathChoice {
  const pathCount = countPaths(paths, () => true);
  const all = new Set(paths.layers.flat());
  let added = 0;
  for (const node of all) if (!present.has(node)) added++;
  if (pathCount <= maxPaths && added <= maxNodes) return { pathCount, keptPaths: pathCount, nodes: all };

  const nodes = new Set<number>();
  const kept = keepFirst(paths, { maxPaths, maxNodes, present, skipsKnown: maxPaths === Infinity }, nodes);
  return { pathCount, keptPaths: maxPaths === Infinity ? countPaths(paths, (node) => nodes.has(node)) : kept, nodes };
}

/**
 * Walks the paths in order and adds their nodes until a limit is met. With `skipsKnown` it does not walk twice from a
 * node, which visits the same nodes in the time of their number instead of that of the paths.
 */
function keepFirst(
  { layers, successors }: PathLayers,
  limits: { maxPaths: number; maxNodes: number; present: ReadonlySet<number>; skipsKnown: boolean },
  nodes: Set<number>,
): number {
  const last = layers.length - 1;
  const path = [layers[0]![0]!];
  const places = [0];
  let kept = 0;
  let room = limits.maxNodes;
  while (path.length > 0) {
    const node = path.at(-1)!;
    const depth = path.length - 1;
    if (depth === last || (limits.skipsKnown && nodes.has(node) && places[depth] === 0)) {
      const fresh = path.filter((member) => !nodes.has(member) && !limits.present.has(member)).length;
      if (fresh > room) return kept;
      room -= fresh;
      for (const member of path) nodes.add(member);
      kept++;
      if (kept >= limits.maxPaths) return kept;
      path.pop();
      places.pop();
      continue;
    }
    const next = successors.get(node)![places[depth]!];
    if (next === undefined) {
      path.pop();
      places.pop();
      continue;
    }
    places[depth]!++;
    path.push(next);
    places.push(0);
  }
  return kept;
}
