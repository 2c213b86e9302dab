import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { bindParameters, compile, compileLinking, compileWitness, neo4j2026, neo4j5 } from '../src/index.js';
import type { CypherQuery } from '../src/index.js';
import { schema, SHAPES } from './shapes.js';
import type { Shape } from './shapes.js';

// UPDATE_GOLDEN=1 npx jest -c packages/cypher-compiler/jest.config.mjs golden
const FOLDER = join(__dirname, 'golden');
const isUpdated = process.env['UPDATE_GOLDEN'] === '1';
const written = new Set<string>();

function expectGolden(file: string, content: string): void {
  written.add(file);
  const path = join(FOLDER, file);
  if (isUpdated) writeFileSync(path, content);
  // Parameters are compared as values: their files are formatted like all others.
  const read = (text: string): unknown => (file.endsWith('.json') ? JSON.parse(text) : text);
  expect(existsSync(path) ? read(readFileSync(path, 'utf8')) : undefined).toEqual(read(content));
}

const fileOf = (name: string): string => name.replaceAll(/[^A-Za-z0-9]+/gu, '-').toLowerCase();

/** Parameters as JSON; an integer of Cypher is written as a string that ends in `n`. */
const parametersOf = (query: CypherQuery): string => {
  const bindings = Object.fromEntries(query.anchors.map(({ variable }) => [variable, [{ id: 'x', score: 1 }]]));
  const { parameters } = bindParameters(query, bindings, { relevance: [0.5], targets: ['t'] });
  const write = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? `${value}n` : value);
  return `${JSON.stringify(parameters, write, 2)}\n`;
};

const query = ({ plan, options = {} }: Shape, form: 'flat' | 'stepwise'): CypherQuery => {
  const compilation = compile(plan, schema, { ...options, form });
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
  return compilation.query;
};

describe('golden texts', () => {
  describe.each(Object.entries(SHAPES))('%s', (name, shape) => {
    it.each(['flat', 'stepwise'] as const)('%s', (form) => {
      expectGolden(`${fileOf(name)}.${form}.cypher`, `${query(shape, form).text}\n`);
    });

    it('parameters, the same for both forms', () => {
      const [flat, stepwise] = [query(shape, 'flat'), query(shape, 'stepwise')];
      expectGolden(`${fileOf(name)}.parameters.json`, parametersOf(flat));
      const sorted = (text: string): unknown => Object.entries(JSON.parse(text) as object).sort();
      expect(sorted(parametersOf(stepwise))).toEqual(sorted(parametersOf(flat)));
    });

    it('two forms', () => {
      const hops = shape.plan.hops.filter((hop) => hop.negated !== true);
      if (hops.length >= 2) expect(query(shape, 'flat').text).not.toBe(query(shape, 'stepwise').text);
    });
  });

  it.each(['chain of four', 'a negation that shares an anchor', 'a target that is an anchor', 'target only'])(
    'witness of %s',
    (name) => {
      const compilation = compileWitness(SHAPES[name]!.plan, schema);
      if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
      expectGolden(`${fileOf(name)}.witness.cypher`, `${compilation.query.text}\n`);
    },
  );

  it.each([neo4j5, neo4j2026])('linking for $name', (dialect) => {
    const target = { label: 'field of study', property: 'doc vector', index: 'doc `of` field' };
    const { text, bind } = compileLinking(target, schema, { dialect });
    expectGolden(`linking.${dialect.name}.cypher`, `${text}\n`);
    expect(bind({ vector: Float32Array.of(1, 0), count: 5, ratio: 0.95 })).toEqual({
      ...(dialect === neo4j5 ? { index: 'doc `of` field' } : {}),
      vector: [1, 0],
      count: 5n,
      fetch: 100n,
      ratio: 0.95,
    });
  });

  it('has no other files', () => {
    expect(readdirSync(FOLDER).sort()).toEqual([...written].sort());
  });
});
