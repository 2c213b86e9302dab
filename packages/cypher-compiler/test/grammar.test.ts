import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Plan, Schema } from '@grasp/plan';

import { bindParameters, compile, compileLinking, compileWitness, neo4j2026 } from '../src/index.js';
import type { CypherQuery } from '../src/index.js';
import { hostileNames } from './hostile-names.js';
import { lintErrors } from './lint.js';
import { anchor, hop, plan } from './shapes.js';

const FOLDER = join(__dirname, 'golden');
const texts = readdirSync(FOLDER).filter((file) => file.endsWith('.cypher'));

/** The parameters that a golden text may use. */
function parameterNames(file: string): string[] {
  if (file.startsWith('linking.'))
    return ['vector', 'count', 'fetch', 'ratio', ...(file.includes('2026') ? [] : ['index'])];
  const [shape, form] = file.split('.');
  const names = Object.keys(JSON.parse(readFileSync(join(FOLDER, `${shape!}.parameters.json`), 'utf8')) as object);
  return form === 'witness' ? [...names, 'targets'] : names;
}

const lint = ({ text, ...query }: CypherQuery): string[] => {
  const { parameters } = bindParameters({ text, ...query }, {}, { relevance: [1], targets: [] });
  return lintErrors(text, Object.keys(parameters));
};

const compiled = (value: Plan, schema: Schema, options: Parameters<typeof compile>[2] = {}): CypherQuery => {
  const compilation = compile(value, schema, options);
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
  return compilation.query;
};

describe("Neo4j's grammar", () => {
  it.each(texts)('accepts the golden text %s', (file) => {
    expect(lintErrors(readFileSync(join(FOLDER, file), 'utf8'), parameterNames(file))).toEqual([]);
  });

  it('would object to what is wrong', () => {
    const [shape] = texts;
    const text = readFileSync(join(FOLDER, shape!), 'utf8');
    const names = parameterNames(shape!);
    expect(lintErrors(text, [])).not.toEqual([]);
    expect(lintErrors(text.replace('MATCH', 'MACH'), names)).not.toEqual([]);
    expect(lintErrors(text.replace(/RETURN .*/u, 'RETURN nothing AS id'), names)).not.toEqual([]);
    expect(lintErrors('MATCH (n:`A\\u0060 XX`) RETURN n', [])).not.toEqual([]);
  });
});

/** As many names as fit into one plan: labels, relations, fields, the property of ids and that of vectors. */
function wideCase(names: readonly string[]): {
  value: Plan;
  schema: Schema;
  idProperty: string;
  documentProperty: string;
} {
  const [idProperty, documentProperty, ...rest] = names as [string, string, ...string[]];
  const [relations, fields, types] = [rest.slice(0, 4), rest.slice(4, 12), rest.slice(12)];
  const variables = ['A', 'X', 'Y', 'Z', 'T'];
  const start = types[0]!;
  return {
    idProperty,
    documentProperty,
    schema: {
      nodeTypes: types.map((name) => ({ name, fields: fields.map((field) => ({ name: field, kind: 'keyword' })) })),
      relations: relations.map((name) => ({ name, endpoints: types.map((to) => ({ from: start, to })) })),
    },
    value: plan(
      [anchor('A', start)],
      relations.map((relation, index) =>
        hop(variables[index]!, relation, variables[index + 1]!, index === 3 ? types[1]! : start),
      ),
      {
        labels: types,
        relevance_text: 'x',
        filters: fields.map((field) => ({ field, op: 'eq', value: 'v' })),
      },
    ),
  };
}

/** Names that would end a token, hide the rest of a text, or mean something else, if they were not quoted well. */
const CHOSEN_NAMES = [
  'Paper`) DETACH DELETE n //',
  'Paper\\u0060) RETURN 1 AS x UNION CREATE (m:Pwned) RETURN 1 AS x //',
  'Paper\\u0060 XX',
  'Paper`]-() RETURN 1 //',
  "Paper' OR '1'='1",
  'Paper"}) CALL db.labels() YIELD label RETURN label //',
  'Paper:Author',
  'Paper|Author',
  'Paper&!Author',
  '$(label)',
  '%',
  'n0',
  'null',
  ' ',
  '\t',
  '\u202e\u2066Paper',
  '``````',
  '\\\\\\\\',
  '\\u',
  '\\u{60}',
  '\\U00000060',
  '\\x60',
  '&#96;',
  '\u0300\u0301',
  '😀'.repeat(128),
  '`'.repeat(256),
  '\\'.repeat(256),
];

describe('hostile names', () => {
  const random = hostileNames(240);
  const batches = [CHOSEN_NAMES, ...[0, 60, 120, 180].map((start) => random.slice(start, start + 60))];

  it.each(batches)('pass wherever a name may stand (%#)', (...names) => {
    const { value, schema, ...properties } = wideCase(names);
    expect(lint(compiled(value, schema, { ...properties, form: 'flat', limit: 5 }))).toEqual([]);
    expect(lint(compiled(value, schema, { ...properties, dialect: neo4j2026, limit: 5 }))).toEqual([]);
  });

  it('pass in the other queries', () => {
    const { value, schema, idProperty } = wideCase(CHOSEN_NAMES);
    const witness = compileWitness(value, schema, { idProperty });
    expect(witness.ok && lint(witness.query)).toEqual([]);
    for (const label of CHOSEN_NAMES.slice(14, 17)) {
      const target = { label, property: CHOSEN_NAMES[0]!, index: CHOSEN_NAMES[1]! };
      const { text, bind } = compileLinking(target, schema, { dialect: neo4j2026 });
      expect(lintErrors(text, Object.keys(bind({ vector: [1], count: 1, ratio: 1 })))).toEqual([]);
    }
  });

  it('would not pass with doubled backticks alone', () => {
    const naive = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
    expect(CHOSEN_NAMES).toContain('Paper\\u0060 XX');
    expect(lintErrors(`MATCH (n:${naive('Paper\\u0060 XX')}) RETURN n.id AS id`, [])).not.toEqual([]);
  });
});
