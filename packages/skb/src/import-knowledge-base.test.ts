import { lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { author, paper, paperSchema, relation, sourceOf, temporaryFolder } from '../test/small-source.js';
import type { SourceRecord } from '../test/small-source.js';
import {
  compactKnowledgeBase,
  importKnowledgeBase,
  ImportRefusedError,
  KnowledgeBaseFileError,
  openKnowledgeBase,
  updateKnowledgeBase,
} from './index.js';
import { META_ENTRY } from './base-entries.js';
import type { BaseMeta } from './base-entries.js';
import { KnowledgeBaseFile } from './knowledge-base-file.js';
import type { ImportProgress, ImportReport, KnowledgeBaseSource, NodeRecord } from './index.js';

const root = temporaryFolder();
let folderCount = 0;
function emptyFolder(): string {
  const folder = join(root, `${folderCount++}`);
  mkdirSync(folder);
  return folder;
}

const at = (line: number, column?: number) => ({ file: 'nodes.csv', line, ...(column !== undefined && { column }) });

/** One row of each kind of problem among good ones. */
const troubled: readonly SourceRecord[] = [
  paper('p1'),
  paper('p2', { fields: { year: 'old', colour: 'red', topic: 'graphs' } as never, origin: at(3) }),
  paper('p1', { name: 'Another', origin: at(4, 2) }),
  author('p1', { origin: at(5) }),
  { kind: 'node', type: 'journal', id: 'j', name: 'Journal', origin: at(6) },
  { kind: 'node', type: 'paper', id: '', name: 'No id', origin: at(7) },
  author('a1'),
  relation('writes', 'a1', 'p1', 1),
  relation('writes', 'a1', 'p1', 2),
  relation('writes', 'a1', 'nobody', 3),
  relation('writes', 'p1', 'a1', 4),
  relation('likes', 'a1', 'p1', 5),
  { kind: 'problem', code: 'missing_file', message: 'no file "cites.csv"' },
  { kind: 'problem', code: 'out_of_scope', message: 'an obsolete paper', origin: at(8) },
];

const countsOf = (report: ImportReport): Record<string, number> =>
  Object.fromEntries(report.problems.map(({ code, count }) => [code, count]));

test('bad rows are skipped, counted and described with their place', async () => {
  const file = join(emptyFolder(), 'a.skb');
  const report = await importKnowledgeBase(sourceOf(troubled), file);
  expect(countsOf(report)).toEqual({
    missing_file: 1,
    malformed_row: 1,
    unknown_type: 1,
    unknown_relation: 1,
    unknown_field: 1,
    invalid_value: 1,
    duplicate_node: 2,
    duplicate_relation: 1,
    dangling_relation: 1,
    impossible_endpoints: 1,
    out_of_scope: 1,
  });
  const examples = (code: string) => report.problems.find((problem) => problem.code === code)!.examples;
  expect(examples('duplicate_node')[0]!.origin).toEqual({ file: 'nodes.csv', line: 4, column: 2 });
  expect(examples('dangling_relation')).toEqual([
    {
      message: '"writes" from "a1" to "nobody": no node has the id "nobody"',
      origin: { file: 'relations.csv', line: 3 },
    },
  ]);
  expect(examples('duplicate_relation')[0]!.origin).toEqual({ file: 'relations.csv', line: 2 });
  expect(examples('missing_file')).toEqual([{ message: 'no file "cites.csv"' }]);
  expect(report).toMatchObject({
    source: 'in memory',
    nodeCount: 3,
    relationCount: 1,
    nodes: { paper: 2, author: 1 },
    relations: { writes: 1, cites: 0 },
    bytes: statSync(file).size,
  });

  using knowledgeBase = openKnowledgeBase(file);
  expect(knowledgeBase.report).toEqual(JSON.parse(JSON.stringify(report)));
  expect(knowledgeBase.node(0)).toMatchObject({ type: 'paper', name: 'Paper p1' });
  expect(knowledgeBase.node(1).fields).toEqual({ topic: 'graphs' });
  expect(knowledgeBase.findByName('Another')).toEqual([]);
});

test('only the first 20 examples are kept', async () => {
  const records = Array.from({ length: 50 }, (_, line) => relation('cites', 'x', `y${line}`, line + 1));
  const report = await importKnowledgeBase(sourceOf(records), join(emptyFolder(), 'a.skb'));
  expect(report.problems).toHaveLength(1);
  expect(report.problems[0]!.count).toBe(50);
  expect(report.problems[0]!.examples.map(({ origin }) => origin!.line)).toEqual(
    Array.from({ length: 20 }, (_, index) => index + 1),
  );
});

describe('under strict', () => {
  test('each kind of problem refuses the import and leaves no file', async () => {
    const folder = emptyFolder();
    const promise = importKnowledgeBase(sourceOf(troubled), join(folder, 'a.skb'), { strict: true });
    const error = await promise.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ImportRefusedError);
    const refused = error as ImportRefusedError;
    expect(refused.code).toBe('import_refused');
    expect(refused.problems.map(({ code }) => code)).toEqual([
      'missing_file',
      'malformed_row',
      'unknown_type',
      'unknown_relation',
      'unknown_field',
      'invalid_value',
      'duplicate_node',
      'dangling_relation',
      'impossible_endpoints',
    ]);
    expect(refused.message).toContain('nodes.csv:4:2: ');
    expect(refused.message).toContain('duplicate_node: 2');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('an older file stays as it was', async () => {
    const file = join(emptyFolder(), 'a.skb');
    await importKnowledgeBase(sourceOf([paper('p1')]), file);
    const before = readFileSync(file);
    await expect(importKnowledgeBase(sourceOf(troubled), file, { strict: true })).rejects.toThrow(ImportRefusedError);
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test('duplicate relations and rows left out by design are no reason', async () => {
    const records: SourceRecord[] = [
      paper('p1'),
      relation('cites', 'p1', 'p1'),
      relation('cites', 'p1', 'p1'),
      { kind: 'problem', code: 'out_of_scope', message: 'obsolete' },
    ];
    const report = await importKnowledgeBase(sourceOf(records), join(emptyFolder(), 'a.skb'), { strict: true });
    expect(countsOf(report)).toEqual({ duplicate_relation: 1, out_of_scope: 1 });
    expect(report.relationCount).toBe(1);
  });
});

describe('sections', () => {
  test('are stored beside the nodes, which can be read while they are made', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'a.skb');
    const names: string[] = [];
    await importKnowledgeBase(sourceOf([paper('p2'), paper('p1'), relation('cites', 'p1', 'p2')]), file, {
      async decorate(writer, knowledgeBase) {
        await Promise.resolve();
        for (const { name } of knowledgeBase.nodes()) names.push(name);
        expect([...knowledgeBase.neighbours(0, 'cites', 'out')]).toEqual([1]);
        expect(knowledgeBase.report.nodeCount).toBe(2);
        writer.putArray('vectors', new Float32Array([1, -0.5]));
        writer.putArray('vectors', new Float32Array([0.25, -0.5, Number.POSITIVE_INFINITY]));
        writer.putArray('postings/title', new Uint32Array([0xffff_ffff]));
        writer.putArray('signed', new Int32Array([-1, 2]));
        writer.putArray('bytes', new Uint8Array([9, 8, 7]).subarray(1));
        writer.putArray('empty', new Float32Array(0));
        writer.putJson('encoder', { id: 'test', dimensions: 3 });
        writer.putJson('nothing', null);
        expect([...knowledgeBase.array('vectors')!]).toHaveLength(3);
        expect(knowledgeBase.json('encoder')).toEqual({ id: 'test', dimensions: 3 });
        expect(readdirSync(folder)).toEqual([]);
      },
    });
    expect(names).toEqual(['Paper p1', 'Paper p2']);
    expect(readdirSync(folder)).toEqual(['a.skb']);
    using knowledgeBase = openKnowledgeBase(file);
    const stored = (name: string): [string, number[]] => {
      const array = knowledgeBase.array(name)!;
      return [array.constructor.name, [...array]];
    };
    expect(stored('vectors')).toEqual(['Float32Array', [0.25, -0.5, Number.POSITIVE_INFINITY]]);
    expect(stored('postings/title')).toEqual(['Uint32Array', [0xffff_ffff]]);
    expect(stored('signed')).toEqual(['Int32Array', [-1, 2]]);
    expect(stored('bytes')).toEqual(['Uint8Array', [8, 7]]);
    expect(stored('empty')).toEqual(['Float32Array', []]);
    expect(knowledgeBase.json('encoder')).toEqual({ id: 'test', dimensions: 3 });
    expect(knowledgeBase.json('nothing')).toBeNull();
    expect(knowledgeBase.json('vectors')).toBeUndefined();
    expect(knowledgeBase.array('encoder')).toBeUndefined();
  });

  test.each([
    ['a name with a space', (writer: { putJson(name: string, value: unknown): void }) => writer.putJson('a b', 1)],
    ['an empty name', (writer: { putJson(name: string, value: unknown): void }) => writer.putJson('', 1)],
    [
      'a value without JSON',
      (writer: { putJson(name: string, value: unknown): void }) => writer.putJson('a', undefined),
    ],
    [
      'an array of another kind',
      (writer: { putArray(name: string, array: never): void }) => writer.putArray('a', new Float64Array(1) as never),
    ],
  ])('%s is refused', async (_, put) => {
    const folder = emptyFolder();
    const promise = importKnowledgeBase(sourceOf([]), join(folder, 'a.skb'), { decorate: put });
    await expect(promise).rejects.toThrow(/^@grasp\/skb: expected/u);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('nothing is left when an import', () => {
  const failure = new Error('stop');

  test.each([['read'], ['index'], ['decorate'], ['write']] as const)('is aborted in the phase "%s"', async (phase) => {
    const folder = emptyFolder();
    const controller = new AbortController();
    const promise = importKnowledgeBase(sourceOf([paper('p1')]), join(folder, 'a.skb'), {
      signal: controller.signal,
      decorate: () => undefined,
      onProgress: (progress) => {
        if (progress.phase === phase) controller.abort(failure);
      },
    });
    await expect(promise).rejects.toBe(failure);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('is aborted before it begins, and never reads', async () => {
    const records = jest.fn();
    const source = { name: 'x', schema: paperSchema, records } as unknown as KnowledgeBaseSource;
    const signal = AbortSignal.abort(failure);
    await expect(importKnowledgeBase(source, join(emptyFolder(), 'a.skb'), { signal })).rejects.toBe(failure);
    expect(records).not.toHaveBeenCalled();
  });

  test('has a source that fails, which is told to stop', async () => {
    const folder = emptyFolder();
    const source: KnowledgeBaseSource = {
      name: 'broken',
      schema: paperSchema,
      async *records() {
        yield paper('p1');
        throw failure;
      },
    };
    await expect(importKnowledgeBase(source, join(folder, 'a.skb'))).rejects.toBe(failure);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('cannot write its sections', async () => {
    const folder = emptyFolder();
    const decorate = (): never => {
      throw failure;
    };
    await expect(importKnowledgeBase(sourceOf([]), join(folder, 'a.skb'), { decorate })).rejects.toBe(failure);
    expect(readdirSync(folder)).toEqual([]);
  });

  test('fails in the last step, when a folder took the place of the file', async () => {
    const folder = emptyFolder();
    const file = join(folder, 'a.skb');
    const decorate = (): void => mkdirSync(file);
    await expect(importKnowledgeBase(sourceOf([]), file, { decorate })).rejects.toMatchObject({ code: 'not_writable' });
    expect(readdirSync(folder)).toEqual(['a.skb']);
    expect(statSync(file).isDirectory()).toBe(true);
  });
});

test.each([
  ['a folder', ''],
  ['a file in a folder that does not exist', 'missing/a.skb'],
  ['a file in a file', 'plain/a.skb'],
])('%s cannot be written', async (_, path) => {
  const folder = emptyFolder();
  writeFileSync(join(folder, 'plain'), '');
  const promise = importKnowledgeBase(sourceOf([]), join(folder, path));
  await expect(promise).rejects.toMatchObject({ name: 'KnowledgeBaseFileError', code: 'not_writable' });
  await expect(promise).rejects.toBeInstanceOf(KnowledgeBaseFileError);
});

test('a link stays, and the file that it leads to is replaced, by a compaction too', async () => {
  const [folder, other] = [emptyFolder(), emptyFolder()];
  const [link, file] = [join(folder, 'link.skb'), join(other, 'a.skb')];
  await importKnowledgeBase(sourceOf([paper('p1')]), file);
  symlinkSync(file, link);
  const idsOf = (path: string): string[] => {
    using knowledgeBase = openKnowledgeBase(path);
    return [...knowledgeBase.nodes()].map(({ id }) => id);
  };
  await importKnowledgeBase(sourceOf([paper('p2')]), link);
  expect([idsOf(file), idsOf(link)]).toEqual([['p2'], ['p2']]);
  await updateKnowledgeBase(link, [paper('p3')]);
  await compactKnowledgeBase(link);
  expect([idsOf(file), idsOf(link)]).toEqual([
    ['p2', 'p3'],
    ['p2', 'p3'],
  ]);
  expect(lstatSync(link).isSymbolicLink()).toBe(true);
  expect([...readdirSync(folder), ...readdirSync(other)].filter((name) => !name.endsWith('-lock'))).toEqual([
    'link.skb',
    'a.skb',
  ]);
  symlinkSync('self.skb', join(folder, 'self.skb'));
  const promise = importKnowledgeBase(sourceOf([]), join(folder, 'self.skb'));
  await expect(promise).rejects.toMatchObject({ code: 'not_writable' });
});

test('an invalid schema is refused', async () => {
  const source = sourceOf([], { nodeTypes: [], relations: [] });
  await expect(importKnowledgeBase(source, join(emptyFolder(), 'a.skb'))).rejects.toThrow(TypeError);
});

test('progress of sorting and writing has shares that grow to the whole', async () => {
  const shares: Record<string, number[]> = { index: [], write: [] };
  const records = [
    ...Array.from({ length: 40_000 }, (_, index) => paper(`p${index}`)),
    ...Array.from({ length: 10_000 }, (_, index) => relation('cites', 'p0', `p${index}`)),
  ];
  await importKnowledgeBase(sourceOf(records), join(emptyFolder(), 'a.skb'), {
    decorate: (writer) => writer.putArray('large', new Uint8Array(50_000_000)),
    onProgress: ({ phase, share }) => share !== undefined && shares[phase]!.push(share),
  });
  const nodes = [16_384, 32_768].map((done) => done / 50_000);
  // Two relations, of which the first has no row or all.
  expect(shares['index']!.slice(0, 3)).toEqual([...nodes, 0.8]);
  expect([0.8, 1]).toContain(shares['index']![3]);
  expect(shares['write']!.length).toBeGreaterThan(1);
  for (const of of Object.values(shares)) expect(of).toEqual([...of].sort((one, other) => one - other));
  expect(shares['write']!.every((share) => share > 0 && share <= 1)).toBe(true);
});

test('progress names each phase in turn, and counts', async () => {
  const seen: ImportProgress[] = [];
  const records = [
    ...Array.from({ length: 25_000 }, (_, index) => paper(`p${index}`)),
    ...Array.from({ length: 5000 }, (_, index) => relation('cites', 'p0', `p${index}`)),
  ];
  await importKnowledgeBase(sourceOf(records), join(emptyFolder(), 'a.skb'), {
    onProgress: (progress) => seen.push(progress),
  });
  expect(seen.filter(({ share }) => share === undefined)).toEqual([
    { phase: 'read', nodeCount: 0, relationCount: 0 },
    { phase: 'read', nodeCount: 10_000, relationCount: 0 },
    { phase: 'read', nodeCount: 20_000, relationCount: 0 },
    { phase: 'read', nodeCount: 25_000, relationCount: 5000 },
    { phase: 'index', nodeCount: 25_000, relationCount: 5000 },
    { phase: 'write', nodeCount: 25_000, relationCount: 5000 },
  ]);
});

test('the order of records changes nothing but the time in the report', async () => {
  const folder = emptyFolder();
  const records = [
    ...Array.from({ length: 30 }, (_, index) => paper(`${(index * 7) % 30}`, { aliases: ['x', `y${index % 5}`] })),
    author('a'),
    ...Array.from({ length: 60 }, (_, index) => relation('cites', `${(index * 11) % 30}`, `${(index * index) % 30}`)),
  ];
  const contents = [records, [...records].reverse()].map(async (order, index) => {
    const path = join(folder, `${index}.skb`);
    await importKnowledgeBase(sourceOf(order), path);
    const file = new KnowledgeBaseFile(path);
    const meta = file.json(META_ENTRY) as BaseMeta;
    const values = file.names().map((name) => [name, Array.from(file.array(name) ?? [])]);
    file.close();
    // Which of several equal relations counts as the first depends on the order, and so do the examples.
    const problems = meta.report.problems.map(({ code, count }) => ({ code, count }));
    return { meta: { ...meta, report: { ...meta.report, problems, seconds: 0 } }, values };
  });
  expect(await contents[0]).toEqual(await contents[1]);
});

describe('hostile strings', () => {
  const long = 'x'.repeat(10_000_000);
  const records: NodeRecord[] = [
    paper(long, { name: 'long id' }),
    paper(`${long}y`, { name: 'longer id' }),
    paper('\0', { name: 'a\0b', aliases: ['\0'], fields: { abstract: '\0\0' } }),
    paper('\ud800', { name: '\udfff\ud800', fields: { abstract: ['\ud83d'] } }),
    paper('\uffff', { name: '\ufeffmark' }),
    paper('😀', { name: '🦕'.repeat(250_000) }),
    paper('__proto__', { name: 'constructor' }),
    paper("'); DROP TABLE papers; --", { name: '${process.exit(1)}' }),
    paper('base/meta', { name: 'section/vectors' }),
    paper('name of 1 MB', { name: `${'é '.repeat(500_000)}end` }),
  ];

  test('ids, names, aliases and texts come back unchanged', async () => {
    const file = join(emptyFolder(), 'a.skb');
    await importKnowledgeBase(sourceOf(records), file, { strict: true });
    using knowledgeBase = openKnowledgeBase(file);
    for (const { id, name, aliases, fields } of records) {
      const node = knowledgeBase.node(knowledgeBase.indexOf(id)!);
      expect(node.id === id).toBe(true);
      expect(node.name === name).toBe(true);
      expect(node.aliases).toEqual(aliases ?? []);
      expect(node.fields).toEqual(fields ?? {});
      expect(knowledgeBase.findByName(name)).toContain(node.index);
    }
    expect(knowledgeBase.indexOf(long.slice(1))).toBeUndefined();
    expect(({} as Record<string, unknown>)['year']).toBeUndefined();
  });

  test('a field and a type named like parts of every object are plain names', async () => {
    const file = join(emptyFolder(), 'a.skb');
    const schema = {
      nodeTypes: [
        {
          name: '__proto__',
          fields: [
            { name: '__proto__', kind: 'text' as const },
            { name: 'toString', kind: 'text' as const },
          ],
        },
      ],
      relations: [{ name: '__proto__', endpoints: [{ from: '__proto__', to: '__proto__' }] }],
    };
    const fields = JSON.parse('{"__proto__":"polluted"}') as Record<string, string>;
    const records: SourceRecord[] = [
      { kind: 'node', type: '__proto__', id: 'a', name: 'a', fields },
      { kind: 'node', type: 'toString', id: 'b', name: 'b' },
      relation('__proto__', 'a', 'a'),
    ];
    const report = await importKnowledgeBase(sourceOf(records, schema), file);
    expect(countsOf(report)).toEqual({ unknown_type: 1 });
    expect(Object.entries(report.nodes)).toEqual([['__proto__', 1]]);
    using knowledgeBase = openKnowledgeBase(file);
    expect(Object.entries(knowledgeBase.node(0).fields)).toEqual([['__proto__', 'polluted']]);
    expect([...knowledgeBase.neighbours(0, '__proto__', 'out')]).toEqual([0]);
  });

  test('values of the wrong kind are problems, not crashes', async () => {
    const records = [
      { kind: 'node', type: 'paper', id: 7, name: 'x' },
      { kind: 'node', type: 'paper', id: 'a' },
      { kind: 'node', type: undefined, id: 'b', name: 'b' },
      paper('c', {
        aliases: [1] as never,
        fields: { year: Number.NaN, abstract: { a: 1 } as never, topic: null as never },
      }),
      { kind: 'relation', relation: 'cites', from: null, to: 'c' },
      { kind: 'relation', relation: null, from: 'c', to: 'c' },
    ] as SourceRecord[];
    const report = await importKnowledgeBase(sourceOf(records), join(emptyFolder(), 'a.skb'));
    expect(countsOf(report)).toEqual({ malformed_row: 3, unknown_type: 1, invalid_value: 4, unknown_relation: 1 });
    expect(report.nodeCount).toBe(1);
  });
});
