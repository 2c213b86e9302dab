import fc from 'fast-check';

import { conditionedAnchors } from './conditioned-anchors.js';
import { planTree } from './plan-tree.js';
import type { Hop, Plan } from './plan.js';

const hop = (from: string, to: string, isNegated = false): Hop => ({
  from,
  rel: 'r',
  to_var: to,
  to_label: 'node',
  ...(isNegated ? { negated: true } : {}),
});

const planOf = (anchors: readonly string[], hops: readonly Hop[]): Plan => ({
  anchors: anchors.map((variable) => ({ var: variable, text: 'x', label: 'node', match_mode: 'name' })),
  hops,
  target: { var: 'T', labels: ['node'], relevance_text: '' },
  risk_level: 'normal',
});

const conditioned = (plan: Plan, compare?: (one: string, other: string) => number): string[] => {
  const tree = planTree(plan);
  if (!tree.ok) throw new Error(tree.message);
  return conditionedAnchors(plan, tree.scope, compare);
};

/** Whether hops that touch none of `cut` form a forest: leaf by leaf, nothing is left. */
function isForest(hops: readonly Hop[], cut: readonly string[]): boolean {
  let rest = hops.filter(({ from, to_var: to }) => !cut.includes(from) && !cut.includes(to));
  for (;;) {
    const ends = rest.flatMap(({ from, to_var: to }) => [from, to]);
    const isLeaf = (variable: string): boolean => ends.filter((end) => end === variable).length === 1;
    const next = rest.filter(({ from, to_var: to }) => !isLeaf(from) && !isLeaf(to));
    if (next.length === rest.length) return rest.length === 0;
    rest = next;
  }
}

describe('conditionedAnchors', () => {
  it('needs none for a tree', () => {
    expect(conditioned(planOf(['A', 'B'], [hop('A', 'X'), hop('B', 'X'), hop('X', 'T')]))).toEqual([]);
  });

  it('opens a cycle at one anchor, rather not at those that come first', () => {
    const diamond = [hop('A', 'X'), hop('X', 'T'), hop('A', 'B'), hop('B', 'T')];
    expect(conditioned(planOf(['A'], diamond))).toEqual(['A']);
    const plan = planOf(['A', 'B'], diamond);
    expect(conditioned(plan, (one, other) => (one < other ? -1 : 1))).toEqual(['B']);
    expect(conditioned(plan, (one, other) => (one < other ? 1 : -1))).toEqual(['A']);
  });

  it('keeps an anchor that a negation refers to', () => {
    const plan = planOf(['A'], [hop('A', 'T'), hop('A', 'X'), hop('X', 'T', true)]);
    expect(conditioned(plan)).toEqual(['A']);
  });

  it('leaves a forest, and would not without any of its anchors', () => {
    const variables = ['T', 'A', 'B', 'C', 'D'];
    const pairs = fc.uniqueArray(fc.tuple(fc.nat(4), fc.nat(4)), { minLength: 1, maxLength: 8, selector: String });
    fc.assert(
      fc.property(pairs, fc.array(fc.nat(99), { minLength: 5, maxLength: 5 }), (links, order) => {
        const hops = links.filter(([a, b]) => a !== b).map(([a, b]) => hop(variables[a]!, variables[b]!));
        const plan = planOf(variables.slice(1), hops);
        const tree = planTree(plan);
        if (!tree.ok) throw new Error(tree.message);
        const rank = (variable: string): number => order[variables.indexOf(variable)]!;
        const chosen = conditionedAnchors(plan, tree.scope, (one, other) => rank(one) - rank(other));
        const inside = tree.scope.hops.map((index) => plan.hops[index]!);
        expect(isForest(inside, chosen)).toBe(true);
        for (const variable of chosen) {
          const others = chosen.filter((other) => other !== variable);
          expect(isForest(inside, others)).toBe(false);
        }
      }),
    );
  });
});
