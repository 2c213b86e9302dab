import type { Direction } from '../base-graph.js';
import type { KnowledgeBase } from '../knowledge-base.js';

/** A node with many edges. */
export interface Hub {
  readonly id: string;
  readonly name: string;
  readonly type: string;
  readonly degree: number;
}

/** How many edges of one relation the nodes have that may have some. */
export interface DegreeStatistics {
  readonly relation: string;
  /** `out`: at the nodes where the relation starts. `in`: where it ends. */
  readonly direction: Direction;
  /** Nodes of the types that the schema lists at this end. */
  readonly nodes: number;
  /** Those among them without any edge. */
  readonly without: number;
  readonly mean: number;
  readonly median: number;
  /** The least degree that 99 % of the nodes do not exceed. */
  readonly percentile99: number;
  readonly max: number;
  /** The nodes with most edges; ties by index. */
  readonly hubs: readonly Hub[];
}

/** The edges of one relation. */
export interface RelationCheck {
  readonly relation: string;
  readonly edges: number;
  /** From a node to itself. */
  readonly toItself: number;
  /** Edges whose other direction is there, too; each pair counts as two. */
  readonly inBothDirections: number;
  /** Edges to nodes that do not exist: 0 in every file that an import wrote, which leaves such rows out. */
  readonly dangling: number;
}

/** The `count` nodes with the highest degrees, degree descending, then index. */
function hubsOf(degrees: Uint32Array, count: number): number[] {
  const best: number[] = [];
  for (let index = 0; index < degrees.length; index++) {
    const degree = degrees[index]!;
    if (degree === 0 || (best.length === count && degree <= degrees[best.at(-1)!]!)) continue;
    let place = best.length;
    while (place > 0 && degrees[best[place - 1]!]! < degree) place--;
    best.splice(place, 0, index);
    if (best.length > count) best.pop();
  }
  return best;
}

/**
 * Degrees of a relation at one end. Adds them to `totals`, one number for each node.
 *
 * @param hubCount - How many hubs are named.
 */
export function degreeStatistics(
  knowledgeBase: KnowledgeBase,
  relation: string,
  direction: Direction,
  hubCount: number,
  totals: Uint32Array,
): DegreeStatistics {
  const { offsets } = knowledgeBase.adjacency(relation, direction);
  const degrees = new Uint32Array(knowledgeBase.nodeCount);
  for (let index = 0; index < degrees.length; index++) {
    degrees[index] = offsets[index + 1]! - offsets[index]!;
    totals[index]! += degrees[index]!;
  }
  const endpoints = knowledgeBase.schema.relations.find(({ name }) => name === relation)!.endpoints;
  const types = new Set(endpoints.map(({ from, to }) => (direction === 'out' ? from : to)));
  const parts = [...types].map((type) => knowledgeBase.typeRange(type));
  const sorted = new Uint32Array(parts.reduce((sum, { start, end }) => sum + end - start, 0));
  let filled = 0;
  for (const { start, end } of parts) {
    sorted.set(degrees.subarray(start, end), filled);
    filled += end - start;
  }
  sorted.sort();
  const at = (share: number): number => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? 0;
  let [sum, without] = [0, 0];
  for (const degree of sorted) {
    sum += degree;
    if (degree === 0) without++;
  }
  return {
    relation,
    direction,
    nodes: sorted.length,
    without,
    mean: sorted.length === 0 ? 0 : sum / sorted.length,
    median: at(0.5),
    percentile99: at(0.99),
    max: sorted.at(-1) ?? 0,
    hubs: hubsOf(degrees, hubCount).map((index) => ({
      id: knowledgeBase.idOf(index),
      name: knowledgeBase.nameOf(index),
      type: knowledgeBase.typeOf(index),
      degree: degrees[index]!,
    })),
  };
}

/** Walks over all edges of a relation. */
export function checkRelation(knowledgeBase: KnowledgeBase, relation: string): RelationCheck {
  const { nodeCount } = knowledgeBase;
  const { offsets, targets } = knowledgeBase.adjacency(relation, 'out');
  const incoming = knowledgeBase.adjacency(relation, 'in');
  let [toItself, inBothDirections, dangling] = [0, 0, 0];
  for (let node = 0; node < nodeCount; node++) {
    // Both lists ascend: what is in both is found in one pass.
    let other = incoming.offsets[node]!;
    const end = incoming.offsets[node + 1]!;
    for (let edge = offsets[node]!; edge < offsets[node + 1]!; edge++) {
      const target = targets[edge]!;
      if (target >= nodeCount) dangling++;
      while (other < end && incoming.targets[other]! < target) other++;
      const isMirrored = other < end && incoming.targets[other] === target;
      if (target === node) toItself++;
      else if (isMirrored) inBothDirections++;
    }
  }
  return { relation, edges: targets.length, toItself, inBothDirections, dangling };
}
