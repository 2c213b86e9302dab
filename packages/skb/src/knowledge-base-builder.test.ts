import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { similarText } from '../test/any-text.js';
import { paperSchema, sourceOf, temporaryFolder } from '../test/small-source.js';
import type { SourceRecord } from '../test/small-source.js';
import { importKnowledgeBase, openKnowledgeBase } from './index.js';
import type { KnowledgeBaseSource, NodeRecord, Origin, RelationRecord } from './index.js';

const folder = temporaryFolder();
const byCodeUnits = (a: string, b: string): number => (a < b ? -1 : 1);

const anyId = fc.oneof(
  fc.nat(30).map(String),
  similarText.filter((text) => text !== ''),
);
const anyOrigin = fc.option(
  fc.record(
    {
      file: fc.constantFrom('', 'a.tsv', 'b.tsv'),
      line: fc.integer({ min: 1, max: 9 }),
      column: fc.integer({ min: 1, max: 9 }),
    },
    { requiredKeys: ['file', 'line'] },
  ),
  { nil: undefined },
);
const anyNode = fc
  .record({
    type: fc.constantFrom('paper', 'author'),
    id: anyId,
    name: similarText,
    aliases: fc.array(similarText, { maxLength: 2 }),
  })
  .map((node): NodeRecord => ({ kind: 'node', ...node }));
const anyRelation = fc
  .record({ relation: fc.constantFrom('writes', 'cites'), from: anyId, to: anyId, origin: anyOrigin })
  .map(({ origin, ...rest }): RelationRecord => ({
    kind: 'relation',
    ...rest,
    ...(origin !== undefined && { origin }),
  }));
const anyRecords = fc.array(fc.oneof(anyNode, anyRelation), { maxLength: 120 });

/** What an import has to make of records, with maps and sets of strings. */
function expectedOf(records: readonly SourceRecord[]) {
  const nodes = new Map<string, NodeRecord>();
  for (const record of records) if (record.kind === 'node' && !nodes.has(record.id)) nodes.set(record.id, record);
  const order = [...nodes.values()].sort((a, b) =>
    a.type === b.type ? byCodeUnits(a.id, b.id) : a.type === 'paper' ? -1 : 1,
  );
  const edges = { writes: new Set<string>(), cites: new Set<string>() };
  const problems: Record<string, { count: number; first: Origin | undefined }> = {};
  const add = (code: string, origin: Origin | undefined): void => {
    (problems[code] ??= { count: 0, first: origin }).count++;
  };
  for (const name of ['writes', 'cites'] as const) {
    for (const record of records) {
      if (record.kind !== 'relation' || record.relation !== name) continue;
      const [from, to] = [nodes.get(record.from), nodes.get(record.to)];
      const key = JSON.stringify([record.from, record.to]);
      if (from === undefined || to === undefined) add('dangling_relation', record.origin);
      else if (from.type !== (name === 'writes' ? 'author' : 'paper') || to.type !== 'paper')
        add('impossible_endpoints', record.origin);
      else if (edges[name].has(key)) add('duplicate_relation', record.origin);
      else edges[name].add(key);
    }
  }
  return { order, edges, problems };
}

test('an import keeps what maps of strings would keep', async () => {
  await fc.assert(
    fc.asyncProperty(anyRecords, async (records) => {
      const file = join(folder, 'oracle.skb');
      const report = await importKnowledgeBase(sourceOf(records), file);
      const { order, edges, problems } = expectedOf(records);
      using knowledgeBase = openKnowledgeBase(file);
      const nodes = [...knowledgeBase.nodes()];
      expect(nodes.map(({ type, id, name, aliases }) => ({ kind: 'node', type, id, name, aliases }))).toEqual(order);
      nodes.forEach(({ id, index }) => expect(knowledgeBase.indexOf(id)).toBe(index));
      for (const name of ['writes', 'cites'] as const) {
        const pairs = (direction: 'out' | 'in'): string[] =>
          nodes.flatMap(({ id, index }) =>
            Array.from(knowledgeBase.neighbours(index, name, direction), (other) =>
              JSON.stringify(direction === 'out' ? [id, nodes[other]!.id] : [nodes[other]!.id, id]),
            ),
          );
        const expected = [...edges[name]].sort(byCodeUnits);
        expect(pairs('out').sort(byCodeUnits)).toEqual(expected);
        expect(pairs('in').sort(byCodeUnits)).toEqual(expected);
      }
      for (const code of ['dangling_relation', 'impossible_endpoints'] as const) {
        const found = report.problems.find((problem) => problem.code === code);
        expect(found?.count ?? 0).toBe(problems[code]?.count ?? 0);
        expect(found?.examples[0]?.origin).toEqual(problems[code]?.first);
      }
      const duplicates = report.problems.find(({ code }) => code === 'duplicate_relation');
      expect(duplicates?.count ?? 0).toBe(problems['duplicate_relation']?.count ?? 0);
    }),
    { numRuns: 60 },
  );
});

test('the same records give the same file byte for byte, one by one or in batches', async () => {
  const records = fc.sample(anyRecords, { numRuns: 20, seed: 7 }).flat();
  const inBatches: KnowledgeBaseSource = {
    ...sourceOf([]),
    async *batches() {
      for (let start = 0; start < records.length; start += 17) yield records.slice(start, start + 17);
    },
  };
  const digests: string[] = [];
  for (const [index, source] of [sourceOf(records, paperSchema), sourceOf(records), inBatches].entries()) {
    const file = join(folder, `same-${index}.skb`);
    await importKnowledgeBase(source, file, {
      decorate: (writer) => {
        writer.putArray(
          'numbers',
          Float32Array.from({ length: 5000 }, (_, at) => at),
        );
        writer.putJson('about', { what: 'numbers' });
      },
    });
    digests.push(createHash('sha256').update(readFileSync(file)).digest('hex'));
  }
  expect(new Set(digests).size).toBe(1);
});
