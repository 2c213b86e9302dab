import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Schema } from '@grasp/plan';

import type { ImportProblem, KnowledgeBaseSource, NodeRecord, RelationRecord } from '../src/index.js';

export type SourceRecord = NodeRecord | RelationRecord | ImportProblem;

/** Two types, a relation between them, and one from papers to papers. */
export const paperSchema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      fields: [
        { name: 'abstract', kind: 'text' },
        { name: 'year', kind: 'number' },
        { name: 'topic', kind: 'keyword' },
      ],
    },
    { name: 'author', fields: [] },
  ],
  relations: [
    { name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
  ],
};

/** A source of records that lie in memory. */
export function sourceOf(records: readonly SourceRecord[], schema: Schema = paperSchema): KnowledgeBaseSource {
  return {
    name: 'in memory',
    schema,
    async *records() {
      yield* records;
    },
  };
}

export const paper = (id: string, rest: Partial<NodeRecord> = {}): NodeRecord => ({
  kind: 'node',
  type: 'paper',
  id,
  name: `Paper ${id}`,
  ...rest,
});

export const author = (id: string, rest: Partial<NodeRecord> = {}): NodeRecord => ({
  kind: 'node',
  type: 'author',
  id,
  name: `Author ${id}`,
  ...rest,
});

export const relation = (name: string, from: string, to: string, line?: number): RelationRecord => ({
  kind: 'relation',
  relation: name,
  from,
  to,
  ...(line !== undefined && { origin: { file: 'relations.csv', line } }),
});

/** A folder for one test file, removed at its end. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'grasp-skb-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
