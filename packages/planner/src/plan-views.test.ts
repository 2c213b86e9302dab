import { validatePlan } from '@grasp/plan';
import type { Plan, Schema } from '@grasp/plan';
import fc from 'fast-check';

import { plan, schema } from '../test/library.js';
import { DRAWING_FORMATS, drawPlan } from './draw-plan.js';
import { estimatePlan } from './estimate-plan.js';
import type { RelationGraph } from './lexicon.js';
import { placeText } from './place-text.js';
import { relaxEmptyPlan, relaxPlan } from './repair/relax-plan.js';
import { tokenize } from './tokenize.js';

const negated: Plan = {
  ...plan,
  hops: [
    { from: 'A', rel: 'writes', to_var: 'X1', to_label: 'paper', direction: 'out' },
    { from: 'X1', rel: 'cites', to_var: 'T', to_label: 'paper', direction: 'in' },
    { from: 'B', rel: 'about', to_var: 'T', to_label: 'paper', negated: true },
  ],
  target: { ...plan.target, relevance_text: 'thin "lenses"', filters: [{ field: 'year', op: 'gte', value: 2015 }] },
};

describe('drawPlan', () => {
  it('draws a tree in text', () => {
    expect(drawPlan(negated)).toBe(
      [
        '? paper · year gte 2015 · text: "thin "lenses""',
        '├─ cites ─▶ paper',
        '│  └─ writes ◀─ author "Ada Quill"',
        '└─ not about ── topic "optics"',
        'risk normal',
      ].join('\n'),
    );
  });

  it('tells how anchors are linked', () => {
    const [first, second] = plan.anchors;
    const anchors = [
      { ...first!, breadth: 'wide' },
      { ...second!, match_mode: 'doc', breadth: 'wide' },
    ] as const;
    const drawn = drawPlan({ ...plan, anchors });
    expect(drawn).toContain('"Ada Quill" (and what is like it)');
    expect(drawn).toContain('"optics" (by document, and what is like it)');
  });

  it('writes Mermaid and Graphviz', () => {
    expect(drawPlan(negated, 'mermaid').split('\n')).toEqual([
      'flowchart LR',
      '  n0(["? paper · year gte 2015 · text: #34;thin #34;lenses#34;#34;"])',
      '  n1["author #34;Ada Quill#34;"]',
      '  n2["topic #34;optics#34;"]',
      '  n3["paper"]',
      '  n1 -->|"writes"| n3',
      '  n0 -->|"cites"| n3',
      '  n2 -.-|"not about"| n0',
    ]);
    expect(drawPlan(negated, 'dot')).toContain(
      'n0 -> n3 [label="cites"];\n  n2 -> n0 [label="not about", style=dashed, dir=none];\n}',
    );
  });

  it('quotes whatever a plan holds', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), fc.constantFrom(...DRAWING_FORMATS), (text, format) => {
        const drawn = drawPlan({ ...plan, anchors: [{ ...plan.anchors[0]!, text }, plan.anchors[1]!] }, format);
        expect(drawn.split('\n')).toHaveLength(drawPlan(plan, format).split('\n').length);
      }),
    );
  });
});

/** A graph with so many edges a relation, spread at random. */
function randomGraph(edges: readonly (readonly [number, number])[]): {
  graph: RelationGraph;
  neighbours: Map<number, Set<number>>;
} {
  const size = 400;
  const sorted = [...edges].sort((a, b) => a[0] - b[0]);
  const offsets = new Uint32Array(size + 1);
  for (const [from] of sorted) offsets[from + 1]!++;
  for (let at = 0; at < size; at++) offsets[at + 1]! += offsets[at]!;
  const targets = Uint32Array.from(sorted, ([, to]) => to);
  const neighbours = new Map<number, Set<number>>();
  for (const [a, b] of edges) {
    neighbours.set(a, (neighbours.get(a) ?? new Set()).add(b));
    neighbours.set(b, (neighbours.get(b) ?? new Set()).add(a));
  }
  const graph: RelationGraph = {
    typeRange: (type) => (type === 'author' ? { start: 0, end: 100 } : { start: 100, end: 400 }),
    adjacency: () => ({ offsets, targets }),
  };
  return { graph, neighbours };
}

describe('estimatePlan', () => {
  const small: Schema = {
    nodeTypes: [
      { name: 'author', fields: [] },
      { name: 'paper', fields: [] },
    ],
    relations: [{ name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] }],
  };
  let state = 3;
  const random = (limit: number): number => {
    state = (state * 48271) % 2147483647;
    return state % limit;
  };
  const pairs = new Set(Array.from({ length: 900 }, () => `${random(100)} ${100 + random(300)}`));
  const { graph, neighbours } = randomGraph([...pairs].map((pair) => pair.split(' ').map(Number) as [number, number]));
  const walk: Plan = {
    anchors: [{ var: 'A', text: 'x', label: 'author', match_mode: 'name' }],
    hops: [
      { from: 'A', rel: 'writes', to_var: 'X', to_label: 'paper' },
      { from: 'X', rel: 'writes', to_var: 'Y', to_label: 'author' },
      { from: 'Y', rel: 'writes', to_var: 'T', to_label: 'paper' },
    ],
    target: { var: 'T', labels: ['paper'], relevance_text: '' },
    risk_level: 'normal',
  };

  it('comes near the mean truth of a random graph', () => {
    const { hops } = estimatePlan(walk, { schema: small, graph });
    const means = [0, 0, 0];
    for (let author = 0; author < 100; author++) {
      let reached = new Set([author]);
      for (let hop = 0; hop < 3; hop++) {
        reached = new Set([...reached].flatMap((node) => [...(neighbours.get(node) ?? [])]));
        means[hop]! += reached.size / 100;
      }
    }
    expect(hops.map(({ hop, variable }) => [hop, variable])).toEqual([
      [0, 'X'],
      [1, 'Y'],
      [2, 'T'],
    ]);
    for (const [hop, { expected }] of hops.entries()) {
      expect(expected / means[hop]!).toBeGreaterThan(0.6);
      expect(expected / means[hop]!).toBeLessThan(1.6);
    }
  });

  it('gives for each hop the plan that finds the truth', () => {
    const { hops } = estimatePlan(walk, { schema: small, graph });
    for (const { upTo } of hops) expect(validatePlan(upTo, small)).toMatchObject({ ok: true });
    expect(hops[1]!.upTo).toMatchObject({
      hops: [
        { from: 'A', to_var: 'X' },
        { from: 'X', to_var: 'T', to_label: 'author' },
      ],
      target: { labels: ['author'] },
    });
    expect(hops[2]!.upTo!.hops).toEqual(walk.hops);
  });

  it('takes branches together, denials as the rest, and bindings as given', () => {
    const both: Plan = {
      ...walk,
      anchors: [walk.anchors[0]!, { ...walk.anchors[0]!, var: 'B' }],
      hops: [
        { ...walk.hops[0]!, to_var: 'T' },
        { ...walk.hops[0]!, from: 'B', to_var: 'T', negated: true },
      ],
    };
    const one = estimatePlan({ ...walk, hops: [{ ...walk.hops[0]!, to_var: 'T' }] }, { schema: small, graph }).expected;
    const { hops, expected } = estimatePlan(both, { schema: small, graph });
    expect(hops.map((hop) => hop.expected)).toEqual([
      expect.closeTo(one, 9) as number,
      expect.closeTo(300 - one, 9) as number,
    ]);
    expect(hops[1]!.upTo).toBeUndefined();
    expect(expected).toBeCloseTo((one * (300 - one)) / 300, 9);
    const many = estimatePlan(
      { ...walk, hops: [{ ...walk.hops[0]!, to_var: 'T' }] },
      { schema: small, graph, bindings: { A: 5 } },
    );
    expect(many.expected).toBeGreaterThan(4 * one);
    expect(many.expected).toBeLessThan(5 * one);
  });

  it('counts nothing where nothing is', () => {
    const empty: RelationGraph = { typeRange: () => undefined, adjacency: () => undefined };
    expect(estimatePlan(negated, { schema, graph: empty }).expected).toBe(0);
  });
});

describe('relaxation', () => {
  it('offers valid plans that ask for one thing less, the smallest loss first', () => {
    const relaxed = relaxPlan({ ...negated, risk_level: 'aggressive' }, schema);
    expect(relaxed.map(({ kind }) => kind)).toEqual([
      'direction',
      'direction',
      'bindings',
      'bindings',
      'document',
      'document',
      'filter',
      'negation',
      'shortcut',
      'anchor',
      'anchor',
    ]);
    for (const { plan: less } of relaxed) {
      expect(validatePlan(less, schema)).toMatchObject({ ok: true });
      expect(less.risk_level).toBe('normal');
    }
  });

  it('makes anchors wide once', () => {
    const wide = relaxPlan(plan, schema).filter(({ kind }) => kind === 'bindings');
    expect(wide.map((less) => less.plan.anchors.map(({ breadth }) => breadth))).toEqual([
      ['wide', undefined],
      [undefined, 'wide'],
    ]);
    expect(relaxPlan(wide[0]!.plan, schema).filter(({ kind }) => kind === 'bindings')).toHaveLength(1);
  });

  it('stops at the first plan that finds something, or at the limit', async () => {
    const asked: Plan[] = [];
    const count = (needed: (value: Plan) => boolean) => (value: Plan) => {
      asked.push(value);
      return needed(value) ? 4 : 0;
    };
    const withoutFilter = await relaxEmptyPlan(negated, {
      schema,
      countCandidates: count(({ target }) => target.filters === undefined),
    });
    expect(withoutFilter).toMatchObject({ candidateCount: 4, relaxations: [{ kind: 'filter' }] });
    expect(asked).toHaveLength(7);
    const twice = await relaxEmptyPlan(negated, {
      schema,
      countCandidates: count(({ target, hops }) => target.filters === undefined && hops.length === 2),
      kinds: ['filter', 'negation'],
    });
    expect(twice!.relaxations.map(({ kind }) => kind)).toEqual(['filter', 'negation']);
    asked.length = 0;
    expect(await relaxEmptyPlan(negated, { schema, countCandidates: count(() => false), tries: 6 })).toBeUndefined();
    expect(asked).toHaveLength(6);
  });
});

describe('placeText', () => {
  const tokens = tokenize('Which papers on hypoplastic left hearts did the Radcliffe labs write?');
  it.each<[string, boolean]>([
    ['Radcliffe labs', true],
    ['radclife lab', true],
    ['hypoplasia', true],
    ['hypoplastic left heart', true],
    ['left hypoplastic heart', true],
    ['labs of Radcliffe', true],
    ['Radcliffe hypoplastic', false],
    ['Isaac Newton', false],
    ['write hearts', false],
    ['', false],
    ['of the', false],
  ])('finds %j: %s', (text, expected) => {
    expect(placeText(text, tokens) !== undefined).toBe(expected);
  });
});
