import { validatePlan } from '@grasp/plan';
import type { Plan, Schema } from '@grasp/plan';
import fc from 'fast-check';

import type { Lexicon, RelationGraph } from './lexicon.js';
import { createTemplatePlanner } from './template-planner.js';

const schema: Schema = {
  nodeTypes: [
    {
      name: 'paper',
      aliases: ['article', 'publication'],
      fields: [
        { name: 'abstract', kind: 'text' },
        { name: 'year', kind: 'number', description: 'Year of publication.' },
      ],
    },
    { name: 'author', aliases: ['researcher', 'writer'], fields: [] },
    { name: 'topic', aliases: ['field of study', 'subject'], fields: [] },
    {
      name: 'product',
      aliases: ['item'],
      fields: [
        { name: 'price', kind: 'number' },
        { name: 'released', kind: 'date' },
      ],
    },
    { name: 'brand', aliases: ['maker'], fields: [] },
  ],
  relations: [
    { name: 'writes', aliases: ['written by', 'by'], endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'about', aliases: ['on', 'deals with'], endpoints: [{ from: 'paper', to: 'topic' }] },
    {
      name: 'not about',
      aliases: ['explicitly excludes', 'excluded from'],
      endpoints: [{ from: 'paper', to: 'topic' }],
    },
    { name: 'cites', aliases: ['cited by', 'references'], endpoints: [{ from: 'paper', to: 'paper' }] },
    { name: 'made by', aliases: ['produced by', 'from'], endpoints: [{ from: 'product', to: 'brand' }] },
  ],
};

const nodes = [
  { type: 'paper', name: 'Graph Walks Revisited', aliases: [] },
  { type: 'paper', name: 'Deep Colour', aliases: [] },
  { type: 'author', name: 'Ada Quill', aliases: ['A. Quill'] },
  { type: 'author', name: 'Bo Lindström', aliases: [] },
  { type: 'topic', name: 'graph theory', aliases: [] },
  { type: 'topic', name: 'haematology', aliases: ['study of blood'] },
  { type: 'topic', name: 'colour vision', aliases: [] },
  { type: 'product', name: 'Acme red mug', aliases: [] },
  { type: 'brand', name: 'ACME', aliases: [] },
  { type: 'brand', name: 'WAS', aliases: [] },
];
const edges: Record<string, readonly (readonly [number, number])[]> = {
  writes: [
    [2, 0],
    [3, 0],
    [3, 1],
  ],
  about: [
    [0, 4],
    [1, 6],
  ],
  'not about': [[0, 5]],
  cites: [[1, 0]],
  'made by': [[7, 8]],
};

const normalise = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const lexicon: Lexicon = {
  nodeCount: nodes.length,
  node: (index) => nodes[index]!,
  findByName: (text) =>
    nodes.flatMap(({ name, aliases }, index) =>
      [name, ...aliases].some((own) => normalise(own) === normalise(text)) ? [index] : [],
    ),
};

const graph: RelationGraph = {
  typeRange: (type) => ({
    start: nodes.findIndex((node) => node.type === type),
    end: nodes.findLastIndex((node) => node.type === type) + 1,
  }),
  adjacency(relation, direction) {
    const rows: number[][] = nodes.map(() => []);
    for (const [from, to] of edges[relation]!)
      rows[direction === 'out' ? from : to]!.push(direction === 'out' ? to : from);
    const offsets = new Uint32Array(nodes.length + 1);
    rows.forEach((row, index) => (offsets[index + 1] = offsets[index]! + row.length));
    return { offsets, targets: Uint32Array.from(rows.flat()) };
  },
};

const planner = createTemplatePlanner({ schema, lexicon, graph });

/** A plan as one line a hop, anchors by their text: easier to read than variables. */
async function read(question: string, from = planner): Promise<string[]> {
  const outcome = await from.plan(question);
  if (outcome.status !== 'planned') return [outcome.reason];
  const { plan } = outcome;
  const text = new Map(plan.anchors.map((anchor) => [anchor.var, normalise(anchor.text)]));
  const name = (variable: string): string => text.get(variable) ?? variable;
  return [
    ...plan.hops.map((hop) => `${name(hop.from)} ${hop.negated ? 'not ' : ''}${hop.rel} ${name(hop.to_var)}`).sort(),
    plan.target.labels.join(),
  ];
}

describe('createTemplatePlanner', () => {
  it('joins a mention to the type that is asked for', async () => {
    expect(await read('Which papers were written by Ada Quill?')).toEqual(['ada quill writes T', 'paper']);
    expect(await read('Which authors write on graph theory?')).toEqual([
      'X1 writes T',
      'graph theory about X1',
      'author',
    ]);
  });

  it('gives two mentions one common node on the way', async () => {
    expect(await read('Which authors wrote papers cited by Deep Colour on graph theory?')).toEqual([
      'X1 writes T',
      'deep colour cites X1',
      'graph theory about X1',
      'author',
    ]);
  });

  it('finds names by inflection, spelling, accent and word order', async () => {
    expect(await read('articles on color vision')).toEqual(['colour vision about T', 'paper']);
    expect(await read('papers by Bo Lindstroem')).toEqual(['bo lindstrom writes T', 'paper']);
    expect(await read('papers on hematology')).toEqual(['haematology about T', 'paper']);
    expect(await read('papers on the theory of graphs')).toEqual(['graph theory about T', 'paper']);
    expect(await read('papers on haemtology')).toEqual(['haematology about T', 'paper']);
  });

  it('turns a denial into a negated hop, and into the denying relation where the schema has words for it', async () => {
    expect(await read('Which papers by Ada Quill are not about graph theory')).toContain('ada quill writes T');
    expect(await read('papers by Ada Quill without graph theory')).toEqual([
      'ada quill writes T',
      'graph theory not about T',
      'paper',
    ]);
    const outcome = await planner.plan('Which papers are explicitly excluded from haematology?');
    expect(outcome.status === 'planned' && outcome.plan.hops.map((hop) => hop.rel)).toEqual(['not about']);
  });

  it('takes a symbol for a name only where it is written like one', async () => {
    expect(await read('Which products are made by WAS?')).toEqual(['was made by T', 'product']);
    expect(await read('Which paper was written by Ada Quill?')).toEqual(['ada quill writes T', 'paper']);
  });

  it('searches documents where the question names nothing', async () => {
    const outcome = await planner.plan('articles that prove something about colouring with five crayons');
    expect(outcome.status === 'planned' && outcome.plan).toMatchObject({
      anchors: [{ var: 'T', label: 'paper', match_mode: 'doc' }],
      hops: [],
      risk_level: 'weak',
      retrieval_mode: 'doc_search',
    });
  });

  it('leads from what is described to a type that has no texts of its own', async () => {
    const outcome = await planner.plan('Which authors prove something about colouring with five crayons?');
    expect(outcome.status === 'planned' && outcome.plan).toMatchObject({
      anchors: [
        { var: 'A', label: 'paper', match_mode: 'doc', text: 'prove something about colouring with five crayons' },
      ],
      hops: [{ from: 'A', rel: 'writes', to_var: 'T' }],
      target: { labels: ['author'] },
      risk_level: 'weak',
    });
  });

  it('takes a name before another name for a part of the description, not for what is asked', async () => {
    const text = { name: 'about', kind: 'text' } as const;
    const shop: Schema = {
      nodeTypes: ['product', 'brand', 'category'].map((name) => ({ name, fields: [text] })),
      relations: [
        { name: 'has brand', endpoints: [{ from: 'product', to: 'brand' }] },
        { name: 'in category', endpoints: [{ from: 'product', to: 'category' }] },
      ],
    };
    const goods = [
      { type: 'product', name: 'Fjell 2', aliases: [] },
      { type: 'brand', name: 'Nordvik', aliases: [] },
      { type: 'category', name: 'Tents', aliases: ['tent'] },
      ...Array.from({ length: 40 }, (_, at) => ({
        type: at % 2 === 0 ? 'brand' : 'category',
        name: `Plain Name ${at}`,
        aliases: [],
      })),
    ];
    const findByName = (name: string): number[] =>
      goods.flatMap((node, index) =>
        [node.name, ...node.aliases].some((own) => normalise(own) === normalise(name)) ? [index] : [],
      );
    const lexicon: Lexicon = { nodeCount: goods.length, node: (index) => goods[index]!, findByName };
    const own = createTemplatePlanner({ schema: shop, lexicon });
    expect(await read('Which Nordvik tent has standing height?', own)).toEqual([
      'nordvik has brand T',
      'tent in category T',
      'product',
    ]);
  });

  it('keeps the rest of the question as relevance text and says which words each part explains', async () => {
    const question = 'Which papers by Ada Quill mention randomised shortcuts?';
    const outcome = await planner.plan(question);
    if (outcome.status !== 'planned') throw new Error('expected a plan');
    expect(outcome.plan.target.relevance_text).toBe('randomised shortcuts');
    expect(outcome.plan.risk_level).toBe('weak');
    const parts = outcome.explanation.map(({ part, words }) => [part, words]);
    expect(parts).toContainEqual(['anchor', 'Ada Quill']);
    expect(parts).toContainEqual(['target', 'papers']);
    expect(parts).toContainEqual(['relevance', 'randomised shortcuts']);
    for (const { words, spans } of outcome.explanation) {
      expect(spans.map(([start, end]) => question.slice(start, end)).join(' … ')).toBe(words);
    }
  });

  it('prefers a plan that finds something, and counts no plan that asks for more than an empty one', async () => {
    const counted: string[][] = [];
    const picky = createTemplatePlanner({
      schema,
      lexicon,
      graph,
      countCandidates: (plan: Plan) => {
        const texts = plan.anchors.map((anchor) => normalise(anchor.text)).sort();
        counted.push(texts);
        return texts.includes('graph theory') ? 0 : 3;
      },
    });
    const outcome = await picky.plan('Which papers by Ada Quill on graph theory?');
    expect(outcome.status === 'planned' && outcome.candidateCount).toBe(3);
    expect(outcome.status === 'planned' && outcome.plan.anchors.map((anchor) => anchor.text)).not.toContain(
      'graph theory',
    );
    expect(counted[0]).toEqual(['ada quill', 'graph theory']);
  });

  it.each([
    ['Acme products under $30', [{ field: 'price', op: 'lt', value: 30 }]],
    ['products from ACME with a price of at least 1,200.50', [{ field: 'price', op: 'gte', value: 1200.5 }]],
    [
      'ACME items released in 2018',
      [
        { field: 'released', op: 'gte', value: '2018' },
        { field: 'released', op: 'lt', value: '2019' },
      ],
    ],
    ['papers by Ada Quill since 2015', [{ field: 'year', op: 'gte', value: 2015 }]],
    [
      'papers by Ada Quill between 2001 and 2004',
      [
        { field: 'year', op: 'gte', value: 2001 },
        { field: 'year', op: 'lte', value: 2004 },
      ],
    ],
    ['authors of papers on graph theory under $30', undefined],
  ])('compares numbers and years with typed fields: %s', async (question, filters) => {
    const outcome = await planner.plan(question);
    expect(outcome.status === 'planned' && outcome.plan.target.filters).toEqual(filters);
  });

  it('uses paraphrases found by vector', async () => {
    const assisted = createTemplatePlanner({
      schema,
      lexicon,
      graph,
      encoder: { encode: async (texts) => texts.map((text) => Float32Array.of(text.startsWith('seeing') ? 1 : 0, 1)) },
      nameSearch: { search: (vector) => (vector[0] === 1 ? [{ index: 6, score: 0.9, text: 'colour vision' }] : []) },
    });
    expect(await read('Which papers are about seeing hues?', assisted)).toEqual(['colour vision about T', 'paper']);
  });

  it('is skipped without words, and ends with the reason of an aborted signal', async () => {
    expect(await read(' \u0000?! ')).toEqual(['no_words']);
    const reason = new Error('enough');
    await expect(planner.plan('papers', { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it('gives different plans, best first, whose probabilities sum to one', async () => {
    const plans = await planner.plans('Which papers by Ada Quill on graph theory?', { count: 5 });
    expect(plans.length).toBeGreaterThan(1);
    expect(new Set(plans.map(({ plan }) => JSON.stringify([plan.anchors, plan.hops, plan.target]))).size).toBe(
      plans.length,
    );
    expect(plans.map(({ score }) => score)).toEqual(plans.map(({ score }) => score).sort((a, b) => b - a));
    expect(plans.reduce((sum, { probability }) => sum + probability, 0)).toBeCloseTo(1, 12);
  });
});

describe('any question', () => {
  const words = fc.constantFrom(
    ...[
      'which',
      'papers',
      'not',
      'by',
      'Ada',
      'Quill',
      'graph',
      'theory',
      'ACME',
      'was',
      'under',
      '$30',
      'since',
      '2015',
    ],
    ...['without', 'and', '(', ')', ',', '?', 'of', 'products', 'cites', 'authors', 'WAS', 'Deep Colour', 'over', '7'],
  );
  const question = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.array(words, { maxLength: 14 }).map((list) => list.join(' ')),
  );

  it('never throws, always gives a valid plan or a skip, and the same one again', async () => {
    await fc.assert(
      fc.asyncProperty(question, async (text) => {
        const plans = await planner.plans(text, { count: 6 });
        for (const { plan } of plans) expect(validatePlan(plan, schema)).toMatchObject({ ok: true, plan });
        expect(await planner.plans(text, { count: 6 })).toEqual(plans);
        const outcome = await planner.plan(text);
        expect(outcome.status).toBe(plans.length > 0 ? 'planned' : 'skipped');
      }),
      { numRuns: 150 },
    );
  });

  it.each([
    ['very long', 'graph theory by Ada Quill without '.repeat(3_000)],
    ['one endless word', 'x'.repeat(100_000)],
    ['another script', 'この論文は誰が書きましたか？ 𝔤𝔯𝔞𝔭𝔥'],
    ['control characters', '\u0000\u0007papers\u001b[31m by\u0000 Ada Quill'],
    ['a lone surrogate', 'papers \ud800 by Ada Quill'],
  ])('is answered: %s', async (_, text) => {
    const outcome = await planner.plan(text);
    if (outcome.status === 'planned') expect(validatePlan(outcome.plan, schema).ok).toBe(true);
  });
});
