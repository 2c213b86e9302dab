// Each plan shape of the compiler's tests on one graph of 100,000 nodes and 400,000 edges: memory engine against Neo4j
// over Bolt, and the stepwise text against the flat one.
//
//   npm run build && node tools/bench/execution/neo4j.mjs [--rounds 60] [--seconds 8] [--bindings 5] [--url bolt://…] [--only text]
//
// Without --url a throw-away server is started and filled (a minute); with it the database must hold this graph already.
// --keep leaves the server running and prints its address. --rounds and --seconds bound the work for a shape.
import { existsSync, mkdirSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { bindParameters, compile } from '@grasp/cypher-compiler';
import { connectNeo4j, createCypherRun, createMemoryExecutor } from '@grasp/graph-retriever';
import { loadIntoNeo4j } from '@grasp/pipeline';
import { importKnowledgeBase, openKnowledgeBase } from '@grasp/skb';

import { startNeo4j } from '../../neo4j/start-neo4j.mjs';
import { createGraphSource } from '../graphs/graph-source.mjs';
import { SeededRandom } from '../graphs/seeded-random.mjs';
import { drawAnchors } from './draw-anchors.mjs';
import { planShapes } from './plan-shapes.mjs';
import { percentile, short, table } from './statistics.mjs';

const LIMIT = 100;
const TOLERANCE = 1e-6;
const QUERY_TIMEOUT_MS = 50_000;
const WARM_RUNS = { memory: 1000, flat: 40, stepwise: 40 };
const MEMORY_RUNS = 10;

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '60' },
    seconds: { type: 'string', default: '8' },
    bindings: { type: 'string', default: '5' },
    url: { type: 'string' },
    only: { type: 'string', default: '' },
    keep: { type: 'boolean', default: false },
  },
});
const [rounds, seconds, bindingCount] = [values.rounds, values.seconds, values.bindings].map(Number);

const file = 'tmp/bench-skewed.skb';
if (!existsSync(file)) {
  mkdirSync('tmp', { recursive: true });
  await importKnowledgeBase(createGraphSource({ shape: 'skewed' }), file);
}
const knowledgeBase = openKnowledgeBase(file);

const server = values.url === undefined ? await startNeo4j({ heap: '2g', isBenchmark: true }) : undefined;
const url = values.url ?? server.url;
const driver = await connectNeo4j({ url });
const run = createCypherRun(driver, { database: 'neo4j' });
if (server !== undefined) {
  const start = performance.now();
  await loadIntoNeo4j(knowledgeBase, createCypherRun(driver, { database: 'neo4j', access: 'write' }), {
    vectors: false,
  });
  console.error(`loaded in ${Math.round((performance.now() - start) / 1000)} s: ${url}`);
}

const executor = createMemoryExecutor(knowledgeBase);
const onServer = async (plan, form, bindings) => {
  const compilation = compile(plan, knowledgeBase.schema, { limit: LIMIT, form });
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
  const { parameters } = bindParameters(compilation.query, bindings);
  const { rows } = await run(compilation.query.text, parameters, { timeoutMs: QUERY_TIMEOUT_MS });
  return rows;
};
const ENGINES = {
  memory: async (plan, bindings) => (await executor.execute(plan, bindings, { limit: LIMIT })).candidates,
  flat: (plan, bindings) => onServer(plan, 'flat', bindings),
  stepwise: (plan, bindings) => onServer(plan, 'stepwise', bindings),
};

const timed = async (engine, plan, bindings) => {
  const start = performance.now();
  const rows = await ENGINES[engine](plan, bindings);
  return { rows, time: performance.now() - start };
};

/** Whether both list the same scores; ids may be cut differently only where their order differs beyond U+FFFF. */
const isSame = (a, b) =>
  a.length === b.length && a.every(({ id, score }, i) => id === b[i].id && Math.abs(score - b[i].score) <= TOLERANCE);

/** Runs an engine until its code and the server's plan are warm, for a fifth of the shape's time at most. */
async function warm(engine, { plan }, random) {
  const end = performance.now() + seconds * 200;
  for (let i = 0; i < WARM_RUNS[engine] && performance.now() < end; i++) {
    await timed(engine, plan, drawAnchors(knowledgeBase, plan, random, bindingCount));
  }
}

/**
 * In each round all engines get the same bindings, one after the other in an order that changes. The memory engine, whose
 * runs are so much shorter, gets some more of its own in its turn, so that one interrupt is not taken for its speed.
 */
async function measure(shape) {
  const { plan, isFlatOnly } = shape;
  const engines = isFlatOnly ? ['memory', 'flat'] : Object.keys(ENGINES);
  const random = new SeededRandom(shape.name);
  const draw = () => drawAnchors(knowledgeBase, plan, random, bindingCount);
  for (const engine of engines) await warm(engine, shape, random);
  const times = Object.fromEntries(engines.map((engine) => [engine, []]));
  const end = performance.now() + seconds * 1000;
  let different = 0;
  for (let round = 0; round < rounds && (round < 3 || performance.now() < end); round++) {
    const bindings = draw();
    const found = {};
    for (let i = 0; i < engines.length; i++) {
      const engine = engines[(i + round) % engines.length];
      const { rows, time } = await timed(engine, plan, bindings);
      found[engine] = rows;
      times[engine].push(time);
      if (engine !== 'memory') continue;
      for (let more = 1; more < MEMORY_RUNS; more++) times.memory.push((await timed('memory', plan, draw())).time);
    }
    if (engines.some((engine) => !isSame(found.memory, found[engine]))) different++;
  }
  return { times, different };
}

/** How many hops lie between the target and the farthest variable. */
function depth({ hops }) {
  const distance = new Map([['T', 0]]);
  for (let changed = true; changed;) {
    changed = false;
    for (const { from, to_var: to } of hops) {
      for (const [near, far] of [
        [from, to],
        [to, from],
      ]) {
        if (!distance.has(near) || distance.has(far)) continue;
        distance.set(far, distance.get(near) + 1);
        changed = true;
      }
    }
  }
  return Math.max(...distance.values());
}

const cells = (times) =>
  times === undefined ? ['', ''] : [short(percentile(times, 0.5)), short(percentile(times, 0.99))];
const HEAD = [
  'shape',
  'hops',
  'depth',
  'rounds',
  'memory p50',
  'p99',
  'flat p50',
  'p99',
  'stepwise p50',
  'p99',
  'flat ÷ stepwise',
  'stepwise ÷ memory',
  'differ',
];
const rows = [];
try {
  const trips = [];
  for (let i = 0; i < 300; i++) {
    const start = performance.now();
    await run('RETURN 1 AS one', {}, {});
    if (i >= 100) trips.push(performance.now() - start);
  }
  console.log(
    `A statement that does nothing (RETURN 1): p50 ${short(percentile(trips, 0.5))} ms, p99 ${short(percentile(trips, 0.99))} ms`,
  );
  for (const shape of await planShapes()) {
    if (!shape.name.includes(values.only)) continue;
    try {
      const { times, different } = await measure(shape);
      const median = (engine) => percentile(times[engine] ?? times.flat, 0.5);
      rows.push([
        shape.name,
        shape.plan.hops.length,
        depth(shape.plan),
        times.flat.length,
        ...cells(times.memory),
        ...cells(times.flat),
        ...cells(times.stepwise),
        times.stepwise === undefined ? '' : short(median('flat') / median('stepwise')),
        short(median('stepwise') / median('memory')),
        different,
      ]);
    } catch (error) {
      rows.push([
        shape.name,
        shape.plan.hops.length,
        depth(shape.plan),
        ...Array(9).fill(''),
        `${error.code ?? error.message}`.slice(0, 40),
      ]);
    }
    console.error(rows.at(-1).join(' | '));
  }
  console.log(table(HEAD, rows));
  if (values.keep && server !== undefined) {
    console.log(`${url} until this program is stopped`);
    await new Promise((resolve) => process.once('SIGTERM', resolve).once('SIGINT', resolve));
  }
} finally {
  await driver.close();
  await server?.stop();
}
