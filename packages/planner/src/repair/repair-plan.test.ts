import assert from 'node:assert/strict';

import { PLAN_ISSUE_CODES, validatePlan } from '@grasp/plan';
import type { Plan, PlanIssueCode, Schema } from '@grasp/plan';

import { repairPlan } from './repair-plan.js';

const schema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      aliases: ['article', 'publication'],
      fields: [
        { name: 'abstract', kind: 'text' },
        { name: 'year', kind: 'number' },
        { name: 'venue', kind: 'keyword' },
        { name: 'published', kind: 'date' },
      ],
    },
    { name: 'author', aliases: ['researcher'], fields: [] },
    { name: 'institution', aliases: ['university'], fields: [] },
    { name: 'field_of_study', aliases: ['topic'], fields: [] },
  ],
  relations: [
    { name: 'author___writes___paper', aliases: ['written by'], endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'affiliated with', endpoints: [{ from: 'author', to: 'institution' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
    { name: 'has topic', aliases: ['about'], endpoints: [{ from: 'paper', to: 'field_of_study' }] },
  ],
};
const writes = 'author___writes___paper';

const byAuthor = {
  anchors: [{ var: 'A', text: 'Ada Quill', label: 'author', match_mode: 'name' }],
  hops: [{ from: 'A', rel: writes, to_var: 'T', to_label: 'paper' }],
  target: { var: 'T', labels: ['paper'], relevance_text: '' },
  risk_level: 'normal',
} as const;

const valid: readonly Plan[] = [
  byAuthor,
  {
    ...byAuthor,
    anchors: [
      { var: 'A', text: 'Trent University', label: 'institution', match_mode: 'name' },
      { var: 'B', text: 'optics', label: 'field_of_study', match_mode: 'name', breadth: 'wide' },
    ],
    hops: [
      { from: 'A', rel: 'affiliated with', to_var: 'X', to_label: 'author', direction: 'in' },
      { from: 'X', rel: writes, to_var: 'T', to_label: 'paper', direction: 'out' },
      { from: 'B', rel: 'has topic', to_var: 'T', to_label: 'paper', negated: true },
    ],
    target: {
      var: 'T',
      labels: ['paper'],
      relevance_text: 'lenses',
      filters: [{ field: 'year', op: 'gte', value: 2015 }],
    },
  },
  {
    anchors: [{ var: 'T', text: 'thin lenses', label: 'paper', match_mode: 'doc' }],
    hops: [],
    target: { var: 'T', labels: ['paper'], relevance_text: 'thin lenses' },
    risk_level: 'no_trade',
    retrieval_mode: 'doc_search',
  },
];

function repaired(value: unknown): Plan {
  const outcome = repairPlan(value, schema);
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.plan;
}

const change = (plan: object, changes: object): object => ({ ...plan, ...changes });
const hop = { from: 'A', rel: writes, to_var: 'T', to_label: 'paper' };

describe('repairPlan', () => {
  it('leaves a valid plan as it is', () => {
    for (const plan of valid)
      expect(repairPlan(plan, schema)).toEqual({ ok: true, plan, repairs: [], isReduced: false });
  });

  it.each<[PlanIssueCode, object, object]>([
    ['malformed', { hops: [{ ...hop, to_label: undefined }] }, {}],
    ['malformed', { hops: { from: 'A', relation: 'writes', to: 'T', label: 'article', negated: false } }, {}],
    ['malformed', { anchors: { A: { name: 'Ada Quill', type: 'researcher' } } }, {}],
    ['malformed', { target: 'paper', risk_level: 'high' }, {}],
    ['unknown_type', { anchors: [{ ...byAuthor.anchors[0], label: 'Person' }] }, {}],
    ['unknown_type', { target: { ...byAuthor.target, labels: ['Publications'] } }, {}],
    ['unknown_relation', { hops: [{ ...hop, rel: 'WRITES' }] }, {}],
    ['unknown_relation', { hops: [{ ...hop, rel: 'created' }] }, {}],
    [
      'unknown_field',
      { target: { ...byAuthor.target, filters: [{ field: 'Years', op: 'eq', value: 2015 }] } },
      { target: { ...byAuthor.target, filters: [{ field: 'year', op: 'eq', value: 2015 }] } },
    ],
    ['unknown_field', { target: { ...byAuthor.target, filters: [{ field: 'colour', op: 'eq', value: 'red' }] } }, {}],
    [
      'invalid_filter',
      { target: { ...byAuthor.target, filters: [{ field: 'year', op: '>', value: 'since 2,015' }] } },
      { target: { ...byAuthor.target, filters: [{ field: 'year', op: 'gt', value: 2015 }] } },
    ],
    [
      'invalid_filter',
      { target: { ...byAuthor.target, filters: [{ field: 'abstract', op: 'eq', value: 'light' }] } },
      { target: { ...byAuthor.target, filters: [{ field: 'abstract', op: 'contains', value: 'light' }] } },
    ],
    ['duplicate_variable', { anchors: [byAuthor.anchors[0], { ...byAuthor.anchors[0], text: 'ada quill' }] }, {}],
    ['conflicting_labels', { hops: [{ ...hop, to_label: 'author' }] }, {}],
    ['undefined_variable', { hops: [{ ...hop, from: 'Q' }] }, {}],
    ['undefined_variable', { hops: [hop, { from: 'Z', rel: 'cites', to_var: 'T', to_label: 'paper' }] }, {}],
    ['impossible_endpoints', { hops: [{ ...hop, rel: 'cites' }] }, {}],
    ['wrong_direction', { hops: [{ ...hop, direction: 'in' }] }, { hops: [{ ...hop, direction: 'out' }] }],
    ['cycle', { hops: [hop, { from: 'T', rel: 'cites', to_var: 'T', to_label: 'paper' }] }, {}],
    ['disconnected_anchor', { hops: [] }, {}],
    ['unbound_target', { target: { ...byAuthor.target, var: 'P' }, hops: [{ ...hop, to_var: 'P' }] }, {}],
  ])('repairs %s: %j', (_code, changes, expected) => {
    expect(repaired(change(byAuthor, changes))).toEqual(change(byAuthor, expected));
  });

  it('gives a second anchor of the same variable its own, with the hops that fit it', () => {
    const plan = repaired({
      ...byAuthor,
      anchors: [...byAuthor.anchors, { var: 'A', text: 'optics', label: 'topic' }],
      hops: [hop, { from: 'A', rel: 'about', to_var: 'T', to_label: 'paper' }],
    });
    expect(plan.anchors.map(({ label }) => label)).toEqual(['author', 'field_of_study']);
    expect(plan.hops.map(({ from, rel }) => [from, rel])).toEqual(
      expect.arrayContaining([
        ['A', writes],
        ['X1', 'has topic'],
      ]) as unknown,
    );
  });

  it('turns a hop round that was written from its end', () => {
    const plan = repaired({
      ...byAuthor,
      anchors: [{ var: 'A', text: 'Trent University', label: 'institution' }],
      hops: [
        { from: 'X', rel: 'affiliated with', to_var: 'A', to_label: 'institution', direction: 'out' },
        { from: 'X', rel: writes, to_var: 'T', to_label: 'paper' },
      ],
    });
    expect(plan.hops).toEqual([
      { from: 'A', rel: 'affiliated with', to_var: 'X', to_label: 'author', direction: 'in' },
      { from: 'X', rel: writes, to_var: 'T', to_label: 'paper' },
    ]);
  });

  it('adds the step that was left out', () => {
    const plan = repaired({
      ...byAuthor,
      anchors: [{ var: 'A', text: 'Trent University', label: 'institution' }],
      hops: [hop],
    });
    expect(plan.hops).toEqual([
      { from: 'A', rel: 'affiliated with', to_var: 'X1', to_label: 'author' },
      { from: 'X1', rel: writes, to_var: 'T', to_label: 'paper' },
    ]);
  });

  it('lets what the knowledge base has decide about the label of an anchor', () => {
    const value = { ...byAuthor, anchors: [{ var: 'A', text: 'Ada Quill', label: 'institution' }] };
    const outcome = repairPlan(value, schema, { typesOfName: () => ['author'] });
    expect(outcome).toMatchObject({
      ok: true,
      isReduced: false,
      plan: { anchors: [{ label: 'author' }], hops: [hop] },
    });
  });

  it('searches documents when the model has no anchor but a text', () => {
    const plan = repaired({
      ...byAuthor,
      anchors: [],
      hops: [],
      target: { labels: ['paper'], relevance_text: 'thin lenses' },
    });
    expect(plan).toEqual(valid[2]);
  });

  it('does not repair the same thing for ever when the target has several types', () => {
    const newton = { ...byAuthor.anchors[0], var: 'B', text: 'Isaac Newton' };
    const outcome = repairPlan(
      {
        ...byAuthor,
        anchors: [...byAuthor.anchors, newton],
        hops: [hop, { from: 'B', rel: 'affiliated with', to_var: 'T', to_label: 'institution' }],
        target: { ...byAuthor.target, labels: ['paper', 'institution'] },
      },
      schema,
    );
    expect(outcome).toMatchObject({ ok: true, plan: { hops: [hop, { from: 'B', rel: writes, to_label: 'paper' }] } });
    expect(outcome.repairs.length).toBeLessThan(6);
  });

  it('loses nothing with a filter on no field that repeats an anchor', () => {
    const filtered = (value: string): object => ({
      ...byAuthor,
      target: { ...byAuthor.target, filters: [{ field: 'colour', op: 'contains', value }] },
    });
    expect(repairPlan(filtered('ada  quill'), schema)).toMatchObject({
      ok: true,
      isReduced: false,
      plan: byAuthor,
      repairs: [{ code: 'unknown_field', action: 'read' }],
    });
    for (const value of ['Ada Quillman', 'red']) {
      expect(repairPlan(filtered(value), schema)).toMatchObject({ ok: true, isReduced: true, plan: byAuthor });
    }
  });

  it('drops what is unclear and says so', () => {
    const outcome = repairPlan({ ...byAuthor, hops: [hop, { ...hop, from: 'nowhere', rel: 'cites' }] }, schema);
    expect(outcome).toMatchObject({ ok: true, isReduced: true, plan: { hops: [hop] }, repairs: [{ action: 'drop' }] });
  });

  it('gives up a denial between two branches, and hops that hang together but on nothing', () => {
    const cites = (from: string, to: string, more: object = {}) => ({
      from,
      rel: 'cites',
      to_var: to,
      to_label: 'paper',
      ...more,
    });
    const papers = ['A', 'B'].map((name) => ({ var: name, text: `paper ${name}`, label: 'paper', match_mode: 'name' }));
    const hops = [cites('A', 'T'), cites('B', 'T'), cites('A', 'X'), cites('B', 'Y')];
    const given = { ...byAuthor, anchors: papers, hops };
    expect(repairPlan({ ...given, hops: [...hops, cites('X', 'Y', { negated: true })] }, schema)).toMatchObject({
      ok: true,
      plan: { hops },
      repairs: [{ code: 'ambiguous_negation', action: 'drop' }],
    });
    expect(repairPlan({ ...given, hops: [...hops, cites('V', 'W'), cites('W', 'V')] }, schema)).toMatchObject({
      ok: true,
      plan: { hops },
      repairs: [{ action: 'drop' }, { action: 'drop' }],
    });
  });

  it('cuts what is larger than a plan may be', () => {
    const many = Array.from({ length: 40 }, (_, at) => ({
      ...byAuthor.anchors[0],
      var: `A${at}`,
      text: `author ${at}`,
    }));
    const outcome = repairPlan(
      { ...byAuthor, anchors: many, hops: many.map((anchor) => ({ ...hop, from: anchor.var })) },
      schema,
    );
    expect(outcome).toMatchObject({
      ok: true,
      repairs: expect.arrayContaining([expect.objectContaining({ code: 'too_large' })]) as unknown,
    });
  });

  it.each([[null], ['a plan'], [[]], [{}], [{ target: {} }], [7], [{ anchors: [], hops: [] }]])(
    'gives up on %j',
    (value) => {
      expect(repairPlan(value, schema)).toMatchObject({ ok: false });
    },
  );
});

const JUNK: readonly unknown[] = [
  null, '', 'paper', 'author', 'A', 'T', 'X', 'cites', 'has topic', 'in', 'out', 'contains', 0, -1, true, [], {}, ['T'],
  'x'.repeat(300), 'y'.repeat(12_000), { var: 'A' }, 1e308, '\u0000', Array.from({ length: 70 }, () => 'paper'),
]; // prettier-ignore
const KEYS = ['type', 'name', 'to', 'relation', 'var', 'label', '__proto__', 'source'];

/** Changes a JSON value in place at one to three places: a value replaced, a key renamed or dropped, an item doubled. */
function mutate(root: object, random: () => number): unknown {
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)]!;
  for (let count = 1 + Math.floor(random() * 3); count > 0; count--) {
    const places: { holder: Record<string, unknown>; key: string }[] = [];
    const visit = (holder: unknown): void => {
      if (typeof holder !== 'object' || holder === null) return;
      for (const key of Object.keys(holder)) {
        places.push({ holder: holder as Record<string, unknown>, key });
        visit((holder as Record<string, unknown>)[key]);
      }
    };
    visit(root);
    if (places.length === 0) return root;
    const { holder, key } = pick(places);
    const change = random();
    if (Array.isArray(holder) && change < 0.3) holder.push(structuredClone(pick([holder[0], ...JUNK])));
    else if (change < 0.15) delete holder[key];
    else if (change < 0.25) {
      const { [key]: part } = holder;
      delete holder[key];
      holder[pick(KEYS)] = part;
    } else if (change < 0.6) holder[key] = structuredClone(pick(places).holder[key] ?? pick(JUNK));
    else holder[key] = structuredClone(pick(JUNK));
  }
  return root;
}

it('makes of 10,000 mutated plans either a valid plan or none, and never throws', () => {
  const seen = new Set<PlanIssueCode>();
  const counts = { valid: 0, repaired: 0, hopeless: 0 };
  let state = 7;
  const random = (): number => (state = (state * 48271) % 2147483647) / 2147483647;
  for (let run = 0; run < 10_000; run++) {
    const value = mutate(structuredClone(valid[run % valid.length]!), random);
    const before = JSON.stringify(value);
    const validation = validatePlan(value, schema);
    if (!validation.ok) for (const { code } of validation.issues) seen.add(code);
    const outcome = repairPlan(value, schema);
    counts[!outcome.ok ? 'hopeless' : validation.ok ? 'valid' : 'repaired']++;
    assert.equal(JSON.stringify(value), before);
    if (outcome.ok) {
      assert(validatePlan(outcome.plan, schema).ok, before);
      assert.equal(outcome.repairs.length > 0, !validation.ok);
    }
    if (run % 20 === 0) assert.deepEqual(repairPlan(value, schema), outcome);
  }
  // Mutations reach every code but a denial without a side, which needs four hops just so.
  expect(PLAN_ISSUE_CODES.filter((code) => !seen.has(code) && code !== 'ambiguous_negation')).toEqual([]);
  expect(counts.repaired).toBeGreaterThan(6_500);
  expect(counts.hopeless).toBeLessThan(800);
});
