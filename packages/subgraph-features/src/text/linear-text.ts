import type { Subgraph, SubgraphEdge } from '../subgraph.js';
import { checkEnds } from '../subgraph.js';

export interface LinearTextOptions {
  /** Which of several edges from one node to another appear; `last` is what the published texts have. */
  readonly parallelEdges?: 'last' | 'all';
  /** Put before and after the name of each answer node. */
  readonly highlight?: readonly [before: string, after: string];
}

/** The marks of the paper's highlighted variant. */
export const PUBLISHED_HIGHLIGHT: readonly [before: string, after: string] = Object.freeze(['[unused1]', '[unused2]']);

/**
 * The paper's deterministic linearisation (section 3.4), byte for byte: the adjacency matrix row by row, of each edge the
 * names of start, relation and end, all joined by single commas. A null name becomes `None`. Names are not escaped, so a
 * name with a comma cannot be told from two.
 */
export function linearText(subgraph: Subgraph, options: LinearTextOptions = {}): string {
  const { parallelEdges = 'last', highlight = ['', ''] } = options;
  const nameOf = (position: number): string => {
    const { name, role } = subgraph.nodes[position]!;
    const text = name ?? 'None';
    return role === 'answer' ? `${highlight[0]}${text}${highlight[1]}` : text;
  };
  return matrixOrder(subgraph, parallelEdges)
    .map(({ source, target, name }) => `${nameOf(source)},${name ?? 'None'},${nameOf(target)}`)
    .join(',');
}

/** The edges by start, then end, then as they stand; of parallel ones all, or the last. */
export function matrixOrder(subgraph: Subgraph, parallelEdges: 'last' | 'all'): readonly SubgraphEdge[] {
  const ordered = checkEnds(subgraph).edges.toSorted(
    (left, right) => left.source - right.source || left.target - right.target,
  );
  if (parallelEdges === 'all') return ordered;
  return ordered.filter((edge, position) => {
    const next = ordered[position + 1];
    return next?.source !== edge.source || next.target !== edge.target;
  });
}
