/**
 * @jest-environment ../../tools/jest/neo4j-environment.mjs
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { connectNeo4j, createCypherRun } from '@grasp/graph-retriever';
import type { CypherRun, Neo4jDriver } from '@grasp/graph-retriever';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase, NodeRecord, RelationRecord } from '@grasp/skb';

import { loadIntoNeo4j } from '../src/neo4j/load-into-neo4j.js';
import { neo4jSource } from '../src/neo4j/neo4j-source.js';
import { runCommandLine } from '../src/run-command-line.js';
import { buildDataset, temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

declare const neo4jServer: { readonly url: string };
declare const neo4jMissing: string | undefined;

jest.setTimeout(120_000);

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

/** All of a knowledge base, without indexes. */
function contents(knowledgeBase: KnowledgeBase): unknown {
  const nodes = Array.from(knowledgeBase.nodes(), ({ id, type, name, aliases, fields }) => ({
    ...{ id, type, name, fields },
    aliases: [...aliases].sort(),
  }));
  const edges = knowledgeBase.schema.relations.flatMap(({ name }) => {
    const { offsets, targets } = knowledgeBase.adjacency(name, 'out');
    return nodes.flatMap(({ id }, index) =>
      Array.from(
        targets.subarray(offsets[index], offsets[index + 1]),
        (to) => `${id} ${name} ${knowledgeBase.idOf(to)}`,
      ),
    );
  });
  return { nodes: nodes.sort((a, b) => (a.id < b.id ? -1 : 1)), edges: edges.sort() };
}

(typeof neo4jMissing === 'string' ? describe.skip : describe)('a Neo4j as a source', () => {
  const folder = temporaryFolder();
  let driver: Neo4jDriver;
  let write: CypherRun;

  beforeAll(async () => {
    driver = await connectNeo4j({ url: neo4jServer.url });
    write = createCypherRun(driver, { access: 'write' });
  });
  afterAll(async () => {
    await driver.close();
    folder.remove();
  });

  test('what was loaded comes back, by the command line', async () => {
    const [before, after] = [join(folder.path, 'products.skb'), join(folder.path, 'read.skb')];
    await buildDataset('products', before);
    const first = openKnowledgeBase(before);
    await loadIntoNeo4j(first, write);
    const schema = join(folder.path, 'graph.json');
    expect(await grasp('neo4j', 'inspect', '--url', neo4jServer.url, '--out', schema)).toMatchObject({ code: 0 });
    const read = ['build', '--format', 'neo4j', '--url', neo4jServer.url, '--schema', schema, '--out', after];
    expect(await grasp(...read, '--strict')).toMatchObject({ code: 0, notes: '' });
    const second = openKnowledgeBase(after);
    expect(contents(second)).toEqual(contents(first));
    second.close();
    first.close();
  });

  test('ids, labels and values of any database', async () => {
    await write('MATCH (n) DETACH DELETE n', {});
    await write(
      `CREATE (a:Person:Author {title: 'Ada', born: date('1815-12-10'), seen: datetime('2020-01-02T03:04:05+01:00[Europe/Paris]'),
         pages: 66, score: 1.5, tags: ['x', 'y'], place: point({x: 1, y: 2})}),
         (b:Person {title: 'Charles', pages: toInteger('9007199254740993')}), (c:\`Odd \`\`label\` {title: ''}),
         (a)-[:KNOWS {since: 1833}]->(b), (b)-[:KNOWS]->(a), (a)-[:KNOWS]->(c), (c)-[:\`is of\`]->(c)`,
      {},
    );
    const nodes: NodeRecord[] = [];
    const relations: RelationRecord[] = [];
    for await (const record of (await neo4jSource(driver, { name: 'people' })).records()) {
      if (record.kind === 'node') nodes.push(record);
      if (record.kind === 'relation') relations.push(record);
    }
    const { rows } = await write('MATCH (n) RETURN elementId(n) AS id, n.title AS title', {});
    const idOf = new Map(rows.map(({ id, title }) => [title as string, id as string]));
    expect(nodes.map(({ type, id }) => [type, id]).sort()).toEqual(
      [
        ['Author', idOf.get('Ada')!],
        ['Person', idOf.get('Charles')!],
        ['Odd `label', idOf.get('')!],
      ].sort(),
    );
    const ada = nodes.find(({ type }) => type === 'Author');
    expect(ada?.fields).toMatchObject({
      born: '1815-12-10',
      seen: '2020-01-02T03:04:05+01:00',
      pages: 66,
      score: 1.5,
      tags: ['x', 'y'],
    });
    expect(ada?.fields).not.toHaveProperty('place');
    expect(nodes.find(({ type }) => type.startsWith('Odd'))?.name).toBe(idOf.get(''));
    expect(relations.map(({ relation }) => relation).sort()).toEqual(['KNOWS', 'KNOWS', 'KNOWS', 'is of']);
  });

  test('an aborted read ends', async () => {
    await write('UNWIND range(1, 5000) AS number CREATE (:Many {title: toString(number)})', {});
    const controller = new AbortController();
    const source = await neo4jSource(driver, { signal: controller.signal });
    let count = 0;
    const read = async (): Promise<void> => {
      for await (const { kind } of source.records()) {
        expect(kind).toBe('node');
        if (++count === 100) controller.abort(new Error('enough'));
      }
    };
    await expect(read()).rejects.toThrow('enough');
    expect(count).toBeLessThan(200);
  });
});

test.each([
  [['--format', 'neo4j']],
  [['somewhere', '--format', 'neo4j', '--url', 'bolt://localhost:1']],
  [['somewhere', '--url', 'bolt://localhost:1']],
  [['somewhere', '--edges', 'once']],
  [[]],
])('build %j is refused', async (words) => {
  expect((await grasp('build', ...words)).code).toBe(2);
});

test('a schema file of another form is refused', async () => {
  const folder = temporaryFolder();
  const file = join(folder.path, 'graph.json');
  writeFileSync(file, '{"schema": {}}');
  const { code, notes } = await grasp('build', '--format', 'neo4j', '--url', 'bolt://localhost:1', '--schema', file);
  expect([code, notes]).toEqual([1, expect.stringContaining('expected what grasp neo4j inspect writes')]);
  folder.remove();
});
