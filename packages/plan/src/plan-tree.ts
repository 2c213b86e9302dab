import type { Plan } from './plan.js';

/** A negated hop: the node of `near` must have no such edge to a node of `far` from which `scope` can be satisfied. */
export interface PlanNegation {
  /** Position in `plan.hops`. */
  readonly hop: number;
  /** The end of the hop on the target's side: a variable of the scope that holds this negation. */
  readonly near: string;
  /** The other end, which is the root of `scope`. */
  readonly far: string;
  readonly scope: PlanScope;
}

/** Variables that are bound together in one way to satisfy the plan, and the hops between them. */
export interface PlanScope {
  /** `T`, or the far end of the negated hop that leads here. */
  readonly root: string;
  /** The variables bound in this scope, the root first. Empty when the root itself is an anchor of an enclosing scope. */
  readonly variables: readonly string[];
  /** Hops that are not negated, as ascending positions in `plan.hops`. */
  readonly hops: readonly number[];
  /** Anchors of enclosing scopes that occur here or further inside; they keep the binding they have there. Sorted. */
  readonly fixed: readonly string[];
  /** In ascending order of their hops. */
  readonly negations: readonly PlanNegation[];
}

/** The outcome of {@link planTree}. */
export type PlanTree =
  | {
      readonly ok: true;
      readonly scope: PlanScope;
      /** The node types that each variable may have: what all of its labels allow. */
      readonly labels: ReadonlyMap<string, readonly string[]>;
    }
  | {
      readonly ok: false;
      /** Neither end of a negated hop is nearer to the target: it lies between two branches of one scope. */
      readonly code: 'ambiguous_negation';
      readonly hop: number;
      readonly message: string;
    };

/** For each hop the number of the tree it belongs to when every anchor is cut apart at each of its hops. */
function cutTrees(plan: Plan, anchors: ReadonlySet<string>): number[] {
  const treeOf: number[] = [];
  const treesByVariable = new Map<string, number>();
  plan.hops.forEach((hop, index) => {
    treeOf.push(index);
    for (const variable of [hop.from, hop.to_var]) {
      if (anchors.has(variable)) continue;
      const tree = treesByVariable.get(variable);
      const current = treeOf[index]!;
      if (tree === undefined) treesByVariable.set(variable, current);
      else if (tree !== current) {
        for (let i = 0; i <= index; i++) if (treeOf[i] === current) treeOf[i] = tree;
        for (const [name, other] of treesByVariable) if (other === current) treesByVariable.set(name, tree);
      }
    }
  });
  return treeOf;
}

function variableLabels(plan: Plan): Map<string, readonly string[]> {
  const labels = new Map<string, readonly string[]>([['T', plan.target.labels]]);
  const restrict = (variable: string, label: string): void => {
    const known = labels.get(variable);
    labels.set(variable, known === undefined || known.includes(label) ? [label] : []);
  };
  for (const anchor of plan.anchors) restrict(anchor.var, anchor.label);
  for (const hop of plan.hops) restrict(hop.to_var, hop.to_label);
  return labels;
}

class AmbiguousNegation {
  constructor(readonly hop: number) {}
}

/**
 * Reads off a valid plan what is bound together and what a negation ranges over (DESIGN.md, section 5). The textual
 * orientation of a hop plays no part.
 *
 * The outermost scope holds `T`, and every variable that hops which are not negated connect to it, where the tree
 * around `T` (up to its first anchors) is read from `T` outward. So in "by A, not cited by a paper of A" (`A–T`, `A–X`,
 * `X–T` negated) the `X` belongs to the negation although it hangs on `A` too, and `A` is the same node in both places.
 * An anchor that occurs only inside several negations is bound in each of them on its own. A negated hop between an
 * anchor and another variable of one scope asks that their nodes have no such edge.
 *
 * @param plan - A plan that `validatePlan` accepted.
 */
export function planTree(plan: Plan): PlanTree {
  const anchors = new Set(plan.anchors.map((anchor) => anchor.var).filter((variable) => variable !== 'T'));
  const treeOf = cutTrees(plan, anchors);
  const hopsAt = new Map<string, number[]>();
  plan.hops.forEach((hop, index) => {
    for (const variable of new Set([hop.from, hop.to_var])) {
      hopsAt.set(variable, [...(hopsAt.get(variable) ?? []), index]);
    }
  });

  const build = (root: string, entry: number, outer: ReadonlySet<string>, owned: ReadonlySet<number>): PlanScope => {
    const reached = new Set([root]);
    const hops = new Set<number>();
    const fixed = new Set<string>();
    const negated = new Map<number, { near: string; far: string }>();
    for (const variable of reached) {
      for (const index of hopsAt.get(variable) ?? []) {
        if (index === entry || hops.has(index) || (anchors.has(variable) && owned.has(treeOf[index]!))) continue;
        const hop = plan.hops[index]!;
        const other = hop.from === variable ? hop.to_var : hop.from;
        if (hop.negated !== true) {
          hops.add(index);
          if (outer.has(other)) fixed.add(other);
          else reached.add(other);
        } else if (!negated.has(index)) {
          negated.set(index, { near: variable, far: other });
        } else {
          const ends = [variable, other].sort(
            (a, b) => Number(anchors.has(a)) - Number(anchors.has(b)) || (a < b ? -1 : 1),
          );
          const [near, far] = ends as [string, string];
          if (!anchors.has(far)) throw new AmbiguousNegation(index);
          negated.set(index, { near, far });
        }
      }
    }

    const bound = new Set([...outer, ...[...reached].filter((variable) => anchors.has(variable))]);
    const touched = new Set([...owned, ...[...hops, ...negated.keys()].map((index) => treeOf[index]!)]);
    const negations = [...negated]
      .sort(([a], [b]) => a - b)
      .map(([hop, { near, far }]): PlanNegation => {
        const scope: PlanScope = bound.has(far)
          ? { root: far, variables: [], hops: [], fixed: [far], negations: [] }
          : build(far, hop, bound, touched);
        for (const variable of scope.fixed) if (outer.has(variable)) fixed.add(variable);
        return { hop, near, far, scope };
      });
    return {
      root,
      variables: [...reached],
      hops: [...hops].sort((a, b) => a - b),
      fixed: [...fixed].sort(),
      negations,
    };
  };

  const targetTrees = new Set((hopsAt.get('T') ?? []).map((index) => treeOf[index]!));
  try {
    return { ok: true, scope: build('T', -1, new Set(), targetTrees), labels: variableLabels(plan) };
  } catch (error) {
    if (!(error instanceof AmbiguousNegation)) throw error;
    const { from, to_var } = plan.hops[error.hop]!;
    const message = `the negated hop from "${from}" to "${to_var}" lies between two branches, so it has no side nearer to the target; expected it on a branch that ends beyond it`;
    return { ok: false, code: 'ambiguous_negation', hop: error.hop, message };
  }
}
