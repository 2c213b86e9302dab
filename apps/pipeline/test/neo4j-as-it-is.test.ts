/**
 * @jest-environment ../../tools/jest/neo4j-environment.mjs
 */
// A graph of films that nobody of us filled, asked through the command line; then what can go wrong with its server.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { connectNeo4j, createCypherRun, createNeo4jExecutor } from '@grasp/graph-retriever';
import type { CypherRun, Neo4jDriver } from '@grasp/graph-retriever';
import type { Plan } from '@grasp/plan';

import { inspectNeo4j } from '../src/index.js';
import type { InspectedDatabase } from '../src/index.js';
import { runCommandLine } from '../src/run-command-line.js';
import { temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

declare const neo4jServer: { readonly url: string; readonly pid: number; readonly restart: () => Promise<void> };
declare const neo4jMissing: string | undefined;

jest.setTimeout(120_000);

const FILMS = `UNWIND [
  ['Alien', date('1979-05-25'), 1979, 'A crew in deep space meets a deadly creature aboard their ship.', 'Ridley Scott'],
  ['Blade Runner', date('1982-06-25'), 1982, 'A hunter of androids doubts who is human.', 'Ridley Scott'],
  ['Gladiator', date('2000-05-05'), 2000, 'A betrayed general fights as a slave in the arena of Rome.', 'Ridley Scott'],
  ['Aliens', date('1986-07-18'), 1986, 'Marines return to the planet of the creature.', 'James Cameron'],
  ['Avatar', date('2009-12-18'), 2009, 'A soldier joins the blue people of a distant moon.', 'James Cameron'],
  ['The Martian', date('2015-10-02'), 2015, 'An astronaut left on Mars grows potatoes to survive.', 'Ridley Scott']
] AS row
CREATE (f:Film {title: row[0], released: row[1], year: row[2], plot: row[3], color: true, mixed: CASE row[2] % 2 WHEN 0 THEN row[2] ELSE row[0] END})
MERGE (p:Person {name: row[4]}) SET p:Director
CREATE (p)-[:DIRECTED]->(f)`;
const ROLES = `UNWIND [
  ['Sigourney Weaver', 'Alien', 'Ellen Ripley'], ['Sigourney Weaver', 'Aliens', 'Ellen Ripley'],
  ['Sigourney Weaver', 'Avatar', 'Grace Augustine'], ['Harrison Ford', 'Blade Runner', 'Rick Deckard'],
  ['Matt Damon', 'The Martian', 'Mark Watney'], ['Ian Holm', 'Alien', 'Ash']
] AS row
MATCH (f:Film {title: row[1]})
MERGE (p:Person {name: row[0]}) SET p:Actor
CREATE (p)-[:ACTED_IN {roles: [row[2]]}]->(f)`;

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

(typeof neo4jMissing === 'string' ? describe.skip : describe)('grasp with a Neo4j as it is', () => {
  const folder = temporaryFolder();
  const schemaFile = join(folder.path, 'grasp.json');
  let driver: Neo4jDriver;
  let write: CypherRun;
  let at: string[];

  beforeAll(async () => {
    driver = await connectNeo4j({ url: neo4jServer.url });
    write = createCypherRun(driver, { access: 'write' });
    at = ['--url', neo4jServer.url];
  });

  afterAll(async () => {
    await driver.close();
    folder.remove();
  });

  const ask = async (question: string, ...more: string[]) => {
    const words = ['ask', question, '--engine', 'neo4j', ...at, '--schema', schemaFile, '--json', ...more];
    const { code, out, notes } = await grasp(...words);
    expect({ code, notes: code === 0 ? '' : notes }).toEqual({ code: 0, notes: '' });
    const { plan, hits } = JSON.parse(out) as {
      plan: Plan;
      hits: { name: string; type: string; trace: { path: unknown[]; textRank: number | null } }[];
    };
    return { plan, hits, names: hits.map(({ name }) => name).sort(), notes };
  };

  it('says that a database is empty', async () => {
    for (const words of [
      ['neo4j', 'inspect', ...at],
      ['ask', 'x', '--engine', 'neo4j', ...at],
    ]) {
      const expected = expect.stringContaining('labelled nodes') as string;
      expect(await grasp(...words)).toEqual({ code: 1, out: '', notes: expected });
    }
  });

  it('reads what others filled: several labels, no ids, odd nodes', async () => {
    await write(FILMS, {});
    await write(ROLES, {});
    await write(
      `CREATE (:Genre), ({stray: true})-[:STRAYS]->({stray: false}), (n:Film:Classic {title: 'Metropolis'})
WITH n MATCH (p:Person {name: 'Matt Damon'}) SET p.aka = ['Matthew Paige Damon'], p.born = 1970`,
      {},
    );
    const { code, notes } = await grasp('neo4j', 'inspect', ...at, '--out', schemaFile);
    expect(code).toBe(0);
    for (const left of ['nodes without labels', 'Film.color: BOOLEAN', 'Film.mixed: ', 'Genre: has no', 'STRAYS: ']) {
      expect(notes).toContain(`left out: ${left}`);
    }
    const { schema, idProperty, names, loaded } = JSON.parse(readFileSync(schemaFile, 'utf8')) as InspectedDatabase;
    expect({ idProperty, loaded }).toEqual({ idProperty: null, loaded: null });
    expect(names).toMatchObject({ Film: { name: 'title' }, Person: { name: 'name', aliases: ['aka'] } });
    expect(schema.nodeTypes.find(({ name }) => name === 'Film')!.fields).toEqual([
      { name: 'plot', kind: 'text' },
      { name: 'released', kind: 'date' },
      { name: 'year', kind: 'number' },
    ]);
    expect(schema.relations.find(({ name }) => name === 'DIRECTED')!.endpoints).toEqual([
      { from: 'Director', to: 'Film' },
      { from: 'Person', to: 'Film' },
    ]);
  });

  it('takes ids that are unique over all labels only', async () => {
    await write('MATCH (n) WHERE size(labels(n)) > 0 SET n.key = elementId(n)', {});
    for (const label of ['Film', 'Person', 'Director', 'Actor', 'Classic', 'Genre']) {
      await write(`CREATE CONSTRAINT ${label} FOR (n:${label}) REQUIRE n.key IS UNIQUE`, {});
    }
    const read = createCypherRun(driver);
    expect(await inspectNeo4j(read)).toMatchObject({ idProperty: 'key' });
    await write("MATCH (f:Film {title: 'Alien'}), (p:Person {name: 'Ian Holm'}) SET f.key = p.key", {});
    const { idProperty, skipped } = await inspectNeo4j(read);
    expect([idProperty, skipped.join()]).toEqual([null, expect.stringContaining('key: is unique for each label')]);
    for (const label of ['Film', 'Person', 'Director', 'Actor', 'Classic', 'Genre']) {
      await write(`DROP CONSTRAINT ${label}`, {});
    }
    await write('MATCH (n) REMOVE n.key', {});
  });

  it('looks at a bounded number of labels and nodes', async () => {
    await write(`UNWIND range(1, 80) AS i CALL (i) { CREATE (n:$('Odd' + i) {name: 'x' + i}) }`, {});
    const inspected = await inspectNeo4j(createCypherRun(driver), { nameLimit: 4, sampleSize: 2 });
    expect(inspected.schema.nodeTypes.map(({ name }) => name)).toEqual(['Actor', 'Director', 'Film', 'Person']);
    expect(inspected.skipped.join()).toContain('82 labels with the fewest entries');
    await write(`MATCH (n) WHERE any(label IN labels(n) WHERE label STARTS WITH 'Odd') DELETE n`, {});
  });

  it('answers from the graph, and says that there is no text to search', async () => {
    const { names, hits, notes } = await ask('Which films did Ridley Scott direct?');
    expect(names).toEqual(['Alien', 'Blade Runner', 'Gladiator', 'The Martian']);
    expect(hits.every(({ type, trace }) => type === 'Film' && trace.path.length === 1)).toBe(true);
    expect(notes).toMatch(/no full-text index over "Film".*\n.*CREATE FULLTEXT INDEX FOR \(n:`Film`\)/u);
    expect((await ask('films with Sigourney Weaver directed by James Cameron')).names).toEqual(['Aliens', 'Avatar']);
    expect((await ask('Which films has Matthew Paige Damon acted in?')).names).toEqual(['The Martian']);
    const unread = await ask('Which films did Ridley Scott direct?', '--names', '3');
    expect(unread.notes).toContain('questions cannot name the 7 nodes of "Film"');
  });

  it('takes the address of a cluster, and never shows a password', async () => {
    const question = ['ask', 'Which films did Ridley Scott direct?', '--engine', 'neo4j', '--schema', schemaFile];
    const routed = await grasp(...question, '--url', neo4jServer.url.replace('bolt:', 'neo4j:'));
    expect(routed).toMatchObject({ code: 0, out: expect.stringContaining('Gladiator') as string });
    process.env['NEO4J_PASSWORD'] = 'a secret word';
    try {
      for (const url of ['bolt://127.0.0.1:9', 'neo4j://127.0.0.1:9', 'bolt://neo4j:a%20secret%20word@127.0.0.1:9']) {
        const { code, out, notes } = await grasp(...question, '--url', url);
        expect({ code, out }).toEqual({ code: 1, out: '' });
        expect(notes).toMatch(/no Neo4j answers|without path or credentials/u);
        expect(notes).not.toMatch(/secret/u);
      }
    } finally {
      delete process.env['NEO4J_PASSWORD'];
    }
  });

  it('filters by typed fields, dates of Neo4j too', async () => {
    const planFile = join(folder.path, 'plan.json');
    const later = (field: string, value: string | number): Plan => ({
      anchors: [{ var: 'A', text: 'ridley scott', label: 'Person', match_mode: 'name' }],
      hops: [{ from: 'A', rel: 'DIRECTED', to_var: 'T', to_label: 'Film' }],
      target: { var: 'T', labels: ['Film'], relevance_text: '', filters: [{ field, op: 'gt', value }] },
      risk_level: 'normal',
    });
    for (const [field, value] of [
      ['year', 1990],
      ['released', '1990'],
    ] as const) {
      writeFileSync(planFile, JSON.stringify(later(field, value)));
      expect((await ask('x', '--plan', planFile)).names).toEqual(['Gladiator', 'The Martian']);
    }
    writeFileSync(
      planFile,
      JSON.stringify({ ...later('year', 1), target: { ...later('year', 1).target, labels: ['Movie'] } }),
    );
    const refused = await grasp('ask', 'x', '--engine', 'neo4j', ...at, '--schema', schemaFile, '--plan', planFile);
    expect(refused).toMatchObject({ code: 1, notes: expect.stringContaining('Film') as string });
  });

  it('searches text where the database has an index for it', async () => {
    await write('CREATE FULLTEXT INDEX plots FOR (n:Film) ON EACH [n.title, n.plot]', {});
    await write('CALL db.awaitIndexes(60)', {});
    expect((await grasp('neo4j', 'inspect', ...at, '--out', schemaFile)).code).toBe(0);
    const { hits, notes } = await ask('film about an astronaut who grows potatoes: (AND) "OR" a/b* ~ \\');
    expect(hits[0]).toMatchObject({ name: 'The Martian', trace: { textRank: 1 } });
    expect(notes).toBe('');
    const both = await ask('Ridley Scott films about a slave in Rome');
    expect(both.hits[0]!.name).toBe('Gladiator');
  });

  it('says on the command line what the database does not know', async () => {
    const inspected = JSON.parse(readFileSync(schemaFile, 'utf8')) as InspectedDatabase;
    const old = JSON.stringify(inspected).replaceAll('"DIRECTED"', '"MADE"');
    writeFileSync(schemaFile, old);
    const { notes } = await ask('Which films were made by Ridley Scott?');
    expect(notes).toMatch(/Neo4j: .*MADE/u);
    writeFileSync(schemaFile, '{"format":"neo4j","schema":{"nodeTypes":[]}}');
    const refused = await grasp('ask', 'x', '--engine', 'neo4j', ...at, '--schema', schemaFile);
    expect(refused).toMatchObject({ code: 1, notes: expect.stringContaining('grasp neo4j inspect') as string });
    writeFileSync(schemaFile, JSON.stringify(inspected));
  });

  it('ends a long result at the budget, with no more rows of it in memory', async () => {
    await write(
      `MATCH (p:Person {name: 'Ian Holm'})
CALL (p) { UNWIND range(1, 20000) AS i CREATE (p)-[:ACTED_IN]->(:Film {title: 'Short ' + i}) }`,
      {},
    );
    const { schema, idProperty } = JSON.parse(readFileSync(schemaFile, 'utf8')) as InspectedDatabase;
    let most = 0;
    const run = createCypherRun(driver);
    const counting: CypherRun = async (text, parameters, options) => {
      const result = await run(text, parameters, options);
      most = Math.max(most, result.rows.length);
      return result;
    };
    const { rows } = await run(`MATCH (p:Person {name: 'Ian Holm'}) RETURN elementId(p) AS id`, {});
    const plan: Plan = {
      anchors: [{ var: 'A', text: 'x', label: 'Person', match_mode: 'name' }],
      hops: [{ from: 'A', rel: 'ACTED_IN', to_var: 'T', to_label: 'Film' }],
      target: { var: 'T', labels: ['Film'], relevance_text: '' },
      risk_level: 'normal',
    };
    const bindings = { A: [{ id: String(rows[0]!['id']), score: 1, via: 'name' as const }] };
    const executor = createNeo4jExecutor({ run: counting, schema, idProperty });
    const execution = await executor.execute(plan, bindings, { limit: Infinity, rowBudget: 5_000, pathCount: 0 });
    expect(execution).toMatchObject({ candidateCount: 20_001, truncated: true, stopped: 'budget' });
    expect([execution.candidates.length, most]).toEqual([5_000, 5_000]);
  });

  it('is usable again when the server was killed in the midst of a query and is back', async () => {
    const runaway =
      'UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH a, b WHERE a * b < 0 RETURN a LIMIT 1';
    const running = expect(createCypherRun(driver)(runaway, {})).rejects.toMatchObject({ code: 'unavailable' });
    await delay(1_000);
    kill(neo4jServer.pid, 'SIGKILL');
    await running;
    const meanwhile = await grasp(
      'ask',
      'Which films did Ridley Scott direct?',
      '--engine',
      'neo4j',
      ...at,
      '--schema',
      schemaFile,
    );
    expect(meanwhile).toMatchObject({ code: 1, notes: expect.stringContaining('no Neo4j answers') as string });
    await neo4jServer.restart();
    const { rows } = await createCypherRun(driver)('MATCH (f:Film {year: 1979}) RETURN f.title AS title', {});
    expect(rows).toEqual([{ title: 'Alien' }]);
    expect((await ask('Which films did Ridley Scott direct?')).names).toContain('Gladiator');
  });
});
