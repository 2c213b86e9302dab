import type { Plan, Schema } from '@grasp/plan';

import { bindParameters, compile, compileLinking, compileWitness, neo4j2026 } from '../src/index.js';
import { hostileNames } from './hostile-names.js';
import { anchor, hop, plan, schema, SHAPES } from './shapes.js';
import { tokenize } from './tokenize.js';
import type { Token } from './tokenize.js';

const WORDS = new Set(
  `CYPHER UNWIND AS MATCH WHERE AND OR NOT IN IS NOT NULL WITH ORDER BY DESC RETURN LIMIT CALL UNION ALL DISTINCT EXISTS
   COLLECT CONTAINS CASE WHEN THEN ELSE END YIELD SEARCH VECTOR INDEX FOR null db index vector queryNodes similarity cosine any all max head
   collect size round toInteger toFloatOrNull toStringOrNull toLower trim replace left isNaN coalesce elementId startNode
   id score anchorScore relevance candidateCount row rows edges nodes forward target hit hits best last node n b x y`
    .split(/\s+/u)
    .filter((word) => word !== ''),
);
const isOurs = ({ kind, value }: Token): boolean =>
  kind === 'word'
    ? WORDS.has(value) || /^[nrbcsle][0-9]+$/u.test(value)
    : kind === 'text'
      ? value === ' ' || value === 'T'
      : true;

/** A schema and a plan in which every name is another given one. */
function namedCase(names: readonly string[]): { schema: Schema; plan: Plan; idProperty: string; document: string } {
  const [start, middle, end, first, second, field, idProperty, document] = names as [string, ...string[]] as string[];
  const types = [start!, middle!, end!];
  return {
    schema: {
      nodeTypes: types.map((name) => ({ name, fields: [{ name: field!, kind: 'keyword' }] })),
      relations: [
        { name: first!, endpoints: [{ from: start!, to: middle! }] },
        { name: second!, endpoints: [{ from: middle!, to: end! }] },
      ],
    },
    plan: plan([anchor('A', start!)], [hop('A', first!, 'X', middle!), hop('X', second!, 'T', end!)], {
      labels: [end!],
      relevance_text: 'x',
      filters: [{ field: field!, op: 'eq', value: 'v' }],
    }),
    idProperty: idProperty!,
    document: document!,
  };
}

function textsOf(names: readonly string[]): string[] {
  const { schema: named, plan: value, idProperty, document } = namedCase(names);
  const options = { idProperty, documentProperty: document, limit: 5 };
  const witness = compileWitness(value, named, { idProperty });
  const compilations = [
    compile(value, named, { ...options, form: 'flat' }),
    compile(value, named, { ...options, form: 'stepwise' }),
    witness,
  ];
  const texts = compilations.map((compilation) => {
    if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
    return compilation.query.text;
  });
  const target = { label: names[0]!, property: document, index: names[1]! };
  return [...texts, compileLinking(target, named, { idProperty, dialect: neo4j2026 }).text];
}

describe('names', () => {
  it('are one token each, whatever 10,000 of them contain', () => {
    const plainNames = ['plainA', 'plainB', 'plainC', 'plainD', 'plainE', 'plainF', 'plainG', 'plainH'];
    const plain = textsOf(plainNames).map((text) => tokenize(text));
    const names = hostileNames(10_000);
    for (let start = 0; start < names.length; start += plainNames.length) {
      const some = names.slice(start, start + plainNames.length);
      const replaced = new Map(plainNames.map((name, index) => [name, some[index]!]));
      textsOf(some).forEach((text, index) => {
        const expected = plain[index]!.map((token) =>
          token.kind === 'name' ? { ...token, value: replaced.get(token.value)! } : token,
        );
        const tokens = tokenize(text);
        // Much faster than toEqual alone, which then shows the difference.
        if (JSON.stringify(tokens) !== JSON.stringify(expected)) expect(tokens).toEqual(expected);
      });
    }
  });

  it('would not be one token with doubled backticks alone', () => {
    const naive = (name: string): string => `\`${name.replaceAll('`', '``')}\``;
    const isOneToken = (name: string): boolean => {
      try {
        const tokens = tokenize(naive(name));
        return tokens.length === 1 && tokens[0]!.value === name;
      } catch {
        return false;
      }
    };
    expect(hostileNames(1_000).filter((name) => !isOneToken(name)).length).toBeGreaterThan(100);
  });
});

describe('texts', () => {
  it.each(Object.entries(SHAPES))('consist of our words, the schema’s names and parameters: %s', (_, shape) => {
    const names = new Set([
      ...schema.nodeTypes.flatMap((type) => [type.name, ...type.fields.map((field) => field.name)]),
      ...schema.relations.map((relation) => relation.name),
      ...['id', 'doc vector'],
    ]);
    for (const form of ['flat', 'stepwise'] as const) {
      const compilation = compile(shape.plan, schema, { ...shape.options, form });
      if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
      const { query } = compilation;
      const tokens = tokenize(query.text);
      expect(tokens.filter((token) => !isOurs(token))).toEqual([]);
      expect(tokens.filter(({ kind, value }) => kind === 'name' && !names.has(value))).toEqual([]);
      const { parameters } = bindParameters(query, {}, { relevance: [1] });
      const used = new Set(tokens.filter(({ kind }) => kind === 'parameter').map(({ value }) => value));
      expect([...used].sort()).toEqual(Object.keys(parameters).sort());
    }
  });

  it('return ids and scores only, never nodes', () => {
    for (const { plan: value, options } of Object.values(SHAPES)) {
      const compilation = compile(value, schema, options);
      if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
      expect(compilation.query.columns.slice(0, 2)).toEqual(['id', 'score']);
      expect(compilation.query.text).not.toMatch(/RETURN n\d+$/mu);
    }
  });
});

describe('cases from public issues', () => {
  const query = (value: Plan, options = {}) => {
    const compilation = compile(value, schema, options);
    if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
    return compilation.query;
  };
  const namesOf = (text: string): string[] =>
    tokenize(text)
      .filter(({ kind }) => kind === 'name')
      .map(({ value }) => value);

  it('a label with a space is one name (langchain 28375)', () => {
    expect(namesOf(query(SHAPES['a label with a space']!.plan).text)).toContain('Medical Condition');
  });

  it('a label with a colon is one label, not two (langchain 23946)', () => {
    const { text } = query(SHAPES['a label with a colon']!.plan);
    expect(namesOf(text)).toEqual(expect.arrayContaining(['biolink:Disease', 'biolink:treats']));
    expect(text).toContain(':`biolink:Disease`)');
  });

  it('a limit is an integer on the wire (neo4j-javascript-driver 547)', () => {
    expect(query(SHAPES['one hop']!.plan, { limit: 10 }).parameters['limit']).toBe(10n);
  });

  it('a label with Cypher in it is unknown, and one token if the schema has it (mcp-neo4j 285)', () => {
    const label = 'paper`) DETACH DELETE n //';
    const value = plan([anchor('T', label)], [], label);
    expect(compile(value, schema)).toMatchObject({
      ok: false,
      issues: expect.arrayContaining([expect.objectContaining({ code: 'unknown_type' })]),
    });
    const odd: Schema = { nodeTypes: [{ name: label, fields: [] }], relations: [] };
    const compilation = compile(value, odd);
    if (!compilation.ok) throw new Error(JSON.stringify(compilation.issues));
    expect(namesOf(compilation.query.text)).toEqual([label, 'id', 'id']);
  });

  it('a relation between the wrong types is an issue, and either orientation of a right one compiles (langchain 13803)', () => {
    const wrong = plan([anchor('P', 'paper')], [hop('P', 'writes', 'T', 'paper')]);
    expect(compile(wrong, schema)).toMatchObject({ ok: false, issues: [{ code: 'impossible_endpoints' }] });
    for (const name of ['one hop', 'one hop, written from the target']) {
      expect(query(SHAPES[name]!.plan).text).toMatch(/\)-\[r0:`writes`\]-\(/u);
    }
  });

  it('an anchor without candidates is named before anything is sent (neug 942)', () => {
    const { anchors, ...rest } = query(SHAPES['two anchors']!.plan);
    const bound = bindParameters({ anchors, ...rest }, { A: [{ id: 'a', score: 1 }], F: [] });
    expect(bound.unbound).toEqual(['F']);
    expect(() => bindParameters({ anchors, ...rest }, { A: [{ id: 'a' } as { id: string; score: number }] })).toThrow(
      expect.objectContaining({ code: 'invalid_binding' }),
    );
  });

  it('variables of a plan are never written (null, true, order, a b, backticks)', () => {
    for (const variable of ['null', 'true', 'inf', 'order', 'a b', '`', '\\u0060', '$x', '__proto__']) {
      const value = plan([anchor(variable, 'author')], [hop(variable, 'writes', 'T', 'paper')]);
      expect(query(value).text).toBe(query(SHAPES['one hop']!.plan).text);
    }
  });

  it('10,000 candidates change no text, and a score of exactly 1 stays a float', () => {
    const built = query(SHAPES['one hop']!.plan);
    const many = Array.from({ length: 10_000 }, (_, index) => ({ id: `a${index}`, score: 1 }));
    const { parameters } = bindParameters(built, { A: many });
    expect(parameters['anchor0']).toHaveLength(10_000);
    expect(parameters['anchor0']).toContainEqual({ id: 'a9999', score: 1 });
    expect(built.text).toContain('b0.score * 1000000000000.0');
  });
});
