import type { Candidate } from '@grasp/graph-retriever';
import type { Plan } from '@grasp/plan';
import type { PlanOutcome, ScoredPlan } from '@grasp/planner';
import fc from 'fast-check';

import { fusePlans, likeliestPlans } from './fuse-plans.js';
import type { ExecutedPlan } from './fuse-plans.js';

const plan: Plan = {
  anchors: [{ var: 'A', text: 'a', label: 'b', match_mode: 'name' }],
  hops: [{ from: 'A', rel: 'r', to_var: 'T', to_label: 'c' }],
  target: { var: 'T', labels: ['c'], relevance_text: '' },
  risk_level: 'normal',
};

/** A plan that found nodes in this order. */
const executed = (ids: readonly string[], probability: number, anchorScore = 1): ExecutedPlan => ({
  plan,
  probability,
  bindings: {},
  execution: {
    candidates: ids.map((id): Candidate => ({ id, score: anchorScore, anchorScore, path: [], anchors: [] })),
    candidateCount: ids.length,
    truncated: false,
  },
});

describe('fusePlans', () => {
  it('gives each node the sum of relative probability by rank, as its definition says', () => {
    const ids = fc.uniqueArray(fc.constantFrom(...'abcdefgh'), { maxLength: 8 });
    const plans = fc.array(fc.tuple(ids, fc.integer({ min: 1, max: 9 })), { minLength: 2, maxLength: 4 });
    fc.assert(
      fc.property(plans, (lists) => {
        const [, first] = lists[0]!;
        const scores = new Map<string, number>();
        for (const [list, weight] of lists) {
          for (const [place, id] of list.entries()) {
            scores.set(id, (scores.get(id) ?? 0) + weight / first / (60 + place + 1));
          }
        }
        const execution = fusePlans(
          lists.map(([list, weight], place) => executed(list, weight / 10, place)),
          100,
        );
        expect(new Set(execution.candidates.map(({ id }) => id))).toEqual(new Set(scores.keys()));
        expect(execution.candidateCount).toBe(lists.find(([list]) => list.length > 0)?.[0].length ?? 0);
        for (const [place, { id, score, anchorScore }] of execution.candidates.entries()) {
          expect(score).toBeCloseTo(scores.get(id)!, 12);
          expect(score).toBeLessThanOrEqual(execution.candidates[place - 1]?.score ?? Infinity);
          expect(anchorScore).toBe(lists.findIndex(([list]) => list.includes(id)));
        }
      }),
    );
  });

  it('leaves one plan as it is, and cuts the rest at the limit', () => {
    const alone = executed(['a', 'b'], 0.3);
    expect(fusePlans([alone], 1)).toBe(alone.execution);
    const execution = fusePlans([executed(['a', 'b'], 0.9), executed(['c'], 0.1)], 2);
    expect(execution).toMatchObject({ candidates: [{ id: 'a' }, { id: 'b' }], candidateCount: 2, truncated: true });
  });

  it('takes plans of no probability for equally likely', () => {
    const execution = fusePlans([executed(['b'], 0), executed(['a', 'b'], 0)], 10);
    expect(execution.candidates.map(({ id }) => id)).toEqual(['b', 'a']);
  });
});

describe('likeliestPlans', () => {
  const scored = (probability: number, changes: Partial<Plan> = {}): ScoredPlan => ({
    plan: { ...plan, ...changes },
    probability,
    score: 0,
    features: {},
    explanation: [],
  });
  const outcome = (best: ScoredPlan, ...alternatives: ScoredPlan[]): PlanOutcome => ({
    ...best,
    status: 'planned',
    alternatives,
    timing: { totalMs: 0 },
  });

  it('takes the best few, none that is to be skipped beside another', () => {
    const given = outcome(scored(0.6), scored(0.3, { retrieval_mode: 'skip' }), scored(0.1));
    const probabilities = (count: number): number[] => likeliestPlans(given, count).map((one) => one.probability);
    expect(probabilities(1)).toEqual([0.6]);
    expect(probabilities(2)).toEqual([0.6]);
    expect(probabilities(9)).toEqual([0.6, 0.1]);
    expect(likeliestPlans(outcome(scored(1, { retrieval_mode: 'skip' })), 3)).toHaveLength(1);
    expect(likeliestPlans({ status: 'skipped', reason: 'no_words', timing: { totalMs: 0 } }, 3)).toEqual([]);
  });
});
