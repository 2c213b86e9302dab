import fc from 'fast-check';

import { fitPlannerWeights } from './fit-planner-weights.js';
import type { TrainingPlan } from './fit-planner-weights.js';
import { mergePlannerWeights } from './merge-planner-weights.js';
import { createTemplatePlanner } from './template-planner.js';
import { DEFAULT_WEIGHTS } from './weights.js';
import type { PlannerWeights } from './weights.js';
import { lexicon, schema } from '../test/library.js';

const plan = (features: Record<string, number>, worth: number): TrainingPlan => ({ features, worth });
const repeat = (plans: readonly TrainingPlan[], count: number): TrainingPlan[][] =>
  Array.from({ length: count }, () => [...plans]);

/** Log of the probability of the best plans, less what the pull to the start costs: what the fit maximises. */
function objective(questions: readonly (readonly TrainingPlan[])[], weights: PlannerWeights, strength: number): number {
  let total = 0;
  for (const plans of questions) {
    const best = Math.max(...plans.map(({ worth }) => worth));
    const scores = plans.map(({ features }) =>
      Object.entries(features).reduce(
        (sum, [name, value]) => sum + value * weights.features[name as keyof PlannerWeights['features']],
        0,
      ),
    );
    const all = scores.reduce((sum, score) => sum + Math.exp(score), 0);
    total += Math.log(scores.reduce((sum, score, at) => sum + Math.exp(score) * (plans[at]!.worth / best), 0) / all);
  }
  for (const name of Object.keys(weights.features) as (keyof PlannerWeights['features'])[]) {
    total -= (strength / 2) * (weights.features[name] - DEFAULT_WEIGHTS.features[name]) ** 2;
  }
  return total;
}

describe('fitPlannerWeights', () => {
  it('reaches the optimum that a search along one weight finds', () => {
    const questions = repeat([plan({ returns: 1 }, 1), plan({ extraSteps: 1 }, 0)], 20);
    const found = fitPlannerWeights(questions, { strength: 5, steps: 2_000 });
    // By symmetry both weights move by the same step d, where 5 d = 20 / (1 + exp(s + 2 d)), s the gap before.
    const gap = DEFAULT_WEIGHTS.features.returns - DEFAULT_WEIGHTS.features.extraSteps;
    let [low, high] = [0, 10];
    for (let round = 0; round < 60; round++) {
      const middle = (low + high) / 2;
      if (5 * middle < 20 / (1 + Math.exp(gap + 2 * middle))) low = middle;
      else high = middle;
    }
    expect(found.features.returns).toBeCloseTo(DEFAULT_WEIGHTS.features.returns + low, 2);
    expect(found.features.extraSteps).toBeCloseTo(DEFAULT_WEIGHTS.features.extraSteps - low, 2);
  });

  it('never ends below the start', () => {
    const features = fc.record({ evidence: fc.double({ min: 0, max: 8, noNaN: true }), returns: fc.nat(2) });
    const plans = fc.array(
      fc.tuple(features, fc.double({ min: 0, max: 1, noNaN: true })).map(([own, worth]) => plan(own, worth)),
      { minLength: 2, maxLength: 5 },
    );
    fc.assert(
      fc.property(fc.array(plans, { minLength: 1, maxLength: 6 }), fc.constantFrom(1, 10), (questions, strength) => {
        const telling = questions.filter((own) => own.some(({ worth }) => worth !== own[0]!.worth));
        const found = fitPlannerWeights(questions, { strength });
        const gain = objective(telling, found, strength) - objective(telling, DEFAULT_WEIGHTS, strength);
        expect(gain).toBeGreaterThanOrEqual(-0.01);
      }),
      { numRuns: 60 },
    );
  });

  it('changes nothing without questions that tell plans apart, and never what an empty plan costs', () => {
    expect(fitPlannerWeights([])).toEqual(DEFAULT_WEIGHTS);
    expect(fitPlannerWeights(repeat([plan({ returns: 1 }, 0.5), plan({}, 0.5)], 9))).toEqual(DEFAULT_WEIGHTS);
    const empty = fitPlannerWeights(repeat([plan({ empty: 1 }, 1), plan({ anchors: 1 }, 0)], 50));
    expect(empty.features.empty).toBe(DEFAULT_WEIGHTS.features.empty);
  });

  it('changes less the stronger it is drawn to the start', () => {
    const questions = repeat([plan({ returns: 1 }, 1), plan({ anchors: 1 }, 0)], 20);
    const shifts = [1, 10, 100].map(
      (strength) => fitPlannerWeights(questions, { strength }).features.returns - DEFAULT_WEIGHTS.features.returns,
    );
    expect(shifts[0]).toBeGreaterThan(shifts[1]!);
    expect(shifts[1]).toBeGreaterThan(shifts[2]!);
  });

  it('keeps what it is told to keep', () => {
    const questions = repeat([plan({ returns: 1, typePrior: 1 }, 1), plan({ anchors: 1, typePrior: -1 }, 0)], 20);
    const { features } = fitPlannerWeights(questions, { fixed: ['typePrior', 'anchors'] });
    const changed = Object.entries(features).filter(([name, weight]) => {
      return weight !== DEFAULT_WEIGHTS.features[name as keyof typeof features];
    });
    expect(changed.map(([name]) => name)).toEqual(['returns']);
  });

  it('lets evidence count for as much less in descriptions as in anchors, though no question has any', () => {
    const questions = repeat([plan({ evidence: 2 }, 1), plan({ evidence: 6 }, 0)], 40);
    const { features } = fitPlannerWeights(questions);
    const [own, start] = [features, DEFAULT_WEIGHTS.features];
    expect(own.evidence).toBeLessThan(start.evidence - 0.2);
    for (const name of ['described', 'leftOut'] as const) {
      expect(own[name]).toBeCloseTo((start[name] * own.evidence) / start.evidence, 3);
    }
    // Questions that do have descriptions may say something else about them.
    const described = repeat([plan({ described: 4 }, 1), plan({ docSearch: 1 }, 0)], 40);
    const { features: both } = fitPlannerWeights([...questions, ...described]);
    expect(both.evidence).toBeLessThan(start.evidence);
    expect(both.described).toBeGreaterThan((start.described * both.evidence) / start.evidence + 0.02);
  });

  it('learns which words speak of a walk, but not from a few questions', () => {
    const questions = [
      ...repeat([plan({ 'walk:a|by': 1 }, 1), plan({ 'walk:b|by': 1 }, 0)], 5),
      ...repeat([plan({ 'walk:c|on': 1 }, 1), plan({ 'walk:b|by': 1 }, 0)], 2),
    ];
    const { learned = {} } = fitPlannerWeights(questions);
    expect(learned['walk:a|by']).toBeGreaterThan(0.2);
    expect(learned['walk:b|by']).toBeLessThan(-0.2);
    expect(learned['walk:c|on']).toBeUndefined();
  });
});

describe('learned weights in the planner', () => {
  it('decide between walks by the words of the question', async () => {
    const question = 'Optics, coauthorship: Lenses and Light';
    const relationsWith = async (learned?: PlannerWeights['learned']): Promise<(readonly string[])[]> => {
      const weights = { ...DEFAULT_WEIGHTS, ...(learned === undefined ? {} : { learned }) };
      const plans = await createTemplatePlanner({ schema, lexicon, weights }).plans(question, { count: 1 });
      return plans.map(({ plan: { hops } }) => hops.map(({ rel }) => rel));
    };
    expect((await relationsWith()).flat()).not.toContain('writes');
    const walk = 'walk:paper writes author writes paper';
    expect((await relationsWith({ [`${walk}|coauthorship`]: 12 })).flat()).toContain('writes');
    expect((await relationsWith({ [`${walk}|ownership`]: 12 })).flat()).not.toContain('writes');
    expect((await relationsWith({ [walk]: 12 })).flat()).toContain('writes');
  });
});

describe('mergePlannerWeights', () => {
  it('takes what it knows and ignores the rest', () => {
    const merged = mergePlannerWeights({
      features: { returns: -1, anchors: 'x', more: 3, evidence: Infinity },
      learned: { 'walk:a b c': 2, other: 1 },
    });
    const features = { ...DEFAULT_WEIGHTS.features, returns: -1 };
    expect(merged).toEqual({ ...DEFAULT_WEIGHTS, features, learned: { 'walk:a b c': 2 } });
  });

  it('gives the defaults for whatever is no table', () => {
    for (const value of [undefined, null, 3, 'x', [], { features: [], learned: 1 }]) {
      expect(mergePlannerWeights(value)).toEqual(DEFAULT_WEIGHTS);
    }
  });
});
