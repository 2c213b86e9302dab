import type { Schema } from '@grasp/plan';

import { upwardDirection } from './hierarchy.js';
import type { RelationGraph } from './lexicon.js';

/** One relation between two types, seen from one of them. */
export interface SchemaStep {
  readonly relation: string;
  readonly from: string;
  readonly to: string;
  /** Number of edges, at least 1. */
  readonly edges: number;
}

/** How the types of a schema are connected, and how often. */
export interface SchemaStatistics {
  /** Steps that leave a type, in both directions of the relations. */
  stepsFrom(type: string): readonly SchemaStep[];
  /** Log share of the step among all steps between its two types; 0 when it is the only one. */
  relationPrior(step: SchemaStep): number;
  /** Which way a relation between nodes of one type leads upwards, if it is a hierarchy. */
  upward(relation: string, type: string): 'out' | 'in' | undefined;
  /** Log share of the steps to `to` among all steps that leave `from`; negative infinity when there is none. */
  targetPrior(from: string, to: string): number;
}

const SAMPLE = 500;

/** Edges of a relation between two types; a sample decides when the same type has several types at the other end. */
function countEdges(graph: RelationGraph, relation: string, from: string, to: string, shared: boolean): number {
  const rows = graph.adjacency(relation, 'out');
  const range = graph.typeRange(from);
  const goal = graph.typeRange(to);
  if (rows === undefined || range === undefined || goal === undefined || range.end <= range.start) return 0;
  const [first, last] = [rows.offsets[range.start]!, rows.offsets[range.end]!];
  if (!shared || last === first) return last - first;
  const step = Math.max(1, Math.floor((last - first) / SAMPLE));
  let [seen, hits] = [0, 0];
  for (let at = first; at < last; at += step) {
    seen++;
    if (rows.targets[at]! >= goal.start && rows.targets[at]! < goal.end) hits++;
  }
  return Math.round((hits / seen) * (last - first));
}

/** Reads the sizes of all relations; without a graph every relation counts the same. */
export function readSchemaStatistics(schema: Schema, graph?: RelationGraph): SchemaStatistics {
  const steps = new Map<string, SchemaStep[]>(schema.nodeTypes.map((type) => [type.name, []]));
  for (const relation of schema.relations) {
    for (const { from, to } of relation.endpoints) {
      const shared = relation.endpoints.some((other) => other.from === from && other.to !== to);
      const edges = Math.max(1, graph === undefined ? 1 : countEdges(graph, relation.name, from, to, shared));
      const both = [
        { relation: relation.name, from, to, edges },
        { relation: relation.name, from: to, to: from, edges },
      ];
      for (const step of from === to ? both.slice(0, 1) : both) {
        const known = steps.get(step.from);
        if (known === undefined) continue;
        const twin = known.findIndex((other) => other.relation === step.relation && other.to === step.to);
        if (twin < 0) known.push(step);
        else known[twin] = { ...step, edges: step.edges + known[twin]!.edges };
      }
    }
  }
  const total = (list: readonly SchemaStep[]): number => list.reduce((sum, step) => sum + step.edges, 0);
  const upward = new Map<string, 'out' | 'in' | undefined>();
  for (const [type, list] of steps) {
    for (const step of list) {
      if (step.to === type)
        upward.set(JSON.stringify([step.relation, type]), upwardDirection(step.relation, type, graph));
    }
  }
  const targetPriors = new Map<string, ReadonlyMap<string, number>>();
  const relationPriors = new Map<SchemaStep, number>();
  for (const [type, list] of steps) {
    const ends = new Map<string, number>();
    for (const { to, edges } of list) ends.set(to, (ends.get(to) ?? 0) + edges);
    for (const step of list) relationPriors.set(step, Math.log(step.edges / Math.max(1, ends.get(step.to)!)));
    targetPriors.set(type, new Map([...ends].map(([to, edges]) => [to, Math.log(edges / total(list))])));
  }
  return {
    upward: (relation, type) => upward.get(JSON.stringify([relation, type])),
    stepsFrom: (type) => steps.get(type) ?? [],
    relationPrior: (step) => relationPriors.get(step) ?? -Infinity,
    targetPrior: (from, to) => targetPriors.get(from)?.get(to) ?? -Infinity,
  };
}
