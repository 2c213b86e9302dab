import { validatePlan } from '@grasp/plan';
import type { Plan, Schema } from '@grasp/plan';
import fc from 'fast-check';

import { bruteForceAnswers, createSmallGraph } from '../../test/small-graph.js';
import type { Edge, SmallGraph } from '../../test/small-graph.js';
import { createRandom } from '../random.js';
import { drawQuestions, gatherQuestions, generateQuestions } from './generate-questions.js';
import { QUESTION_KINDS } from './question-template.js';

const schema: Schema = {
  nodeTypes: [
    { name: 'author', aliases: ['writer'], fields: [] },
    { name: 'paper', fields: [] },
    { name: 'topic', fields: [] },
  ],
  relations: [
    { name: 'writes', endpoints: [{ from: 'author', to: 'paper' }] },
    { name: 'cites', endpoints: [{ from: 'paper', to: 'paper' }] },
    {
      name: 'about',
      description: 'From a paper to a topic that it treats.',
      endpoints: [
        { from: 'paper', to: 'topic' },
        { from: 'author', to: 'topic' },
      ],
    },
  ],
};
const COUNTS = [6, 9, 5];

/** A graph with about the given share of all possible edges. */
function randomGraph(seed: number, share: number): SmallGraph {
  const random = createRandom(seed);
  const ranges = { author: [0, 6], paper: [6, 15], topic: [15, 20] } as const;
  const edges: Edge[] = [];
  for (const { name, endpoints } of schema.relations) {
    for (const pair of endpoints) {
      const [from, to] = [ranges[pair.from as 'paper'], ranges[pair.to as 'paper']];
      for (let source = from[0]; source < from[1]; source++) {
        for (let target = to[0]; target < to[1]; target++) {
          if (random.next() < share) edges.push({ relation: name, from: source, to: target });
        }
      }
    }
  }
  return createSmallGraph(schema, COUNTS, edges);
}

test('every question on a random graph has the answers of a brute-force evaluator', () => {
  let checked = 0;
  const kinds = new Set<string | undefined>();
  fc.assert(
    fc.property(fc.nat(), fc.constantFrom(0.1, 0.2, 0.35), (seed, share) => {
      const graph = randomGraph(seed, share);
      const { questions } = generateQuestions(graph, { count: 12, seed, maximumAnswers: 8 });
      for (const question of questions) {
        const { plan, anchors, answer_ids: answers } = question;
        expect(validatePlan(plan, schema)).toMatchObject({ ok: true });
        expect(answers).toEqual(bruteForceAnswers(graph, plan!, anchors!));
        expect(answers.length).toBeGreaterThanOrEqual(1);
        expect(answers.length).toBeLessThanOrEqual(8);
        for (const [variable, id] of Object.entries(anchors!)) {
          expect(answers).not.toContain(id);
          const { text } = plan!.anchors.find((anchor) => anchor.var === variable)!;
          expect(text).toBe(graph.nameOf(Number(id.slice(1))));
          expect(question.query).toContain(text);
        }
        kinds.add(question.kind);
        checked++;
      }
    }),
    { numRuns: 40 },
  );
  expect(checked).toBeGreaterThan(300);
  expect(kinds.size).toBe(QUESTION_KINDS.length);
});

test('a relation that means the same from both ends is asked from both ends', () => {
  const symmetric: Schema = {
    ...schema,
    relations: [
      {
        name: 'opposes',
        description: 'Between two papers that contradict each other.',
        endpoints: [{ from: 'paper', to: 'paper' }],
      },
      { name: 'about', endpoints: [{ from: 'paper', to: 'topic' }] },
    ],
  };
  const random = createRandom(9);
  const edges: Edge[] = [];
  for (let from = 6; from < 15; from++) {
    for (let to = 6; to < 15; to++) if (random.next() < 0.15) edges.push({ relation: 'opposes', from, to });
    for (let to = 15; to < 20; to++) if (random.next() < 0.25) edges.push({ relation: 'about', from, to });
  }
  const graph = createSmallGraph(symmetric, COUNTS, edges);
  const { questions } = generateQuestions(graph, { count: 200 });
  const opposing = questions.filter(({ plan }) => plan!.hops.some(({ rel }) => rel === 'opposes'));
  expect(new Set(opposing.map(({ kind }) => kind)).size).toBe(QUESTION_KINDS.length);
  for (const { plan, anchors, answer_ids: answers } of opposing) {
    expect(plan!.hops.map(({ direction }) => direction)).toEqual(plan!.hops.map(() => undefined));
    expect(answers).toEqual(bruteForceAnswers(graph, plan!, anchors!));
  }
});

test('each condition excludes something', () => {
  const graph = randomGraph(5, 0.3);
  const kinds = ['two-anchors', 'shared-anchor', 'negation'] as const;
  const { questions } = generateQuestions(graph, { count: 60, kinds });
  expect(questions.length).toBeGreaterThan(20);
  for (const { plan, anchors, answer_ids: answers } of questions) {
    const [first, ...others] = plan!.hops;
    const only = (hops: Plan['hops']): number => bruteForceAnswers(graph, { ...plan!, hops }, anchors!).length;
    expect(only([first!])).toBeGreaterThan(answers.length);
    if (others[0]!.negated !== true) expect(only(others)).toBeGreaterThan(answers.length);
  }
});

test('the same seed gives the same questions and splits, another seed others', () => {
  const graph = randomGraph(1, 0.3);
  const first = generateQuestions(graph, { count: 30, seed: 4 });
  expect(generateQuestions(graph, { count: 30, seed: 4 })).toEqual(first);
  expect(generateQuestions(graph, { count: 30, seed: 5 }).questions).not.toEqual(first.questions);
});

test('questions drawn one by one are the same, and no more is done than is asked for', () => {
  const graph = randomGraph(1, 0.3);
  const options = { count: 30, seed: 4 };
  const all = generateQuestions(graph, options);
  expect(gatherQuestions([...drawQuestions(graph, options)], options)).toEqual(all);
  const drawn = drawQuestions(graph, { ...options, count: 1e7 });
  expect(all.questions.slice(0, 5).map(() => drawn.next().value)).toEqual(all.questions.slice(0, 5));
});

test('no two questions ask the same, kinds come in equal numbers, ids count from 1', () => {
  const { questions, counts, splits } = generateQuestions(randomGraph(2, 0.3), { count: 60 });
  expect(counts).toEqual(Object.fromEntries(QUESTION_KINDS.map((kind) => [kind, 10])));
  expect(questions.map(({ id }) => id)).toEqual(Array.from({ length: 60 }, (_, index) => String(index + 1)));
  const asked = questions.map(({ plan, anchors }) => JSON.stringify([plan, anchors]));
  expect(new Set(asked).size).toBe(60);
  expect(Object.values(splits).flat().sort()).toEqual(questions.map(({ id }) => id).sort());
});

test('a graph that holds fewer gives fewer', () => {
  const edges = [{ relation: 'writes', from: 0, to: 6 }];
  const { questions, counts } = generateQuestions(createSmallGraph(schema, COUNTS, edges), { count: 50 });
  expect(questions.map(({ kind, answer_ids: answers }) => [kind, answers])).toEqual(
    expect.arrayContaining([
      ['one-hop', ['n0']],
      ['one-hop', ['n6']],
    ]),
  );
  expect(questions).toHaveLength(2);
  expect(counts['two-hops']).toBe(0);
  expect(generateQuestions(createSmallGraph(schema, COUNTS, []), { count: 5 }).questions).toEqual([]);
});

test('a way never turns back over the edge it came by', () => {
  // One author, two papers: the way paper, author, paper leads to the other paper only.
  const edges = [
    { relation: 'writes', from: 0, to: 6 },
    { relation: 'writes', from: 0, to: 7 },
  ];
  const { questions } = generateQuestions(createSmallGraph(schema, COUNTS, edges), { kinds: ['two-hops'], count: 10 });
  expect(questions.map(({ anchors, answer_ids: answers }) => [anchors!['A'], ...answers]).sort()).toEqual([
    ['n6', 'n7'],
    ['n7', 'n6'],
  ]);
});

test('a hop carries its direction where the types do not tell it', () => {
  const edges = [
    { relation: 'cites', from: 6, to: 7 },
    { relation: 'writes', from: 0, to: 6 },
  ];
  const { questions } = generateQuestions(createSmallGraph(schema, COUNTS, edges), { kinds: ['one-hop'], count: 10 });
  const directions = questions.map(({ plan, anchors }) => [
    plan!.hops[0]!.rel,
    plan!.hops[0]!.direction,
    anchors!['A'],
  ]);
  expect(directions.sort()).toEqual([
    ['cites', 'in', 'n7'],
    ['cites', 'out', 'n6'],
    ['writes', undefined, 'n0'],
    ['writes', undefined, 'n6'],
  ]);
});

describe('anchors', () => {
  const edges = [
    { relation: 'writes', from: 0, to: 6 },
    { relation: 'writes', from: 1, to: 7 },
  ];
  const anchorsOf = (graph: SmallGraph): readonly string[] =>
    generateQuestions(graph, { kinds: ['one-hop'], count: 10 })
      .questions.map(({ anchors }) => anchors!['A']!)
      .sort();

  test('need a name that is there and means one node of the type', () => {
    const names = new Map([
      [0, 'Ann'],
      [1, 'ann '],
      [6, ' '],
      [7, 'Seven'],
    ]);
    const graph = createSmallGraph(schema, COUNTS, edges, (index) => names.get(index) ?? `Name ${index}`);
    expect(anchorsOf(graph)).toEqual(['n7']);
  });

  test('are looked up by the knowledge base’s own idea of a name', () => {
    const graph = createSmallGraph(schema, COUNTS, edges);
    // Author 0 and author 5 share an alias; paper 7 shares one with an author, which is another type.
    const findByName = (text: string): readonly number[] =>
      text === 'Name 0' ? [0, 5] : text === 'Name 7' ? [2, 7] : [Number(text.slice(5))];
    expect(anchorsOf({ ...graph, findByName })).toEqual(['n1', 'n6', 'n7']);
  });
});

test('nodes with too many edges are no anchors', () => {
  const edges = Array.from({ length: 9 }, (_, index) => ({ relation: 'writes', from: 0, to: 6 + index }));
  const graph = createSmallGraph(schema, COUNTS, edges);
  const idsWith = (options: object): readonly (string | undefined)[] =>
    generateQuestions(graph, { kinds: ['one-hop'], count: 20, ...options }).questions.map(
      ({ anchors }) => anchors!['A'],
    );
  expect(idsWith({})).toContain('n0');
  expect(idsWith({ maximumEdges: 8 })).not.toContain('n0');
  expect(idsWith({ maximumAnswers: 8 })).not.toContain('n0');
  expect(idsWith({ minimumAnswers: 2 })).toEqual(['n0']);
});

test.each([
  [{ count: -1 }],
  [{ seed: 0.5 }],
  [{ minimumAnswers: 0 }],
  [{ minimumAnswers: 21 }],
  [{ tries: 0 }],
  [{ maximumEdges: 0 }],
  [{ kinds: ['four-hops' as 'one-hop'] }],
  [{ splits: { train: 0.5, test: 0.4 } }],
])('refuses %j', (options) => {
  expect(() => generateQuestions(randomGraph(1, 0.2), options)).toThrow(
    expect.objectContaining({ name: 'EvaluationError', code: 'invalid_option' }),
  );
});
