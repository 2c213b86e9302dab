import assert from 'node:assert/strict';

import { planTree, validatePlan } from '@grasp/plan';
import fc from 'fast-check';

import { createMemoryExecutor } from '../src/index.js';
import type { Candidate } from '../src/index.js';
import { checkWitness } from './check-witness.js';
import { randomCase, rewrite } from './random-case.js';
import type { RandomCase } from './random-case.js';
import { PlanSatisfier } from './satisfy-plan.js';
import { indexGraph } from './small-graph.js';

/** More with the environment variable RUNS. */
const RUNS = Number(process.env['RUNS'] ?? 2000);

jest.setTimeout(600_000);

const isExecutable = ({ graph, plan }: RandomCase): boolean => validatePlan(plan, graph.schema).ok && planTree(plan).ok;

/** The filters by their plain meaning; the random cases have the fields `year` and `topics` only. */
function meetsFilters({ graph, plan }: RandomCase, id: string): boolean {
  const fields = graph.nodes.find((node) => node.id === id)!.fields ?? {};
  return (plan.target.filters ?? []).every(({ field, op, value: wanted }) => {
    const own = fields[field];
    const values: readonly (string | number)[] = own === undefined ? [] : typeof own === 'object' ? own : [own];
    return values.some((value) => {
      if (Array.isArray(wanted)) return wanted.includes(value);
      const outcomes = {
        eq: value === wanted,
        ne: value !== wanted,
        lt: value < wanted,
        lte: value <= wanted,
        gt: value > wanted,
        gte: value >= wanted,
        contains: String(value).includes(String(wanted)),
        in: false,
      };
      return outcomes[op];
    });
  });
}

const expected = (random: RandomCase): { id: string; score: number }[] =>
  [...new PlanSatisfier(random.graph, random.plan, random.bindings).scores()]
    .map(([id, score]) => ({ id, score }))
    .filter(({ id }) => meetsFilters(random, id))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));

describe('createMemoryExecutor', () => {
  it('agrees with the definition of a plan’s meaning', async () => {
    const seen = { all: 0, executable: 0, found: 0, negated: 0, cyclic: 0, long: 0 };
    await fc.assert(
      fc.asyncProperty(randomCase, async (random) => {
        seen.all++;
        if (!isExecutable(random)) return;
        seen.executable++;
        const { plan, bindings } = random;
        const { candidates, candidateCount, truncated, stopped } = await createMemoryExecutor(
          indexGraph(random.graph),
        ).execute(plan, bindings);
        const wanted = expected(random);
        assert.deepEqual(
          candidates.map(({ id }) => id),
          wanted.map(({ id }) => id),
        );
        candidates.forEach(({ score, anchorScore }, index) => {
          assert(Math.abs(score - wanted[index]!.score) <= 1e-9);
          assert.equal(score, anchorScore);
        });
        assert.deepEqual([candidateCount, truncated, stopped], [wanted.length, false, undefined]);
        for (const candidate of candidates) checkWitness(random, candidate);
        if (wanted.length === 0) return;
        seen.found++;
        const variables = new Set(plan.hops.flatMap((hop) => [hop.from, hop.to_var]));
        if (plan.hops.some((hop) => hop.negated)) seen.negated++;
        if (plan.hops.length >= variables.size && plan.hops.length > 0) seen.cyclic++;
        if (candidates.some(({ path }) => path.length >= 4)) seen.long++;
      }),
      { numRuns: RUNS },
    );
    // The comparison would prove little if most cases were empty or alike.
    expect(seen.executable / seen.all).toBeGreaterThan(0.5);
    expect(seen.found / seen.executable).toBeGreaterThan(0.4);
    expect(seen.negated / seen.found).toBeGreaterThan(0.05);
    expect(seen.cyclic / seen.found).toBeGreaterThan(0.03);
    expect(seen.long / seen.found).toBeGreaterThan(0.02);
  });

  it('gives the same result however the plan is written', async () => {
    await fc.assert(
      fc.asyncProperty(randomCase, fc.integer(), fc.integer({ min: 0, max: 4 }), async (random, seed, limit) => {
        if (!isExecutable(random)) return;
        const executor = createMemoryExecutor(indexGraph(random.graph));
        const whole = await executor.execute(random.plan, random.bindings);
        const again = await executor.execute(rewrite(random.plan, seed), random.bindings, { limit });
        const ranking = (candidates: readonly Candidate[]): [string, number][] =>
          candidates.map(({ id, score }) => [id, score]);
        assert.deepEqual(ranking(again.candidates), ranking(whole.candidates.slice(0, limit)));
        assert.equal(again.candidateCount, whole.candidateCount);
        assert.equal(again.truncated, whole.candidateCount > limit);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});
