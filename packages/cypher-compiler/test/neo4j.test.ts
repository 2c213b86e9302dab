/**
 * @jest-environment ../../tools/jest/neo4j-environment.mjs
 */
import neo4j from 'neo4j-driver';
import type { Driver } from 'neo4j-driver';

import { bindParameters, compile, compileWitness, quoteName } from '../src/index.js';
import { schema, SHAPES } from './shapes.js';

declare const neo4jServer: { readonly url: string };
declare const neo4jMissing: string | undefined;

/** A generator of whole numbers below a limit, the same ones each time. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

const NODES_PER_TYPE = 6;
const idsOf = (type: string): string[] => Array.from({ length: NODES_PER_TYPE }, (_, index) => `${type} ${index}`);
const DATES = ['2001', '2001-05', '2001-05-02 23:00', '2003-01-01'];

(typeof neo4jMissing === 'string' ? describe.skip : describe)('the golden texts on a real server', () => {
  let driver: Driver;

  const run = async (text: string, parameters: Readonly<Record<string, unknown>> = {}) => {
    const { records, summary } = await driver.executeQuery(text, { ...parameters }, { database: 'neo4j' });
    return { rows: records.map((record) => record.toObject() as Record<string, unknown>), summary };
  };

  beforeAll(async () => {
    driver = neo4j.driver(neo4jServer.url, neo4j.auth.basic('neo4j', 'unused'));
    const next = numbers(5);
    for (const { name, fields } of schema.nodeTypes) {
      const rows = idsOf(name).map((id, index) => ({
        id,
        ...(fields.length > 0 ? { year: name === 'paper' ? 2000 + (index % 4) : '2001' } : {}),
        ...(name === 'paper'
          ? {
              venue: ['a', "O'Reilly \\u0027"],
              published: DATES[index % 4],
              abstract: 'On Graphs x',
              'doc vector': [1, index],
            }
          : {}),
      }));
      await run(`UNWIND $rows AS row CREATE (n:${quoteName(name)}) SET n = row`, { rows });
    }
    for (const { name, endpoints } of schema.relations) {
      for (const { from, to } of endpoints) {
        const pairs = new Set<string>();
        while (pairs.size < 16)
          pairs.add(JSON.stringify([idsOf(from)[next(NODES_PER_TYPE)], idsOf(to)[next(NODES_PER_TYPE)]]));
        const rows = [...pairs].map((pair) => JSON.parse(pair) as string[]);
        const ends = `MATCH (a:${quoteName(from)} {id: row[0]}) MATCH (b:${quoteName(to)} {id: row[1]})`;
        await run(`UNWIND $rows AS row ${ends} CREATE (a)-[:${quoteName(name)}]->(b)`, { rows });
      }
    }
  });

  afterAll(() => driver.close());

  const shapes = Object.entries(SHAPES).filter(([, { options }]) => options?.dialect === undefined);

  it.each(shapes)('read only, know all names, and give the same rows in both forms: %s', async (_, shape) => {
    const { plan, options = {} } = shape;
    const isOwnId = options.idProperty === null;
    const found = [];
    for (const form of ['flat', 'stepwise'] as const) {
      const compilation = compile(plan, schema, { ...options, form });
      if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
      const { query } = compilation;
      const bindings = Object.fromEntries(
        plan.anchors.map(({ var: variable, label }) => [
          variable,
          idsOf(label)
            .slice(0, 4)
            .map((id, index) => ({ id, score: 1 - index / 8 })),
        ]),
      );
      if (isOwnId) {
        for (const list of Object.values(bindings)) {
          for (const binding of list) {
            binding.id = (await run('MATCH (n {id: $id}) RETURN elementId(n) AS id', binding)).rows[0]!['id'] as string;
          }
        }
      }
      const { parameters } = bindParameters(query, bindings, { relevance: [1, 1] });
      const { rows, summary } = await run(query.text, parameters);
      expect(summary.queryType).toBe('r');
      expect(summary.gqlStatusObjects.map(({ gqlStatus }) => gqlStatus)).toEqual([rows.length > 0 ? '00000' : '02000']);
      for (const row of rows) expect(Object.keys(row)).toEqual(query.columns);
      found.push(rows.map(({ id, score }) => [id, score]));
    }
    expect(found[1]).toEqual(found[0]);
    // The comparison would prove nothing if there were nothing to compare.
    if (!shape.plan.hops.some((hop) => hop.negated)) expect(found[0]).not.toEqual([]);
  });

  it('explain their rows', async () => {
    const { plan } = SHAPES['chain of four']!;
    const witness = compileWitness(plan, schema);
    if (!witness.ok) throw new Error(JSON.stringify(witness.issues));
    const bindings = { F: [{ id: 'field of study 0', score: 0.5 }] };
    const { rows } = await run(
      witness.query.text,
      bindParameters(witness.query, bindings, { targets: idsOf('author') }).parameters,
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row).toMatchObject({ score: 0.5, nodes: { length: 5 }, forward: { length: 4 } });
      expect((row['nodes'] as string[])[0]).toBe(row['id']);
    }
  });
});
