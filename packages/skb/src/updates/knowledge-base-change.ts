import type { ImportProblem, NodeRecord, Origin, RelationRecord } from '../source.js';

/** A node is to be deleted, with all its relations. */
export interface NodeDeletion {
  readonly kind: 'delete-node';
  readonly id: string;
  readonly origin?: Origin;
}

/** A relation between two nodes is to be deleted; the nodes stay. */
export interface RelationDeletion {
  readonly kind: 'delete-relation';
  /** A relation of the schema. */
  readonly relation: string;
  /** Id of the node that it starts at. */
  readonly from: string;
  /** Id of the node that it ends at. */
  readonly to: string;
  readonly origin?: Origin;
}

/**
 * One change of {@link updateKnowledgeBase}. A node is added, or takes the place of the one with its id: name, aliases and
 * fields are replaced whole, relations stay. A relation is added unless it is there.
 */
export type KnowledgeBaseChange = NodeRecord | RelationRecord | NodeDeletion | RelationDeletion | ImportProblem;
