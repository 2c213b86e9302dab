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

/** Joins names into sets; false if two were joined already. */
class Unions {
  private readonly parents = new Map<string, string>();

  private root(name: string): string {
    let current = name;
    while (this.parents.has(current)) current = this.parents.get(current)!;
    return current;
  }

  join(a: string, b: string): boolean {
    const [rootA, rootB] = [this.root(a), this.root(b)];
    if (rootA === rootB) return false;
    this.parents.set(rootA, rootB);
    return true;
  }
}

/** Anchors to be tried binding by binding: those that negations refer to, and enough others to open all cycles. */
function chooseConditioned(plan: Plan, scope: PlanScope): string[] {
  const anchors = new Set(plan.anchors.map((anchor) => anchor.var));
  const own = scope.variables.filter((variable) => variable !== 'T' && anchors.has(variable));
  const needed = new Set(scope.negations.flatMap((negation) => negation.scope.fixed));
  const chosen = new Set(own);
  for (const variable of own) {
    if (needed.has(variable)) continue;
    chosen.delete(variable);
    const unions = new Unions();
    const isForest = scope.hops.every((hop) => {
      const { from, to_var: to } = plan.hops[hop]!;
      return chosen.has(from) || chosen.has(to) || unions.join(from, to);
    });
    if (!isForest) chosen.add(variable);
  }
  return own.filter((variable) => chosen.has(variable));
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
  const conditioned = chooseConditioned(plan, scope);
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
  const unions = new Unions();
  for (const hop of [...scope.hops].sort((a, b) => Number(touches(a)) - Number(touches(b)) || a - b)) {
    const { from, to_var: to } = plan.hops[hop]!;
    if (unions.join(from, to)) link(hop, placeOf(from), placeOf(to));
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
