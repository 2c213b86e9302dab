import type { Schema } from '@grasp/plan';

import { ProblemTally } from '../import-report.js';
import { isId, quote, RecordChecker } from '../record-checker.js';
import type { Origin } from '../source.js';
import type { KnowledgeBaseChange } from './knowledge-base-change.js';

/** A node as it is stored. */
export interface CheckedNode {
  readonly id: string;
  /** Position of its type in the schema. */
  readonly type: number;
  readonly name: string;
  /** JSON of aliases and fields; empty when it has neither. */
  readonly record: string;
  readonly origin: Origin | undefined;
}

/** A relation to be added or deleted. */
export interface CollectedRelation {
  /** Its position in the schema. */
  readonly relation: number;
  readonly from: string;
  readonly to: string;
  readonly origin: Origin | undefined;
}

/** Changes that fit a schema, in no particular order. */
export interface CollectedChanges {
  readonly nodes: ReadonlyMap<string, CheckedNode>;
  readonly relations: readonly CollectedRelation[];
  readonly deletedNodes: ReadonlyMap<string, Origin | undefined>;
  readonly deletedRelations: readonly CollectedRelation[];
  readonly checker: RecordChecker;
  /** What was wrong with the others. */
  readonly problems: ProblemTally;
}

/** Reads all changes and checks what can be checked without the knowledge base. */
export async function collectChanges(
  schema: Schema,
  changes: Iterable<KnowledgeBaseChange> | AsyncIterable<KnowledgeBaseChange>,
  signal?: AbortSignal,
): Promise<CollectedChanges> {
  const problems = new ProblemTally();
  const checker = new RecordChecker(schema, problems);
  const nodes = new Map<string, CheckedNode>();
  const deletedNodes = new Map<string, Origin | undefined>();
  const relations: CollectedRelation[] = [];
  const deletedRelations: CollectedRelation[] = [];
  signal?.throwIfAborted();
  for await (const change of changes) {
    signal?.throwIfAborted();
    switch (change.kind) {
      case 'node': {
        const { id, name } = change;
        const type = checker.nodeType(change);
        if (type === undefined) break;
        const { record } = checker.content(change, type);
        if (!nodes.has(id)) nodes.set(id, { id, type, name, record, origin: change.origin });
        else {
          const describe = (): string => `a second node has the id ${quote(id)}; the first is kept`;
          problems.add('duplicate_node', describe, change.origin);
        }
        break;
      }
      case 'relation':
      case 'delete-relation': {
        const { from, to, origin } = change;
        const relation = checker.relation(change.relation, from, to, origin);
        const target = change.kind === 'relation' ? relations : deletedRelations;
        if (relation !== undefined) target.push({ relation, from, to, origin });
        break;
      }
      case 'delete-node':
        if (isId(change.id)) deletedNodes.set(change.id, change.origin);
        else problems.add('malformed_row', () => 'expected the id of a node to delete', change.origin);
        break;
      default:
        problems.add(change.code, () => change.message, change.origin);
    }
  }
  return { nodes, relations, deletedNodes, deletedRelations, checker, problems };
}
