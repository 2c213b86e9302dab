import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import type { StaticEncoder, VectorIndex } from '@grasp/encoders';
import { createMultiFieldRetriever } from '@grasp/mfar';
import type { Schema } from '@grasp/plan';
import { createTemplatePlanner } from '@grasp/planner';
import { openKnowledgeBase, verifyKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase, KnowledgeBaseChange, NodeRecord, RelationRecord } from '@grasp/skb';
import fc from 'fast-check';

import { buildKnowledgeBase, compactKnowledgeBaseFile, updateKnowledgeBaseFile } from '../src/index.js';
import { openPlannerNames } from '../src/planner-names.js';
import { openTextIndex } from '../src/text-index.js';
import { temporaryFolder } from './built-knowledge-base.js';

const folder = temporaryFolder();
afterAll(() => folder.remove());
let fileCount = 0;
const nextFile = (): string => join(folder.path, `${fileCount++}.skb`);

const schema: Schema = {
  nodeTypes: [
    {
      name: 'disease',
      fields: [
        { name: 'summary', kind: 'text' },
        { name: 'class', kind: 'keyword' },
      ],
    },
    { name: 'sign', fields: [{ name: 'summary', kind: 'text' }] },
  ],
  relations: [
    { name: 'shows', endpoints: [{ from: 'disease', to: 'sign' }] },
    {
      name: 'like',
      endpoints: [
        { from: 'disease', to: 'disease' },
        { from: 'sign', to: 'sign' },
      ],
    },
  ],
};

const words = ['heart', 'hearts failing', 'sudden loss of hearing', 'blue skin', 'fever', 'rare'];
const text = fc.constantFrom(...words, Array.from({ length: 200 }, () => 'fever heart').join(' '));
const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h');
const node: fc.Arbitrary<NodeRecord> = fc.record(
  {
    kind: fc.constant('node' as const),
    type: fc.constantFrom('disease', 'sign'),
    id,
    name: text,
    aliases: fc.array(text, { maxLength: 2 }),
    fields: fc.record({ summary: fc.oneof(text, fc.array(text, { maxLength: 3 })) }, { requiredKeys: [] }),
  },
  { requiredKeys: ['kind', 'type', 'id', 'name'] },
);
const edge: fc.Arbitrary<RelationRecord> = fc.record({
  kind: fc.constant('relation' as const),
  relation: fc.constantFrom('shows', 'like'),
  from: id,
  to: id,
});
const change: fc.Arbitrary<KnowledgeBaseChange> = fc.oneof(
  { weight: 4, arbitrary: node },
  { weight: 6, arbitrary: edge },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('delete-node' as const), id }) },
  { weight: 2, arbitrary: edge.map((value) => ({ ...value, kind: 'delete-relation' as const })) },
);
const source = (records: readonly (NodeRecord | RelationRecord)[]) => ({
  name: 'generated',
  schema,
  async *records() {
    yield* records;
  },
});

const questions = ['loss of hearing', 'heart fever fever', 'blue', 'words that nothing has'];
const asked = [
  'Which signs does fever show?',
  'diseases with a sudden losss of hearing, but no blue skin',
  'heart failing',
];

/** All that the text indexes answer, and the plans of questions. */
async function answers(knowledgeBase: KnowledgeBase, encoder: StaticEncoder): Promise<unknown> {
  const index = openTextIndex(knowledgeBase, encoder);
  const { nodeCount } = knowledgeBase;
  const signs = knowledgeBase.typeRange('sign');
  const surfaces = (vectors: VectorIndex, question: Float32Array) =>
    vectors.search(question, { count: 50 }).map(({ index: owner, score, row }) => ({ owner, score, row }));
  const ofVectors = questions.map((question) => {
    const vector = encoder.encodeSync(question);
    return {
      names: surfaces(index.names, vector).map(({ owner, score, row }) => {
        const surface = row - index.firstNameRow(owner);
        const { name, aliases } = knowledgeBase.node(owner);
        expect(index.nameVector(row)).toEqual(encoder.encodeSync([name, ...aliases][surface]!));
        return { owner, score, surface };
      }),
      documents: surfaces(index.documents, vector).map(({ owner, score }) => ({ owner, score })),
      signs: index.documents
        .search(vector, { ...signs, count: 2 })
        .map(({ index: owner, score }) => ({ owner, score })),
      all: [...index.names.scoreAll(vector, { start: 0, end: nodeCount })],
      one: Array.from({ length: nodeCount }, (_, node) => index.documents.score(vector, node)),
    };
  });
  const ofWords = index.lexical.fields.map((name) => {
    const field = index.lexical.field(name);
    return questions.map((question) => {
      const query = field.prepare(question);
      return {
        counts: [field.documentCount, field.totalLength, query.bound],
        hits: query.search({ count: 50 }),
        scores: Array.from({ length: nodeCount }, (_, node) => query.score(node)),
      };
    });
  });
  const retriever = createMultiFieldRetriever({ nodes: knowledgeBase, scorers: index.scorers, encoder });
  const ranked = [];
  for (const question of questions) ranked.push(await retriever.retrieve(question, { count: 50 }));
  const nameIndex = openPlannerNames(knowledgeBase);
  if (nameIndex === undefined) throw new Error('expected the names of the planner');
  const planner = createTemplatePlanner({ schema, lexicon: knowledgeBase, graph: knowledgeBase, nameIndex });
  const planned = [];
  for (const question of asked) {
    for (const { plan, score } of await planner.plans(question, { count: 5 })) planned.push({ plan, score });
  }
  return { ofVectors, ofWords, ranked, planned };
}

it('any sequence of updates gives the answers of a fresh build, and compaction its very bytes', async () => {
  const encoder = await loadStaticEncoder();
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(node, edge), { maxLength: 30 }),
      fc.array(fc.array(change, { maxLength: 15 }), { minLength: 1, maxLength: 3 }),
      async (imported, updates) => {
        const file = nextFile();
        await buildKnowledgeBase(source(imported), file, { encoder });
        for (const changes of updates) await updateKnowledgeBaseFile(file, changes, { encoder });
        await verifyKnowledgeBase(file);
        const fresh = nextFile();
        using updated = openKnowledgeBase(file);
        const records: (NodeRecord | RelationRecord)[] = [];
        for (const { type, id, name, aliases, fields, index } of updated.nodes()) {
          records.push({ kind: 'node', type, id, name, aliases, fields });
          for (const { name: relation } of schema.relations) {
            for (const other of updated.neighbours(index, relation, 'out')) {
              records.push({ kind: 'relation', relation, from: id, to: updated.idOf(other) });
            }
          }
        }
        await buildKnowledgeBase(source(records), fresh, { encoder });
        {
          using built = openKnowledgeBase(fresh);
          expect(await answers(updated, encoder)).toEqual(await answers(built, encoder));
        }
        await compactKnowledgeBaseFile(file, { encoder });
        expect(readFileSync(file).equals(readFileSync(fresh))).toBe(true);
      },
    ),
    { numRuns: Number(process.env['UPDATE_RUNS'] ?? 10) },
  );
}, 120_000);
