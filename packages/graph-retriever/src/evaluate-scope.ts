import { assignDistinct } from './assign-distinct.js';
import type { CompiledHop, CompiledNegation, CompiledScope, TreeNode } from './compiled-scope.js';
import { BestEdges, Frontier, NO_EDGE } from './frontier.js';
import type { SlotPool } from './frontier.js';
import type { IndexRanges } from './index-ranges.js';
import { keyPatterns } from './key-pattern.js';
import type { KeyPattern } from './key-pattern.js';
import { degreeSum, pull, push, spread } from './propagate.js';
import type { ActiveSplit, Step } from './propagate.js';
import type { WorkMeter } from './work-meter.js';

/** An anchor's bindings as node indexes with scores, best first. */
export interface AnchorNodes {
  readonly nodes: readonly number[];
  readonly scores: readonly number[];
}

/** What trying one more combination of bindings costs, in edges; keeps the budget meaningful on tiny frontiers. */
const COMBINATION_COST = 64;

/**
 * (max, +) message passing over the trees of a plan's scopes. A frontier goes from each anchor toward the root of its
 * scope, hop by hop; branches without an anchor are looked up from the nodes that are still in, and negated hops strike
 * out nodes at the end. Each hop is walked from whichever side has fewer edges.
 */
export class ScopeEvaluator {
  /** By anchor: the node that it stands for where its bindings are tried one by one. */
  private readonly current: number[] = [];
  private readonly currentScores: number[] = [];
  /** By tree node: its frontier in the latest evaluation; `undefined` where any node will do. */
  private readonly frontiers: (Frontier | undefined)[] = [];
  private readonly constants = new Map<TreeNode, Frontier>();
  private readonly open: Frontier[] = [];
  private readonly kept: Frontier[] = [];
  private readonly patterns: KeyPattern[] = [];

  constructor(
    private readonly anchors: readonly AnchorNodes[],
    private readonly pool: SlotPool,
    private readonly meter: WorkMeter,
  ) {}

  /** Evaluates the scope for each combination of what has to be tried, and calls `visit` with the root's frontier. */
  async forEach(
    scope: CompiledScope,
    domain: (() => Promise<Frontier>) | undefined,
    visit: (frontier: Frontier) => void | Promise<void>,
  ): Promise<void> {
    const mark = this.open.length;
    const run = async (): Promise<void> => {
      const needed = scope.root.isAnchored || domain === undefined ? undefined : await domain();
      await visit(await this.evaluate(scope.root, needed, false));
      while (this.open.length > mark) this.open.pop()!.release();
    };
    const trySplits = async (position: number): Promise<void> => {
      const split = scope.splits[position];
      if (split === undefined) return run();
      for (const pattern of keyPatterns(split, this.current[split.anchor]!)) {
        this.patterns[scope.firstSplit + position] = pattern;
        if (this.meter.spend(COMBINATION_COST)) await this.meter.rest();
        await trySplits(position + 1);
      }
    };
    const tryAnchors = async (position: number): Promise<void> => {
      const anchor = scope.conditioned[position];
      if (anchor === undefined) return trySplits(0);
      const { nodes, scores } = this.anchors[anchor]!;
      for (let i = 0; i < nodes.length; i++) {
        this.current[anchor] = nodes[i]!;
        this.currentScores[anchor] = scores[i]!;
        if (this.meter.spend(COMBINATION_COST)) await this.meter.rest();
        await tryAnchors(position + 1);
      }
    };
    await tryAnchors(0);
  }

  /** A frontier of all nodes of the ranges, for a root that nothing else restricts. */
  domain(ranges: IndexRanges): Frontier {
    const frontier = this.take(false);
    frontier.addRanges(ranges);
    return frontier;
  }

  /** Gives all lookup arrays back. */
  release(): void {
    while (this.open.length > 0) this.open.pop()!.release();
    while (this.kept.length > 0) this.kept.pop()!.release();
    this.constants.clear();
  }

  /**
   * Writes down one best way that the latest evaluation found for a node: for each tree node below, at its id, the edge
   * that leads to it as a key seen from its parent's node.
   */
  trace(node: TreeNode, index: number, taken: number, witness: Uint32Array, offset: number): void {
    const frontier = this.frontiers[node.id];
    if (frontier === undefined) return;
    const slot = frontier.slotOf[index]! - 1;
    for (const group of node.groups) {
      const choice: number[] = [];
      const branches = group.branches.map((branch) => frontier.best[branch]!);
      assignDistinct(branches, slot, group.withParent ? taken : NO_EDGE, choice);
      group.branches.forEach((branch, position) => {
        const { keys, width } = branches[position]!;
        const key = keys[slot * width + choice[position]!]!;
        const { child } = node.branches[branch]!;
        const other = key >>> 1;
        witness[offset + child.id] = key;
        const back = other === index ? key : (index * 2 + (1 - (key & 1))) >>> 0;
        this.trace(child, other, back, witness, offset);
      });
    }
  }

  /** @param isKept - Whether what is computed here outlives the combination of bindings that is being tried. */
  private async evaluate(node: TreeNode, domain: Frontier | undefined, isKept: boolean): Promise<Frontier> {
    const isConstant = node.isConstant && node.isAnchored;
    const known = this.constants.get(node);
    if (known !== undefined) return known;
    const frontier = await this.fill(node, domain, isKept || isConstant);
    this.frontiers[node.id] = frontier;
    if (isConstant) this.constants.set(node, frontier);
    return frontier;
  }

  private take(isKept: boolean): Frontier {
    const frontier = new Frontier(this.pool, 64);
    (isKept ? this.kept : this.open).push(frontier);
    return frontier;
  }

  private async fill(node: TreeNode, domain: Frontier | undefined, isKept: boolean): Promise<Frontier> {
    const frontier = domain ?? this.take(isKept);
    if (node.source === 'bindings') for (const index of this.anchors[node.anchor]!.nodes) frontier.add(index);
    if (node.source === 'current') frontier.add(this.current[node.anchor]!);
    const isEmptyAtFirst = domain === undefined && node.source === 'any';

    const anchored: { position: number; child: Frontier; edges: number }[] = [];
    for (const [position, branch] of node.branches.entries()) {
      if (!branch.child.isAnchored) continue;
      const child = await this.evaluate(branch.child, undefined, isKept);
      if (child.count === 0) return this.empty(frontier);
      anchored.push({ position, child, edges: degreeSum(child, branch, false) });
    }
    anchored.sort((a, b) => a.edges - b.edges);

    let order = 0;
    for (const { position, child, edges } of anchored) {
      const isFirst = isEmptyAtFirst && order === 0;
      const step = this.step(node, frontier, position, child, order, isFirst);
      const isPushed = isFirst || edges <= degreeSum(frontier, step.hop, true);
      await (isPushed ? push(step, this.meter) : pull(step, this.meter));
      order++;
    }
    for (const [position, branch] of node.branches.entries()) {
      const { child } = branch;
      if (child.isAnchored) continue;
      let reached: Frontier | undefined;
      this.frontiers[child.id] = undefined;
      if (!isAnything(child)) {
        const level = order;
        const isIn = (slot: number): boolean => frontier.satisfied[slot] === level;
        reached = this.take(isKept);
        await spread(frontier, branch, reached, child.ranges, isIn, this.meter);
        reached = await this.evaluate(child, reached, isKept);
      }
      await pull(this.step(node, frontier, position, reached, order, false), this.meter);
      order++;
    }
    this.combine(node, frontier);
    if (this.meter.spend(frontier.count)) await this.meter.rest();
    for (const negation of node.negations) await this.strike(node, frontier, negation);
    return frontier;
  }

  private empty(frontier: Frontier): Frontier {
    frontier.scores = new Float64Array(frontier.count).fill(-Infinity);
    return frontier;
  }

  private step(
    node: TreeNode,
    parent: Frontier,
    position: number,
    child: Frontier | undefined,
    order: number,
    isFirst: boolean,
  ): Step {
    const hop = node.branches[position]!;
    const group = node.groups.find((candidate) => candidate.branches.includes(position))!;
    const width = group.branches.length + (group.withParent ? 1 : 0);
    const best = new BestEdges(width, isFirst ? parent.nodes.length : parent.count);
    parent.best[position] = best;
    const parentRanges = node.ranges;
    const childRanges = hop.child.ranges;
    return { hop, parent, parentRanges, child, childRanges, best, order, isFirst, splits: this.activeSplits(hop) };
  }

  private activeSplits(hop: CompiledHop): ActiveSplit[] {
    return hop.splits.map(({ split, isOne, atChild }) => ({
      pattern: this.patterns[split]!,
      isMatch: isOne,
      atChild,
    }));
  }

  /** Adds up the best choice of edges for each node, once without restriction, and once for each edge it may have to do without. */
  private combine(node: TreeNode, frontier: Frontier): void {
    const { count, best, satisfied } = frontier;
    const scores = new Float64Array(count);
    const parts = node.groups.map(({ branches, withParent }) => ({
      withParent,
      branches: branches.map((branch) => best[branch]!),
    }));
    const rising = parts.find((part) => part.withParent);
    const others = parts.filter((part) => !part.withParent);
    const blockedWidth = rising?.branches.length ?? 0;
    const blockedKeys = new Uint32Array(count * blockedWidth);
    const blockedScores = new Float64Array(count * blockedWidth);
    const choice: number[] = [];
    for (let slot = 0; slot < count; slot++) {
      let sum = satisfied[slot] === node.branches.length ? this.ownScore(node, slot) : -Infinity;
      for (const { branches } of others) {
        const [first] = branches;
        sum +=
          branches.length === 1 ? first!.scores[slot * first!.width]! : assignDistinct(branches, slot, NO_EDGE, choice);
      }
      if (rising !== undefined && sum !== -Infinity) {
        const base = sum;
        const [first] = rising.branches;
        if (blockedWidth === 1) {
          // A chain: the best edge, and the second best in case that one is taken.
          sum += first!.scores[slot * 2]!;
          blockedKeys[slot] = first!.keys[slot * 2]!;
          blockedScores[slot] = base + first!.scores[slot * 2 + 1]!;
        } else {
          sum += assignDistinct(rising.branches, slot, NO_EDGE, choice);
          for (let i = 0; i < blockedWidth; i++) {
            const { keys, width } = rising.branches[i]!;
            blockedKeys[slot * blockedWidth + i] = keys[slot * width + choice[i]!]!;
          }
          for (let i = slot * blockedWidth; i < (slot + 1) * blockedWidth; i++) {
            blockedScores[i] = base + assignDistinct(rising.branches, slot, blockedKeys[i]!, choice);
          }
        }
      }
      scores[slot] = sum;
    }
    Object.assign(frontier, { scores, blockedKeys, blockedScores, blockedWidth });
  }

  private ownScore(node: TreeNode, slot: number): number {
    if (!node.isScored) return 0;
    return node.source === 'current' ? this.currentScores[node.anchor]! : this.anchors[node.anchor]!.scores[slot]!;
  }

  private async strike(node: TreeNode, parent: Frontier, negation: CompiledNegation): Promise<void> {
    const { root } = negation.scope;
    const strikeFrom = async (child: Frontier | undefined): Promise<void> => {
      const step: Step = {
        hop: negation,
        parent,
        parentRanges: node.ranges,
        child,
        childRanges: root.ranges,
        best: undefined,
        order: 0,
        isFirst: false,
        splits: [],
      };
      const isPushed = child !== undefined && degreeSum(child, negation, false) <= degreeSum(parent, negation, true);
      await (isPushed ? push(step, this.meter) : pull(step, this.meter));
    };
    if (isAnything(root)) return strikeFrom(undefined);
    const reach = async (): Promise<Frontier> => {
      const reached = this.take(false);
      const isIn = (slot: number): boolean => parent.scores[slot] !== -Infinity;
      await spread(parent, negation, reached, root.ranges, isIn, this.meter);
      return reached;
    };
    await this.forEach(negation.scope, reach, strikeFrom);
  }
}

/** Whether a tree node may be any node of its type, with nothing beyond it. */
const isAnything = (node: TreeNode): boolean =>
  node.source === 'any' && node.branches.length === 0 && node.negations.length === 0;
