import type { Schema } from '@grasp/plan';

/** The value of one field of a node. */
export type FieldValue = string | number | readonly string[];

/** The edges of one relation in one direction, in compressed sparse row form. */
export interface Adjacency {
  /** Of length `nodeCount + 1`: the neighbours of node `n` are `targets[offsets[n]]` to `targets[offsets[n + 1] - 1]`. */
  readonly offsets: Uint32Array;
  /** Node indexes, ascending within a node. A repeated target is the same edge. */
  readonly targets: Uint32Array;
}

/**
 * What plan execution needs of a knowledge base. Nodes have dense indexes from 0 to `nodeCount - 1`, below 2³¹; those
 * of one type are one contiguous range, in which index order is the order of ids by UTF-16 code units.
 */
export interface Graph {
  readonly schema: Schema;
  readonly nodeCount: number;
  indexOf(id: string): number | undefined;
  idOf(index: number): string;
  /** The index range of a node type of the schema, end exclusive. */
  typeRange(type: string): { readonly start: number; readonly end: number };
  /** The edges of a relation of the schema: `out` lists where edges of a node lead, `in` where they come from. */
  adjacency(relation: string, direction: 'out' | 'in'): Adjacency;
  /** Read for candidates of plans that have filters. */
  node(index: number): { readonly fields: Readonly<Record<string, FieldValue>> };
}
