import { conditionedAnchors, JoinedNames } from '@grasp/plan';
import type { Plan, PlanNegation, PlanScope } from '@grasp/plan';

/** A variable in one place of the tree of the outermost scope. */
export interface TreePlace {
  readonly variable: string;
  /**
   * Which nodes it may have: any of its labels, those that the anchor is bound to, or the one node that a conditioned
   * anchor stands for at the moment.
   */
  readonly source: 'any' | 'bindings' | 'current';
  readonly branches: TreeBranch[];
  readonly negations: PlanNegation[];
  /** Whether bindings restrict it, here or further from the root. */
  isAnchored: boolean;
}

export interface TreeBranch {
  /** Position in `plan.hops`. */
  readonly hop: number;
  readonly child: TreePlace;
}

/** The outermost scope of a plan, as a tree with `T` at its root. */
export interface ScopeTree {
  readonly root: TreePlace;
  /** Anchors whose bindings are tried one by one; they may stand in several places of the tree. */
  readonly conditioned: readonly string[];
}

/**
 * Reads the outermost scope of a plan as a tree. A cycle is opened at a conditioned anchor, which keeps one place and
 * stands as a leaf wherever else a hop needs it.
 *
 * @returns undefined if two hops of one relation meet at a conditioned anchor that stands in different places: the
 *   tree cannot tell that they must not take the same edge.
 */
export function scopeTree(plan: Plan, scope: PlanScope): ScopeTree | undefined {
  const anchors = new Set(plan.anchors.map((anchor) => anchor.var));
  const conditioned = conditionedAnchors(plan, scope);
  const isConditioned = (variable: string): boolean => conditioned.includes(variable);
  const create = (variable: string): TreePlace => ({
    variable,
    source: isConditioned(variable) ? 'current' : anchors.has(variable) ? 'bindings' : 'any',
    branches: [],
    negations: [],
    isAnchored: false,
  });
  const places = new Map<string, TreePlace>();
  const placeOf = (variable: string): TreePlace => {
    const place = places.get(variable) ?? create(variable);
    places.set(variable, place);
    return place;
  };
  const ends = new Map<TreePlace, { hop: number; other: TreePlace }[]>();
  const link = (hop: number, a: TreePlace, b: TreePlace): void => {
    ends.set(a, [...(ends.get(a) ?? []), { hop, other: b }]);
    ends.set(b, [...(ends.get(b) ?? []), { hop, other: a }]);
  };
  const touches = (hop: number): boolean =>
    isConditioned(plan.hops[hop]!.from) || isConditioned(plan.hops[hop]!.to_var);
  const joined = new JoinedNames();
  for (const hop of [...scope.hops].sort((a, b) => Number(touches(a)) - Number(touches(b)) || a - b)) {
    const { from, to_var: to } = plan.hops[hop]!;
    if (joined.join(from, to)) link(hop, placeOf(from), placeOf(to));
    else if (isConditioned(from)) link(hop, create(from), placeOf(to));
    else link(hop, placeOf(from), create(to));
  }

  if (conditioned.some((variable) => hasHiddenClash(plan, ends, variable))) return undefined;
  const root = placeOf(scope.root);
  grow(root, -1, ends);
  for (const negation of scope.negations) placeOf(negation.near).negations.push(negation);
  return { root, conditioned };
}

/** Whether hops of one relation meet at a variable, but at different places of the tree both here and at their far ends. */
function hasHiddenClash(
  plan: Plan,
  ends: ReadonlyMap<TreePlace, readonly { hop: number; other: TreePlace }[]>,
  variable: string,
): boolean {
  const meeting = [...ends]
    .filter(([place]) => place.variable === variable)
    .flatMap(([place, list]) => list.map((end) => ({ place, ...end })));
  return meeting.some((one, index) =>
    meeting
      .slice(0, index)
      .some(
        (two) =>
          plan.hops[one.hop]!.rel === plan.hops[two.hop]!.rel && one.place !== two.place && one.other !== two.other,
      ),
  );
}

function grow(
  place: TreePlace,
  entry: number,
  ends: ReadonlyMap<TreePlace, readonly { hop: number; other: TreePlace }[]>,
): void {
  for (const { hop, other } of ends.get(place) ?? []) {
    if (hop === entry) continue;
    grow(other, hop, ends);
    place.branches.push({ hop, child: other });
  }
  place.isAnchored = place.source !== 'any' || place.branches.some((branch) => branch.child.isAnchored);
}
