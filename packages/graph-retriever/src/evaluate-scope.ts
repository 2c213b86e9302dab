import { assignDistinct } from './assign-distinct.js';
import { combineBranches } from './combine-branches.js';
import type { CompiledHop, CompiledNegation, CompiledScope, TreeNode } from './compiled-scope.js';
import { NO_EDGE } from './frontier.js';
import type { BestEdges, Frontier, FrontierPool } from './frontier.js';
import type { IndexRanges } from './index-ranges.js';
import { keyPatterns } from './key-pattern.js';
import type { KeyPattern } from './key-pattern.js';
import { degreeSum, pull, push, spread } from './propagate.js';
import type { ActiveSplit, Step } from './propagate.js';
import { isForScoreOrder, pushByScore, scoreOrder } from './push-by-score.js';
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
    private readonly pool: FrontierPool,
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
   * Writes down one best way that the latest evaluation found for a node of the root's frontier: for each tree node below,
   * at its id, the edge that leads to it as a key seen from its parent's node.
   */
  trace(root: TreeNode, slot: number, witness: Uint32Array, offset: number): void {
    this.traceSlot(root, this.frontiers[root.id]!, slot, NO_EDGE, witness, offset);
  }

  private traceSlot(
    node: TreeNode,
    { nodes, best }: Frontier,
    slot: number,
    taken: number,
    witness: Uint32Array,
    offset: number,
  ): void {
    const index = nodes[slot]!;
    for (const group of node.groups) {
      const forbidden = group.withParent ? taken : NO_EDGE;
      const choice = chooseEdges(group.branches, best, slot, forbidden);
      for (const [position, branch] of group.branches.entries()) {
        const { keys, width } = best[branch]!;
        const key = keys[slot * width + choice[position]!]!;
        const { child } = node.branches[branch]!;
        const other = key >>> 1;
        witness[offset + child.id] = key;
        const beyond = this.frontiers[child.id];
        if (beyond === undefined) continue;
        beyond.index();
        const back = other === index ? key : (index * 2 + (1 - (key & 1))) >>> 0;
        this.traceSlot(child, beyond, beyond.slotOf[other]! - 1, back, witness, offset);
      }
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
    const frontier = this.pool.take();
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
      anchored.push({ position, child, edges: 0 });
    }
    if (!isEmptyAtFirst || anchored.length > 1) {
      for (const part of anchored) part.edges = degreeSum(part.child, node.branches[part.position]!, false);
      anchored.sort((a, b) => a.edges - b.edges);
    }

    let order = 0;
    for (const { position, child, edges } of anchored) {
      const isFirst = isEmptyAtFirst && order === 0;
      const step = this.step(node, frontier, position, child, order, isFirst);
      await this.walk(step, () => isFirst || edges <= degreeSum(frontier, step.hop, true));
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

  /** Works a branch in, in whichever way touches less. */
  private async walk(step: Step, isPushed: () => boolean): Promise<void> {
    const order = isForScoreOrder(step) ? scoreOrder(step.child!) : undefined;
    if (order !== undefined) return pushByScore(step, order, this.meter);
    return isPushed() ? push(step, this.meter) : pull(step, this.meter);
  }

  private empty(frontier: Frontier): Frontier {
    frontier.openScores(0);
    frontier.scores.fill(-Infinity, 0, frontier.count);
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
    const best = this.pool.takeEdges(width, parent.count, parent.nodes.length);
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

  private combine(node: TreeNode, frontier: Frontier): void {
    const { scores } = node.anchor === -1 ? { scores: undefined } : this.anchors[node.anchor]!;
    const current = this.currentScores[node.anchor]!;
    const ownScore = node.source === 'current' ? () => current : (slot: number) => scores![slot]!;
    combineBranches(node, frontier, node.isScored ? ownScore : undefined);
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

const FIRST: readonly number[] = [0];
const SECOND: readonly number[] = [1];

/** The positions of the best edges of a node's branches, no edge twice and never `forbidden`. */
function chooseEdges(
  branches: readonly number[],
  best: readonly BestEdges[],
  slot: number,
  forbidden: number,
): readonly number[] {
  if (branches.length === 1) {
    const { keys, width } = best[branches[0]!]!;
    return keys[slot * width] === forbidden ? SECOND : FIRST;
  }
  const choice: number[] = [];
  assignDistinct(
    branches.map((branch) => best[branch]!),
    slot,
    forbidden,
    choice,
  );
  return choice;
}

/** Whether a tree node may be any node of its type, with nothing beyond it. */
const isAnything = (node: TreeNode): boolean =>
  node.source === 'any' && node.branches.length === 0 && node.negations.length === 0;
