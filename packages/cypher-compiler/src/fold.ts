import type { TreeBranch } from './scope-tree.js';

/** Lines that end with one row for each target that satisfies the plan, and its score as an expression in units. */
export interface FoldedScope {
  readonly lines: readonly string[];
  readonly node: string;
  readonly score: string;
}

/** Rows of which each has another node, with the best score of the ways that lead to it. */
export interface Fold {
  readonly lines: readonly string[];
  readonly node: string;
  /** The score as an expression. Absent if it depends on the edge that is taken next. */
  readonly score?: string;
  /** Variable with a list of `{ edges, score }`, best first: the next edge must be none of `edges`. */
  readonly choices?: string;
  /** The same for the usual case of two choices with one edge each: variables with the best one's edge, and both scores. */
  readonly pair?: readonly [edge: string, best: string, second: string];
}

/** A branch, or an anchor's own bindings, of a place where several meet. */
export interface Part {
  readonly lines: readonly string[];
  readonly branch: TreeBranch | undefined;
  readonly node: string;
  readonly column: string;
  /** Whether `column` is a list of `{ edges, score }`. */
  readonly isList: boolean;
  /** Instead of `column`; see {@link Fold}. */
  readonly pair?: readonly [edge: string, best: string, second: string];
}

/** Hops of one relation that meet at a place, and so could take the same edge there. */
export interface Group {
  readonly branches: readonly TreeBranch[];
  /** Whether the hop toward the target is one of them, too. */
  readonly hasEntry: boolean;
}

/** The score of a row after one more edge, null if there is no other way than by that edge. */
export function scoreAfter({ score, choices, pair }: Fold, edge: string): string {
  if (score !== undefined) return score;
  if (pair === undefined) return `[x IN ${choices!} WHERE NOT ${edge} IN x.edges | x.score][0]`;
  const [first, best, second] = pair;
  return `CASE WHEN ${edge} = ${first} THEN ${second} ELSE ${best} END`;
}

/** How many choices of an edge each branch of a group needs: the others can take all but one. */
export const widthOf = ({ branches, hasEntry }: Group): number => branches.length + (hasEntry ? 1 : 0);

/** The group that a branch belongs to, if any. */
export const groupOf = (groups: readonly Group[], branch: TreeBranch): Group | undefined =>
  groups.find(({ branches }) => branches.includes(branch));
