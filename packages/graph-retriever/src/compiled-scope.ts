import type { Adjacency } from './graph.js';
import type { IndexRanges } from './index-ranges.js';

/** A hop as execution walks it: from a node of the tree (the parent) to the one beyond it. */
export interface CompiledHop {
  /** Position in `plan.hops`. */
  readonly hop: number;
  readonly relation: string;
  readonly out: Adjacency;
  readonly in: Adjacency;
  /** Whether an edge stored from the parent's node to the child's will do, and one stored the other way. */
  readonly outward: boolean;
  readonly inward: boolean;
  /** Restrictions that keep hops apart at an anchor that stands in several places of the tree. */
  readonly splits: SplitUse[];
}

/** One hop's part in a {@link Split}. */
interface SplitUse {
  readonly split: number;
  /** Whether this is the hop that the split keeps apart from the others. */
  readonly isOne: boolean;
  /** Whether the shared node is at the child's end. */
  readonly atChild: boolean;
}

/**
 * Hops that share an anchor which stands in several places of the tree: one of them must not take an edge that any of
 * the others takes. Execution tries patterns of the edges' keys, seen from the anchor: the one hop keeps to a pattern,
 * the others keep off it.
 */
export interface Split {
  readonly anchor: number;
  /** The hop that keeps to the pattern. */
  readonly one: CompiledHop;
  /** Whether the anchor is at its child's end. */
  readonly atChild: boolean;
  /** The nodes that this hop may lead to. */
  readonly farRanges: IndexRanges;
  /** How many other hops there are. */
  readonly others: number;
}

/** A variable in one place of a scope's tree. */
export interface TreeNode {
  readonly id: number;
  readonly variable: string;
  readonly ranges: IndexRanges;
  /** Position in `plan.anchors`, or −1. */
  readonly anchor: number;
  /** Which nodes it may have: any of its type, the anchor's bindings, or the one binding that is being tried. */
  readonly source: 'any' | 'bindings' | 'current';
  /** Whether this is the place where the anchor's score counts. */
  readonly isScored: boolean;
  readonly branches: TreeBranch[];
  /** Branches whose edges may collide with each other, as positions in `branches`. */
  groups: { readonly branches: readonly number[]; readonly withParent: boolean }[];
  readonly negations: CompiledNegation[];
  /** Whether bindings restrict it, here or further from the root. */
  isAnchored: boolean;
  /** Whether its frontier is the same for all bindings that are tried. */
  isConstant: boolean;
}

export interface TreeBranch extends CompiledHop {
  readonly child: TreeNode;
}

export interface CompiledNegation extends CompiledHop {
  readonly scope: CompiledScope;
}

/** A scope of the plan as a tree. */
export interface CompiledScope {
  readonly root: TreeNode;
  /** Anchors (positions in `plan.anchors`) whose bindings are tried one after the other. */
  readonly conditioned: readonly number[];
  readonly splits: readonly Split[];
  /** The number of the first of these splits; numbers are unique within a plan. */
  readonly firstSplit: number;
  /** The ids of this scope's tree nodes are below this. */
  readonly width: number;
  /** Whether it is the same for all bindings that are tried outside. */
  readonly isConstant: boolean;
}
