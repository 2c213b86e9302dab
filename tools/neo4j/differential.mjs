// Random graphs, plans and bindings: the memory engine against the definition taken literally, and both forms of the
// compiled Cypher, on a real server, against the memory engine. See --help and README.md.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { bindParameters, compile, compileWitness, quoteName } from '@grasp/cypher-compiler';
import { executePlan } from '@grasp/graph-retriever';
import { planTree, validatePlan } from '@grasp/plan';
import typescript from 'typescript';

import {
  createChooser,
  indexGraph,
  meetsFilters,
  randomBindings,
  randomGraph,
  randomPlan,
  RELATIONS,
  schema,
  TYPES,
} from './random-case.mjs';
import { startNeo4j } from './start-neo4j.mjs';
import { compareRules, explain, isComparable } from './trail-and-walk.mjs';

const USAGE = `usage: npm run differential -- [options]

Compares, for random graphs, plans and bindings: the memory engine with a brute-force evaluator (ids, order, scores to
1e-9), and for some of them the flat and the stepwise Cypher with the memory engine (ids, order, counts, scores to 1e-6)
and the ways that explain them, on a Neo4j that is started for it. Counts where Neo4j's own rule about relationships
gives something else. The exit status is 1 if anything differs.

  --cases <n>         cases for the memory engine (default 20000)
  --server-cases <n>  how many of them, from the first, for the server (default 2000; 0: none, no Java needed)
  --seed <n>          where to start (default 1); the same seed gives the same cases
  --url <bolt://…>    a server to use instead; everything in its database is deleted
  --help`;

// The server takes most of its time to plan a text it has not seen, so each plan is run on several graphs.
const PLANS_AT_ONCE = 10;
const GRAPHS_PER_PLAN = 4;
const IN_FLIGHT = 4;

/** The evaluator of the package's tests, which is written apart from the engines. It imports types only. */
async function loadBruteForce() {
  const file = new URL('../../packages/graph-retriever/test/satisfy-plan.ts', import.meta.url);
  const { ModuleKind, ScriptTarget, transpileModule } = typescript;
  const compilerOptions = { module: ModuleKind.ESNext, target: ScriptTarget.ES2022, verbatimModuleSyntax: true };
  const { outputText } = transpileModule(readFileSync(file, 'utf8'), { compilerOptions });
  return (await import(`data:text/javascript,${encodeURIComponent(outputText)}`)).PlanSatisfier;
}

/** Some graphs, and for each the cases of the same plans, which can be executed, with other bindings. */
function casesOf(seed) {
  const chooser = createChooser(seed);
  const typeCount = chooser.pick([1, 1, 2, 3]);
  const graphs = Array.from({ length: GRAPHS_PER_PLAN }, () => randomGraph(chooser, typeCount));
  const plans = Array.from({ length: PLANS_AT_ONCE }, (_, index) => ({
    plan: randomPlan(chooser, graphs[index % GRAPHS_PER_PLAN]),
    isLimited: chooser.happens(30),
  }));
  const executable = plans.filter(({ plan }) => validatePlan(plan, schema).ok && planTree(plan).ok);
  return graphs.map((graph) => ({
    graph,
    cases: executable.map(({ plan, isLimited }) => ({
      seed,
      plan,
      bindings: randomBindings(chooser, graph, plan),
      limit: isLimited ? chooser.whole(1, 3) : undefined,
    })),
  }));
}

const describeRows = (rows) => rows.map(({ id, score }) => `${id} ${score}`).join(', ') || 'nothing';

function difference(rows, wanted, tolerance, names) {
  const isSame =
    rows.length === wanted.length &&
    rows.every(({ id, score }, index) => id === wanted[index].id && Math.abs(score - wanted[index].score) <= tolerance);
  return isSame ? undefined : `${names[0]}: ${describeRows(rows)}\n  ${names[1]}: ${describeRows(wanted)}`;
}

function bruteForceProblem(PlanSatisfier, graph, { plan, bindings }, candidates) {
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const wanted = [...new PlanSatisfier(graph, plan, bindings).scores()]
    .map(([id, score]) => ({ id, score }))
    .filter(({ id }) => meetsFilters(plan, nodes.get(id)))
    .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  return difference(candidates, wanted, 1e-9, ['memory', 'brute force']);
}

async function load(run, { nodes, edges }) {
  await run('MATCH (n) DETACH DELETE n', {});
  const lines = [];
  const parameters = {};
  TYPES.forEach((type, index) => {
    parameters[`nodes${index}`] = nodes
      .filter((node) => node.type === type)
      .map(({ id, fields }) => ({ ...fields, id }));
    lines.push(`CALL () { UNWIND $nodes${index} AS row CREATE (n:${quoteName(type)}) SET n = row }`);
  });
  RELATIONS.forEach((relation, index) => {
    parameters[`edges${index}`] = edges.filter((edge) => edge.relation === relation);
    const ends = 'MATCH (a {id: row.from}) MATCH (b {id: row.to})';
    lines.push(`CALL () { UNWIND $edges${index} AS row ${ends} CREATE (a)-[:${quoteName(relation)}]->(b) }`);
  });
  await run(lines.join('\n'), parameters);
}

/** Checks the ways that explain some candidates edge by edge. */
async function witnessProblem(run, { nodes, edges }, { plan, bindings }, candidates) {
  const { query } = compileWitness(plan, schema);
  const targets = candidates.slice(0, 3).map(({ id }) => id);
  const rows = await run(query.text, bindParameters(query, bindings, { targets }).parameters);
  const stored = new Set(edges.map(({ relation, from, to }) => JSON.stringify([relation, from, to])));
  for (const id of targets) {
    const row = rows.find((candidate) => candidate.id === id);
    if (row === undefined) return `no way to ${id}`;
    const nodeOf = new Map(query.variables.map((variable, index) => [variable, row.nodes[index]]));
    const areStored = query.hops.every((hop, index) => {
      const { from, rel, to_var: to } = plan.hops[hop];
      const ends = [nodeOf.get(from), nodeOf.get(to)];
      return stored.has(JSON.stringify([rel, ...(row.forward[index] ? ends : ends.reverse())]));
    });
    const sum = plan.anchors
      .filter((anchor) => nodeOf.has(anchor.var))
      .map((anchor) => bindings[anchor.var].filter((binding) => binding.id === nodeOf.get(anchor.var)))
      .reduce((total, all) => total + Math.max(...all.map(({ score }) => score)), 0);
    const { score } = candidates.find((candidate) => candidate.id === id);
    const isKnown = row.nodes.every((node) => nodes.some((candidate) => candidate.id === node));
    if (!areStored || !isKnown || Math.abs(sum - score) > 1e-6 || Math.abs(row.score - score) > 1e-6) {
      return `way to ${id}: ${JSON.stringify({ ...row, sum, score })}`;
    }
  }
  return undefined;
}

/** Everything that is compared on the server for one case. Reports to `fail` and `rules`. */
async function compareOnServer(run, graph, memory, random, candidates, { fail, rules, seen }) {
  const { plan, bindings, limit } = random;
  const expected = limit === undefined ? candidates : candidates.slice(0, limit);
  const texts = new Set();
  for (const form of ['flat', 'stepwise']) {
    const { query } = compile(plan, schema, { form, ...(limit === undefined ? {} : { limit }) });
    texts.add(query.text);
    const { parameters, unbound } = bindParameters(query, bindings);
    try {
      const rows = await run(query.text, parameters);
      const counted = rows[0]?.candidateCount;
      const problem =
        difference(rows, expected, 1e-6, [form, 'memory']) ??
        (counted !== undefined && Number(counted) !== candidates.length ? `counted ${counted}` : undefined) ??
        (unbound.length > 0 && rows.length > 0 ? `rows although ${unbound} is unbound` : undefined);
      if (problem !== undefined) fail(form, random, problem, query.text);
    } catch (error) {
      fail(form, random, error.message, query.text);
    }
  }
  if (texts.size === 2) seen.twoTexts++;
  if (candidates.length > 0) {
    const problem = await witnessProblem(run, graph, random, candidates).catch((error) => error.message);
    if (problem !== undefined) fail('witness', random, problem, compileWitness(plan, schema).query?.text);
  }
  if (!isComparable(plan) || candidates.length === 0) return;
  const unfiltered = { ...plan, target: { ...plan.target, filters: [] } };
  const whole = await executePlan(memory, unfiltered, bindings, { limit: Infinity });
  const named = Object.fromEntries(
    plan.anchors.map(({ var: variable }, index) => [`anchor${index}`, bindings[variable]]),
  );
  const found = await compareRules(run, unfiltered, named, whole.candidates);
  for (const problem of found.problems) fail('trail and walk', random, problem, '');
  rules.push({ ...random, ...found });
}

async function inParallel(items, work) {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: IN_FLIGHT }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

function count(seen, { plan, limit }, candidates) {
  seen.cases++;
  if (candidates.length === 0) return;
  seen.withRows++;
  if (plan.hops.some((hop) => hop.negated)) seen.negated++;
  const variables = new Set(plan.hops.flatMap((hop) => [hop.from, hop.to_var]));
  if (plan.hops.length > 0 && plan.hops.length >= variables.size) seen.cyclic++;
  if (candidates[0].path.length >= 3) seen.atLeast3Hops++;
  if (plan.target.filters !== undefined) seen.filtered++;
  if (plan.hops.some((hop) => hop.direction !== undefined)) seen.directed++;
  if (limit !== undefined) seen.limited++;
}

const emptyCounts = () => ({
  ...{ cases: 0, withRows: 0, negated: 0, cyclic: 0, atLeast3Hops: 0, filtered: 0, directed: 0, limited: 0 },
});

async function compare(run, { cases, serverCases, seed: firstSeed }) {
  const PlanSatisfier = await loadBruteForce();
  const failures = [];
  const fail = (engine, { seed, plan, bindings }, problem, text) =>
    failures.push({ engine, seed, plan, bindings, problem, text });
  const inMemory = emptyCounts();
  const onServer = { ...emptyCounts(), twoTexts: 0 };
  const rules = [];
  let noted = 0;
  const noteProgress = () => {
    if (inMemory.cases - noted < (onServer.cases < serverCases ? 200 : 5_000)) return;
    noted = inMemory.cases;
    const at = Math.round((performance.now() - started) / 1000);
    console.error(`${at} s: ${inMemory.cases} in memory, ${onServer.cases} on the server, ${failures.length} differ`);
  };
  for (let seed = firstSeed; inMemory.cases < cases; seed++) {
    for (const { graph, cases: all } of casesOf(seed)) {
      const memory = indexGraph(graph);
      const forServer = [];
      for (const random of all.slice(0, cases - inMemory.cases)) {
        const { candidates } = await executePlan(memory, random.plan, random.bindings, { limit: Infinity });
        const problem = bruteForceProblem(PlanSatisfier, graph, random, candidates);
        if (problem !== undefined) fail('memory', random, problem, '');
        count(inMemory, random, candidates);
        if (onServer.cases + forServer.length < serverCases) forServer.push({ random, candidates });
      }
      if (forServer.length > 0) {
        await load(run, graph);
        await inParallel(forServer, ({ random, candidates }) => {
          count(onServer, random, candidates);
          return compareOnServer(run, graph, memory, random, candidates, { fail, rules, seen: onServer });
        });
      }
    }
    noteProgress();
  }
  return { inMemory, onServer, rules, failures };
}

function printRules(rules) {
  for (const [kind, title] of [
    ['trail', 'one MATCH (no relationship twice) gives less than the plan'],
    ['walk', 'a MATCH per hop (no rule) gives more than the plan'],
  ]) {
    const differing = rules.filter((found) => found[kind].length > 0);
    const targets = differing.flatMap((found) => found[kind]);
    const missing = targets.filter((target) => target.plan === undefined || target.oneMatch === undefined);
    const rows =
      kind === 'trail'
        ? missing.filter((target) => target.oneMatch === undefined)
        : missing.filter((target) => target.plan === undefined);
    console.log(`\n${title}: ${differing.length} of ${rules.length} plans that use a relation twice;`);
    console.log(`  ${targets.length} targets, of which ${rows.length} have a row in one of the two only`);
    const byHops = Object.groupBy?.(differing, ({ plan }) => plan.hops.length) ?? {};
    for (const [hops, some] of Object.entries(byHops)) console.log(`  with ${hops} hops: ${some.length} plans`);
    const [shortest] = [...differing].sort((a, b) => a.plan.hops.length - b.plan.hops.length);
    if (shortest !== undefined) {
      console.log(
        `  example, seed ${shortest.seed}: ${shortest.plan.hops.map(({ from, rel, to_var: to }) => `${from} -[${rel}]- ${to}`).join(', ')}`,
      );
      console.log(`  ${explain(shortest.plan, shortest[kind][0])}`);
    }
  }
}

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '20000' },
    'server-cases': { type: 'string', default: '2000' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
const numbers = [values.cases, values['server-cases'], values.seed].map(Number);
if (values.help || !numbers.every((value) => Number.isSafeInteger(value) && value >= 0)) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}
const [cases, serverCases, seed] = numbers;
const started = performance.now();
const isServerNeeded = serverCases > 0 && values.url === undefined;
const server = isServerNeeded ? await startNeo4j() : { url: values.url, stop: () => undefined };
const { default: neo4j } = await import('neo4j-driver');
const driver = serverCases > 0 ? neo4j.driver(server.url, neo4j.auth.basic('neo4j', 'unused')) : undefined;
try {
  const run = async (text, parameters) => {
    const { records } = await driver.executeQuery(text, parameters, { database: 'neo4j' });
    return records.map((record) => record.toObject());
  };
  if (driver !== undefined) {
    for (const [index, type] of TYPES.entries()) {
      await run(`CREATE CONSTRAINT id${index} IF NOT EXISTS FOR (n:${quoteName(type)}) REQUIRE n.id IS UNIQUE`, {});
    }
  }
  const { inMemory, onServer, rules, failures } = await compare(run, { cases, serverCases, seed });
  for (const { engine, seed: at, plan, bindings, problem, text } of failures.slice(0, 5)) {
    console.log(`\nseed ${at}, ${engine}\n${JSON.stringify({ plan, bindings })}\n  ${problem}\n${text}`);
  }
  console.log('memory = brute force:', inMemory);
  if (serverCases > 0) {
    console.log('flat = stepwise = memory, on the server:', onServer);
    printRules(rules);
  }
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\ndifferences: ${failures.length} (${seconds} s)`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await driver?.close();
  await server.stop();
}
