import type { Random } from '../random.js';
import type { StepGraph } from './branch-answers.js';
import { branchAnswers } from './branch-answers.js';
import type { QuestionTemplate, TemplateBranch } from './question-template.js';
import type { SchemaStep } from './schema-step.js';

/** A template with its entities and all of its answers. */
export interface GroundedTemplate {
  readonly template: QuestionTemplate;
  /** Node of each anchor. */
  readonly anchors: readonly number[];
  /** Ascending. */
  readonly answers: readonly number[];
}

/** What an instance must fulfil. */
export interface GroundingLimits {
  readonly minimumAnswers: number;
  readonly maximumAnswers: number;
  /** Most edges to look at for one instance. */
  readonly maximumEdges: number;
  /** Whether a node may be an anchor. */
  readonly isAnchor: (node: number, type: string) => boolean;
}

/** The same step walked from its end. */
const reversed = (step: SchemaStep): SchemaStep => ({
  ...step,
  from: step.to,
  to: step.from,
  direction: step.direction === 'both' ? 'both' : step.direction === 'out' ? 'in' : 'out',
});

/** Draws instances of templates. */
export class TemplateGrounder {
  readonly #stepGraph: StepGraph;
  readonly #random: Random;
  readonly #limits: GroundingLimits;
  readonly #ends = new Map<string, Uint32Array>();

  constructor(stepGraph: StepGraph, random: Random, limits: GroundingLimits) {
    this.#stepGraph = stepGraph;
    this.#random = random;
    this.#limits = limits;
  }

  /**
   * One try: a target is drawn, anchors are found by walking back from it, and the answers of these anchors are computed in
   * full. undefined if the try leads nowhere: too many answers, an anchor among its own answers, a condition that
   * excludes nothing, or an anchor without a usable name.
   */
  try(template: QuestionTemplate): GroundedTemplate | undefined {
    const [first, second] = template.branches as [TemplateBranch, TemplateBranch | undefined];
    const target = this.#pick(this.#endNodes(first.steps.at(-1)!));
    if (target === undefined) return undefined;
    const anchor = this.#walkBack(first.steps, target);
    if (anchor === undefined) return undefined;
    const reached = this.#answers(first, anchor);
    if (reached === undefined) return undefined;
    if (second === undefined) return this.#accept(template, [anchor], reached);

    let other = anchor;
    if (second.anchor !== first.anchor) {
      const start = second.isNegated ? this.#pick([...reached].filter((node) => node !== target)) : target;
      const found = start === undefined ? undefined : this.#walkBack(second.steps, start);
      if (found === undefined || found === anchor) return undefined;
      other = found;
    }
    const condition = this.#answers(second, other);
    if (condition === undefined) return undefined;
    const answers = new Set([...reached].filter((node) => condition.has(node) !== second.isNegated));
    // A condition that leaves everything, or that alone would do, makes a question with a needless part.
    if (answers.size === reached.size || (!second.isNegated && answers.size === condition.size)) return undefined;
    return this.#accept(template, second.anchor === first.anchor ? [anchor] : [anchor, other], answers);
  }

  #accept(
    template: QuestionTemplate,
    anchors: readonly number[],
    answers: ReadonlySet<number>,
  ): GroundedTemplate | undefined {
    const { minimumAnswers, maximumAnswers, isAnchor } = this.#limits;
    if (answers.size < minimumAnswers || answers.size > maximumAnswers) return undefined;
    const types = template.branches.map(({ steps }) => steps[0]!.from);
    if (anchors.some((anchor, index) => answers.has(anchor) || !isAnchor(anchor, types[index]!))) return undefined;
    return { template, anchors, answers: [...answers].sort((a, b) => a - b) };
  }

  #answers(branch: TemplateBranch, anchor: number): ReadonlySet<number> | undefined {
    return branchAnswers(this.#stepGraph, branch.steps, anchor, this.#limits.maximumEdges);
  }

  #pick(nodes: ArrayLike<number>): number | undefined {
    return nodes.length === 0 ? undefined : nodes[this.#random.integer(nodes.length)];
  }

  /** A random way back along the steps, never over the same edge twice in a row; undefined at a dead end. */
  #walkBack(steps: readonly SchemaStep[], target: number): number | undefined {
    let node = target;
    let last: { readonly relation: string; readonly edge: number } | undefined;
    for (const step of steps.toReversed().map(reversed)) {
      const choices: (readonly [number, number])[] = [];
      this.#stepGraph.edges(step)(node, (neighbour, edge) => {
        if (last?.edge !== edge || last.relation !== step.relation) choices.push([neighbour, edge]);
      });
      if (choices.length === 0) return undefined;
      const [neighbour, edge] = choices[this.#random.integer(choices.length)]!;
      node = neighbour;
      last = { relation: step.relation, edge };
    }
    return node;
  }

  /** The nodes that a step ends in. */
  #endNodes(step: SchemaStep): Uint32Array {
    const key = JSON.stringify([step.relation, step.direction, step.from, step.to]);
    let nodes = this.#ends.get(key);
    if (nodes === undefined) {
      const { start, end } = this.#stepGraph.graph.typeRange(step.to);
      const visitEdges = this.#stepGraph.edges(reversed(step));
      const found: number[] = [];
      for (let node = start; node < end; node++) {
        let hasEdge = false;
        visitEdges(node, () => (hasEdge = true));
        if (hasEdge) found.push(node);
      }
      this.#ends.set(key, (nodes = Uint32Array.from(found)));
    }
    return nodes;
  }
}
