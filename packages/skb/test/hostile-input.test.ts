import {
  chmodSync,
  closeSync,
  ftruncateSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { importKnowledgeBase, openKnowledgeBase, openSource, SourceError } from '../src/index.js';
import type { ImportReport } from '../src/index.js';
import { sourceOf } from './small-source.js';
import { folderWith } from './stark-folder.js';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) {
    chmodSync(folder, 0o700);
    rmSync(folder, { recursive: true });
  }
});

const newFolder = (files: Readonly<Record<string, string | Uint8Array>> = {}): string => {
  const folder = folderWith(files);
  folders.push(folder);
  return folder;
};

const TABLES = JSON.stringify({
  nodes: [{ type: 'thing', file: 'things.csv', fields: { about: 'text' } }],
  relations: [{ relation: 'parent-child', file: 'parents.csv', fromType: 'thing', toType: 'thing' }],
});
const GOOD = {
  'grasp.json': TABLES,
  'things.csv': 'id,name,about\na,One,x\nb,Two,y\n',
  'parents.csv': 'from,to\na,b\n',
};

/** What is wrong with a row, and where, as `code file:line`. */
const placesOf = ({ problems }: ImportReport): string[] =>
  problems.flatMap(({ code, examples }) => examples.map(({ origin }) => `${code} ${origin?.file}:${origin?.line}`));

/** Imports a folder over a file that is there already. */
async function importOver(folder: string): Promise<{ readonly report?: ImportReport; readonly error?: unknown }> {
  const out = newFolder({ 'out.skb': 'what was there before' });
  const file = join(out, 'out.skb');
  try {
    const report = await importKnowledgeBase(await openSource(folder), file);
    expect(readdirSync(out)).toEqual(['out.skb']);
    openKnowledgeBase(file).close();
    return { report };
  } catch (error) {
    // Nothing half-written: the old file, and nothing beside it.
    expect(readdirSync(out)).toEqual(['out.skb']);
    expect(readFileSync(file, 'utf8')).toBe('what was there before');
    return { error };
  }
}

describe('files that cannot be read as they stand are refused', () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, string | Uint8Array>>, string, number?])[] =
    [
      [
        'a .gz that was cut off',
        'corrupt_file',
        {
          'grasp.json': TABLES.replace('things.csv', 'things.csv.gz'),
          'things.csv.gz': gzipSync(GOOD['things.csv']).subarray(0, -12),
        },
        'things.csv.gz',
      ],
      [
        'a .gz that is none',
        'corrupt_file',
        { 'grasp.json': TABLES.replace('things.csv', 'things.csv.gz'), 'things.csv.gz': 'id,name,about\n' },
        'things.csv.gz',
      ],
      ['UTF-16', 'invalid_file', { 'things.csv': Buffer.from('\uFEFFid,name,about\n', 'utf16le') }, 'things.csv'],
      ['an empty file', 'invalid_file', { 'things.csv': '' }, 'things.csv'],
      ['a header with a column twice', 'invalid_file', { 'things.csv': 'id,name,id,about\n' }, 'things.csv', 1],
      ['a header with a column without a name', 'invalid_file', { 'things.csv': 'id,,name,about\n' }, 'things.csv', 1],
      [
        'a header that is not UTF-8',
        'invalid_file',
        { 'things.csv': Buffer.from('id,n\xe4me,about\n', 'latin1') },
        'things.csv',
        1,
      ],
      ['a header in the words of another file', 'missing_column', { 'things.csv': 'from,to\na,b\n' }, 'things.csv', 1],
    ];
  test.each(cases.map((each) => ({ what: each[0], each })))('$what', async ({ each }) => {
    const [, code, files, file, line] = each;
    const { error } = await importOver(newFolder({ ...GOOD, ...files }));
    expect(error).toBeInstanceOf(SourceError);
    expect(error).toMatchObject({ code, file, ...(line === undefined ? {} : { line }) });
  });

  test('a link to itself', async () => {
    const folder = newFolder(GOOD);
    rmSync(join(folder, 'things.csv'));
    symlinkSync('things.csv', join(folder, 'things.csv'));
    expect((await importOver(folder)).error).toMatchObject({ code: 'unreadable_file', file: 'things.csv' });
    rmSync(join(folder, 'grasp.json'));
    symlinkSync('grasp.json', join(folder, 'grasp.json'));
    expect((await importOver(folder)).error).toMatchObject({ code: 'unreadable_file', file: 'grasp.json' });
  });

  // Root reads and writes whatever the rights say: shown as skipped then.
  const testWithRights = process.getuid?.() === 0 ? test.skip : test;
  testWithRights('a folder without the right to read it, and one without the right to write', async () => {
    const folder = newFolder(GOOD);
    chmodSync(folder, 0);
    expect((await importOver(folder)).error).toMatchObject({ code: 'unreadable_file', file: 'grasp.json' });
    const out = newFolder();
    chmodSync(out, 0o500);
    const source = await openSource(newFolder(GOOD));
    await expect(importKnowledgeBase(source, join(out, 'a.skb'))).rejects.toMatchObject({ code: 'not_writable' });
  });

  test('a folder in the place of a file, and no folder', async () => {
    const folder = newFolder(GOOD);
    rmSync(join(folder, 'parents.csv'));
    mkdirSync(join(folder, 'parents.csv'));
    expect((await importOver(folder)).error).toMatchObject({ code: 'unreadable_file', file: 'parents.csv' });
    expect((await importOver(join(folder, 'nowhere'))).error).toMatchObject({ code: 'no_description' });
  });
});

describe('rows that cannot be used are skipped, with file and line', () => {
  test('wrong numbers of columns, other encodings, stray quotes', async () => {
    const { report } = await importOver(
      newFolder({
        ...GOOD,
        'things.csv': Buffer.concat([
          Buffer.from('id,name,about\na,One,x\nb,Two\nc,Three,z,more\n'),
          Buffer.from('d,F\xfcnf,x\n', 'latin1'),
          Buffer.from('e,"never closed,x\nf,Six,"x"y\ng,Seven,z\n'),
        ]),
        'parents.csv': 'from,to\na\na,g,g\na,g\n',
      }),
    );
    expect(report?.nodes).toEqual({ thing: 2 });
    expect(report?.relations).toEqual({ 'parent-child': 1 });
    expect(placesOf(report!)).toEqual(
      [
        'things.csv:3',
        'things.csv:4',
        'things.csv:5',
        'things.csv:6',
        'things.csv:7',
        'parents.csv:2',
        'parents.csv:3',
      ].map((place) => `malformed_row ${place}`),
    );
  });

  test('a byte order mark, CRLF and a file of only a header are nothing wrong', async () => {
    const { report } = await importOver(
      newFolder({ ...GOOD, 'things.csv': '\uFEFFid,name,about\r\na,One,"x\r\ny"\r\n', 'parents.csv': 'from,to\r\n' }),
    );
    expect(report).toMatchObject({ nodeCount: 1, relationCount: 0, problems: [] });
  });

  test('a name of 10 MB', async () => {
    const { report } = await importOver(
      newFolder({ ...GOOD, 'things.csv': `id,name,about\na,One,x\nb,${'n'.repeat(10_000_000)},y\n` }),
    );
    expect(placesOf(report!)).toEqual(['invalid_value things.csv:3', 'dangling_relation parents.csv:2']);
  });

  test('a line of 2 GB: read past, never held', async () => {
    const folder = newFolder(GOOD);
    const file = openSync(join(folder, 'things.csv'), 'r+');
    const length = 2 ** 31;
    // Zeros that take no room on the disk.
    ftruncateSync(file, length);
    writeSync(file, '\nc,Three,z\n', length);
    closeSync(file);
    let most = 0;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().arrayBuffers)), 5);
    const before = process.memoryUsage().arrayBuffers;
    const { report } = await importOver(folder);
    clearInterval(watch);
    expect(report?.nodes).toEqual({ thing: 3 });
    expect(placesOf(report!)).toEqual(['malformed_row things.csv:4']);
    expect(most - before).toBeLessThan(length / 8);
  });

  test('a million rows with one id', async () => {
    const rows = ['id\tname\tabout'];
    for (let row = 0; row < 1_000_000; row++) rows.push('a\tOne\tx');
    const { report } = await importOver(
      newFolder({
        'grasp.json': TABLES.replace('things.csv', 'things.tsv'),
        'things.tsv': rows.join('\n'),
        'parents.csv': 'from,to\na,a\n',
      }),
    );
    expect(report).toMatchObject({ nodeCount: 1, relationCount: 1 });
    const [duplicates] = report!.problems;
    expect(duplicates).toMatchObject({ code: 'duplicate_node', count: 999_999 });
    expect(duplicates!.examples[0]!.origin).toEqual({ file: 'things.tsv', line: 3 });
    expect(duplicates!.examples).toHaveLength(20);
  });
});

describe('strange data that is none the less data', () => {
  test('a relation to itself and a circle of parents', async () => {
    const { report } = await importOver(newFolder({ ...GOOD, 'parents.csv': 'from,to\na,a\na,b\nb,a\n' }));
    expect(report).toMatchObject({ relationCount: 3, problems: [] });
    const obo = newFolder({
      'grasp.json': '{"format": "obo"}',
      'a.obo': '[Term]\nid: X:1\nname: one\nis_a: X:2\n\n[Term]\nid: X:2\nname: two\nis_a: X:1\nis_a: X:2\n',
    });
    expect((await importOver(obo)).report).toMatchObject({ nodeCount: 2, relationCount: 3, problems: [] });
  });

  test('NUL, lone surrogates and a name of 10 MB come back as they were', async () => {
    const texts = ['a\u0000b', '\ud800', 'x\udfffy', '\u0000', 'm'.repeat(10_000_000), '😀\ud83d'];
    const file = join(newFolder(), 'a.skb');
    await importKnowledgeBase(
      sourceOf(
        texts.map((text, position) => ({
          kind: 'node',
          type: 'paper',
          id: text.length > 100 ? `long ${position}` : text,
          name: text,
          aliases: [text.slice(0, 5)],
          fields: { abstract: text },
        })),
      ),
      file,
      { strict: true },
    );
    const knowledgeBase = openKnowledgeBase(file);
    for (const text of texts) {
      const index = knowledgeBase.indexOf(text.length > 100 ? `long ${texts.indexOf(text)}` : text)!;
      const node = knowledgeBase.node(index);
      expect(node.name === text && node.fields['abstract'] === text && node.aliases[0] === text.slice(0, 5)).toBe(true);
    }
    knowledgeBase.close();
  });
});
