import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { openKnowledgeBase } from '@grasp/skb';

import { runCommandLine } from '../src/run-command-line.js';
import { datasetFolder, temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

const folder = temporaryFolder();
const built = join(folder.path, 'built.skb');
const kb = join(folder.path, 'products.skb');
const lines = join(folder.path, 'changes.jsonl');

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

async function names(question: string): Promise<string[]> {
  const { code, out, notes } = await grasp('ask', question, '--kb', kb, '--json');
  expect({ code, notes }).toEqual({ code: 0, notes: '' });
  return (JSON.parse(out) as { hits: { name: string }[] }).hits.map(({ name }) => name);
}

beforeAll(async () => {
  expect(await grasp('build', datasetFolder('products'), '--out', built)).toMatchObject({ code: 0 });
}, 120_000);
beforeEach(() => copyFileSync(built, kb));
afterAll(() => folder.remove());

const type = (): string => {
  using knowledgeBase = openKnowledgeBase(built);
  return knowledgeBase.schema.nodeTypes[0]!.name;
};

it('adds, replaces and deletes, and what is asked next knows of it', async () => {
  const product = { type: type(), id: 'N1', name: 'Zyxomma night lantern' };
  writeFileSync(lines, `${JSON.stringify(product)}\nnot json\n\n{"relation": "likes", "from": "N1", "to": "N1"}\n`);
  const upserted = await grasp('upsert', lines, '--kb', kb);
  expect(upserted).toMatchObject({ code: 0, notes: '' });
  expect(upserted.out).toMatch(/nodes: 1 added[\s\S]*malformed_row: 1\n.*changes\.jsonl:2: expected \{"type"/u);
  expect(upserted.out).toMatch(/unknown_relation: 1\n.*changes\.jsonl:4: /u);
  expect((await names('zyxomma lantern'))[0]).toBe('Zyxomma night lantern');

  writeFileSync(lines, JSON.stringify({ ...product, name: 'Quiet kettle', aliases: ['Zyx'] }));
  const { out } = await grasp('upsert', lines, '--kb', kb, '--strict', '--json');
  expect(JSON.parse(out)).toMatchObject({ file: kb, report: { nodes: { replaced: 1 }, updateCount: 2 } });
  expect(await names('zyxomma lantern')).not.toContain('Zyxomma night lantern');
  expect((await names('quiet kettle'))[0]).toBe('Quiet kettle');

  const checked = await grasp('check', '--kb', kb);
  expect(checked).toMatchObject({ code: 0, out: expect.stringContaining(`${kb}: sound`) as string });
  expect(await grasp('delete', 'N1', '--kb', kb)).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 deleted') as string,
  });
  expect(await names('quiet kettle')).not.toContain('Quiet kettle');
  expect(JSON.parse((await grasp('check', '--kb', kb, '--json')).out)).toMatchObject({ graph: { updateCount: 3 } });

  expect(await grasp('compact', '--kb', kb)).toMatchObject({ code: 0, notes: '' });
  expect(readFileSync(kb).equals(readFileSync(built))).toBe(true);
}, 120_000);

it('takes a folder of tables, reading columns by the kinds that the file has', async () => {
  using knowledgeBase = openKnowledgeBase(kb);
  const source = join(folder.path, 'tables');
  mkdirSync(source);
  const { type: nodeType, id, name } = knowledgeBase.node(0);
  const keyword = knowledgeBase.schema.nodeTypes[0]!.fields.find(({ kind }) => kind === 'keyword')!.name;
  const description = { format: 'tables', nodes: [{ file: 'nodes.csv', type: nodeType, id: 'id', name: 'name' }] };
  writeFileSync(join(source, 'grasp.json'), JSON.stringify(description));
  writeFileSync(join(source, 'nodes.csv'), `id,name,${keyword}\n${id},${JSON.stringify(name)},007\nN2,New,42\n`);
  expect(await grasp('upsert', source, '--kb', kb, '--strict')).toMatchObject({
    code: 0,
    out: expect.stringContaining('1 added, 1 replaced') as string,
  });
  using updated = openKnowledgeBase(kb);
  expect(updated.node(updated.indexOf(id)!).fields).toEqual({ [keyword]: '007' });
  expect(updated.node(updated.indexOf('N2')!).fields).toEqual({ [keyword]: '42' });
}, 60_000);

it('deletes what a file lists, and single relations', async () => {
  using knowledgeBase = openKnowledgeBase(kb);
  const relation = knowledgeBase.schema.relations.find(
    ({ name }) => knowledgeBase.adjacency(name, 'out').targets.length > 1,
  )!.name;
  const from = [...knowledgeBase.nodes()].find(
    ({ index }) => knowledgeBase.neighbours(index, relation, 'out').length > 0,
  )!;
  const to = knowledgeBase.idOf(knowledgeBase.neighbours(from.index, relation, 'out')[0]!);
  expect(await grasp('delete', from.id, to, '--relation', relation, '--kb', kb)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/relations: 0 added, 0 unchanged, 1 deleted/u) as string,
  });
  writeFileSync(
    lines,
    `${from.id}\n{"id": ${JSON.stringify(to)}}\n{"relation": "${relation}", "from": "x", "to": "y"}\n{}\n`,
  );
  const { code, out } = await grasp('delete', '--from', lines, '--kb', kb);
  expect(code).toBe(0);
  expect(out).toMatch(/2 deleted\n[\s\S]*malformed_row: 1[\s\S]*nothing_to_delete: 1\n.*changes\.jsonl:3/u);
}, 60_000);

it('says what is wrong', async () => {
  const failures: [string[], string, code?: number][] = [
    [['upsert', 'none.jsonl', '--kb', kb], 'none.jsonl: expected a readable file'],
    [['upsert', lines, '--kb', join(folder.path, 'none.skb')], 'none.skb'],
    [['delete', 'nobody', '--kb', kb, '--strict'], 'nothing_to_delete: 1'],
    [['delete', '--kb', kb], 'expected ids to delete', 2],
    [['delete', 'a', '--relation', 'r', '--kb', kb], 'expected two ids', 2],
    [['check', '--kb', lines], 'changes.jsonl'],
  ];
  for (const [words, expected, expectedCode = 1] of failures) {
    const { code, notes } = await grasp(...words);
    expect({ code, notes }).toEqual({ code: expectedCode, notes: expect.stringContaining(expected) as string });
    expect(notes).not.toMatch(/^\s+at /mu);
  }
  expect(readFileSync(kb).equals(readFileSync(built))).toBe(true);
}, 60_000);
