import { copyFileSync, readdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import type { Schema } from '@grasp/plan';

import { contentOf, KnowledgeBaseModel } from '../../test/knowledge-base-model.js';
import { author, paper, relation, sourceOf, temporaryFolder } from '../../test/small-source.js';
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
        using original = openKnowledgeBase(file);
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
        await verifyKnowledgeBase(file);
        {
          using updated = openKnowledgeBase(file);
          for (const { index, type, name, aliases } of original.nodes()) {
            expect(updated.importedNode(index)).toEqual({ type, name, aliases });
          }
          expect(() => updated.importedNode(original.nodeCount)).toThrow(RangeError);
        }
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

describe('an update', () => {
  const codesOf = (problems: readonly { readonly code: string; readonly count: number }[]): unknown =>
    problems.map(({ code, count }) => [code, count]);

  async function library(): Promise<string> {
    const file = nextFile();
    const records = [author('ada'), paper('p1'), paper('p2'), relation('writes', 'ada', 'p1')];
    await importKnowledgeBase(sourceOf(records), file);
    return file;
  }

  test('reports what it did and what it skipped, with the place', async () => {
    const file = await library();
    const origin = { file: 'changes.jsonl', line: 7 };
    const report = await updateKnowledgeBase(file, [
      paper('p3'),
      paper('p3', { name: 'again' }),
      paper('p1', { name: 'Renamed' }),
      paper('p2'),
      relation('writes', 'ada', 'p1'),
      relation('cites', 'p1', 'p3'),
      { kind: 'relation', relation: 'cites', from: 'p1', to: 'nobody', origin },
      relation('cites', 'ada', 'p1'),
      relation('likes', 'ada', 'p1'),
      { kind: 'delete-node', id: 'nobody', origin },
      { kind: 'delete-relation', relation: 'writes', from: 'ada', to: 'p2' },
      { kind: 'node', type: 'shop', id: 's', name: 'Shop' },
      paper('p4', { fields: { year: 'late' as never } }),
    ]);
    expect(report).toMatchObject({
      nodes: { added: 2, replaced: 1, unchanged: 1, deleted: 0 },
      relations: { added: 1, unchanged: 1, deleted: 0 },
      nodeCount: 5,
      relationCount: 2,
      updateCount: 1,
    });
    expect(codesOf(report.problems)).toEqual([
      ['unknown_type', 1],
      ['unknown_relation', 1],
      ['invalid_value', 1],
      ['duplicate_node', 1],
      ['dangling_relation', 1],
      ['impossible_endpoints', 1],
      ['nothing_to_delete', 2],
    ]);
    expect(report.problems.find(({ code }) => code === 'dangling_relation')!.examples[0]!.origin).toEqual(origin);
  });

  test('changes nothing under strict when something is wrong, or when nothing is to change', async () => {
    const file = await library();
    const before = readFileSync(file);
    await expect(
      updateKnowledgeBase(file, [paper('p3'), { kind: 'delete-node', id: 'nobody' }], { strict: true }),
    ).rejects.toMatchObject({ code: 'import_refused', problems: [{ code: 'nothing_to_delete' }] });
    const report = await updateKnowledgeBase(file, [paper('p1'), relation('writes', 'ada', 'p1')], { strict: true });
    expect(report).toMatchObject({ updateCount: 0, bytes: before.length, nodes: { unchanged: 1 } });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('stores sections with it, by slot, and is seen by those alone that open the file afterwards', async () => {
    const file = await library();
    using early = openKnowledgeBase(file);
    await updateKnowledgeBase(file, [paper('p0'), { kind: 'delete-node', id: 'p1' }], {
      decorate(writer, { before, after }) {
        expect([before.nodeCount, after.nodeCount]).toEqual([3, 3]);
        writer.putArray('slots', after.updates.at(-1)!.written);
        writer.putJson('note', { of: after.idOf(0) });
        expect(() => writer.putJson('a b', 1)).toThrow(RangeError);
      },
    });
    using late = openKnowledgeBase(file);
    expect([early.isCurrent(), late.isCurrent()]).toEqual([false, true]);
    expect([early.indexOf('p0'), late.indexOf('p0'), late.indexOf('p1')]).toEqual([undefined, 0, undefined]);
    const [update] = late.updates;
    expect([[...(update!.array('slots') as Uint32Array)], update!.json('note')]).toEqual([[3], { of: 'p0' }]);
    expect([update!.array('none'), late.array('slots')]).toEqual([undefined, undefined]);
    expect([late.numbering.slotOf(0), late.numbering.indexOf(3), late.idOf(1)]).toEqual([3, 0, 'p2']);
    expect(update!.edges('writes').added).toHaveLength(0);
  });

  test('that fails or is aborted leaves the file as it was', async () => {
    const file = await library();
    const before = readFileSync(file);
    const failure = new Error('no');
    const fail = (): never => {
      throw failure;
    };
    await expect(updateKnowledgeBase(file, [paper('p3')], { decorate: fail })).rejects.toBe(failure);
    const controller = new AbortController();
    const abort = (): void => controller.abort(failure);
    await expect(updateKnowledgeBase(file, [paper('p3')], { decorate: abort, signal: controller.signal })).rejects.toBe(
      failure,
    );
    await expect(updateKnowledgeBase(join(folder, 'none.skb'), [])).rejects.toMatchObject({ code: 'not_found' });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(folder).filter((name) => name.endsWith('.writer'))).toEqual([]);
  });

  test('moves a node to another type with the relations that remain possible', async () => {
    const file = nextFile();
    const b = (id: string): NodeRecord => ({ kind: 'node', type: 'b', id, name: id });
    const edges = [relation('r', 'x', 'y'), relation('r', 'y', 'x'), relation('s', 'x', 'y')];
    await importKnowledgeBase(sourceOf([b('x'), b('y'), ...edges], schema), file);
    const origin = { file: 'changes.jsonl', line: 7 };
    const report = await updateKnowledgeBase(file, [{ kind: 'node', type: 'a', id: 'x', name: 'x', origin }]);
    expect(report.nodes).toEqual({ added: 0, replaced: 1, unchanged: 0, deleted: 0 });
    expect(report.relations).toEqual({ added: 0, unchanged: 0, deleted: 2 });
    expect(codesOf(report.problems)).toEqual([['impossible_endpoints', 2]]);
    expect(report.problems[0]!.examples.map(({ origin }) => origin)).toEqual([origin, origin]);
    using knowledgeBase = openKnowledgeBase(file);
    expect([knowledgeBase.typeOf(1), ...knowledgeBase.neighbours(0, 'r', 'out')]).toEqual(['a', 1]);
  });
});

describe('writers', () => {
  test('take turns, and say who is in the way when that takes too long', async () => {
    const file = nextFile();
    await importKnowledgeBase(sourceOf([author('ada')]), file);
    const writes = Array.from({ length: 8 }, (_, number) =>
      updateKnowledgeBase(file, [paper(`p${number}`), relation('writes', 'ada', `p${number}`)]),
    );
    const reports = await Promise.all(writes);
    expect(reports.map(({ updateCount }) => updateCount).sort((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const slow = updateKnowledgeBase(file, [paper('late')], { decorate: () => held });
    await new Promise((resolve) => setTimeout(resolve, 50));
    await expect(updateKnowledgeBase(file, [paper('other')], { lockTimeoutMs: 20 })).rejects.toMatchObject({
      code: 'locked',
      message: expect.stringContaining(`process ${process.pid}`) as string,
    });
    await expect(compactKnowledgeBase(file, { lockTimeoutMs: 0 })).rejects.toMatchObject({ code: 'locked' });
    release();
    await slow;
    await compactKnowledgeBase(file);
    using knowledgeBase = openKnowledgeBase(file);
    expect([knowledgeBase.updates.length, knowledgeBase.typeRange('paper').end]).toEqual([0, 9]);
  });

  test('pass over what a killed one left', async () => {
    const file = nextFile();
    await importKnowledgeBase(sourceOf([author('ada')]), file);
    const own = { host: hostname(), began: '' };
    // No process has this number: it is above what any system gives.
    writeFileSync(`${file}.999999999-ab.writer`, JSON.stringify({ ...own, process: 999_999_999 }));
    // This one has the number of a process that began at another time.
    writeFileSync(`${file}.1-cd.writer`, JSON.stringify({ ...own, process: process.pid, began: 'earlier' }));
    await updateKnowledgeBase(file, [paper('p1')]);
    expect(readdirSync(folder).filter((name) => name.endsWith('.writer'))).toEqual([]);
    writeFileSync(`${file}.5-ef.writer`, JSON.stringify({ host: 'another machine', process: 5, began: '' }));
    await expect(updateKnowledgeBase(file, [paper('p2')], { lockTimeoutMs: 0 })).rejects.toMatchObject({
      code: 'locked',
    });
    rmSync(`${file}.5-ef.writer`);
  });

  test('do not write to a file that another took the place of', async () => {
    const file = nextFile();
    await importKnowledgeBase(sourceOf([author('ada')]), file);
    const replace = async (): Promise<void> => {
      await importKnowledgeBase(sourceOf([author('bob')]), file);
    };
    await expect(updateKnowledgeBase(file, [paper('p1')], { decorate: replace })).rejects.toMatchObject({
      code: 'locked',
    });
    using knowledgeBase = openKnowledgeBase(file);
    expect([...knowledgeBase.nodes()].map(({ id }) => id)).toEqual(['bob']);
  });
});

describe('the end of a file', () => {
  async function twice(): Promise<{ readonly file: string; readonly lengths: number[] }> {
    const file = nextFile();
    await importKnowledgeBase(sourceOf([author('ada')]), file);
    const lengths = [statSync(file).size];
    for (const id of ['p1', 'p2']) {
      await updateKnowledgeBase(file, [paper(id, { fields: { abstract: 'word '.repeat(40) } })]);
      lengths.push(statSync(file).size);
    }
    return { file, lengths };
  }
  const idsOf = (file: string): string[] => {
    using knowledgeBase = openKnowledgeBase(file);
    return [...knowledgeBase.nodes()].map(({ id }) => id);
  };

  test('cut off anywhere, holds the updates that are whole, and takes the next', async () => {
    const { file, lengths } = await twice();
    const copy = nextFile();
    for (let length = lengths[0]!; length <= lengths[2]!; length += 7) {
      copyFileSync(file, copy);
      truncateSync(copy, length);
      const whole = lengths.filter((end) => end <= length).length - 1;
      expect(idsOf(copy)).toEqual(['p1', 'p2'].slice(0, whole).concat('ada'));
      await updateKnowledgeBase(copy, [paper('p3')]);
      expect(idsOf(copy)).toEqual([...['p1', 'p2'].slice(0, whole), 'p3', 'ada']);
    }
  });

  test('followed by zeros, as after a loss of power, holds what was written before', async () => {
    const { file, lengths } = await twice();
    truncateSync(file, lengths[1]! + 100);
    truncateSync(file, lengths[2]! + 5000);
    const bytes = readFileSync(file).fill(0, lengths[1]);
    writeFileSync(file, bytes);
    expect(idsOf(file)).toEqual(['p1', 'ada']);
  });

  test('with any byte changed, is refused or reads as before', async () => {
    const { file, lengths } = await twice();
    const bytes = readFileSync(file);
    const copy = nextFile();
    let refused = 0;
    for (let place = lengths[0]!; place < lengths[2]!; place += 3) {
      const changed = Buffer.from(bytes);
      changed[place]! ^= 0x41;
      writeFileSync(copy, changed);
      try {
        await verifyKnowledgeBase(copy);
        expect(idsOf(copy)).toEqual(['p1', 'p2', 'ada']);
      } catch (error) {
        expect(error).toMatchObject({ name: 'KnowledgeBaseFileError', code: 'damaged' });
        refused++;
      }
    }
    expect(refused).toBeGreaterThan(100);
  });
});
