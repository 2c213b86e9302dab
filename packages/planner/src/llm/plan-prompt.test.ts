import { execFileSync } from 'node:child_process';
import { join } from 'node:path';

import { validatePlan } from '@grasp/plan';
import type { Plan, Schema } from '@grasp/plan';

import { plan, question, schema } from '../../test/library.js';
import { mentionsJsonSchema, planAnswer, planJsonSchema } from './answer-schemas.js';
import { mentionsPrompt, planPrompt } from './plan-prompt.js';
import type { JsonSchema } from './chat-model.js';
import { DATA_SET_PROMPTS } from './prompts.generated.js';
import { readPlan } from './read-plan.js';

const types = (...names: string[]): Schema['nodeTypes'] => names.map((name) => ({ name, fields: [] }));
const joins = (name: string, ...pairs: [string, string][]) => ({
  name,
  endpoints: pairs.map(([from, to]) => ({ from, to })),
});
const [gene, effect] = ['gene/protein', 'effect/phenotype'];

/** The schemas of two data sets of STaRK, as far as the examples need them. */
const stark: Record<'stark-amazon' | 'stark-prime', Schema> = {
  'stark-amazon': {
    nodeTypes: types('product', 'brand', 'category', 'color'),
    relations: [
      joins('also_buy', ['product', 'product']),
      joins('also_view', ['product', 'product']),
      joins('has_brand', ['product', 'brand']),
      joins('has_category', ['product', 'category']),
      joins('has_color', ['product', 'color']),
    ],
  },
  'stark-prime': {
    nodeTypes: types(
      'disease',
      gene,
      'molecular_function',
      'drug',
      'pathway',
      'anatomy',
      effect,
      'biological_process',
      'cellular_component',
      'exposure',
    ),
    relations: [
      joins('ppi', [gene, gene]),
      ...['carrier', 'enzyme', 'target', 'transporter'].map((name) => joins(name, ['drug', gene])),
      joins('contraindication', ['drug', 'disease']),
      joins('indication', ['drug', 'disease']),
      joins('off-label use', ['drug', 'disease']),
      joins('synergistic interaction', ['drug', 'drug']),
      joins('associated with', [gene, 'disease'], [gene, effect]),
      joins('parent-child', ...['disease', 'pathway', 'anatomy', effect].map((type): [string, string] => [type, type])),
      joins('phenotype absent', ['disease', effect]),
      joins('phenotype present', ['disease', effect]),
      joins('side effect', ['drug', effect]),
      joins(
        'interacts with',
        ...['molecular_function', 'pathway', 'biological_process', 'cellular_component', 'exposure'].map(
          (type): [string, string] => [type, gene],
        ),
      ),
      joins('linked to', ['exposure', 'disease']),
      joins('expression present', ['anatomy', gene]),
      joins('expression absent', ['anatomy', gene]),
    ],
  },
};

it('is made of the texts in prompts/', () => {
  const root = join(__dirname, '../../../..');
  execFileSync(process.execPath, [join(root, 'tools/generate-prompts.mjs'), '--check'], { stdio: 'pipe' });
});

/** Expects a value to have the form that a JSON schema asks for, as far as ours go. */
function expectFit(value: unknown, form: JsonSchema): void {
  const {
    type,
    enum: values,
    properties,
    items,
    minItems = 0,
    maxItems = Infinity,
    required,
  } = form as {
    readonly type: string | string[];
    readonly enum?: unknown[];
    readonly properties?: Record<string, JsonSchema>;
    readonly items?: JsonSchema;
    readonly minItems?: number;
    readonly maxItems?: number;
    readonly required?: string[];
  };
  const own = value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value;
  expect([type].flat()).toContain(own);
  if (values !== undefined) expect(values).toContain(value);
  if (items !== undefined) {
    const list = value as unknown[];
    expect(list.length).toBeGreaterThanOrEqual(minItems);
    expect(list.length).toBeLessThanOrEqual(maxItems);
    for (const item of list) expectFit(item, items);
  }
  if (properties === undefined) return;
  expect(Object.keys(value as object)).toEqual(required);
  for (const [key, part] of Object.entries(value as object)) expectFit(part, properties[key]!);
}

describe.each(['stark-amazon', 'stark-prime'] as const)('the examples of %s', (name) => {
  const { examples } = DATA_SET_PROMPTS[name];

  it('fit the schema, quote their questions and differ', () => {
    expect(examples).toHaveLength(name === 'stark-amazon' ? 5 : 19);
    for (const example of examples) {
      expect(validatePlan(example.plan, stark[name])).toMatchObject({ ok: true });
      for (const { text } of example.plan.anchors) expect(example.question).toContain(text);
    }
    const shapes = examples.map(({ plan: { anchors, hops } }) =>
      JSON.stringify([anchors.map(({ label }) => label), hops.map(({ rel, to_label }) => [rel, to_label])]),
    );
    expect(new Set(shapes).size).toBe(examples.length);
  });

  it('stand in the prompt, before the question', () => {
    const [system, user] = planPrompt(stark[name], 'What is it?', { prompt: name });
    const form = { retrievalMode: name === 'stark-amazon' };
    for (const { plan: own, question: asked } of examples) {
      const answer = planAnswer(own, stark[name], form);
      expect(system!.content).toContain(JSON.stringify(answer));
      expectFit(answer, planJsonSchema(stark[name], form));
      expect(readPlan(answer, asked, stark[name], {})).toMatchObject({ issues: [] });
    }
    expect(user!.content).toContain('Question: What is it?');
  });
});

it('of Amazon shows each mode of retrieval that the paper reports', () => {
  const modes = DATA_SET_PROMPTS['stark-amazon'].examples.map((example) => example.plan.retrieval_mode);
  expect(new Set(modes)).toEqual(new Set(['doc_search', 'graph_filter_doc', 'graph_expand']));
});

it('asks for an anchor and for a type of the target', () => {
  const form = planJsonSchema(schema);
  const answer = planAnswer(plan, schema) as { readonly target: object };
  expectFit(answer, form);
  expect(() => expectFit({ ...answer, anchors: [] }, form)).toThrow();
  expect(() => expectFit({ ...answer, target: { ...answer.target, labels: [] } }, form)).toThrow();
});

it('of MAG names seven shapes', () => {
  expect(DATA_SET_PROMPTS['stark-mag'].guidance.match(/^\d\. /gmu)).toHaveLength(7);
});

it('leaves out examples that do not fit, and puts the names of others right', () => {
  const written = { question: 'x', plan: { ...plan, hops: [{ ...plan.hops[0]!, rel: 'Writes' }, plan.hops[1]!] } };
  const foreign = { question: 'y', plan: { ...plan, anchors: [{ ...plan.anchors[0]!, label: 'gene' }] } };
  const [system] = planPrompt(schema, question, { examples: [written, foreign] });
  expect(system!.content).toContain(`Question: x\n${JSON.stringify(planAnswer(plan, schema))}`);
  expect(system!.content).not.toContain('Question: y');
  const [mentions] = mentionsPrompt(schema, question, { examples: [written] });
  expect(mentions!.content).toContain(
    '{"asked":"paper","mentions":[{"text":"Ada Quill","label":"author"},{"text":"optics","label":"topic"}]}',
  );
});

it('begins with the same message for all questions', () => {
  expect(planPrompt(schema, 'one')[0]).toEqual(planPrompt(schema, 'two')[0]);
  expect(mentionsPrompt(schema, 'one')[0]).toEqual(mentionsPrompt(schema, 'two')[0]);
});

it('has no place left unfilled and no word undefined', () => {
  for (const prompt of ['general', 'stark-amazon', 'stark-mag', 'stark-prime'] as const) {
    const text = [...planPrompt(schema, question, { prompt }), ...mentionsPrompt(schema, question, { prompt })]
      .map(({ content }) => content)
      .join('\n');
    expect(text).not.toMatch(/\{\{|undefined|\[object/u);
  }
});

/** Every object lists all of its keys as required and allows no others, as strict structured output wants it. */
function check(part: unknown): void {
  if (Array.isArray(part)) return part.forEach(check);
  if (typeof part !== 'object' || part === null) return;
  const { type, properties, required, additionalProperties, enum: values } = part as Record<string, unknown>;
  if (type === 'object') {
    expect(required).toEqual(Object.keys(properties as object));
    expect(additionalProperties).toBe(false);
  }
  if (values !== undefined) expect((values as unknown[]).length).toBeGreaterThan(0);
  Object.values(part).forEach(check);
}

it('asks for schemas that structured output understands', () => {
  check(planJsonSchema(schema, { retrievalMode: true }));
  check(planJsonSchema({ nodeTypes: types('a'), relations: [] }));
  check(mentionsJsonSchema(schema));
});

it('shows examples in the form that the answer is held to, with what is left out', () => {
  const [first, second] = plan.hops;
  const full: Plan = {
    ...plan,
    hops: [
      { ...first!, direction: 'out' },
      { ...second!, negated: true },
    ],
    target: { ...plan.target, filters: [{ field: 'year', op: 'gte', value: 2015 }] },
  };
  for (const extensions of [true, false]) {
    const noFields = { ...schema, nodeTypes: schema.nodeTypes.map((type) => ({ ...type, fields: [] })) };
    for (const own of [schema, noFields, { nodeTypes: types('paper', 'author', 'topic'), relations: [] }]) {
      expectFit(planAnswer(full, own, { extensions }), planJsonSchema(own, { extensions }));
    }
  }
  expect(planAnswer(plan, schema)).toMatchObject({
    hops: [{ direction: null, negated: null }, {}],
    target: { filters: [] },
  });
  expect(readPlan(planAnswer(full, schema), question, schema, {})).toMatchObject({ found: { plan: full } });
});
