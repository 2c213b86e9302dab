import { isDeepStrictEqual } from 'node:util';

import {
  checkFaithfulness,
  checkSubgraph,
  connectionFeatures,
  describeSubgraph,
  fromGraphology,
  fromNodeLink,
  gapInput,
  graphFeatures,
  linearText,
  parsePythonLiteral,
  poolFeatures,
  questionFeatures,
  sequenceInput,
  toDot,
  toGraphml,
  toGraphology,
  toNodeLink,
} from '../src/index.js';
import type { Subgraph } from '../src/index.js';
import { completeSubgraph, plainSubgraph } from './make-subgraph.js';

const LEAVES = 100_000;

const named = (name: string | null): Subgraph => ({
  nodes: [
    { id: 'Q1', name, role: 'answer' },
    { id: 'Q2', name, role: 'question' },
  ],
  edges: [
    { source: 0, target: 1, relation: 'P1', name },
    { source: 0, target: 1, relation: 'P1', name },
    { source: 1, target: 1, relation: 'P2', name },
  ],
});

const unicode = 'Ω≈ç√😀 é\u0301\u202E '.repeat(350_000);

type Pair = readonly [number, number];

const bothWays = (pairs: readonly Pair[]): Pair[] =>
  pairs.flatMap(([left, right]): Pair[] => [
    [left, right],
    [right, left],
  ]);

/** Pairs of `count` nodes from `first` on, by what each is joined with. */
const pairsOf = (first: number, count: number, joined: (node: number) => readonly number[]): Pair[] =>
  Array.from({ length: count }, (_, place) =>
    joined(first + place).map((other): Pair => [first + place, other]),
  ).flat();

const rays = pairsOf(1, LEAVES, () => [0]);

const withQuestions = ({ nodes, edges }: Subgraph): Subgraph => ({
  nodes: nodes.map((node, place) => (place === 5 || place === 6 ? { ...node, role: 'question' } : node)),
  edges,
});

const graphs: readonly (readonly [string, Subgraph])[] = [
  ['empty', { nodes: [], edges: [] }],
  ['one node', plainSubgraph(1, [])],
  [
    'one node with self-loops',
    plainSubgraph(1, [
      [0, 0],
      [0, 0],
    ]),
  ],
  ...[8, 9, 10, 11, 12].map((size) => [`complete graph of ${size}`, completeSubgraph(size)] as const),
  ['star inwards, with question entities', withQuestions(plainSubgraph(LEAVES + 1, rays))],
  ['star both ways', plainSubgraph(5001, bothWays(rays.slice(0, 5000)))],
  ['two hubs', plainSubgraph(302, bothWays(pairsOf(2, 300, () => [0, 1])))],
  [
    'long path',
    plainSubgraph(
      5000,
      pairsOf(1, 4999, (node) => [node - 1]),
    ),
  ],
  [
    'long ring',
    plainSubgraph(
      5000,
      pairsOf(0, 5000, (node) => [(node + 1) % 5000]),
    ),
  ],
  ['long ladder', plainSubgraph(400, bothWays(pairsOf(2, 398, (node) => [node - 1, node - 2])))],
  ['names with commas', named('a, b,, "c"')],
  ['null names', named(null)],
  ['names in 10 MB of Unicode', named(unicode)],
];

jest.setTimeout(60_000);

// No test looks at the clock: what takes exponential time would not end at all.
describe.each(graphs)('%s', (_, subgraph) => {
  it('has features', () => {
    const published = graphFeatures(subgraph, { convention: 'asPublished' });
    const corrected = graphFeatures(subgraph);
    for (const { nodes, cycles, density } of [published, corrected]) {
      expect(nodes).toBe(subgraph.nodes.length);
      expect(Number.isInteger(cycles)).toBe(true);
      expect(density).toBeGreaterThanOrEqual(0);
    }
    expect(corrected.density).toBeLessThanOrEqual(1);
    expect(connectionFeatures(subgraph).weakComponents).toBeGreaterThanOrEqual(0);
    const encodeText = (text: string): number[] => [1, text.length % 7];
    const { relationFit } = questionFeatures(subgraph, 'Which node relates to node 1, or to none?', { encodeText });
    expect(relationFit).toBeGreaterThanOrEqual(0);
    expect(poolFeatures(subgraph.nodes.slice(0, 100))).toHaveLength(Math.min(100, subgraph.nodes.length));
  });

  it('has texts', () => {
    expect(typeof linearText(subgraph)).toBe('string');
    const description = describeSubgraph(subgraph);
    const { isFaithful, problems } = checkFaithfulness(description, subgraph);
    if (description.length <= 100_000) expect({ isFaithful, problems }).toEqual({ isFaithful: true, problems: [] });
    else expect(problems[0]!.kind).toBe('too_long');
    expect(sequenceInput(subgraph).endsWith(' [text]')).toBe(true);
    expect(gapInput(subgraph).names.length).toBeLessThanOrEqual(51);
  });

  it('goes out and comes back', () => {
    expect(checkSubgraph(subgraph)).toBe(subgraph);
    expect(isDeepStrictEqual(fromNodeLink(toNodeLink(subgraph)), subgraph)).toBe(true);
    expect(isDeepStrictEqual(fromGraphology(toGraphology(subgraph)), subgraph)).toBe(true);
    expect(toGraphml(subgraph).endsWith('</graphml>\n')).toBe(true);
    expect(toDot(subgraph).endsWith('}\n')).toBe(true);
  });
});

it('compares a long text with a star', () => {
  const star = plainSubgraph(LEAVES + 1, rays);
  const [edge] = star.edges;
  const sentence = `${star.nodes[1]!.name} ${edge!.name ?? edge!.relation} ${star.nodes[0]!.name}. `;
  const report = checkFaithfulness(`${sentence.repeat(1000)}Nobody knows Atlantis.`, star);
  expect(report.problems.map(({ kind, text }) => [kind, text])).toEqual([
    ['negation', 'Nobody'],
    ['entity', 'knows Atlantis'],
  ]);
  expect(report.statedEdges).toBe(1);
});

it('reads a Python literal of 10 MB', () => {
  const value = parsePythonLiteral(`{'label': '${unicode}'}`);
  expect(isDeepStrictEqual(value, { label: unicode })).toBe(true);
});

it('refuses edges without ends', () => {
  const broken = plainSubgraph(2, [[0, 2]]);
  for (const use of [
    graphFeatures,
    connectionFeatures,
    (subgraph: Subgraph) => questionFeatures(subgraph, ''),
    linearText,
    describeSubgraph,
    gapInput,
    toGraphml,
    toDot,
    toNodeLink,
  ]) {
    expect(() => use(broken)).toThrow(expect.objectContaining({ name: 'SubgraphError', code: 'invalid_subgraph' }));
  }
});
