import type { Schema } from '@grasp/plan';

/** The edges of one relation in one direction, as compressed sparse rows over all nodes. */
export interface AdjacencyRows {
  /** Node i has the targets from `offsets[i]` to `offsets[i + 1]`; one offset more than there are nodes. */
  readonly offsets: Uint32Array;
  readonly targets: Uint32Array;
}

/** What the question generator needs of a knowledge base. Nodes are numbers; those of one type are one range. */
export interface QuestionGraph {
  readonly schema: Schema;
  readonly nodeCount: number;
  /** The nodes of a type, end exclusive. */
  typeRange(type: string): { readonly start: number; readonly end: number };
  idOf(index: number): string;
  nameOf(index: number): string;
  adjacency(relation: string, direction: 'out' | 'in'): AdjacencyRows;
  /** Nodes that go by a name. If it is there, a node serves as anchor only if its name means no other node of its type. */
  findByName?(text: string): Iterable<number>;
}
