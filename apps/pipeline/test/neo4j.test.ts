/**
 * @jest-environment ../../tools/jest/neo4j-environment.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { loadStaticEncoder } from '@grasp/encoders';
import { connectNeo4j, createCypherRun, createNeo4jLinker } from '@grasp/graph-retriever';
import type { Bindings, CypherRun, Neo4jDriver } from '@grasp/graph-retriever';
import type { Plan, Schema } from '@grasp/plan';
import { openKnowledgeBase } from '@grasp/skb';
import type { KnowledgeBase, KnowledgeBaseSource } from '@grasp/skb';

import { buildKnowledgeBase, createPipeline, loadedDocuments, loadedNames } from '../src/index.js';
import type { HitTrace } from '../src/index.js';
import { loadIntoNeo4j } from '../src/neo4j/load-into-neo4j.js';
import type { InspectedDatabase } from '../src/neo4j/inspect-neo4j.js';
import { runCommandLine } from '../src/run-command-line.js';
import { buildDataset, temporaryFolder } from './built-knowledge-base.js';
import { recordTerminal } from './terminal-recorder.js';

declare const neo4jServer: { readonly url: string };
declare const neo4jMissing: string | undefined;

jest.setTimeout(120_000);

const QUESTIONS = [
  'Which Nordvik tent has standing height for a family?',
  'What did customers buy together with the Fjellro 4?',
  'Which stoves are listed under cooking?',
];

const plan: Plan = {
  anchors: [{ var: 'B', text: 'Nordvik', label: 'brand', match_mode: 'name' }],
  hops: [{ from: 'B', rel: 'has brand', to_var: 'T', to_label: 'product' }],
  target: { var: 'T', labels: ['product'], relevance_text: '', filters: [{ field: 'price', op: 'gt', value: 50 }] },
  risk_level: 'normal',
};

async function grasp(...words: string[]): Promise<{ code: number; out: string; notes: string }> {
  const terminal = recordTerminal();
  const code = await runCommandLine(words, terminal);
  return { code, out: terminal.output.join('\n'), notes: terminal.notes.join('\n') };
}

(typeof neo4jMissing === 'string' ? describe.skip : describe)('grasp with Neo4j', () => {
  const folder = temporaryFolder();
  const kb = join(folder.path, 'products.skb');
  const planFile = join(folder.path, 'plan.json');
  let knowledgeBase: KnowledgeBase;
  let driver: Neo4jDriver;
  let write: CypherRun;
  let at: [string, string];

  beforeAll(async () => {
    await buildDataset('products', kb);
    writeFileSync(planFile, JSON.stringify(plan));
    knowledgeBase = openKnowledgeBase(kb);
    driver = await connectNeo4j({ url: neo4jServer.url });
    write = createCypherRun(driver, { access: 'write' });
    at = ['--url', neo4jServer.url];
  });

  afterAll(async () => {
    await driver.close();
    knowledgeBase.close();
    folder.remove();
  });

  /** Of the graph, without what the load keeps besides. */
  const countAll = async (): Promise<number[]> => {
    const { rows } = await write(
      `RETURN COUNT { (n) WHERE none(label IN labels(n) WHERE label STARTS WITH 'grasp:') } AS nodes, COUNT { ()-->() } AS relations, COUNT { () } AS all`,
      {},
    );
    return ['nodes', 'relations', 'all'].map((name) => Number(rows[0]![name]));
  };

  it('loads, goes on after an interruption, and twice changes nothing', async () => {
    const controller = new AbortController();
    const reason = new Error('stop');
    const interrupted = loadIntoNeo4j(knowledgeBase, write, {
      signal: controller.signal,
      onProgress: ({ phase }) => phase === 'relations' && controller.abort(reason),
    });
    await expect(interrupted).rejects.toBe(reason);
    const [nodes, relations] = await countAll();
    expect(nodes).toBe(knowledgeBase.nodeCount);
    expect(relations).toBeGreaterThan(0);
    expect(relations).toBeLessThan(knowledgeBase.report.relationCount);
    for (let round = 0; round < 2; round++) {
      const { code, out, notes } = await grasp('neo4j', 'load', '--kb', kb, ...at);
      expect({ code, notes }).toEqual({ code: 0, notes: '' });
      expect(out).toMatch(/^92 nodes, 210 relations, vectors of 130 names in/u);
      const resumed = `${92 + relations!} rows were there already`;
      if (round === 0) expect(out).toContain(resumed);
      else expect(out).not.toContain('already');
      expect(await countAll()).toEqual([92, 210, 92 + 130 + 1]);
    }
    const node = knowledgeBase.node(0);
    const { rows } = await write('MATCH (n {id: $id}) RETURN n.name AS name, n.price AS price', { id: node.id });
    expect({ ...rows[0], price: Number(rows[0]!['price']) }).toEqual({ name: node.name, price: node.fields['price'] });
    const { rows: indexes } = await write(
      `SHOW INDEXES YIELD type, state, options RETURN type, state, options.indexConfig['vector.quantization.enabled'] AS isQuantised`,
      {},
    );
    expect(indexes.every(({ state }) => state === 'ONLINE')).toBe(true);
    expect(indexes.filter(({ type }) => type === 'VECTOR').map(({ isQuantised }) => isQuantised)).toEqual(
      Array.from({ length: 6 }, () => false),
    );
  });

  it('writes nothing into a database that holds something else', async () => {
    const other = join(folder.path, 'other.skb');
    const source = (name: string): KnowledgeBaseSource => ({
      name,
      schema: { nodeTypes: [{ name: 'thing', fields: [] }], relations: [] },
      async *records() {
        yield { kind: 'node', type: 'thing', id: 'one', name: 'One' };
      },
    });
    await buildKnowledgeBase(source('things'), other, { encoder: await loadStaticEncoder() });
    const load = ['neo4j', 'load', '--kb', other, ...at];
    expect(await grasp(...load)).toMatchObject({
      code: 1,
      out: '',
      notes: expect.stringMatching(/"things".*"products".*--merge/su) as string,
    });
    await write('MATCH (m:`grasp:load`) SET m:hidden REMOVE m:`grasp:load`', {});
    expect(await grasp(...load)).toMatchObject({
      code: 1,
      out: '',
      notes: expect.stringMatching(/empty database.*223 nodes/su) as string,
    });
    await write('MATCH (m:hidden) SET m:`grasp:load` REMOVE m:hidden', {});
    expect(await countAll()).toEqual([92, 210, 223]);
  });

  it('links by its vector indexes what memory links', async () => {
    const encoder = await loadStaticEncoder();
    const pipeline = createPipeline({ knowledgeBase, encoder });
    const linker = createNeo4jLinker({ driver, encoder, names: loadedNames, documents: loadedDocuments });
    const all = [...knowledgeBase.nodes()];
    const texts = all.flatMap(({ name, aliases, fields }) => [
      ...[name, ...aliases].flatMap((text) => [text, text.toUpperCase(), text.slice(0, -2)]),
      ...Object.values(fields).map((value) => String(value).slice(0, 60)),
    ]);
    const strange = ['', 'zzzzqqq', '?!', 'warm and dry in the rain', 'tent tent tent'];
    const anchors = [...texts.filter((_, index) => index % 40 === 0), ...strange].flatMap((text) =>
      knowledgeBase.schema.nodeTypes.flatMap(({ name: label }) =>
        (['name', 'doc'] as const).map((mode) => ({ text, label, match_mode: mode })),
      ),
    );
    const named = { ...plan, anchors: anchors.map((anchor, index) => ({ ...anchor, var: `V${index}` })) };
    const found = await linker.link(named);
    // Memory also corrects spelling: such anchors are another matter.
    const wanted = Object.fromEntries(
      Object.entries(await pipeline.link(named)).filter(([, list]) => list.every(({ edits }) => edits === undefined)),
    );
    expect(Object.keys(wanted).length).toBeGreaterThan(0.8 * anchors.length);
    const compared = (bindings: Bindings) =>
      Object.entries(bindings).map(([variable, list]) => [
        variable,
        list.map(({ id, via, text }) => ({ id, via, text })).sort((a, b) => (a.id < b.id ? -1 : 1)),
      ]);
    expect(compared(found).filter(([variable]) => String(variable) in wanted)).toEqual(compared(wanted));
    let count = 0;
    for (const [variable, list] of Object.entries(wanted)) {
      const scores = new Map(found[variable]!.map(({ id, score }) => [id, score]));
      for (const { id, score } of list) expect(Math.abs(scores.get(id)! - score)).toBeLessThan(1e-6);
      count += list.length;
    }
    expect(count).toBeGreaterThan(150);
  });

  it('says what the database holds besides', async () => {
    await write("CREATE (:brand {id: 'brand:foreign'})", {});
    expect(await grasp('neo4j', 'load', '--kb', kb, ...at)).toMatchObject({
      code: 0,
      notes: expect.stringContaining('1 more of "brand"') as string,
    });
    await write("MATCH (n:brand {id: 'brand:foreign'}) DELETE n", {});
  });

  it('reads the schema back', async () => {
    const out = join(folder.path, 'graph.json');
    expect(await grasp('neo4j', 'inspect', ...at, '--out', out)).toMatchObject({ code: 0, notes: '' });
    const inspected = JSON.parse(readFileSync(out, 'utf8')) as InspectedDatabase;
    const pairs = ({ relations }: Schema) =>
      Object.fromEntries(relations.map(({ name, endpoints }) => [name, endpoints]));
    expect(inspected.idProperty).toBe('id');
    expect(pairs(inspected.schema)).toEqual(pairs(knowledgeBase.schema));
    const { nodes, relations } = knowledgeBase.report;
    expect(inspected.counts).toEqual({ nodes, relations });
    for (const { name, fields } of knowledgeBase.schema.nodeTypes) {
      const found = inspected.schema.nodeTypes.find((type) => type.name === name)!.fields;
      for (const field of fields) expect(found).toContainEqual({ name: field.name, kind: field.kind });
    }
    expect(inspected.indexes.map(({ type, isUnique }) => [type, isUnique])).toEqual([
      ...Array.from({ length: 3 }, () => ['RANGE', true]),
      ['FULLTEXT', false],
    ]);
    expect(inspected.names).toEqual({
      brand: { name: 'name', aliases: [] },
      category: { name: 'name', aliases: ['aliases'] },
      product: { name: 'name', aliases: ['aliases'] },
    });
    expect(inspected.loaded).toEqual({ source: 'products', encoder: 'static-minilm-256' });
    await write('CREATE (:odd {flag: true, vector: [0.5, 1.0]})', {});
    const odd = JSON.parse((await grasp('neo4j', 'inspect', ...at)).out) as InspectedDatabase;
    expect(odd.skipped.join()).toMatch(/odd\.flag: BOOLEAN.*odd\.vector: LIST<FLOAT/u);
    expect(odd.idProperty).toBeNull();
    await write('MATCH (n:odd) DELETE n', {});
  });

  it('prints Cypher that gives what the pipeline finds, ready to paste', async () => {
    const pipeline = createPipeline({ knowledgeBase, encoder: await loadStaticEncoder() });
    const { execution } = await pipeline.run('Nordvik products', { plan });
    expect(execution.candidateCount).toBeGreaterThan(1);
    for (const form of ['flat', 'stepwise']) {
      const { code, out, notes } = await grasp('cypher', '--plan', planFile, '--kb', kb, '--form', form);
      expect({ code, notes }).toEqual({ code: 0, notes: '' });
      const [, literal, text] = /^:params (.*)\n\n([\s\S]*);$/u.exec(out)!;
      const { rows: parameters } = await write(`RETURN ${literal!} AS parameters`, {});
      const { rows } = await write(text!, parameters[0]!['parameters'] as Record<string, unknown>);
      expect(rows.map(({ id, score }) => [id, score])).toEqual(
        execution.candidates.map(({ id, anchorScore }) => [id, anchorScore]),
      );
    }
    const bad = join(folder.path, 'bad.json');
    writeFileSync(bad, JSON.stringify({ ...plan, hops: [{ ...plan.hops[0], rel: 'made by elves' }] }));
    expect(await grasp('cypher', '--plan', bad, '--kb', kb)).toMatchObject({
      code: 1,
      out: '',
      notes: expect.stringContaining('hops.0.rel: unknown_relation') as string,
    });
  });

  it('answers with the database as it does in memory', async () => {
    for (const words of [...QUESTIONS.map((question) => [question]), [QUESTIONS[0]!, '--plan', planFile]]) {
      const ask = ['ask', ...words, '--kb', kb, '--json'];
      const [memory, database] = [await grasp(...ask), await grasp(...ask, '--engine', 'neo4j', ...at)];
      expect([memory.code, database.code, database.notes]).toEqual([0, 0, '']);
      const read = (out: string) => {
        const { plan: used, hits } = JSON.parse(out) as { plan: unknown; hits: { trace: { path: unknown[] } }[] };
        // Of several best ways each engine shows one.
        return { used, hits: hits.map(({ trace, ...hit }) => ({ ...hit, ...trace, path: trace.path.length })) };
      };
      expect(read(database.out)).toEqual(read(memory.out));
    }
  });

  it('answers without the file, by the vectors and the words that it loaded', async () => {
    const schemaFile = join(folder.path, 'graph.json');
    for (const question of QUESTIONS) {
      const without = ['ask', question, '--engine', 'neo4j', ...at, '--schema', schemaFile, '--json'];
      const [memory, database] = [await grasp('ask', question, '--kb', kb, '--json'), await grasp(...without)];
      expect([memory.code, database.code, database.notes]).toEqual([0, 0, '']);
      const read = (out: string) => JSON.parse(out) as { plan: Plan; hits: { id: string; trace: HitTrace }[] };
      const [wanted, found] = [read(memory.out), read(database.out)];
      const parts = ({ plan: used }: { plan: Plan }) => [used.anchors, used.hops, used.target];
      expect(parts(found)).toEqual(parts(wanted));
      // The graph run is the same; the text run is the database's own.
      let both = 0;
      const scores = new Map(wanted.hits.map(({ id, trace }) => [id, trace]));
      for (const { id, trace } of found.hits) {
        const other = scores.get(id);
        if (other === undefined || other.anchorScore === null) continue;
        both++;
        expect(trace.graphRank).toBe(other.graphRank);
        expect(trace.anchorScore).toBeCloseTo(other.anchorScore, 5);
        if (other.residualScore !== null) expect(trace.residualScore).toBeCloseTo(other.residualScore, 5);
      }
      expect(both).toBeGreaterThan(0);
      expect(found.hits.some(({ trace }) => trace.textRank !== null)).toBe(true);
    }
  });

  it('says what is wrong, and never shows a password', async () => {
    const failures: [string[], string, code?: number][] = [
      [['neo4j', 'inspect', '--url', 'bolt://127.0.0.1:9'], 'no Neo4j answers'],
      [['neo4j', 'inspect', '--url', 'bolt://neo4j:secret@127.0.0.1:9'], 'without path or credentials'],
      [['neo4j', 'inspect', ...at, '--database', 'none'], 'SHOW DATABASES'],
      [['ask', 'x', '--kb', kb, '--engine', 'neo4j'], '--url', 2],
      [['ask', 'x', '--kb', kb, ...at], '--engine neo4j', 2],
      [['ask', 'x', '--kb', kb, '--engine', 'neo4j', '--url', 'bolt://127.0.0.1:9'], 'no Neo4j answers'],
    ];
    for (const [words, expected, expectedCode = 1] of failures) {
      const { code, out, notes } = await grasp(...words);
      expect({ code, out, notes }).toEqual({
        code: expectedCode,
        out: '',
        notes: expect.stringContaining(expected) as string,
      });
      expect(notes).not.toMatch(/secret|^\s+at /mu);
    }
    expect(await grasp('neo4j', 'load', '--kb', kb)).toMatchObject({ code: 2 });
    expect(await grasp('neo4j', 'load', '--help')).toMatchObject({ code: 0, notes: '' });
  });

  it('notices a database that holds other nodes than the file', async () => {
    await write(
      "MATCH (b:brand {name: 'Nordvik'}) CREATE (:product {id: 'stranger', price: 99})-[:`has brand`]->(b)",
      {},
    );
    const outcome = await grasp('ask', 'x', '--kb', kb, '--plan', planFile, '--engine', 'neo4j', ...at);
    expect(outcome).toMatchObject({ code: 1, notes: expect.stringContaining('stranger') as string });
  });
});
