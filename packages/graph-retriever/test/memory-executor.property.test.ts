import { planTree, validatePlan } from '@grasp/plan';
import fc from 'fast-check';

import { createMemoryExecutor } from '../src/index.js';
import type { Candidate } from '../src/index.js';
import { randomCase, rewrite } from './random-case.js';
import type { RandomCase } from './random-case.js';
import { PlanSatisfier } from './satisfy-plan.js';
import { indexGraph } from './small-graph.js';

const RUNS = Number(process.env['RUNS'] ?? 3000);

jest.setTimeout(600_000);

const isExecutable = ({ graph, plan }: RandomCase): boolean =>
  validatePlan(plan, graph.schema).ok && planTree(plan).ok;

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

/** Checks a candidate's path against the graph and the plan, and its score against the path. */
function checkWitness({ graph, plan, bindings }: RandomCase, candidate: Candidate): void {
  const nodes = new Map([['T', candidate.id]]);
  const used = new Map<number, { relation: string; from: string; to: string }>();
  for (const step of candidate.path) {
    const hop = plan.hops[step.hop]!;
    const edge = { relation: step.relation, from: step.from, to: step.to };
    if (step.direction === 'in') [edge.from, edge.to] = [edge.to, edge.from];
    expect(graph.edges).toContainEqual(edge);
    expect(hop.rel).toBe(step.relation);
    expect([hop.from, hop.to_var].sort()).toEqual([step.fromVariable, step.variable].sort());
    if (hop.direction !== undefined && edge.from !== edge.to) {
      const isForward = (hop.from === step.fromVariable) === (step.direction === 'out');
      expect(isForward ? 'out' : 'in').toBe(hop.direction);
    }
    for (const [variable, id] of [
      [step.fromVariable, step.from],
      [step.variable, step.to],
    ] as const) {
      expect(nodes.get(variable) ?? id).toBe(id);
      nodes.set(variable, id);
    }
    for (const [other, known] of used) {
      const { from, to_var: to } = plan.hops[other]!;
      if ([hop.from, hop.to_var].some((end) => end === from || end === to)) expect(known).not.toEqual(edge);
    }
    expect(used.has(step.hop)).toBe(false);
    used.set(step.hop, edge);
  }
  const way = new PlanSatisfier(graph, plan, bindings).scoreOf({ nodes, edges: new Map() });
  expect(Math.abs(way - candidate.anchorScore)).toBeLessThanOrEqual(1e-9);
  expect(candidate.anchors.map(({ variable }) => variable)).toEqual(
    [...nodes.keys()].filter((variable) => plan.anchors.some((anchor) => anchor.var === variable)).sort(),
  );
  const sum = candidate.anchors.reduce((total, { score }) => total + score, 0);
  expect(Math.abs(sum - candidate.anchorScore)).toBeLessThanOrEqual(1e-9);
  for (const { variable, id } of candidate.anchors) {
    expect(nodes.get(variable)).toBe(id);
    expect(bindings[variable]!.map((binding) => binding.id)).toContain(id);
  }
}

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
        expect(candidates.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id));
        candidates.forEach(({ score, anchorScore }, index) => {
          expect(Math.abs(score - wanted[index]!.score)).toBeLessThanOrEqual(1e-9);
          expect(score).toBe(anchorScore);
        });
        expect({ candidateCount, truncated, stopped }).toEqual({ candidateCount: wanted.length, truncated: false });
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
    if (process.env['RUNS']) console.log(seen);
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
        expect(ranking(again.candidates)).toEqual(ranking(whole.candidates.slice(0, limit)));
        expect(again.candidateCount).toBe(whole.candidateCount);
        expect(again.truncated).toBe(whole.candidateCount > limit);
      }),
      { numRuns: Math.ceil(RUNS / 3) },
    );
  });
});
