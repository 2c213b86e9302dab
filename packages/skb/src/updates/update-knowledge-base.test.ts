import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import type { Schema } from '@grasp/plan';

import { contentOf, KnowledgeBaseModel } from '../../test/knowledge-base-model.js';
import { sourceOf, temporaryFolder } from '../../test/small-source.js';
import {
  compactKnowledgeBase,
  importKnowledgeBase,
  openKnowledgeBase,
  updateKnowledgeBase,
  verifyKnowledgeBase,
} from '../index.js';
import type { KnowledgeBaseChange, NodeRecord, RelationRecord } from '../index.js';

const folder = temporaryFolder();
let fileCount = 0;
const nextFile = (): string => join(folder, `${fileCount++}.skb`);

const schema: Schema = {
  nodeTypes: [
    { name: 'b', fields: [{ name: 'text', kind: 'text' }] },
    { name: 'empty', fields: [] },
    { name: 'a', fields: [{ name: 'size', kind: 'number' }] },
  ],
  relations: [
    {
      name: 'r',
      endpoints: [
        { from: 'b', to: 'a' },
        { from: 'a', to: 'a' },
        { from: 'b', to: 'b' },
      ],
    },
    { name: 's', endpoints: [{ from: 'b', to: 'b' }] },
    { name: 'unused', endpoints: [{ from: 'empty', to: 'a' }] },
  ],
};

const names = ['x', 'X ', 'é', 'e', 'a b', 'a-b', '\ud800', '?', 'long name'];
const ids = ['', '0', '1', '10', '2', 'a', 'b', 'é', '\uffff', '\u{1f600}', '\ud800', 'z'].slice(1);
const id = fc.constantFrom(...ids);
const name = fc.constantFrom(...names);
const node: fc.Arbitrary<NodeRecord> = fc.oneof(
  fc.record({
    kind: fc.constant('node' as const),
    type: fc.constant('b'),
    id,
    name,
    aliases: fc.array(name, { maxLength: 2 }),
    fields: fc.record({ text: name }, { requiredKeys: [] }),
  }),
  fc.record({
    kind: fc.constant('node' as const),
    type: fc.constant('a'),
    id,
    name,
    fields: fc.record({ size: fc.nat(3) }, { requiredKeys: [] }),
  }),
);
const edge = fc.record({
  kind: fc.constant('relation' as const),
  relation: fc.constantFrom('r', 's'),
  from: id,
  to: id,
});
const change: fc.Arbitrary<KnowledgeBaseChange> = fc.oneof(
  { weight: 4, arbitrary: node },
  { weight: 6, arbitrary: edge as fc.Arbitrary<RelationRecord> },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete-node' as const), id }) },
  { weight: 2, arbitrary: edge.map((value) => ({ ...value, kind: 'delete-relation' as const })) },
);

test('any sequence of updates gives what a fresh import of the final data gives, and compaction its very bytes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(node, edge as fc.Arbitrary<RelationRecord>), { maxLength: 40 }),
      fc.array(fc.array(change, { maxLength: 25 }), { minLength: 1, maxLength: 5 }),
      async (imported, updates) => {
        const file = nextFile();
        const model = new KnowledgeBaseModel(schema);
        model.apply(imported);
        await importKnowledgeBase(sourceOf(imported, schema), file);
        const opened = [];
        for (const changes of updates) {
          opened.push({ knowledgeBase: openKnowledgeBase(file), expected: model.copy() });
          model.apply(changes);
          const report = await updateKnowledgeBase(file, changes);
          using knowledgeBase = openKnowledgeBase(file);
          expect(contentOf(knowledgeBase, names)).toEqual(model.content(names));
          expect(report).toMatchObject({
            nodeCount: knowledgeBase.nodeCount,
            relationCount: knowledgeBase.report.relationCount,
            updateCount: knowledgeBase.updates.length,
            bytes: statSync(file).size,
          });
          expect(knowledgeBase.report.bytes).toBe(report.bytes);
        }
        verifyKnowledgeBase(file);
        for (const { knowledgeBase, expected } of opened) {
          expect(contentOf(knowledgeBase, names)).toEqual(expected.content(names));
          knowledgeBase.close();
        }
        const fresh = nextFile();
        await importKnowledgeBase(sourceOf(model.records(), schema), fresh);
        await compactKnowledgeBase(file);
        expect(readFileSync(file).equals(readFileSync(fresh))).toBe(true);
      },
    ),
    { numRuns: Number(process.env['UPDATE_RUNS'] ?? 40) },
  );
}, 120_000);
