import type { Subgraph } from '../src/index.js';

/** All shortest paths from the answer, node 0, to `end` by trying all paths, as lists of nodes; directions ignored. */
export function shortestPaths({ edges }: Subgraph, end: number): number[][] {
  const found: number[][] = [];
  const walk = (path: readonly number[]): void => {
    const last = path.at(-1)!;
    if (last === end) found.push([...path]);
    const next = new Set(
      edges.flatMap(({ source, target }) => (source === last ? [target] : target === last ? [source] : [])),
    );
    for (const node of next) if (last !== end && !path.includes(node)) walk([...path, node]);
  };
  walk([0]);
  return found.filter(({ length }) => length === Math.min(...found.map((path) => path.length)));
}
