import { edgeKey, NO_EDGE } from './frontier.js';
import type { BestEdges, Frontier } from './frontier.js';
import { isInRanges } from './index-ranges.js';
import type { IndexRanges } from './index-ranges.js';
import type { Step } from './propagate.js';
import type { WorkMeter } from './work-meter.js';

/** Scores come from a few bindings, so a frontier has few different ones; with more, sorting would cost more than it saves. */
const MOST_SCORES = 64;
const SLICE = 1 << 16;

/**
 * Steps of work in the order of their scores, best first: a slot of the child's frontier stands for all its edges but the
 * blocked one, and its complement (`~slot`) for the blocked one alone, with its lower score.
 */
export type ScoreOrder = Int32Array;

/** The order for {@link pushByScore}; `undefined` if there are too many different scores. */
export function scoreOrder(frontier: Frontier): ScoreOrder | undefined {
  const { count, scores, blockedWidth, blockedScores } = frontier;
  if (blockedWidth === 0 && isInOrder(frontier)) return slotsInOrder(count);
  const values: number[] = [];
  const counts: number[] = [];
  let latest = 0;
  const classOf = (score: number): number => {
    if (values[latest] !== score) {
      latest = values.indexOf(score);
      if (latest < 0) latest = values.push(score) - 1;
    }
    return latest;
  };
  const itemCount = blockedWidth === 0 ? count : 2 * count;
  const classes = new Uint8Array(itemCount);
  for (let item = 0; item < itemCount; item++) {
    // A node that is out has no score with restrictions either.
    const isOut = scores[item < count ? item : item - count] === -Infinity;
    const position = classOf(isOut ? -Infinity : item < count ? scores[item]! : blockedScores[item - count]!);
    if (position > MOST_SCORES) return undefined;
    classes[item] = position;
    counts[position] = (counts[position] ?? 0) + 1;
  }
  const starts: number[] = [];
  let end = 0;
  for (const position of [...values.keys()].sort((a, b) => values[b]! - values[a]!)) {
    starts[position] = end;
    end += values[position] === -Infinity ? 0 : counts[position]!;
  }
  const order = new Int32Array(end);
  for (let item = 0; item < itemCount; item++) {
    const position = classes[item]!;
    if (values[position] !== -Infinity) order[starts[position]!++] = item < count ? item : ~(item - count);
  }
  return order;
}

function slotsInOrder(count: number): ScoreOrder {
  const order = new Int32Array(count);
  for (let slot = 0; slot < count; slot++) order[slot] = slot;
  return order;
}

function isInOrder({ count, scores }: Frontier): boolean {
  for (let slot = 1; slot < count; slot++) if (scores[slot]! > scores[slot - 1]!) return false;
  return count > 0 && scores[count - 1] !== -Infinity;
}

/** Whether {@link pushByScore} can do a step. */
export const isForScoreOrder = ({ isFirst, best, splits, child }: Step): boolean =>
  isFirst && best !== undefined && best.width <= 2 && splits.length === 0 && child!.blockedWidth <= 1;

/**
 * Walks the hop's edges from the child's nodes to a parent's frontier that is empty so far, best scores first: the first
 * edge that reaches a node is its best one and the next its second best, so nothing is compared or moved.
 */
export async function pushByScore(step: Step, order: ScoreOrder, meter: WorkMeter): Promise<void> {
  const { parent } = step;
  if (step.best!.width === 1) parent.startMarking();
  const isPlain = step.best!.width === 1 && step.child!.blockedWidth === 0 && step.parentRanges.length === 2;
  for (const work = { position: 0, edges: 0 }; work.position < order.length;) {
    work.edges = 0;
    if (isPlain) reachOnce(step, order, work);
    else reach(step, order, work);
    if (meter.spend(work.edges)) await meter.rest();
  }
  parent.satisfied.fill(step.order + 1, 0, parent.count);
}

/** {@link reach} where one edge is kept and none is blocked, which is where most edges are. */
function reachOnce(step: Step, order: ScoreOrder, work: { position: number; edges: number }): void {
  const { hop, parent, parentRanges, child, best } = step;
  const { nodes: childNodes, scores: childScores } = child!;
  const { members } = parent;
  const [low, high] = [parentRanges[0]!, parentRanges[1]!];
  let { position, edges } = work;
  let { count, nodes } = parent;
  let { scores, keys } = best!;
  for (; position < order.length && edges < SLICE; position++) {
    const node = childNodes[order[position]!]!;
    const score = childScores[order[position]!]!;
    edges++;
    for (let pass = 0; pass < 2; pass++) {
      if (pass === 0 ? !hop.outward : !hop.inward) continue;
      const { offsets, targets } = pass === 0 ? hop.in : hop.out;
      const start = offsets[node]!;
      const end = offsets[node + 1]!;
      edges += end - start;
      if (count + end - start > nodes.length) {
        parent.count = count;
        parent.reserve(end - start);
        ({ nodes } = parent);
        ({ scores, keys } = best!);
      }
      for (let i = start; i < end; i++) {
        const other = targets[i]!;
        const bit = 1 << (other & 31);
        const word = members[other >>> 5]!;
        if ((word & bit) !== 0 || other < low || other >= high) continue;
        members[other >>> 5] = word | bit;
        nodes[count] = other;
        scores[count] = score;
        keys[count++] = edgeKey(node, pass === 1, other);
      }
    }
  }
  parent.count = count;
  work.position = position;
  work.edges = edges;
}

/** Does a slice of the work. */
function reach(step: Step, order: ScoreOrder, work: { position: number; edges: number }): void {
  const { hop, parent, parentRanges, child, best } = step;
  const { nodes, scores, blockedWidth, blockedKeys, blockedScores } = child!;
  const low = parentRanges[0] ?? 0;
  const high = parentRanges.length === 2 ? parentRanges[1]! : 0;
  const blockedEdge = new Uint32Array(1);
  const edge: EdgesOfNode = { node: 0, key: 0, score: 0, skipped: -1, ranges: undefined };
  let { position, edges } = work;
  let room = parent.nodes.length;
  for (; position < order.length && edges < SLICE; position++) {
    const item = order[position]!;
    const isBlocked = item < 0;
    const childSlot = isBlocked ? ~item : item;
    const node = nodes[childSlot]!;
    const blockedKey = blockedWidth === 0 ? NO_EDGE : blockedKeys[childSlot]!;
    const blocked = blockedKey === NO_EDGE ? -1 : blockedKey >>> 1;
    edges++;
    for (let pass = 0; pass < 2; pass++) {
      if (pass === 0 ? !hop.outward : !hop.inward) continue;
      const isOwnPass = blocked === node || (blockedKey & 1) === 1 - pass;
      if (isBlocked && !isOwnPass) continue;
      const { offsets, targets } = pass === 0 ? hop.in : hop.out;
      let list = targets;
      let start = offsets[node]!;
      let end = offsets[node + 1]!;
      if (isBlocked) {
        blockedEdge[0] = blocked;
        [list, start, end] = [blockedEdge, 0, 1];
      }
      if (start === end) continue;
      edges += end - start;
      if (parent.count + end - start > room) {
        parent.reserve(end - start);
        room = parent.nodes.length;
      }
      edge.node = node;
      edge.key = edgeKey(node, pass === 1, -1);
      edge.score = isBlocked ? blockedScores[childSlot]! : scores[childSlot]!;
      edge.skipped = !isBlocked && isOwnPass ? blocked : -1;
      edge.ranges = list[start]! >= low && list[end - 1]! < high ? undefined : parentRanges;
      if (best!.width === 1) addBest(parent, best!, list, start, end, edge);
      else addTwoBest(parent, best!, list, start, end, edge);
    }
  }
  work.position = position;
  work.edges = edges;
}

/** The edges of one node in one direction; one object for all, so that none is made for each node. */
interface EdgesOfNode {
  node: number;
  /** As seen from the other ends. */
  key: number;
  score: number;
  /** An end that is not to be reached, or −1. */
  skipped: number;
  /** The ranges that an end must be in; `undefined` if all are. */
  ranges: IndexRanges | undefined;
}

function addBest(
  parent: Frontier,
  best: BestEdges,
  list: Uint32Array,
  start: number,
  end: number,
  { node, key, score, skipped, ranges }: EdgesOfNode,
): void {
  const { nodes, members } = parent;
  const { scores, keys } = best;
  let { count } = parent;
  for (let i = start; i < end; i++) {
    const other = list[i]!;
    const bit = 1 << (other & 31);
    const word = members[other >>> 5]!;
    if ((word & bit) !== 0 || other === skipped || (ranges !== undefined && !isInRanges(ranges, other))) continue;
    members[other >>> 5] = word | bit;
    nodes[count] = other;
    scores[count] = score;
    keys[count++] = other === node ? edgeKey(node, false, node) : key;
  }
  parent.count = count;
}

function addTwoBest(
  parent: Frontier,
  best: BestEdges,
  list: Uint32Array,
  start: number,
  end: number,
  { node, key, score, skipped, ranges }: EdgesOfNode,
): void {
  const { nodes, slotOf } = parent;
  const { scores, keys } = best;
  const selfKey = edgeKey(node, false, node);
  let { count } = parent;
  let previous = -1;
  for (let i = start; i < end; i++) {
    const other = list[i]!;
    // A repeated target is the same edge.
    if (other === previous || other === skipped || (ranges !== undefined && !isInRanges(ranges, other))) continue;
    previous = other;
    const ownKey = other === node ? selfKey : key;
    const slot = slotOf[other]! - 1;
    if (slot < 0) {
      nodes[count] = other;
      scores[count * 2] = score;
      scores[count * 2 + 1] = -Infinity;
      keys[count * 2] = ownKey;
      slotOf[other] = ++count;
    } else if (scores[slot * 2 + 1] === -Infinity && (ownKey !== selfKey || keys[slot * 2] !== selfKey)) {
      // A self loop is met in both directions.
      scores[slot * 2 + 1] = score;
      keys[slot * 2 + 1] = ownKey;
    }
  }
  parent.count = count;
}
