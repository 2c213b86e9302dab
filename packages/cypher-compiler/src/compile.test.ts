import type { Plan, Schema } from '@grasp/plan';

import { anchor, hop, plan, schema, SHAPES } from '../test/shapes.js';
import { compile, TEXT_LENGTH_LIMIT } from './compile.js';
import type { CompileOptions, CypherQuery } from './compile.js';
import { COMPILE_ISSUE_CODES } from './compile-issue.js';
import type { CompileIssueCode } from './compile-issue.js';
import { compileWitness } from './compile-witness.js';

const A = anchor('A', 'author');
const written = plan([A], [hop('A', 'writes', 'T', 'paper')]);

const query = (value: Plan, options: CompileOptions = {}): CypherQuery => {
  const compilation = compile(value, schema, options);
  if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
  return compilation.query;
};

describe('compile', () => {
  const faults: { code: CompileIssueCode; plan: Plan; schema?: Schema }[] = [
    { code: 'unknown_type', plan: plan([anchor('A', 'Paper`) DETACH DELETE n //')], written.hops.slice()) },
    { code: 'unknown_relation', plan: plan([A], [hop('A', 'writes`]-() //', 'T', 'paper')]) },
    { code: 'unknown_field', plan: plan([A], [...written.hops], { filters: [{ field: 'x', op: 'eq', value: 1 }] }) },
    { code: 'impossible_endpoints', plan: plan([anchor('P', 'paper')], [hop('P', 'writes', 'T', 'paper')]) },
    { code: 'undefined_variable', plan: plan([A], [...written.hops, hop('Z', 'cites', 'T', 'paper')]) },
    { code: 'duplicate_variable', plan: plan([A, A], [...written.hops]) },
    {
      code: 'cycle',
      plan: plan([A], [...written.hops, hop('T', 'cites', 'X', 'paper'), hop('X', 'cites', 'T', 'paper')]),
    },
    { code: 'malformed', plan: { ...written, hops: 'all' as unknown as Plan['hops'] } },
    { code: 'skipped_plan', plan: { ...written, retrieval_mode: 'skip' } },
    {
      code: 'ambiguous_negation',
      plan: plan(
        [A, anchor('B', 'author')],
        [
          ...written.hops,
          hop('B', 'writes', 'T', 'paper'),
          hop('A', 'knows', 'X', 'author'),
          hop('B', 'knows', 'Y', 'author'),
          hop('X', 'knows', 'Y', 'author', { negated: true }),
        ],
      ),
    },
    {
      code: 'unusable_name',
      plan: written,
      schema: { ...schema, nodeTypes: [...schema.nodeTypes, { name: 'a\0', fields: [] }] },
    },
  ];

  it.each(faults)('returns $code', ({ code, plan: value, schema: other = schema }) => {
    for (const compilation of [compile(value, other), compileWitness(value, other)]) {
      expect(compilation.ok).toBe(false);
      if (compilation.ok) return;
      expect(compilation.issues.map((issue) => issue.code)).toContain(code);
      for (const issue of compilation.issues) expect(COMPILE_ISSUE_CODES).toContain(issue.code);
    }
  });

  it('suggests the nearest names', () => {
    const compilation = compile(plan([A], [hop('A', 'write', 'T', 'paper')]), schema);
    expect(compilation).toMatchObject({ ok: false, issues: [{ suggestions: ['writes', 'cites', 'knows'] }] });
  });

  it('returns text_too_long instead of a text that is', () => {
    const names = Array.from({ length: 64 }, (_, index) => `${'\\'.repeat(250)}${index}`);
    const wide: Schema = {
      nodeTypes: names.map((name) => ({ name, fields: [{ name: 'f', kind: 'keyword' }] })),
      relations: [{ name: 'r', endpoints: names.map((to) => ({ from: names[0]!, to })) }],
    };
    const value = plan(
      ['A', 'B', 'C'].map((variable) => anchor(variable, names[0]!)),
      ['A', 'B', 'C', 'X'].map((variable) => hop('T', 'r', variable, names[0]!)),
      { labels: names },
    );
    const compilation = compile(value, wide);
    expect(compilation).toMatchObject({ ok: false, issues: [{ code: 'text_too_long' }] });
    const narrow = compile({ ...value, target: { ...value.target, labels: names.slice(0, 9) } }, wide);
    expect(narrow.ok && narrow.query.text.length < TEXT_LENGTH_LIMIT).toBe(true);
  });

  it.each([0, -1, 1.5, NaN, Infinity, '10' as unknown as number])('refuses the limit %s', (limit) => {
    const error = expect.objectContaining({ name: 'CypherCompilerError', code: 'invalid_option' });
    expect(() => compile(written, schema, { limit })).toThrow(error);
  });

  it.each([{ idProperty: '' }, { documentProperty: 'a\0' }, { form: 'steps' as 'flat' }])('refuses %j', (options) => {
    const error = expect.objectContaining({ name: 'CypherCompilerError', code: 'invalid_option' });
    expect(() => compile(written, schema, options)).toThrow(error);
  });

  it('writes the limit as an integer', () => {
    expect(query(written, { limit: 10 })).toMatchObject({
      parameters: { limit: 10n },
      columns: ['id', 'score', 'candidateCount'],
    });
  });

  it.each(Object.entries(SHAPES))(
    'has a text that depends on the shape only: %s',
    (_, { plan: value, options = {} }) => {
      const renamed = JSON.parse(
        JSON.stringify(value).replaceAll(/"(var|from|to_var)":"([A-Z])"/gu, (whole, key: string, name: string) =>
          name === 'T' ? whole : `"${key}":"null ${name}\`"`,
        ),
      ) as Plan;
      const filters = value.target.filters?.map((filter) => ({
        ...filter,
        value: Array.isArray(filter.value) ? filter.value.slice(0, 1) : filter.value,
      }));
      const changed: Plan = {
        ...renamed,
        anchors: renamed.anchors.map((each) => ({ ...each, text: 'another text', match_mode: 'doc' })),
        target: { ...renamed.target, ...(filters === undefined ? {} : { filters }) },
        risk_level: 'weak',
      };
      for (const form of ['flat', 'stepwise'] as const) {
        const limit = options.limit === undefined ? {} : { limit: 77 };
        expect(query(changed, { ...options, form, ...limit }).text).toBe(query(value, { ...options, form }).text);
      }
    },
  );

  it('says which anchors must be bound, and which hold ids only', () => {
    expect(query(SHAPES['a negated anchor']!.plan).anchors).toEqual([
      { variable: 'F', parameter: 'anchor0', form: 'bindings', isRequired: true },
      { variable: 'A', parameter: 'anchor1', form: 'ids', isRequired: false },
    ]);
  });

  it('asks for a relevance only if the plan has a text for it', () => {
    const about = { ...written, target: { ...written.target, relevance_text: 'x' } };
    expect(query(written, { documentProperty: 'doc' }).needs).toEqual([]);
    expect(query(about).needs).toEqual([]);
    expect(query(about, { documentProperty: 'doc' })).toMatchObject({
      needs: ['relevance'],
      columns: ['id', 'score', 'anchorScore'],
    });
  });
});

describe('compileWitness', () => {
  it('says which variables and hops its rows are about', () => {
    const compilation = compileWitness(SHAPES['a negated branch']!.plan, schema);
    expect(compilation).toMatchObject({
      ok: true,
      query: { needs: ['targets'], variables: ['T', 'F'], hops: [0], columns: ['id', 'score', 'nodes', 'forward'] },
    });
  });
});
