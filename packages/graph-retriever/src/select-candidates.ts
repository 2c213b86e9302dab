import type { Plan } from '@grasp/plan';

import { UNITS } from './anchor-nodes.js';
import { bestOf } from './best-of.js';
import { bestScored } from './best-scored.js';
import type { BestScored } from './best-scored.js';
import type { FoundNodes } from './candidate-pool.js';
import type { CompiledScope } from './compiled-scope.js';
import { describeWitness } from './describe-witness.js';
import type { AnchorNodes } from './evaluate-scope.js';
import type { Candidate, Execution } from './execution.js';
import type { Graph } from './graph.js';
import { targetFilter } from './target-filter.js';
import type { WorkMeter } from './work-meter.js';

/** How candidates are chosen from the nodes that satisfy a plan. */
interface Selection {
  readonly limit: number;
  readonly residual: ((index: number) => number) | undefined;
  readonly accepts: ((index: number) => boolean) | undefined;
  readonly stopped: 'timeout' | 'budget' | undefined;
}

const NODES_PER_CHECK = 1024;

/** Leaves out nodes that may not be candidates, applies the target's filters, adds residual scores, and orders and cuts what is left. */
export async function selectCandidates(
  graph: Graph,
  plan: Plan,
  scope: CompiledScope,
  anchors: readonly AnchorNodes[],
  found: FoundNodes,
  { limit, residual, accepts, stopped }: Selection,
  meter: WorkMeter,
): Promise<Execution> {
  const filters = plan.target.filters ?? [];
  const types = plan.target.labels.map((type) => ({
    ...graph.typeRange(type),
    isMet: targetFilter(filters, graph.schema, type),
  }));
  const typeOf = (index: number): number => types.findIndex(({ start, end }) => index >= start && index < end);
  const { count, nodes, scores } = found;
  // By position. Without residual scores, filters and a restriction the order is that of the anchor scores.
  const residuals = new Float64Array(residual === undefined ? 0 : count);
  const isAsFound = residual === undefined && accepts === undefined && filters.length === 0;
  const totals = isAsFound ? scores : new Float64Array(count).fill(-Infinity);
  for (let position = 0; !isAsFound && position < count; position++) {
    if (position % NODES_PER_CHECK === 0 && meter.isTurnOver()) await meter.rest();
    if (scores[position] === -Infinity) continue;
    const index = nodes[position]!;
    if (accepts?.(index) === false) continue;
    if (filters.length > 0 && !types[typeOf(index)]!.isMet(graph.node(index).fields)) continue;
    totals[position] = scores[position]! / UNITS;
    if (residual !== undefined) totals[position]! += residuals[position] = residual(index);
  }

  const isBefore = (a: number, b: number): boolean => {
    if (totals[a] !== totals[b]) return totals[a]! > totals[b]!;
    return typeOf(nodes[a]!) === typeOf(nodes[b]!)
      ? nodes[a]! < nodes[b]!
      : graph.idOf(nodes[a]!) < graph.idOf(nodes[b]!);
  };
  const best =
    types.length === 1 ? bestScored(count, totals, nodes, limit) : bestOfTypes(count, totals, limit, isBefore);
  // Paths meet the same nodes again and again.
  const ids = new Map<number, string>();
  const idOf = (index: number): string => {
    const id = ids.get(index) ?? graph.idOf(index);
    ids.set(index, id);
    return id;
  };
  const candidates = best.positions.map((position): Candidate => {
    const index = nodes[position]!;
    const id = idOf(index);
    const anchorScore = scores[position]! / UNITS;
    const { path, anchors: used } = describeWitness(idOf, scope.root, index, found.witness(position), anchors);
    if (residual === undefined) return { id, score: anchorScore, anchorScore, path, anchors: used };
    return { id, score: totals[position]!, anchorScore, residualScore: residuals[position]!, path, anchors: used };
  });
  return {
    candidates,
    candidateCount: best.count,
    truncated: stopped !== undefined || candidates.length < best.count,
    ...(stopped === undefined ? {} : { stopped }),
  };
}

/** {@link bestScored} in an order that nodes of several types need. */
function bestOfTypes(
  count: number,
  scores: Float64Array,
  limit: number,
  isBefore: (a: number, b: number) => boolean,
): BestScored {
  const scored = Uint32Array.from({ length: count }, (_, position) => position).filter(
    (at) => scores[at] !== -Infinity,
  );
  const positions = bestOf(scored.length, limit, (a, b) => isBefore(scored[a]!, scored[b]!)).map((at) => scored[at]!);
  return { positions, count: scored.length };
}
