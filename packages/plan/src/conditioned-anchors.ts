import { JoinedNames } from './joined-names.js';
import type { PlanScope } from './plan-tree.js';
import type { Plan } from './plan.js';

/**
 * The anchors of a scope whose bindings are to be tried one by one, so that the rest is a tree: those that negations
 * refer to, and enough others to open all cycles. It may not be the smallest such choice, but none of it can be left
 * out. Anchors that are fixed in the scope open cycles already.
 *
 * @param plan - A plan that `validatePlan` accepted.
 * @param scope - One of its scopes, from `planTree`.
 * @param compare - Orders anchors, those first that should rather not be in the choice. Default: as in
 *   `scope.variables`, which does not depend on names.
 * @returns In the order of `scope.variables`.
 */
export function conditionedAnchors(
  plan: Plan,
  scope: PlanScope,
  compare: (one: string, other: string) => number = () => 0,
): string[] {
  const anchors = new Set(plan.anchors.map((anchor) => anchor.var));
  const own = scope.variables.filter((variable) => variable !== 'T' && anchors.has(variable));
  const needed = new Set(scope.negations.flatMap((negation) => negation.scope.fixed));
  const cut = new Set([...own, ...scope.fixed]);
  for (const variable of [...own].sort(compare)) {
    if (needed.has(variable)) continue;
    cut.delete(variable);
    const joined = new JoinedNames();
    const isForest = scope.hops.every((hop) => {
      const { from, to_var: to } = plan.hops[hop]!;
      return cut.has(from) || cut.has(to) || joined.join(from, to);
    });
    if (!isForest) cut.add(variable);
  }
  return own.filter((variable) => cut.has(variable));
}
