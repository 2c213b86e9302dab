import type { Hop, Plan } from './plan.js';
import { planTree } from './plan-tree.js';

const hop = (from: string, to_var: string, negated = false): Hop => ({
  from,
  rel: 'knows',
  to_var,
  to_label: 'person',
  ...(negated ? { negated: true as const } : {}),
});

const plan = (anchors: string[], hops: Hop[]): Plan => ({
  anchors: anchors.map((variable) => ({ var: variable, text: variable, label: 'person', match_mode: 'name' })),
  hops,
  target: { var: 'T', labels: ['person', 'place'], relevance_text: '' },
  risk_level: 'normal',
});

const scopeOf = (value: Plan) => {
  const tree = planTree(value);
  if (!tree.ok) throw new Error(tree.message);
  return tree.scope;
};

const leaf = (root: string) => ({ root, variables: [root], hops: [], fixed: [], negations: [] });
const same = (root: string) => ({ root, variables: [], hops: [], fixed: [root], negations: [] });

describe('planTree', () => {
  it('puts everything that hops connect to the target in one scope', () => {
    const scope = scopeOf(plan(['A', 'B'], [hop('A', 'X'), hop('X', 'T'), hop('B', 'T')]));
    expect(scope).toEqual({ root: 'T', variables: ['T', 'X', 'B', 'A'], hops: [0, 1, 2], fixed: [], negations: [] });
  });

  it('puts what lies beyond a negated hop in a scope of its own', () => {
    const scope = scopeOf(plan(['A', 'B'], [hop('A', 'T'), hop('B', 'X'), hop('X', 'T', true)]));
    expect(scope.variables).toEqual(['T', 'A']);
    expect(scope.negations).toEqual([
      { hop: 2, near: 'T', far: 'X', scope: { ...leaf('X'), variables: ['X', 'B'], hops: [1] } },
    ]);
  });

  it('reads the same whichever way the hops are written', () => {
    const scope = scopeOf(plan(['A', 'B'], [hop('T', 'A'), hop('X', 'B'), hop('T', 'X', true)]));
    expect(scope.negations[0]).toMatchObject({ near: 'T', far: 'X', scope: { variables: ['X', 'B'] } });
  });

  it('keeps the binding of an anchor that a negation shares with its surroundings', () => {
    expect(scopeOf(plan(['A'], [hop('A', 'T'), hop('T', 'A', true)])).negations).toEqual([
      { hop: 1, near: 'T', far: 'A', scope: same('A') },
    ]);
  });

  it('reads the tree around the target from the target outward', () => {
    const scope = scopeOf(plan(['A'], [hop('A', 'T'), hop('A', 'X'), hop('X', 'T', true)]));
    expect(scope.variables).toEqual(['T', 'A']);
    expect(scope.negations).toEqual([
      { hop: 2, near: 'T', far: 'X', scope: { root: 'X', variables: ['X'], hops: [1], fixed: ['A'], negations: [] } },
    ]);
  });

  it('binds an anchor that occurs only in negations in each of them on its own', () => {
    const scope = scopeOf(plan(['A', 'B'], [hop('T', 'A', true), hop('T', 'B', true), hop('A', 'B', true)]));
    expect(scope.negations).toEqual([
      {
        hop: 0,
        near: 'T',
        far: 'A',
        scope: { ...leaf('A'), negations: [{ hop: 2, near: 'A', far: 'B', scope: leaf('B') }] },
      },
      {
        hop: 1,
        near: 'T',
        far: 'B',
        scope: { ...leaf('B'), negations: [{ hop: 2, near: 'B', far: 'A', scope: leaf('A') }] },
      },
    ]);
  });

  it('lets an anchor in on a way that reaches it without negation', () => {
    const scope = scopeOf(plan(['A', 'B'], [hop('T', 'A', true), hop('A', 'X'), hop('X', 'B'), hop('B', 'T')]));
    expect(scope.variables).toEqual(['T', 'B', 'X', 'A']);
    expect(scope.negations).toEqual([{ hop: 0, near: 'T', far: 'A', scope: same('A') }]);
  });

  it('takes the anchor as the far end when both ends are in one scope', () => {
    const hops = [hop('A', 'T'), hop('B', 'T'), hop('A', 'X'), hop('B', 'X', true)];
    expect(scopeOf(plan(['A', 'B'], hops)).negations).toEqual([{ hop: 3, near: 'X', far: 'B', scope: same('B') }]);
  });

  it('reports the anchors of outer scopes that occur deeper inside', () => {
    const hops = [hop('A', 'T'), hop('T', 'X', true), hop('X', 'Y', true), hop('Y', 'A')];
    const outer = scopeOf(plan(['A'], hops)).negations[0]!.scope;
    expect(outer).toMatchObject({ root: 'X', variables: ['X'], fixed: ['A'] });
    expect(outer.negations[0]!.scope).toMatchObject({ root: 'Y', variables: ['Y'], hops: [3], fixed: ['A'] });
  });

  it('refuses a negated hop between two branches', () => {
    const hops = [hop('A', 'T'), hop('B', 'T'), hop('A', 'X'), hop('B', 'Y'), hop('X', 'Y', true)];
    expect(planTree(plan(['A', 'B'], hops))).toMatchObject({ ok: false, code: 'ambiguous_negation', hop: 4 });
  });

  it('intersects the labels of each variable', () => {
    const tree = planTree(plan(['A'], [hop('A', 'T')]));
    expect(tree.ok && [...tree.labels]).toEqual([
      ['T', ['person']],
      ['A', ['person']],
    ]);
  });
});
