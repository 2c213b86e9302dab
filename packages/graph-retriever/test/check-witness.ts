import assert from 'node:assert/strict';

import type { Candidate } from '../src/index.js';
import type { RandomCase } from './random-case.js';
import { PlanSatisfier } from './satisfy-plan.js';

const keyOf = (edge: { relation: string; from: string; to: string }): string =>
  JSON.stringify([edge.relation, edge.from, edge.to]);

/** Checks a candidate's path against the graph and the plan, and its score against the path. */
export function checkWitness({ graph, plan, bindings }: RandomCase, candidate: Candidate): void {
  const stored = new Set(graph.edges.map(keyOf));
  const nodes = new Map([['T', candidate.id]]);
  const used = new Map<number, string>();
  for (const step of candidate.path) {
    const hop = plan.hops[step.hop]!;
    const [from, to] = step.direction === 'out' ? [step.from, step.to] : [step.to, step.from];
    const edge = keyOf({ relation: step.relation, from, to });
    assert(stored.has(edge), `a real edge: ${edge}`);
    assert.equal(step.relation, hop.rel);
    assert.deepEqual([step.fromVariable, step.variable].sort(), [hop.from, hop.to_var].sort());
    if (hop.direction !== undefined && from !== to) {
      const isForward = (hop.from === step.fromVariable) === (step.direction === 'out');
      assert.equal(isForward ? 'out' : 'in', hop.direction);
    }
    for (const [variable, id] of [
      [step.fromVariable, step.from],
      [step.variable, step.to],
    ] as const) {
      assert.equal(nodes.get(variable) ?? id, id);
      nodes.set(variable, id);
    }
    for (const [other, known] of used) {
      const ends = [plan.hops[other]!.from, plan.hops[other]!.to_var];
      assert(known !== edge || !(ends.includes(hop.from) || ends.includes(hop.to_var)), 'no turning back');
    }
    assert(!used.has(step.hop));
    used.set(step.hop, edge);
  }
  const satisfier = new PlanSatisfier(graph, plan, bindings);
  assert(Math.abs(satisfier.scoreOf({ nodes, edges: new Map() }) - candidate.anchorScore) <= 1e-9);
  assert(satisfier.isWay(nodes), 'each node suits its variable');
  assert.deepEqual(
    candidate.anchors.map(({ variable }) => variable),
    [...nodes.keys()].filter((variable) => plan.anchors.some((anchor) => anchor.var === variable)).sort(),
  );
  const sum = candidate.anchors.reduce((total, { score }) => total + score, 0);
  assert(Math.abs(sum - candidate.anchorScore) <= 1e-9);
  for (const { variable, id } of candidate.anchors) assert.equal(nodes.get(variable), id);
}
