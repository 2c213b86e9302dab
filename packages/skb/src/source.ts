import type { Schema } from '@grasp/plan';

import type { SectionWriter } from './import-knowledge-base.js';
import type { ImportProblemCode } from './import-problem.js';
import type { KnowledgeBase } from './knowledge-base.js';

/** Where a record was read. */
export interface Origin {
  /** The file, relative to the source's folder. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column?: number;
}

/** The value of one field: text, keyword and date fields hold a string or several, number fields a number. */
export type FieldValue = string | number | readonly string[];

/** A node. A second node with the same id is a problem, `duplicate_node`; the first is kept. */
export interface NodeRecord {
  readonly kind: 'node';
  /** A node type of the source's schema. */
  readonly type: string;
  /** Unique over all types; not empty. */
  readonly id: string;
  readonly name: string;
  /** Other names of the same thing. */
  readonly aliases?: readonly string[];
  /** Values by field name; the schema lists the fields of each type. */
  readonly fields?: Readonly<Record<string, FieldValue>>;
  readonly origin?: Origin;
}

/** A directed relation between two nodes, which may come later than it does. */
export interface RelationRecord {
  readonly kind: 'relation';
  /** A relation of the source's schema. */
  readonly relation: string;
  /** Id of the node that it starts at. */
  readonly from: string;
  /** Id of the node that it ends at; may equal `from`. */
  readonly to: string;
  readonly origin?: Origin;
}

/** Something that a source could not turn into a record: it skips the row and yields this instead. */
export interface ImportProblem {
  readonly kind: 'problem';
  readonly code: ImportProblemCode;
  /** What was found and what was expected, in one sentence. */
  readonly message: string;
  readonly origin?: Origin;
}

/** Anything that yields the nodes and relations of one knowledge base, in any order. */
export interface KnowledgeBaseSource {
  /** Shown in the import report. */
  readonly name: string;
  readonly schema: Schema;
  /**
   * Reads the source from its beginning. May be called more than once.
   *
   * @throws the signal's reason when it is aborted.
   */
  records(options?: { readonly signal?: AbortSignal }): AsyncIterable<NodeRecord | RelationRecord | ImportProblem>;
  /**
   * The same records in lists of any length. A source of millions of rows should have it, because waiting for each record
   * takes longer than importing it.
   */
  batches?(options?: {
    readonly signal?: AbortSignal;
  }): AsyncIterable<readonly (NodeRecord | RelationRecord | ImportProblem)[]>;
  /** How much of the source the last reading has read so far, in any unit such as bytes, and how much there is in all. */
  position?(): { readonly done: number; readonly total: number };
  /** Stores what the source knows besides; called after {@link records}, before the `decorate` of the import's options. */
  decorate?(writer: SectionWriter, knowledgeBase: KnowledgeBase): void | Promise<void>;
}
