// Random graphs, plans and bindings: the texts of both forms on a real server against the memory engine.
//
//   npm run build && node tools/neo4j/differential.mjs [--cases 500] [--seed 1] [--url bolt://…]
//
// Without --url a throw-away server is started. Ends with counts; the exit status is 1 if any case differs.
import { parseArgs } from 'node:util';

import { bindParameters, compile, compileWitness, quoteName } from '@grasp/cypher-compiler';
import { executePlan } from '@grasp/graph-retriever';
import { planTree, validatePlan } from '@grasp/plan';

import { startNeo4j } from './start-neo4j.mjs';

const TOLERANCE = 1e-6;
const PLANS_PER_GRAPH = 10;
const TYPES = ['paper', 'gene/protein', 'odd `\\u0060 "name" // \\'];
const RELATIONS = ['cites', 'part of', "`rel'\\u0027"];
const schema = {
  nodeTypes: TYPES.map((name, index) => ({
    name,
    fields: [
      { name: 'year', kind: index === 2 ? 'keyword' : 'number' },
      { name: 'topics', kind: 'keyword' },
      { name: 'the `text`', kind: 'text' },
      ...(index === 0 ? [{ name: 'published', kind: 'date' }] : []),
    ],
  })),
  relations: RELATIONS.map((name) => ({
    name,
    endpoints: TYPES.flatMap((from) => TYPES.map((to) => ({ from, to }))),
  })),
};

/** A 32-bit generator of numbers from 0 to 1 (mulberry32). */
function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

function createChooser(seed) {
  const next = randomNumbers(seed);
  const whole = (low, high) => low + Math.floor(next() * (high - low + 1));
  const pick = (values) => values[whole(0, values.length - 1)];
  return { whole, pick, happens: (percent) => next() * 100 < percent };
}

function randomGraph({ whole, pick, happens }) {
  const typeCount = pick([1, 1, 2, 3]);
  const nodes = Array.from({ length: whole(3, 9) }, (_, index) => {
    const type = TYPES[whole(0, typeCount - 1)];
    return {
      id: `${pick(['n', 'é', "o'\\"])}${index}`,
      type,
      fields: {
        ...(happens(80) ? { year: type === TYPES[2] ? pick(['1', '2']) : pick([1, 2, 2.5, 3]) } : {}),
        ...(happens(80) ? { topics: ['X', 'Y', 'Z'].slice(whole(0, 2)) } : {}),
        ...(happens(60) ? { 'the `text`': pick(['Some Text', 'other', 'ÄRGER']) } : {}),
        ...(type === TYPES[0] && happens(80)
          ? { published: pick(['2001', '2001-05', '2001-05-03', '2001-05-03 10:00', '2002-01-01T00:00']) }
          : {}),
      },
    };
  });
  const edges = new Map();
  const add = (relation, from, to) => edges.set(JSON.stringify([relation, from, to]), { relation, from, to });
  for (let i = whole(6, 26); i > 0; i--) {
    const [relation, from, to] = [pick(RELATIONS), pick(nodes).id, pick(nodes).id];
    add(relation, from, to);
    if (happens(25)) add(relation, to, from);
  }
  return { nodes, edges: [...edges.values()] };
}

const FILTERS = [
  ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte'].map((op) => ({ field: 'year', op, value: 2 })),
  { field: 'year', op: 'in', value: [1, 3] },
  { field: 'year', op: 'eq', value: '2' },
  ...['eq', 'ne', 'contains'].map((op) => ({ field: 'topics', op, value: 'Y' })),
  { field: 'topics', op: 'in', value: ['Y', "it's"] },
  { field: 'the `text`', op: 'contains', value: 'ärG' },
  { field: 'the `text`', op: 'contains', value: 'TEXT' },
  ...['eq', 'ne', 'lt', 'lte', 'gt', 'gte'].map((op) => ({ field: 'published', op, value: '2001-05' })),
  { field: 'published', op: 'lte', value: '2001-05-03 10:00' },
  { field: 'published', op: 'in', value: ['2001-05-03', '2002'] },
];

/** A random tree of hops around `T`, some of its variables anchors, some anchors tied in once more. */
function randomPlan({ whole, pick, happens }, graph) {
  const present = [...new Set(graph.nodes.map((node) => node.type))];
  const types = new Map([['T', pick(present)]]);
  const links = [];
  for (let i = whole(0, 5); i > 0; i--) {
    const near = happens(50) ? [...types.keys()].at(-1) : pick([...types.keys()]);
    types.set(`V ${i}`, pick(present));
    links.push([near, `V ${i}`, happens(12)]);
  }
  const isLeaf = (variable) => !links.some(([near]) => near === variable);
  const anchors = [...types.keys()].filter((variable) =>
    happens(variable === 'T' ? (links.length === 0 ? 100 : 15) : isLeaf(variable) ? 80 : 25),
  );
  const cut = anchors.filter((variable) => variable !== 'T');
  for (let i = happens(45) && cut.length > 0 ? whole(1, 2) : 0; i > 0; i--) {
    const [near, far] = [pick([...types.keys()]), pick(cut)];
    if (near !== far) links.push([near, far, happens(25)]);
  }
  const relations = RELATIONS.slice(0, pick([1, 1, 2, 3]));
  const hops = links.map(([near, far, negated]) => {
    const [from, to] = happens(50) && (far === 'T' || anchors.includes(far)) ? [far, near] : [near, far];
    const hop = { from, rel: pick(relations), to_var: to, to_label: types.get(to) };
    if (happens(15)) hop.direction = pick(['in', 'out']);
    if (negated) hop.negated = true;
    return hop;
  });
  const labels = happens(30) ? TYPES.filter((type) => type === types.get('T') || happens(50)) : [types.get('T')];
  return {
    anchors: anchors.map((variable) => ({ var: variable, text: 'x', label: types.get(variable), match_mode: 'name' })),
    hops: hops.sort(() => (happens(50) ? 1 : -1)),
    target: {
      var: 'T',
      labels,
      relevance_text: '',
      ...(happens(25) ? { filters: [pick(FILTERS)] } : {}),
    },
    risk_level: 'normal',
  };
}

function randomBindings({ whole, pick, happens }, graph, plan) {
  return Object.fromEntries(
    plan.anchors.map(({ var: variable, label }) => {
      const fitting = graph.nodes.filter((node) => node.type === label);
      return [
        variable,
        Array.from({ length: happens(3) ? 0 : whole(1, 5) }, () => ({
          id: happens(3) ? 'missing' : pick(happens(90) ? fitting : graph.nodes).id,
          score: pick([whole(-200, 1000) / 1000, 0.1, 0.2, 1]),
          via: 'name',
        })),
      ];
    }),
  );
}

/** The graph as the memory engine reads it. */
function indexed({ nodes, edges }) {
  const order = (node) => TYPES.indexOf(node.type);
  const sorted = [...nodes].sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1));
  const indexes = new Map(sorted.map((node, index) => [node.id, index]));
  return {
    schema,
    nodeCount: sorted.length,
    indexOf: (id) => indexes.get(id),
    idOf: (index) => sorted[index].id,
    typeRange: (type) => {
      const start = sorted.filter((node) => order(node) < TYPES.indexOf(type)).length;
      return { start, end: start + sorted.filter((node) => node.type === type).length };
    },
    adjacency: (relation, direction) => {
      const lists = sorted.map(() => []);
      for (const edge of edges.filter((candidate) => candidate.relation === relation)) {
        const [from, to] = [indexes.get(edge.from), indexes.get(edge.to)];
        if (direction === 'out') lists[from].push(to);
        else lists[to].push(from);
      }
      const offsets = [0];
      for (const list of lists) offsets.push(offsets.at(-1) + list.sort((a, b) => a - b).length);
      return { offsets: Uint32Array.from(offsets), targets: Uint32Array.from(lists.flat()) };
    },
    node: (index) => ({ fields: sorted[index].fields }),
  };
}

async function load(run, { nodes, edges }) {
  await run('MATCH (n) DETACH DELETE n', {});
  for (const type of TYPES) {
    const rows = nodes.filter((node) => node.type === type).map(({ id, fields }) => ({ ...fields, id }));
    if (rows.length > 0) await run(`UNWIND $rows AS row CREATE (n:${quoteName(type)}) SET n = row`, { rows });
  }
  for (const relation of RELATIONS) {
    const rows = edges.filter((edge) => edge.relation === relation);
    const create = `CREATE (a)-[:${quoteName(relation)}]->(b)`;
    const text = `UNWIND $rows AS row MATCH (a {id: row.from}) MATCH (b {id: row.to}) ${create}`;
    if (rows.length > 0) await run(text, { rows });
  }
}

const describeRows = (rows) => rows.map(({ id, score }) => `${id} ${score}`).join(', ');

function difference(rows, candidates) {
  const isSame =
    rows.length === candidates.length &&
    rows.every(
      ({ id, score }, index) => id === candidates[index].id && Math.abs(score - candidates[index].score) <= TOLERANCE,
    );
  return isSame ? undefined : `server: ${describeRows(rows)}\n  memory: ${describeRows(candidates)}`;
}

/** Checks the ways that explain some candidates edge by edge. */
async function witnessProblem(run, { nodes, edges }, plan, bindings, candidates) {
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
    if (!areStored || !isKnown || Math.abs(sum - score) > TOLERANCE || Math.abs(row.score - score) > TOLERANCE) {
      return `way to ${id}: ${JSON.stringify({ ...row, sum, score })}`;
    }
  }
  return undefined;
}

async function compare(run, count, firstSeed) {
  const seen = {
    cases: 0,
    withRows: 0,
    negated: 0,
    cyclic: 0,
    chainsOf3: 0,
    filtered: 0,
    limited: 0,
    stepwiseByTree: 0,
  };
  const failures = [];
  for (let seed = firstSeed; seen.cases < count; seed++) {
    const chooser = createChooser(seed);
    const graph = randomGraph(chooser);
    await load(run, graph);
    const memory = indexed(graph);
    for (let i = 0; i < PLANS_PER_GRAPH && seen.cases < count; i++) {
      const plan = randomPlan(chooser, graph);
      const bindings = randomBindings(chooser, graph, plan);
      if (!validatePlan(plan, schema).ok || !planTree(plan).ok) continue;
      seen.cases++;
      const { candidates } = await executePlan(memory, plan, bindings);
      const limit = chooser.happens(30) ? chooser.whole(1, 3) : undefined;
      const expected = limit === undefined ? candidates : candidates.slice(0, limit);
      const texts = new Set();
      for (const form of ['flat', 'stepwise']) {
        const { query } = compile(plan, schema, { form, ...(limit === undefined ? {} : { limit }) });
        texts.add(query.text);
        const { parameters, unbound } = bindParameters(query, bindings);
        let problem;
        try {
          const rows = await run(query.text, parameters);
          problem = difference(rows, expected);
          const counted = rows[0]?.candidateCount;
          if (counted !== undefined && Number(counted) !== candidates.length) problem ??= `counted ${counted}`;
          if (unbound.length > 0 && rows.length > 0) problem ??= `rows although ${unbound} is unbound`;
        } catch (error) {
          problem = error.message;
        }
        if (problem !== undefined) failures.push({ seed, form, plan, bindings, problem, text: query.text });
      }
      if (candidates.length > 0) {
        const problem = await witnessProblem(run, graph, plan, bindings, candidates).catch((error) => error.message);
        const { text } = compileWitness(plan, schema).query ?? {};
        if (problem !== undefined) failures.push({ seed, form: 'witness', plan, bindings, problem, text });
      }
      if (texts.size === 2) seen.stepwiseByTree++;
      if (candidates.length === 0) continue;
      seen.withRows++;
      if (plan.hops.some((hop) => hop.negated)) seen.negated++;
      if (plan.hops.length > 0 && plan.hops.length >= new Set(plan.hops.flatMap((hop) => [hop.from, hop.to_var])).size)
        seen.cyclic++;
      if (candidates[0].path.length >= 3) seen.chainsOf3++;
      if (plan.target.filters !== undefined) seen.filtered++;
      if (limit !== undefined) seen.limited++;
    }
  }
  return { seen, failures };
}

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '500' },
    seed: { type: 'string', default: '1' },
    url: { type: 'string' },
  },
});
const { default: neo4j } = await import('neo4j-driver');
const server = values.url === undefined ? await startNeo4j() : { url: values.url, stop: () => undefined };
const driver = neo4j.driver(server.url, neo4j.auth.basic('neo4j', 'unused'));
try {
  const run = async (text, parameters) => {
    const { records } = await driver.executeQuery(text, parameters, { database: 'neo4j' });
    return records.map((record) => record.toObject());
  };
  for (const [index, type] of TYPES.entries()) {
    await run(`CREATE CONSTRAINT id${index} IF NOT EXISTS FOR (n:${quoteName(type)}) REQUIRE n.id IS UNIQUE`, {});
  }
  const { seen, failures } = await compare(run, Number(values.cases), Number(values.seed));
  for (const { seed, form, plan, bindings, problem, text } of failures.slice(0, 5)) {
    console.log(`\nseed ${seed}, ${form}\n${JSON.stringify({ plan, bindings })}\n  ${problem}\n${text}`);
  }
  console.log(seen);
  console.log(`differences: ${failures.length}`);
  process.exitCode = failures.length === 0 ? 0 : 1;
} finally {
  await driver.close();
  await server.stop();
}
