/**
 * @jest-environment ../../tools/jest/neo4j-environment.mjs
 * @jest-environment-options { "neo4j": { "dbms.security.auth_enabled": "true", "db.memory.transaction.max": "64m" } }
 */
import assert from 'node:assert/strict';
import { kill } from 'node:process';
import { setTimeout as delay } from 'node:timers/promises';

import { bindParameters, compile, quoteName } from '@grasp/cypher-compiler';
import { planTree, validatePlan } from '@grasp/plan';
import type { Plan } from '@grasp/plan';
import fc from 'fast-check';
import neo4j from 'neo4j-driver';

import {
  connectNeo4j,
  createCypherRun,
  createMemoryExecutor,
  createNeo4jExecutor,
  createReadOnlyRun,
} from '../src/index.js';
import type { Candidate, CypherRun, Execution, Neo4jDriver, Neo4jExecutor } from '../src/index.js';
import { checkWitness } from './check-witness.js';
import { graph as oddGraph, PLAN_CASES } from './plan-cases.js';
import { randomCase } from './random-case.js';
import type { RandomCase } from './random-case.js';
import { indexGraph } from './small-graph.js';
import type { SmallGraph } from './small-graph.js';

declare const neo4jServer: { readonly url: string; readonly pid: number };
declare const neo4jMissing: string | undefined;

/** Plans, each on 4 graphs. More with the environment variable NEO4J_RUNS. */
const RUNS = Number(process.env['NEO4J_RUNS'] ?? 45);
const PASSWORD = 'a password for tests';
const RUNAWAY =
  'UNWIND range(1, 1000000) AS a UNWIND range(1, 1000000) AS b WITH a, b WHERE a * b < 0 RETURN a LIMIT 1';

jest.setTimeout(600_000);

const { graph: sample } = fc.sample(randomCase, { numRuns: 1, seed: 1 })[0]!;
const plan: Plan = {
  anchors: [{ var: 'A', text: 'x', label: 'author', match_mode: 'name' }],
  hops: [{ from: 'A', rel: 'writes', to_var: 'T', to_label: 'paper' }],
  target: { var: 'T', labels: ['paper'], relevance_text: '' },
  risk_level: 'normal',
};
const bindings = { A: [{ id: 'ada', score: 0.75, via: 'name' as const }] };
const small: SmallGraph = {
  schema: sample.schema,
  nodes: ['ada', 'p1', 'p2', 'p3'].map((id) => ({ id, type: id === 'ada' ? 'author' : 'paper' })),
  edges: ['p3', 'p1', 'p2'].map((to) => ({ relation: 'writes', from: 'ada', to })),
};

const LOAD = `MATCH (n) DETACH DELETE n
WITH count(*) AS deleted
CALL () { UNWIND $paper AS row CREATE (n:paper) SET n = row }
CALL () { UNWIND $author AS row CREATE (n:author) SET n = row }
CALL () { UNWIND $cites AS row MATCH (a {id: row.from}) MATCH (b {id: row.to}) CREATE (a)-[:cites]->(b) }
CALL () { UNWIND $writes AS row MATCH (a {id: row.from}) MATCH (b {id: row.to}) CREATE (a)-[:writes]->(b) }`;

/** Fills the database with a graph of any schema. */
async function loadAny(write: CypherRun, { schema, nodes, edges }: SmallGraph): Promise<void> {
  await write('MATCH (n) DETACH DELETE n', {});
  for (const { name } of schema.nodeTypes) {
    const rows = nodes.filter((node) => node.type === name).map(({ id, fields }) => ({ ...fields, id }));
    await write(`UNWIND $rows AS row CREATE (n:${quoteName(name)}) SET n = row`, { rows });
  }
  for (const { name } of schema.relations) {
    const rows = edges.filter((edge) => edge.relation === name).map(({ from, to }) => ({ from, to }));
    const ends = 'MATCH (a {id: row.from}) MATCH (b {id: row.to})';
    await write(`UNWIND $rows AS row ${ends} CREATE (a)-[:${quoteName(name)}]->(b)`, { rows });
  }
}

async function load(write: CypherRun, { nodes, edges }: SmallGraph): Promise<void> {
  const ofType = (type: string) =>
    nodes.filter((node) => node.type === type).map(({ id, fields }) => ({ ...fields, id }));
  const ofRelation = (relation: string) => [
    ...new Map(
      edges.filter((edge) => edge.relation === relation).map(({ from, to }) => [`${from} ${to}`, { from, to }]),
    ).values(),
  ];
  await write(LOAD, {
    paper: ofType('paper'),
    author: ofType('author'),
    cites: ofRelation('cites'),
    writes: ofRelation('writes'),
  });
}

/** Sets the first password, as soon as the server has its databases. */
async function open(url: string): Promise<void> {
  const first = neo4j.driver(url, neo4j.auth.basic('neo4j', 'neo4j'));
  for (let tries = 0; ; tries++) {
    const session = first.session({ database: 'system' });
    try {
      await session.run(`ALTER CURRENT USER SET PASSWORD FROM 'neo4j' TO $password`, { password: PASSWORD });
      break;
    } catch (error) {
      if (tries > 100) throw error;
      await delay(200);
    } finally {
      await session.close();
    }
  }
  await first.close();
}

const isExecutable = ({ graph, plan: random }: RandomCase): boolean =>
  validatePlan(random, graph.schema).ok && planTree(random).ok;

const scoresOf = ({ id, score, anchorScore, residualScore }: Candidate) => ({ id, score, anchorScore, residualScore });

(typeof neo4jMissing === 'string' ? describe.skip : describe)('createNeo4jExecutor on a real server', () => {
  let driver: Neo4jDriver;
  let write: CypherRun;
  let executor: Neo4jExecutor;
  let flatExecutor: Neo4jExecutor;

  beforeAll(async () => {
    await open(neo4jServer.url);
    driver = await connectNeo4j({ url: neo4jServer.url, password: PASSWORD });
    write = createCypherRun(driver, { database: 'neo4j', access: 'write' });
    for (const type of ['paper', 'author']) {
      await write(`CREATE CONSTRAINT IF NOT EXISTS FOR (n:${type}) REQUIRE n.id IS UNIQUE`, {});
    }
    executor = createNeo4jExecutor({ driver, schema: sample.schema, database: 'neo4j' });
    flatExecutor = createNeo4jExecutor({ driver, schema: sample.schema, database: 'neo4j', form: 'flat' });
  });

  afterAll(() => driver.close());

  /** What is asserted after each failure: the same driver still answers. */
  const expectUsable = async (): Promise<void> => {
    await load(write, small);
    const { candidates } = await executor.execute(plan, bindings);
    expect(candidates.map(({ id, score }) => [id, score])).toEqual([
      ['p1', 0.75],
      ['p2', 0.75],
      ['p3', 0.75],
    ]);
  };

  it('gives what the memory engine gives, with a way to each candidate', async () => {
    const seen = { cases: 0, found: 0, negated: 0, limited: 0, long: 0, explained: 0 };
    const compare = async (random: RandomCase, options: { limit?: number; pathCount: number }): Promise<void> => {
      seen.cases++;
      await load(write, random.graph);
      const memory = createMemoryExecutor(indexGraph(random.graph));
      const wanted = await memory.execute(random.plan, random.bindings, options);
      const engine = seen.cases % 2 === 0 ? executor : flatExecutor;
      const found = await engine.execute(random.plan, random.bindings, options);
      assert.deepEqual(found.candidates.map(scoresOf), wanted.candidates.map(scoresOf));
      const counts = ({ candidateCount, truncated, stopped }: Execution) => ({ candidateCount, truncated, stopped });
      assert.deepEqual(counts(found), counts(wanted));
      if (options.pathCount > 0) for (const candidate of found.candidates) checkWitness(random, candidate);
      if (wanted.candidateCount === 0) return;
      seen.found++;
      if (options.pathCount > 0) seen.explained++;
      if (random.plan.hops.some((hop) => hop.negated)) seen.negated++;
      if (wanted.truncated) seen.limited++;
      if (wanted.candidates.some(({ path }) => path.length >= 3)) seen.long++;
    };
    // Planning takes the server most of the time: each plan runs on several graphs, and every other one is explained.
    const graphs = fc.array(randomCase, { minLength: 3, maxLength: 3 });
    await fc.assert(
      fc.asyncProperty(randomCase, graphs, fc.integer({ min: 0, max: 8 }), async (random, others, limit) => {
        if (!isExecutable(random)) return;
        const options = { ...(limit > 4 ? {} : { limit }), pathCount: limit % 2 === 0 ? 100 : 0 };
        for (const { graph } of [random, ...others]) await compare({ ...random, graph }, options);
      }),
      { numRuns: RUNS, endOnFailure: true, seed: 20_261_130 },
    );
    if (process.env['NEO4J_RUNS'] !== undefined) process.stdout.write(`${JSON.stringify(seen)}\n`);
    expect(seen.found / seen.cases).toBeGreaterThan(0.2);
    for (const count of [seen.negated, seen.limited, seen.long, seen.explained]) expect(count).toBeGreaterThan(5);
  });

  it('adds residuals before it cuts, and fetches no more rows than it may', async () => {
    await load(write, small);
    const residual = (id: string): number => ({ p1: 0.1, p2: 0.2, p3: 0.3 })[id]!;
    const best = await executor.execute(plan, bindings, { residual, limit: 1 });
    expect(best).toMatchObject({ candidateCount: 3, truncated: true, candidates: [{ id: 'p3', residualScore: 0.3 }] });
    expect(best.candidates[0]!.score).toBeCloseTo(1.05, 12);
    const without = await executor.execute(plan, bindings, { residual, accepts: (id) => id !== 'p3', limit: 1 });
    expect(without).toMatchObject({ candidateCount: 2, truncated: true, candidates: [{ id: 'p2' }] });
    const few = await executor.execute(plan, bindings, { rowBudget: 2, pathCount: 1 });
    expect(few).toMatchObject({ candidateCount: 3, truncated: true, stopped: 'budget', candidates: { length: 2 } });
    expect(few.candidates.map(({ path }) => path.length)).toEqual([1, 0]);
    expect(await executor.execute(plan, bindings, { limit: 0 })).toMatchObject({ candidates: [], candidateCount: 3 });
  });

  it('says which names the database does not know', async () => {
    const schema = {
      nodeTypes: [...sample.schema.nodeTypes, { name: 'unicorn', fields: [] }],
      relations: [...sample.schema.relations, { name: 'rides', endpoints: [{ from: 'author', to: 'unicorn' }] }],
    };
    const odd: Plan = {
      ...plan,
      hops: [{ from: 'A', rel: 'rides', to_var: 'T', to_label: 'unicorn' }],
      target: { ...plan.target, labels: ['unicorn'] },
    };
    const { candidates, warnings } = await createNeo4jExecutor({ driver, schema, database: 'neo4j' }).execute(
      odd,
      bindings,
    );
    expect(candidates).toEqual([]);
    expect(warnings.join()).toMatch(/unicorn/u);
    expect(warnings.join()).toMatch(/rides/u);
    await expect(executor.execute(odd, bindings)).rejects.toMatchObject({ code: 'unsupported_plan' });
  });

  it.each([
    'CREATE (n:paper) RETURN n',
    'MATCH (n) DETACH DELETE n',
    'MATCH (n) SET n.id = 1 RETURN n',
    "LOAD CSV FROM 'file:///etc/hostname' AS line RETURN line",
    "LOAD CSV FROM 'http://127.0.0.1:9/' AS line RETURN line",
    'SHOW TRANSACTIONS',
    'CALL dbms.listConfig() YIELD name RETURN name',
    'CALL db.clearQueryCaches()',
    'UNWIND [1] AS x CALL (x) { RETURN 1 AS y } IN TRANSACTIONS RETURN y',
  ])('refuses what does more than read: %s', async (text) => {
    const run = createReadOnlyRun(createCypherRun(driver, { database: 'neo4j' }));
    await expect(run(text, {})).rejects.toMatchObject({ name: 'Neo4jEngineError', code: 'not_read_only' });
    await expectUsable();
  });

  it.each([
    'CREATE (m:Pwned)',
    'WITH 1 AS one MATCH (m) DETACH DELETE m',
    "LOAD CSV FROM 'file:///etc/hostname' AS line",
    'CALL db.createLabel($limit)',
    'CALL (*) { CREATE (m:Pwned) }',
  ])('refuses a compiled text to which somebody added: %s', async (added) => {
    await load(write, small);
    const compilation = compile(plan, sample.schema, { limit: 10 });
    if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
    const { text } = compilation.query;
    const { parameters } = bindParameters(compilation.query, bindings);
    const run = createReadOnlyRun(createCypherRun(driver, { database: 'neo4j' }));
    for (const smuggled of [
      text.replace('\nWITH', `\n${added}\nWITH`),
      `${text} UNION ${added}`,
      `${text}; ${added}`,
    ]) {
      await expect(run(smuggled, parameters)).rejects.toMatchObject({ name: 'Neo4jEngineError' });
    }
    expect((await run('MATCH (m:Pwned) RETURN count(m) AS count', {})).rows.map(({ count }) => Number(count))).toEqual([
      0,
    ]);
    await expectUsable();
  });

  it('gives what the memory engine gives for names, texts and shapes that break others', async () => {
    await loadAny(write, oddGraph);
    const memory = createMemoryExecutor(indexGraph(oddGraph));
    for (const { name, plan: odd, bindings: bound } of PLAN_CASES) {
      const wanted = await memory.execute(odd, bound, { limit: Infinity });
      expect({ name, count: wanted.candidateCount }).not.toEqual({ name, count: 0 });
      for (const form of ['flat', 'stepwise'] as const) {
        const engine = createNeo4jExecutor({ driver, schema: oddGraph.schema, database: 'neo4j', form });
        const found = await engine.execute(odd, bound);
        expect({ name, rows: found.candidates.map(scoresOf) }).toEqual({ name, rows: wanted.candidates.map(scoresOf) });
        expect(found.warnings).toEqual([]);
        for (const candidate of found.candidates) {
          checkWitness({ graph: oddGraph, plan: odd, bindings: bound }, candidate);
        }
      }
    }
    const { rows } = await write('MATCH (n) RETURN count(n) AS count, sum(COUNT { (n {pwned: true}) }) AS pwned', {});
    expect([Number(rows[0]!['count']), Number(rows[0]!['pwned'])]).toEqual([oddGraph.nodes.length, 0]);
  });

  it('sends nothing for a plan that is wrong, or without bindings', async () => {
    const texts: string[] = [];
    const counting = createNeo4jExecutor({
      schema: oddGraph.schema,
      run: async (text) => {
        texts.push(text);
        throw new Error('nothing was to be sent');
      },
    });
    const [first] = PLAN_CASES;
    const { anchors, hops } = first!.plan;
    const wrong: Plan[] = [
      { ...plan, anchors: [{ ...plan.anchors[0]!, label: 'paper`) RETURN 1 //' }] },
      { ...plan, hops: [{ ...plan.hops[0]!, rel: 'writes`]-() //' }] },
      { ...plan, hops: [{ from: 'T', rel: 'writes', to_var: 'A', to_label: 'paper' }] },
      { ...plan, hops: [{ ...plan.hops[0]!, from: 'B' }] },
      { ...plan, hops: [{ ...plan.hops[0]!, rel: 'cites' }] },
      { ...plan, anchors: [...plan.anchors, ...plan.anchors] },
      { ...plan, hops: [...plan.hops, { ...plan.hops[0]!, from: 'T', rel: 'cites' }] },
      {
        ...plan,
        hops: [
          ...plan.hops,
          { from: 'T', rel: 'cites', to_var: 'X', to_label: 'paper' },
          { from: 'X', rel: 'cites', to_var: 'T', to_label: 'paper' },
        ],
      },
      { ...first!.plan, anchors, hops: [...hops, { ...hops[0]!, rel: 'DIAGNOSED-WITH' }] },
    ];
    for (const each of wrong) {
      await expect(counting.execute(each, bindings)).rejects.toMatchObject({ code: 'unsupported_plan' });
    }
    for (const score of [NaN, Infinity, undefined as unknown as number, null as unknown as number]) {
      const bad = { A: [{ id: 'ada', score, via: 'name' as const }] };
      await expect(counting.execute(plan, bad)).rejects.toMatchObject({ code: 'invalid_binding' });
    }
    for (const limit of [-1, 1.5, NaN, '10' as unknown as number]) {
      await expect(counting.execute(plan, bindings, { limit })).rejects.toMatchObject({ code: 'invalid_option' });
    }
    for (const none of [{}, { A: [] }]) {
      expect(await counting.execute(plan, none)).toMatchObject({ candidates: [], candidateCount: 0, truncated: false });
    }
    expect(texts).toEqual([]);
  });

  it('cuts what a hub has, counts all of it, and takes 10,000 bindings', async () => {
    await load(write, small);
    await write(
      `MATCH (a:author {id: 'ada'}) UNWIND range(1, 3000) AS i CREATE (a)-[:writes]->(:paper {id: 'q' + i})`,
      {},
    );
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `a${index}`, score: 1, via: 'name' as const }));
    for (const form of ['flat', 'stepwise'] as const) {
      const engine = createNeo4jExecutor({ driver, schema: sample.schema, database: 'neo4j', form });
      const found = await engine.execute(plan, { A: [...many, { id: 'ada', score: 1, via: 'name' }] }, { limit: 2 });
      expect(found).toMatchObject({ candidateCount: 3003, truncated: true });
      expect(found.candidates.map(({ id, score }) => [id, score])).toEqual([
        ['p1', 1],
        ['p2', 1],
      ]);
    }
    await expectUsable();
  });

  it('is refused by the server when it writes in a reading connection', async () => {
    const run = createCypherRun(driver, { database: 'neo4j' });
    await expect(run('CREATE (n:paper)', {})).rejects.toMatchObject({ code: 'not_read_only' });
    await expectUsable();
  });

  it('ends at a timeout and at once when aborted', async () => {
    const run = createReadOnlyRun(createCypherRun(driver, { database: 'neo4j' }));
    await expect(run(RUNAWAY, {}, { timeoutMs: 500 })).rejects.toMatchObject({ code: 'timeout' });
    const controller = new AbortController();
    const reason = new Error('enough');
    setTimeout(() => controller.abort(reason), 200);
    await expect(run(RUNAWAY, {}, { signal: controller.signal })).rejects.toBe(reason);
    await expect(executor.execute(plan, bindings, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const slow = createNeo4jExecutor({
      schema: sample.schema,
      run: (text, parameters, options) => run(text.startsWith('EXPLAIN') ? text : RUNAWAY, parameters, options),
    });
    expect(await slow.execute(plan, bindings, { timeoutMs: 300 })).toMatchObject({
      stopped: 'timeout',
      candidates: [],
    });
    await expectUsable();
  });

  it('does not try again when the server is out of memory', async () => {
    const texts: string[] = [];
    const counting: Neo4jDriver = {
      ...driver,
      session: (config) => {
        texts.push('session');
        return driver.session(config);
      },
    };
    const run = createCypherRun(counting, { database: 'neo4j' });
    const text = 'UNWIND range(1, 100000000) AS a RETURN size(collect([a, toString(a)]))';
    await expect(run(text, {})).rejects.toMatchObject({ code: 'out_of_memory', isRetryable: false });
    expect(texts).toHaveLength(1);
    await expectUsable();
  });

  it('says what the server does not execute', async () => {
    const run = createCypherRun(driver, { database: 'neo4j' });
    await expect(run('RETURN nothing', {})).rejects.toMatchObject({
      code: 'rejected',
      serverCode: 'Neo.ClientError.Statement.SyntaxError',
    });
    await expect(createCypherRun(driver, { database: 'none' })('RETURN 1', {})).rejects.toMatchObject({
      code: 'unknown_database',
    });
    await expectUsable();
  });

  it('says that nobody is there, or that the credentials are wrong, without showing them', async () => {
    for (const [address, code] of [
      [{ url: 'bolt://127.0.0.1:9' }, 'unavailable'],
      [{ url: neo4jServer.url, password: 'not the password' }, 'unauthorized'],
      [{ url: neo4jServer.url }, 'unauthorized'],
    ] as const) {
      const other = await connectNeo4j(address);
      const failure = createNeo4jExecutor({ driver: other, schema: sample.schema }).execute(plan, bindings);
      await expect(failure).rejects.toMatchObject({ code });
      await expect(failure).rejects.not.toMatchObject({
        message: expect.stringContaining('not the password') as string,
      });
      await other.close();
    }
    await expect(connectNeo4j({ url: 'bolt://neo4j:secret@host' })).rejects.toMatchObject({
      code: 'invalid_option',
      message: expect.not.stringContaining('secret') as string,
    });
    await expectUsable();
  });

  it('says that the server went away in the midst of a query', async () => {
    const running = createCypherRun(driver, { database: 'neo4j' })(RUNAWAY, {});
    const outcome = expect(running).rejects.toMatchObject({ code: 'unavailable' });
    await delay(1_000);
    kill(neo4jServer.pid, 'SIGKILL');
    await outcome;
  });
});
