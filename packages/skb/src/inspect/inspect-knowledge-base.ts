import type { FieldKind } from '@grasp/plan';

import type { KnowledgeBase } from '../knowledge-base.js';
import { checkRelation, degreeStatistics } from './degree-statistics.js';
import type { DegreeStatistics, RelationCheck } from './degree-statistics.js';
import { nameStatistics } from './duplicate-names.js';
import type { NameStatistics } from './duplicate-names.js';

/** How many of the nodes that were looked at have a value in a field. */
export interface FieldFill {
  readonly field: string;
  readonly kind: FieldKind;
  readonly filled: number;
}

/** The nodes of one type. */
export interface TypeInspection {
  readonly type: string;
  readonly nodes: number;
  /** Nodes without any edge. */
  readonly isolated: number;
  /** Ids of the first of these. */
  readonly isolatedIds: readonly string[];
  readonly names: NameStatistics;
  /** How many nodes the rest was counted on: all, or that many spread evenly over the type. */
  readonly lookedAt: number;
  readonly withAliases: number;
  /** Nodes that have a name and nothing else, neither aliases nor fields. */
  readonly withoutText: number;
  readonly fields: readonly FieldFill[];
}

/** What a knowledge base holds. */
export interface KnowledgeBaseInspection {
  readonly nodeCount: number;
  readonly relationCount: number;
  readonly types: readonly TypeInspection[];
  readonly relations: readonly RelationCheck[];
  readonly degrees: readonly DegreeStatistics[];
}

/** Options of {@link inspectKnowledgeBase}. */
export interface InspectionOptions {
  /** Nodes of each type whose fields are looked at. Default 200,000. */
  readonly sampleSize?: number;
  /** Hubs, names and ids that are given as examples. Default 5. */
  readonly exampleCount?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

/** The default options of {@link inspectKnowledgeBase}. */
export const INSPECTION_DEFAULTS = Object.freeze({ sampleSize: 200_000, exampleCount: 5 });

const isFilled = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '';

function inspectFields(
  knowledgeBase: KnowledgeBase,
  type: string,
  sampleSize: number,
): Pick<TypeInspection, 'lookedAt' | 'withAliases' | 'withoutText' | 'fields'> {
  const { start, end } = knowledgeBase.typeRange(type);
  const lookedAt = Math.min(end - start, sampleSize);
  const { fields } = knowledgeBase.schema.nodeTypes.find(({ name }) => name === type)!;
  const filled = new Uint32Array(fields.length);
  let [withAliases, withoutText] = [0, 0];
  for (let step = 0; step < lookedAt; step++) {
    const node = knowledgeBase.node(start + Math.floor((step * (end - start)) / lookedAt));
    let count = node.aliases.length;
    if (count > 0) withAliases++;
    fields.forEach(({ name }, position) => {
      if (!isFilled(node.fields[name])) return;
      filled[position]!++;
      count++;
    });
    if (count === 0) withoutText++;
  }
  return {
    lookedAt,
    withAliases,
    withoutText,
    fields: fields.map(({ name, kind }, position) => ({ field: name, kind, filled: filled[position]! })),
  };
}

/**
 * Counts what a knowledge base holds and what may be wrong with it: degrees and hubs by relation, names that several
 * nodes share, nodes without edges or text, how many nodes have each field. Memory: 32 bytes a node at most.
 *
 * @throws the signal's reason when it is aborted.
 */
export async function inspectKnowledgeBase(
  knowledgeBase: KnowledgeBase,
  options: InspectionOptions = {},
): Promise<KnowledgeBaseInspection> {
  const { sampleSize, exampleCount } = { ...INSPECTION_DEFAULTS, ...options };
  const { nodeTypes, relations } = knowledgeBase.schema;
  const total = relations.length + nodeTypes.length;
  let done = 0;
  const step = async (): Promise<void> => {
    options.onProgress?.({ done: ++done, total });
    // Between steps, so that an interrupt is heard.
    await new Promise((resolve) => setImmediate(resolve));
    options.signal?.throwIfAborted();
  };
  const totals = new Uint32Array(knowledgeBase.nodeCount);
  const degrees: DegreeStatistics[] = [];
  const checks: RelationCheck[] = [];
  for (const { name } of relations) {
    for (const direction of ['out', 'in'] as const) {
      degrees.push(degreeStatistics(knowledgeBase, name, direction, exampleCount, totals));
    }
    checks.push(checkRelation(knowledgeBase, name));
    await step();
  }
  const types: TypeInspection[] = [];
  for (const { name: type } of nodeTypes) {
    const { start, end } = knowledgeBase.typeRange(type);
    let isolated = 0;
    const isolatedIds: string[] = [];
    for (let index = start; index < end; index++) {
      if (totals[index] !== 0) continue;
      isolated++;
      if (isolatedIds.length < exampleCount) isolatedIds.push(knowledgeBase.idOf(index));
    }
    types.push({
      type,
      nodes: end - start,
      isolated,
      isolatedIds,
      names: nameStatistics(knowledgeBase, type, exampleCount),
      ...inspectFields(knowledgeBase, type, sampleSize),
    });
    await step();
  }
  return {
    nodeCount: knowledgeBase.nodeCount,
    relationCount: checks.reduce((sum, { edges }) => sum + edges, 0),
    types,
    relations: checks,
    degrees,
  };
}
