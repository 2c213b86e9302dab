import type { Anchor, Filter, Hop, Plan, Schema } from '@grasp/plan';
import fc from 'fast-check';

import type { Bindings } from '../src/index.js';
import type { SmallEdge, SmallGraph, SmallNode } from './small-graph.js';

export interface RandomCase {
  readonly graph: SmallGraph;
  readonly plan: Plan;
  readonly bindings: Bindings;
}

const TYPES = ['paper', 'author'];
const RELATIONS = ['cites', 'writes'];

const schema: Schema = {
  nodeTypes: TYPES.map((name) => ({
    name,
    fields: [
      { name: 'year', kind: 'number' },
      { name: 'topics', kind: 'keyword' },
    ],
  })),
  relations: RELATIONS.map((name) => ({
    name,
    endpoints: TYPES.flatMap((from) => TYPES.map((to) => ({ from, to }))),
  })),
};

type Generate = fc.GeneratorValue;

const whole = (generate: Generate, min: number, max: number): number => generate(fc.integer, { min, max });
const happens = (generate: Generate, percent: number): boolean => whole(generate, 0, 99) < percent;
const pick = <T>(generate: Generate, values: readonly T[]): T => values[whole(generate, 0, values.length - 1)]!;

function shuffle<T>(generate: Generate, values: readonly T[]): T[] {
  const rest = [...values];
  return values.map(() => rest.splice(whole(generate, 0, rest.length - 1), 1)[0]!);
}

function randomGraph(generate: Generate): SmallGraph {
  const nodes: SmallNode[] = [];
  const typeCount = happens(generate, 60) ? 1 : 2;
  for (let i = whole(generate, 3, 8); i > 0; i--) {
    const fields = {
      ...(happens(generate, 80) ? { year: whole(generate, 1, 3) } : {}),
      ...(happens(generate, 80) ? { topics: ['X', 'Y', 'Z'].slice(whole(generate, 0, 2)) } : {}),
    };
    nodes.push({ id: `n${(i * 7) % 10}`, type: TYPES[whole(generate, 0, typeCount - 1)]!, fields });
  }
  const edges: SmallEdge[] = [];
  for (let i = whole(generate, 8, 24); i > 0; i--) {
    const edge = {
      relation: pick(generate, RELATIONS),
      from: pick(generate, nodes).id,
      to: pick(generate, nodes).id,
    };
    edges.push(edge);
    if (happens(generate, 20)) edges.push({ relation: edge.relation, from: edge.to, to: edge.from });
  }
  return { schema, nodes, edges };
}

/** A plan that is a random tree around `T`, with some anchors tied in once more. Most such plans are valid. */
function randomPlan(generate: Generate, graph: SmallGraph): Plan {
  const present = [...new Set(graph.nodes.map((node) => node.type))];
  const types = new Map([['T', pick(generate, present)]]);
  const relations = happens(generate, 50) ? RELATIONS.slice(0, 1) : RELATIONS;
  const links: { near: string; far: string; negated: boolean }[] = [];
  for (let i = whole(generate, 0, 5) || 4; i > 0; i--) {
    // Half of the time at the latest variable, for long chains.
    const near = happens(generate, 50) ? [...types.keys()].at(-1)! : pick(generate, [...types.keys()]);
    const far = `V${i}`;
    types.set(far, pick(generate, present));
    links.push({ near, far, negated: happens(generate, 10) });
  }
  const isLeaf = (variable: string): boolean => !links.some((link) => link.near === variable);
  const anchors: Anchor[] = [...types]
    .filter(([variable]) => happens(generate, variable === 'T' ? 15 : isLeaf(variable) ? 85 : 25))
    .map(([variable, label]) => ({ var: variable, text: variable, label, match_mode: 'name' }));
  for (let i = happens(generate, 40) ? whole(generate, 1, 2) : 0; i > 0 && anchors.length > 0; i--) {
    const near = pick(generate, [...types.keys()]);
    const far = pick(generate, anchors).var;
    if (near !== far && far !== 'T') links.push({ near, far, negated: happens(generate, 25) });
  }
  const hops = links.map(({ near, far, negated }): Hop => {
    const isFlipped = happens(generate, 50) && (far === 'T' || anchors.some((anchor) => anchor.var === far));
    const [from, to] = isFlipped ? [far, near] : [near, far];
    return {
      from,
      rel: pick(generate, relations),
      to_var: to,
      to_label: types.get(to)!,
      ...(happens(generate, 15) ? { direction: pick(generate, ['in', 'out'] as const) } : {}),
      ...(negated ? { negated: true as const } : {}),
    };
  });
  const filters: Filter[] = [
    { field: 'year', op: pick(generate, ['eq', 'ne', 'lt', 'lte', 'gt', 'gte'] as const), value: 2 },
    { field: 'topics', op: pick(generate, ['eq', 'ne', 'contains'] as const), value: 'Y' },
    { field: 'year', op: 'in', value: [1, 3] },
  ];
  return {
    anchors: shuffle(generate, anchors),
    hops: shuffle(generate, hops),
    target: {
      var: 'T',
      labels: happens(generate, 30) ? TYPES : [types.get('T')!],
      relevance_text: '',
      ...(happens(generate, 20) ? { filters: [pick(generate, filters)] } : {}),
    },
    risk_level: 'normal',
  };
}

function randomBindings(generate: Generate, graph: SmallGraph, plan: Plan): Bindings {
  return Object.fromEntries(
    plan.anchors.map((anchor) => {
      const fitting = graph.nodes.filter((node) => node.type === anchor.label);
      const count = happens(generate, 3) ? 0 : whole(generate, 2, 5);
      const bound = Array.from({ length: count }, () => ({
        id: happens(generate, 3) ? 'missing' : pick(generate, happens(generate, 90) ? fitting : graph.nodes).id,
        score: whole(generate, -200, 1000) / 1000,
        via: 'name' as const,
      }));
      return [anchor.var, bound];
    }),
  );
}

/** Small random graphs, plans and bindings. */
export const randomCase: fc.Arbitrary<RandomCase> = fc.gen().map((generate) => {
  const graph = randomGraph(generate);
  const plan = randomPlan(generate, graph);
  return { graph, plan, bindings: randomBindings(generate, graph, plan) };
});

/** The same plan with its anchors and hops in another order and hops written the other way round where that is possible. */
export function rewrite(plan: Plan, seed: number): Plan {
  let state = seed >>> 0;
  const next = (limit: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const permute = <T>(values: readonly T[]): T[] => {
    const rest = [...values];
    return values.map(() => rest.splice(next(rest.length), 1)[0]!);
  };
  const labels = new Map(plan.anchors.map((anchor) => [anchor.var, anchor.label]));
  const hops = permute(plan.hops).map((hop): Hop => {
    const label = labels.get(hop.from);
    if (label === undefined || !labels.has(hop.to_var) || next(2) === 0) return hop;
    const { direction, ...rest } = hop;
    return {
      ...rest,
      from: hop.to_var,
      to_var: hop.from,
      to_label: label,
      ...(direction === undefined ? {} : { direction: direction === 'in' ? ('out' as const) : ('in' as const) }),
    };
  });
  return { ...plan, anchors: permute(plan.anchors), hops };
}
