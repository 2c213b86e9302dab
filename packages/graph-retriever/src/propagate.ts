import type { CompiledHop } from './compiled-scope.js';
import { edgeKey, NO_EDGE } from './frontier.js';
import type { BestEdges, Frontier } from './frontier.js';
import { isInRanges } from './index-ranges.js';
import type { IndexRanges } from './index-ranges.js';
import { matches } from './key-pattern.js';
import type { KeyPattern } from './key-pattern.js';
import type { WorkMeter } from './work-meter.js';

/** A split's restriction as it holds right now, on the edge's key seen from the shared anchor. */
export interface ActiveSplit {
  readonly pattern: KeyPattern;
  /** Whether the key has to match the pattern, or must not. */
  readonly isMatch: boolean;
  readonly atChild: boolean;
}

/** One branch of the parent's variable, about to be worked into the parent's frontier. */
export interface Step {
  readonly hop: CompiledHop;
  readonly parent: Frontier;
  readonly parentRanges: IndexRanges;
  /** The nodes beyond the hop; `undefined` when any node of `childRanges` will do. */
  readonly child: Frontier | undefined;
  readonly childRanges: IndexRanges;
  /** Receives the best edges; `undefined` for a negated hop, which strikes out the nodes that it finds. */
  readonly best: BestEdges | undefined;
  /** How many branches a node of the parent's frontier must have satisfied before this one. */
  readonly order: number;
  /** Whether nodes that are not yet in the parent's frontier are added to it. */
  readonly isFirst: boolean;
  readonly splits: readonly ActiveSplit[];
}

const SLICE = 1 << 16;

const passes = (splits: readonly ActiveSplit[], fromParent: number, fromChild: number): boolean => {
  for (const { pattern, isMatch, atChild } of splits) {
    if (matches(pattern, atChild ? fromChild : fromParent) !== isMatch) return false;
  }
  return true;
};

/** How many edges a walk from the nodes of a frontier would touch. */
export function degreeSum(frontier: Frontier, hop: CompiledHop, isParent: boolean): number {
  const { nodes, count } = frontier;
  let sum = count;
  for (const [isUsed, { offsets }] of [
    [hop.outward, isParent ? hop.out : hop.in],
    [hop.inward, isParent ? hop.in : hop.out],
  ] as const) {
    if (!isUsed) continue;
    for (let slot = 0; slot < count; slot++) sum += offsets[nodes[slot]! + 1]! - offsets[nodes[slot]!]!;
  }
  return sum;
}

/** Walks the hop's edges from the child's nodes to the parent's. */
export async function push(step: Step, meter: WorkMeter): Promise<void> {
  const { count } = step.child!;
  step.parent.index();
  for (let slot = 0; slot < count;) {
    let edges = 0;
    for (; slot < count && edges < SLICE; slot++) edges += 1 + pushNode(step, slot);
    if (meter.spend(edges)) await meter.rest();
  }
}

function pushNode({ hop, parent, parentRanges, child, best, order, isFirst, splits }: Step, childSlot: number): number {
  const score = child!.scores[childSlot]!;
  if (score === -Infinity) return 0;
  const node = child!.nodes[childSlot]!;
  const isSingle = parentRanges.length === 2;
  const low = parentRanges[0] ?? 0;
  const high = parentRanges.at(-1) ?? 0;
  const isPlain = best === undefined || (child!.blockedWidth === 0 && splits.length === 0);
  const { slotOf } = parent;
  const { blockedWidth } = child!;
  const blockedKey = blockedWidth === 1 ? child!.blockedKeys[childSlot]! : NO_EDGE;
  let edges = 0;
  for (let pass = 0; pass < 2; pass++) {
    if (pass === 0 ? !hop.outward : !hop.inward) continue;
    const { offsets, targets } = pass === 0 ? hop.in : hop.out;
    const end = offsets[node + 1]!;
    let previous = -1;
    for (let i = offsets[node]!; i < end; i++) {
      edges++;
      const other = targets[i]!;
      if (other === previous) continue;
      previous = other;
      if (other < low || other >= high || (!isSingle && !isInRanges(parentRanges, other))) continue;
      if (other === node && pass === 1 && hop.outward) continue;
      let slot = slotOf[other]! - 1;
      if (slot < 0 && !isFirst) continue;
      if (best === undefined) {
        parent.scores[slot] = -Infinity;
        continue;
      }
      let edgeScore = score;
      if (!isPlain) {
        const fromChild = edgeKey(other, pass === 0, node);
        if (splits.length > 0 && !passes(splits, edgeKey(node, pass === 1, other), fromChild)) continue;
        if (blockedWidth > 1) edgeScore = child!.scoreWithout(childSlot, fromChild);
        else if (fromChild === blockedKey) edgeScore = child!.blockedScores[childSlot]!;
        if (edgeScore === -Infinity) continue;
      }
      if (slot < 0) slot = parent.add(other);
      const { satisfied } = parent;
      if (satisfied[slot] === order) satisfied[slot] = order + 1;
      else if (satisfied[slot] !== order + 1) continue;
      best.offer(slot, edgeScore, edgeKey(node, pass === 1, other));
    }
  }
  return edges;
}

/** Walks the hop's edges from the parent's nodes to the child's. */
export async function pull(step: Step, meter: WorkMeter): Promise<void> {
  const { count } = step.parent;
  step.child?.index();
  for (let slot = 0; slot < count;) {
    let edges = 0;
    for (; slot < count && edges < SLICE; slot++) edges += 1 + pullNode(step, slot);
    if (meter.spend(edges)) await meter.rest();
  }
}

function pullNode({ hop, parent, child, childRanges, best, order, splits }: Step, slot: number): number {
  if (best === undefined ? parent.scores[slot] === -Infinity : parent.satisfied[slot] !== order) return 0;
  const node = parent.nodes[slot]!;
  let edges = 0;
  let found = 0;
  for (let pass = 0; pass < 2; pass++) {
    if (pass === 0 ? !hop.outward : !hop.inward) continue;
    const { offsets, targets } = pass === 0 ? hop.out : hop.in;
    const end = offsets[node + 1]!;
    let previous = -1;
    for (let i = offsets[node]!; i < end; i++) {
      edges++;
      const other = targets[i]!;
      if (other === previous) continue;
      previous = other;
      if (other === node && pass === 1 && hop.outward) continue;
      const fromParent = edgeKey(other, pass === 1, node);
      let score = 0;
      if (child === undefined) {
        if (!isInRanges(childRanges, other)) continue;
        if (splits.length > 0 && !passes(splits, fromParent, edgeKey(node, pass === 0, other))) continue;
      } else {
        const childSlot = child.slotOf[other]! - 1;
        if (childSlot < 0) continue;
        const fromChild = edgeKey(node, pass === 0, other);
        if (splits.length > 0 && !passes(splits, fromParent, fromChild)) continue;
        score = best === undefined ? child.scores[childSlot]! : child.scoreWithout(childSlot, fromChild);
        if (score === -Infinity) continue;
      }
      if (best === undefined) {
        parent.scores[slot] = -Infinity;
        return edges;
      }
      parent.satisfied[slot] = order + 1;
      best.offer(slot, score, fromParent);
      // All edges to a child that may be any node are alike, so as many as are kept are enough.
      found++;
      if (child === undefined && found === best.width) return edges;
    }
  }
  return edges;
}

/** Adds all nodes that the hop reaches from the parent's frontier to an empty frontier. */
export async function spread(
  parent: Frontier,
  hop: CompiledHop,
  child: Frontier,
  childRanges: IndexRanges,
  isIn: (slot: number) => boolean,
  meter: WorkMeter,
): Promise<void> {
  for (let slot = 0; slot < parent.count;) {
    let edges = 0;
    for (; slot < parent.count && edges < SLICE; slot++) {
      edges++;
      if (!isIn(slot)) continue;
      const node = parent.nodes[slot]!;
      for (let pass = 0; pass < 2; pass++) {
        if (pass === 0 ? !hop.outward : !hop.inward) continue;
        const { offsets, targets } = pass === 0 ? hop.out : hop.in;
        const end = offsets[node + 1]!;
        for (let i = offsets[node]!; i < end; i++) {
          edges++;
          const other = targets[i]!;
          if (child.slotOf[other] === 0 && isInRanges(childRanges, other)) child.add(other);
        }
      }
    }
    if (meter.spend(edges)) await meter.rest();
  }
}
