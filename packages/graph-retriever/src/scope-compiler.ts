import { conditionedAnchors, JoinedNames } from '@grasp/plan';
import type { Plan, PlanScope } from '@grasp/plan';

import type { CompiledHop, CompiledScope, Split, TreeBranch, TreeNode } from './compiled-scope.js';
import type { Graph } from './graph.js';
import { doRangesOverlap, unionRanges } from './index-ranges.js';
import type { IndexRanges } from './index-ranges.js';

interface End {
  readonly hop: number;
  readonly place: TreeNode;
  /** Whether the hop's text starts here. */
  readonly isFrom: boolean;
}

/**
 * Turns the scopes of a plan into trees. A cycle is opened at an anchor: the anchor keeps one place in the tree, and
 * stands as a leaf wherever else a hop needs it; its bindings are then tried one by one. Of the anchors that would do,
 * those with few bindings are taken.
 */
export class ScopeCompiler {
  nodeCount = 0;
  splitCount = 0;
  private readonly anchorOf: ReadonlyMap<string, number>;

  constructor(
    private readonly plan: Plan,
    private readonly graph: Graph,
    private readonly labels: ReadonlyMap<string, readonly string[]>,
    private readonly bindingCounts: readonly number[],
  ) {
    this.anchorOf = new Map(plan.anchors.map((anchor, index) => [anchor.var, index]));
  }

  compile(scope: PlanScope): CompiledScope {
    const count = (variable: string): number => this.bindingCounts[this.anchorOf.get(variable)!]!;
    const conditioned = new Set(
      conditionedAnchors(this.plan, scope, (a, b) => count(b) - count(a) || (a < b ? -1 : 1)),
    );
    const isMoving = (variable: string): boolean => conditioned.has(variable) || scope.fixed.includes(variable);
    const places = new Map<string, TreeNode>();
    const placeOf = (variable: string): TreeNode => {
      const place =
        places.get(variable) ?? this.place(variable, conditioned.has(variable) ? 'current' : undefined, true);
      places.set(variable, place);
      return place;
    };
    const root = scope.variables.length === 0 ? this.place(scope.root, 'current', false) : placeOf(scope.root);
    const ends = new Map<TreeNode, { own: End; other: End }[]>();
    const joined = new JoinedNames();
    const link = (hop: number, from: TreeNode, to: TreeNode): void => {
      const [a, b] = [
        { hop, place: from, isFrom: true },
        { hop, place: to, isFrom: false },
      ];
      ends.set(from, [...(ends.get(from) ?? []), { own: a, other: b }]);
      ends.set(to, [...(ends.get(to) ?? []), { own: b, other: a }]);
    };
    const inOrder = [...scope.hops].sort(
      (a, b) => Number(this.touches(a, isMoving)) - Number(this.touches(b, isMoving)),
    );
    for (const hop of inOrder) {
      const { from, to_var: to } = this.plan.hops[hop]!;
      const isOutside = (variable: string): boolean => scope.fixed.includes(variable);
      const leaf = (variable: string): TreeNode => this.place(variable, 'current', false);
      if (isOutside(from)) link(hop, leaf(from), placeOf(to));
      else if (isOutside(to)) link(hop, placeOf(from), leaf(to));
      else if (joined.join(from, to)) link(hop, placeOf(from), placeOf(to));
      else if (isMoving(from)) link(hop, leaf(from), placeOf(to));
      else link(hop, placeOf(from), leaf(to));
    }

    const hops = new Map<number, { branch: TreeBranch; parent: TreeNode }>();
    this.grow(root, -1, undefined, ends, hops);
    const width = this.nodeCount;
    const firstSplit = this.splitCount;
    const splits = this.split(scope, isMoving, hops);
    for (const { hop, near, scope: inner } of scope.negations) {
      const compiled = this.compile(inner);
      const place = placeOf(near);
      const isForward = this.plan.hops[hop]!.from === near;
      place.negations.push({ ...this.hop(hop, isForward), scope: compiled });
    }
    this.settle(root);
    const anchors = [...conditioned].map((variable) => this.anchorOf.get(variable)!);
    return { root, conditioned: anchors, splits, firstSplit, width, isConstant: scope.fixed.length === 0 };
  }

  private touches(hop: number, has: (variable: string) => boolean): boolean {
    const { from, to_var: to } = this.plan.hops[hop]!;
    return has(from) || has(to);
  }

  private place(variable: string, source: TreeNode['source'] | undefined, isScored: boolean): TreeNode {
    const anchor = this.anchorOf.get(variable) ?? -1;
    const ranges = unionRanges((this.labels.get(variable) ?? []).map((label) => this.graph.typeRange(label)));
    return {
      id: this.nodeCount++,
      variable,
      ranges,
      anchor,
      source: source ?? (anchor === -1 ? 'any' : 'bindings'),
      isScored: isScored && anchor !== -1,
      branches: [],
      groups: [],
      negations: [],
      isAnchored: false,
      isConstant: false,
    };
  }

  private hop(hop: number, isForward: boolean): CompiledHop {
    const { rel: relation, direction } = this.plan.hops[hop]!;
    const [along, against] = isForward ? (['out', 'in'] as const) : (['in', 'out'] as const);
    return {
      hop,
      relation,
      out: this.graph.adjacency(relation, 'out'),
      in: this.graph.adjacency(relation, 'in'),
      outward: direction === undefined || direction === along,
      inward: direction === undefined || direction === against,
      splits: [],
    };
  }

  private grow(
    node: TreeNode,
    entry: number,
    parentRanges: IndexRanges | undefined,
    ends: ReadonlyMap<TreeNode, readonly { own: End; other: End }[]>,
    hops: Map<number, { branch: TreeBranch; parent: TreeNode }>,
  ): void {
    const groups: { relation: string; ranges: IndexRanges[]; branches: number[]; withParent: boolean }[] = [];
    const join = (relation: string, ranges: IndexRanges, branch: number | undefined): void => {
      const joined = { relation, ranges: [ranges], branches: branch === undefined ? [] : [branch], withParent: false };
      joined.withParent = branch === undefined;
      for (let i = groups.length - 1; i >= 0; i--) {
        const group = groups[i]!;
        if (group.relation !== relation || !group.ranges.some((other) => doRangesOverlap(other, ranges))) continue;
        joined.ranges.push(...group.ranges);
        joined.branches.push(...group.branches);
        joined.withParent ||= group.withParent;
        groups.splice(i, 1);
      }
      groups.push(joined);
    };
    if (parentRanges !== undefined) join(this.plan.hops[entry]!.rel, parentRanges, undefined);
    for (const { own, other } of ends.get(node) ?? []) {
      if (own.hop === entry) continue;
      const branch = { ...this.hop(own.hop, own.isFrom), child: other.place };
      hops.set(own.hop, { branch, parent: node });
      join(branch.relation, other.place.ranges, node.branches.length);
      node.branches.push(branch);
      this.grow(other.place, own.hop, node.ranges, ends, hops);
    }
    node.groups = groups.filter((group) => group.branches.length > 0);
  }

  /** Finds the hops that share a variable but no place in the tree, and could take the same edge there. */
  private split(
    scope: PlanScope,
    isMoving: (variable: string) => boolean,
    hops: ReadonlyMap<number, { branch: TreeBranch; parent: TreeNode }>,
  ): Split[] {
    const splits: Split[] = [];
    const ends = [...hops.values()].flatMap(({ branch, parent }) => [
      { branch, place: parent, far: branch.child, atChild: false },
      { branch, place: branch.child, far: parent, atChild: true },
    ]);
    for (const variable of [...scope.variables, ...scope.fixed].filter(isMoving)) {
      const meeting = ends
        .filter(({ place }) => place.variable === variable)
        .sort((a, b) => Number(b.place.isScored) - Number(a.place.isScored));
      meeting.forEach((one, index) => {
        const others = meeting
          .slice(0, index)
          .filter(
            (other) =>
              one.branch.relation === other.branch.relation &&
              one.place !== other.place &&
              one.far !== other.far &&
              doRangesOverlap(one.far.ranges, other.far.ranges),
          );
        if (others.length === 0) return;
        const split = this.splitCount++;
        const { branch, atChild } = one;
        branch.splits.push({ split, isOne: true, atChild });
        for (const other of others) other.branch.splits.push({ split, isOne: false, atChild: other.atChild });
        const anchor = one.place.anchor;
        splits.push({ anchor, one: branch, atChild, farRanges: one.far.ranges, others: others.length });
      });
    }
    return splits;
  }

  /** Fills in what depends on the finished tree. */
  private settle(node: TreeNode): void {
    for (const branch of node.branches) this.settle(branch.child);
    node.isAnchored = node.source !== 'any' || node.branches.some((branch) => branch.child.isAnchored);
    node.isConstant =
      node.source !== 'current' &&
      node.branches.every((branch) => branch.child.isConstant && branch.splits.length === 0) &&
      node.negations.every((negation) => negation.scope.isConstant);
  }
}
