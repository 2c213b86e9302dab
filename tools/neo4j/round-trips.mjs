// What the compiler writes, read back from a real server: hostile names, literals, vector linking, relevance,
// Neo4j's own ids, and what a reader may not do.
//
//   npm run build && node tools/neo4j/round-trips.mjs [--names 10000] [--url bolt://…]
import assert from 'node:assert/strict';
import { parseArgs } from 'node:util';

import { bindParameters, compile, compileLinking, formatParameters, quoteName } from '@grasp/cypher-compiler';

import { startNeo4j } from './start-neo4j.mjs';

const PIECES = [
  '`',
  '``',
  '\\',
  '\\u0060',
  '\\\\u0060',
  '\\uu0060',
  '\\u005C',
  "'",
  '"',
  '\\u0027',
  '//',
  '/*',
  '*/',
  ' ',
];
PIECES.push(
  '\n',
  '\r',
  '\t',
  '\u0001',
  '\u001f',
  '\u007f',
  '\u0085',
  '\u00a0',
  '\u200b',
  '\u2028',
  '\ufeff',
  '\u0300',
  'é',
  '漢',
  '😀',
);
PIECES.push(':', '(', ')', ']->(', '{', '}', '$x', ';', '|', ') RETURN 1 //', 'u0060', 'MATCH', 'a', 'Z', '0', '_');

/** Names of hostile pieces, each another one. */
function hostileNames(count) {
  let state = 7;
  const next = (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const names = new Set();
  while (names.size < count) {
    names.add(Array.from({ length: 1 + next(12) }, () => PIECES[next(PIECES.length)]).join(''));
  }
  return [...names];
}

async function namesComeBack(run, count) {
  const names = hostileNames(count);
  for (let start = 0; start < names.length; start += 100) {
    const some = names.slice(start, start + 100);
    const labels = some.map((name) => `:${quoteName(name)}`).join('');
    const properties = some.map((name, index) => `${quoteName(name)}: ${index}`).join(', ');
    const [row] = await run(`CREATE (n${labels} {${properties}}) RETURN labels(n) AS labels, keys(n) AS keys`);
    assert.deepEqual([...row.labels].sort(), [...some].sort());
    assert.deepEqual([...row.keys].sort(), [...some].sort());
    const edges = some.map((name) => `CREATE (n)-[:${quoteName(name)}]->(n)`).join(' ');
    await run(`CREATE (n:Hub) ${edges}`);
    const found = await run('MATCH (:Hub)-[r]->() RETURN type(r) AS type');
    assert.deepEqual(found.map(({ type }) => type).sort(), [...some].sort());
    await run('MATCH (n) DETACH DELETE n');
  }
  return `${names.length} names as label, property and relationship type`;
}

async function literalsComeBack(run) {
  const texts = hostileNames(1_000);
  const parameters = {
    texts,
    numbers: [0, 1, -2.5, 1e21, 1e-7, 123456789.125],
    whole: 10n,
    rows: [{ id: 'a', score: 1 }],
  };
  const literal = formatParameters(parameters).replace(/^:params /u, '');
  const [{ value }] = await run(`RETURN ${literal} AS value`);
  assert.deepEqual(value.texts, texts);
  assert.deepEqual(value.numbers, parameters.numbers);
  assert.deepEqual(value.rows, parameters.rows);
  assert.equal(Number(value.whole), 10);
  return `${texts.length} texts as literals`;
}

const schema = {
  nodeTypes: [
    { name: 'an author', fields: [] },
    { name: 'paper', fields: [] },
  ],
  relations: [{ name: 'writes', endpoints: [{ from: 'an author', to: 'paper' }] }],
};
const cosineOf = (a, b) => {
  const dot = (x, y) => x.reduce((sum, value, index) => sum + value * y[index], 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};
const round = (rows) => rows.map(({ id, score }) => [id, Math.round(score * 1e5) / 1e5]);

async function linkingKeepsTheNearest(run) {
  let state = 3;
  const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.3;
  const rows = Array.from({ length: 300 }, (_, i) => ({ id: `p${i}`, doc: Array.from({ length: 8 }, next) }));
  rows.push(...['q1', 'q2', 'q3'].map((id) => ({ id, doc: rows[0].doc })));
  const label = quoteName('an author');
  await run(`UNWIND $rows AS row CREATE (n:${label} {id: row.id}) SET n.doc = row.doc`, { rows });
  for (const quantised of [false, true]) {
    const settings = `{\`vector.dimensions\`: 8, \`vector.similarity_function\`: 'cosine', \`vector.quantization.enabled\`: ${quantised}}`;
    await run('DROP INDEX authors IF EXISTS');
    await run(`CREATE VECTOR INDEX authors FOR (n:${label}) ON (n.doc) OPTIONS {indexConfig: ${settings}}`);
    await run('CALL db.awaitIndexes(60)');
    const query = compileLinking({ label: 'an author', property: 'doc', index: 'authors' }, schema);
    for (const [count, ratio] of [
      [5, 0.95],
      [2, 0.5],
      [10, 0.9],
      [10, 1],
    ]) {
      for (const { doc: vector } of [rows[0], rows[7], { doc: rows[1].doc.map((value) => -value) }]) {
        const found = await run(query.text, query.bind({ vector, count, ratio, fetch: 303 }));
        const all = rows
          .map(({ id, doc }) => ({ id, score: cosineOf(doc, vector) }))
          .sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
        const least = Math.max(ratio * all[0].score, all[count - 1].score) - 1e-6;
        assert.deepEqual(round(found), round(all[0].score > 0 ? all.filter(({ score }) => score >= least) : []));
      }
    }
  }
  await run('DROP INDEX authors');
  await run('MATCH (n) DETACH DELETE n');
  return 'linking by vector index, with and without quantisation';
}

async function relevanceAndOwnIds(run) {
  await run(
    `CREATE (a:\`an author\` {id: 'a'}), (a)-[:writes]->(:paper {id: 'p', doc: [1.0, 0.0]}),
            (a)-[:writes]->(:paper {id: 'q', doc: [1.0, 1.0]}), (a)-[:writes]->(:paper {id: 'r'})`,
  );
  const plan = {
    anchors: [{ var: 'A', text: 'a', label: 'an author', match_mode: 'name' }],
    hops: [{ from: 'A', rel: 'writes', to_var: 'T', to_label: 'paper' }],
    target: { var: 'T', labels: ['paper'], relevance_text: 'about x' },
    risk_level: 'normal',
  };
  const { query } = compile(plan, schema, { documentProperty: 'doc', limit: 2 });
  const bound = bindParameters(query, { A: [{ id: 'a', score: 0.5 }] }, { relevance: [0, 2] });
  const rows = await run(query.text, bound.parameters);
  assert.deepEqual(round(rows), [
    ['q', round([{ score: 0.5 + Math.SQRT1_2 }])[0][1]],
    ['p', 0.5],
  ]);
  assert.deepEqual(
    rows.map((row) => [row.anchorScore, Number(row.candidateCount)]),
    [
      [0.5, 3],
      [0.5, 3],
    ],
  );

  const [{ id }] = await run('MATCH (n:`an author`) RETURN elementId(n) AS id');
  const { query: own } = compile(plan, schema, { idProperty: null });
  const byOwnId = await run(own.text, bindParameters(own, { A: [{ id, score: 1 }] }).parameters);
  const papers = await run('MATCH (n:paper) RETURN elementId(n) AS id');
  assert.deepEqual(byOwnId.map((row) => row.id).sort(), papers.map((row) => row.id).sort());
  await run('MATCH (n) DETACH DELETE n');
  return "relevance, limit, count, and Neo4j's own ids";
}

const { values } = parseArgs({ options: { names: { type: 'string', default: '10000' }, url: { type: 'string' } } });
const { default: neo4j } = await import('neo4j-driver');
const server = values.url === undefined ? await startNeo4j() : { url: values.url, stop: () => undefined };
const driver = neo4j.driver(server.url, neo4j.auth.basic('neo4j', 'unused'));
try {
  const run = async (text, parameters = {}) => {
    const { records } = await driver.executeQuery(text, parameters, { database: 'neo4j' });
    return records.map((record) => record.toObject());
  };
  await run('MATCH (n) DETACH DELETE n');
  for (const check of [relevanceAndOwnIds, linkingKeepsTheNearest, literalsComeBack]) console.log(await check(run));
  console.log(await namesComeBack(run, Number(values.names)));
} finally {
  await driver.close();
  await server.stop();
}
