import type { Plan } from '@grasp/plan';

import type { Bindings } from '../src/index.js';
import type { SmallEdge, SmallGraph, SmallNode } from './small-graph.js';

/** One way to satisfy the hops of a scope: a node for each variable, a stored edge for each hop. */
export interface Way {
  readonly nodes: ReadonlyMap<string, string>;
  readonly edges: ReadonlyMap<number, SmallEdge>;
}

interface OrientedEdge {
  readonly edge: SmallEdge;
  readonly from: string;
  readonly to: string;
}

interface Scope {
  readonly variables: ReadonlySet<string>;
  readonly hops: readonly number[];
  readonly negations: readonly { hop: number; near: string; far: string }[];
  readonly closed: ReadonlySet<number>;
}

/**
 * The definition of a plan's meaning, taken literally: every assignment of nodes and edges is tried. Exponential, and
 * written apart from the sources on purpose.
 */
export class PlanSatisfier {
  private readonly edges: readonly SmallEdge[];
  private readonly oriented = new Map<number, readonly OrientedEdge[]>();
  private readonly scopes = new Map<string, Scope>();
  private readonly types: ReadonlyMap<string, SmallNode>;

  constructor(
    graph: SmallGraph,
    private readonly plan: Plan,
    private readonly bindings: Bindings,
  ) {
    const distinct = new Map(graph.edges.map((edge) => [JSON.stringify([edge.relation, edge.from, edge.to]), edge]));
    this.edges = [...distinct.values()];
    this.types = new Map(graph.nodes.map((node) => [node.id, node]));
  }

  /** Score of each target that satisfies the plan, filters aside. */
  scores(): Map<string, number> {
    const scores = new Map<string, number>();
    const closed = this.component('T');
    for (const id of this.types.keys()) {
      for (const way of this.ways('T', id, -1, new Map(), closed)) {
        const score = this.scoreOf(way);
        if (score > (scores.get(id) ?? -Infinity)) scores.set(id, score);
      }
    }
    return scores;
  }

  scoreOf(way: Way): number {
    let sum = 0;
    for (const { var: variable } of this.plan.anchors) {
      const id = way.nodes.get(variable);
      if (id === undefined) continue;
      sum += Math.max(
        ...(this.bindings[variable] ?? []).filter((binding) => binding.id === id).map(({ score }) => score),
      );
    }
    return Math.round(sum * 1e12) / 1e12;
  }

  /** Whether each node may stand for its variable. */
  isWay(nodes: ReadonlyMap<string, string>): boolean {
    return [...nodes].every(([variable, id]) => this.mayBe(variable, id));
  }

  /** Whether a node may stand for a variable by its labels and bindings. */
  private mayBe(variable: string, id: string): boolean {
    const { type } = this.types.get(id)!;
    if (variable === 'T' && !this.plan.target.labels.includes(type)) return false;
    if (this.plan.hops.some((hop) => hop.to_var === variable && hop.to_label !== type)) return false;
    const anchor = this.plan.anchors.find((candidate) => candidate.var === variable);
    if (anchor === undefined) return true;
    return anchor.label === type && (this.bindings[variable] ?? []).some((binding) => binding.id === id);
  }

  private isCut(variable: string): boolean {
    return variable !== 'T' && this.plan.anchors.some((anchor) => anchor.var === variable);
  }

  /** The hops that hang together with a variable without passing through an anchor other than the target. */
  private component(variable: string, entry = -1): Set<number> {
    const hops = new Set<number>();
    const visit = (current: string): void => {
      this.plan.hops.forEach((hop, index) => {
        if (index === entry || hops.has(index) || (hop.from !== current && hop.to_var !== current)) return;
        hops.add(index);
        for (const end of [hop.from, hop.to_var]) if (!this.isCut(end)) visit(end);
      });
    };
    visit(variable);
    return hops;
  }

  /**
   * What belongs together: from the root on along hops that are not negated. An anchor leads on through any hop that is
   * not closed, which are those around the target and those that scopes outside have entered.
   */
  private scope(root: string, entry: number, outer: ReadonlySet<string>, closed: ReadonlySet<number>): Scope {
    const variables = new Set<string>();
    const hops = new Set<number>();
    const negated = new Map<number, string[]>();
    const enter = (variable: string): void => {
      if (variables.has(variable) || outer.has(variable)) return;
      variables.add(variable);
      this.plan.hops.forEach((hop, index) => {
        if (index === entry || (hop.from !== variable && hop.to_var !== variable)) return;
        if (this.isCut(variable) && closed.has(index)) return;
        if (hop.negated === true) negated.set(index, [...(negated.get(index) ?? []), variable]);
        else hops.add(index);
        if (hop.negated !== true) enter(hop.from === variable ? hop.to_var : hop.from);
      });
    };
    enter(root);
    const negations = [...negated].map(([index, entered]) => {
      const hop = this.plan.hops[index]!;
      // An anchor that is part of the way serves as the far end; then the hop asks for the absence of an edge.
      const near =
        entered.length === 1 ? entered[0]! : (entered.find((variable) => !this.isCut(variable)) ?? entered[0]!);
      return { hop: index, near, far: hop.from === near ? hop.to_var : hop.from };
    });
    const inside = new Set(closed);
    for (const index of [...hops, ...negated.keys()]) {
      inside.add(index);
      for (const end of [this.plan.hops[index]!.from, this.plan.hops[index]!.to_var]) {
        if (!this.isCut(end)) for (const other of this.component(end)) inside.add(other);
      }
    }
    return { variables, hops: [...hops], negations, closed: inside };
  }

  /** The stored edges that a hop may take, each way round that it may take them. */
  private edgesOf(index: number): readonly OrientedEdge[] {
    const known = this.oriented.get(index);
    if (known !== undefined) return known;
    const { rel, direction } = this.plan.hops[index]!;
    const oriented: OrientedEdge[] = [];
    for (const edge of this.edges) {
      if (edge.relation !== rel) continue;
      if (direction !== 'in') oriented.push({ edge, from: edge.from, to: edge.to });
      if (direction === 'in' || (direction === undefined && edge.from !== edge.to)) {
        oriented.push({ edge, from: edge.to, to: edge.from });
      }
    }
    this.oriented.set(index, oriented);
    return oriented;
  }

  *ways(
    root: string,
    id: string,
    entry: number,
    outer: ReadonlyMap<string, string>,
    closed: ReadonlySet<number>,
  ): Generator<Way> {
    const known = outer.get(root);
    if (known !== undefined) {
      if (known === id) yield { nodes: new Map(), edges: new Map() };
      return;
    }
    if (!this.mayBe(root, id)) return;
    const key = JSON.stringify([root, entry, ...outer.keys(), ...closed]);
    const scope = this.scopes.get(key) ?? this.scope(root, entry, new Set(outer.keys()), closed);
    this.scopes.set(key, scope);
    const nodes = new Map([[root, id]]);
    const edges = new Map<number, SmallEdge>();
    const nodeOf = (variable: string): string | undefined => outer.get(variable) ?? nodes.get(variable);

    const isFree = (index: number, edge: SmallEdge): boolean => {
      const ends = [this.plan.hops[index]!.from, this.plan.hops[index]!.to_var];
      return [...edges].every(
        ([other, used]) =>
          used !== edge ||
          !(ends.includes(this.plan.hops[other]!.from) || ends.includes(this.plan.hops[other]!.to_var)),
      );
    };
    const isNegationMet = ({ hop: index, near, far }: Scope['negations'][number]): boolean => {
      const hop = this.plan.hops[index]!;
      const anchors = [...outer, ...[...nodes].filter(([variable]) => this.isCut(variable))];
      for (const { from, to } of this.edgesOf(index)) {
        const [nearId, farId] = hop.from === near ? [from, to] : [to, from];
        if (nearId !== nodeOf(near)) continue;
        for (const _ of this.ways(far, farId, index, new Map(anchors), scope.closed)) return false;
      }
      return true;
    };
    const search = function* (this: PlanSatisfier): Generator<Way> {
      const next = scope.hops.find((index) => {
        const hop = this.plan.hops[index]!;
        return !edges.has(index) && (nodes.has(hop.from) || nodes.has(hop.to_var));
      });
      if (next === undefined) {
        if (scope.negations.every(isNegationMet)) yield { nodes: new Map(nodes), edges: new Map(edges) };
        return;
      }
      const hop = this.plan.hops[next]!;
      const [boundFrom, boundTo] = [nodeOf(hop.from), nodeOf(hop.to_var)];
      for (const { edge, from, to } of this.edgesOf(next)) {
        if ((boundFrom ?? from) !== from || (boundTo ?? to) !== to || !isFree(next, edge)) continue;
        const added: string[] = [];
        const isFitting = [[hop.from, from] as const, [hop.to_var, to] as const].every(([variable, candidate]) => {
          const bound = nodeOf(variable);
          if (bound !== undefined) return bound === candidate;
          if (!this.mayBe(variable, candidate)) return false;
          nodes.set(variable, candidate);
          added.push(variable);
          return true;
        });
        if (isFitting) {
          edges.set(next, edge);
          yield* search.call(this);
          edges.delete(next);
        }
        for (const variable of added) nodes.delete(variable);
      }
    };
    yield* search.call(this);
  }
}
