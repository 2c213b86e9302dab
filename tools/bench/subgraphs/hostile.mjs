// CPU time of every function of @grasp/subgraph-features on graphs that are made to be slow; README.md has the usage.
import { parseArgs } from 'node:util';

import * as subgraphs from '../../../packages/subgraph-features/dist/index.js';

const { values } = parseArgs({ options: { least: { type: 'string', default: '200' } } });

const plain = (count, edges) => ({
  nodes: Array.from({ length: count }, (_, place) => ({
    id: `Q${place}`,
    name: `node ${place}`,
    role: place === 0 ? 'answer' : place === 5 || place === 6 ? 'question' : 'internal',
  })),
  edges: edges.map(([source, target]) => ({ source, target, relation: 'P1', name: 'relates to' })),
});
const range = (count) => Array.from({ length: count }, (_, place) => place);
const bothWays = (pairs) =>
  pairs.flatMap(([left, right]) => [
    [left, right],
    [right, left],
  ]);
const complete = (count) =>
  plain(
    count,
    range(count).flatMap((from) =>
      range(count)
        .filter((to) => to !== from)
        .map((to) => [from, to]),
    ),
  );
const rays = range(100_000).map((place) => [place + 1, 0]);
const ladder = (count) =>
  bothWays(
    range(count - 2).flatMap((place) => [
      [place + 2, place + 1],
      [place + 2, place],
    ]),
  );
const named = (name) => ({
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

const graphs = {
  empty: plain(0, []),
  'self-loops': plain(1, [
    [0, 0],
    [0, 0],
  ]),
  ...Object.fromEntries([8, 9, 10, 11, 12].map((count) => [`complete graph of ${count}`, complete(count)])),
  'star of 100,000': plain(100_001, rays),
  'star of 100,000 both ways': plain(100_001, bothWays(rays)),
  'two hubs': plain(302, bothWays(range(300).flatMap((place) => [0, 1].map((hub) => [place + 2, hub])))),
  'ladder of 5,000': plain(5000, ladder(5000)),
  'names with commas': named('a, b,, "c"'),
  'null names': named(null),
  'names in 10 MB of Unicode': named(unicode),
  'names of 1.8 million words': named('alpha beta gamma '.repeat(600_000)),
};

const encodeText = (text) => [1, text.length % 7];
const question = 'Which node relates to node 1, or to none?';
const calls = {
  'graphFeatures asPublished': (graph) => subgraphs.graphFeatures(graph, { convention: 'asPublished' }),
  graphFeatures: (graph) => subgraphs.graphFeatures(graph),
  connectionFeatures: (graph) => subgraphs.connectionFeatures(graph),
  questionFeatures: (graph) => subgraphs.questionFeatures(graph, question, { encodeText }),
  poolFeatures: (graph) => subgraphs.poolFeatures(graph.nodes.slice(0, 100)),
  linearText: (graph) => subgraphs.linearText(graph),
  describeSubgraph: (graph) => subgraphs.describeSubgraph(graph),
  'checkFaithfulness of its description': (graph) =>
    subgraphs.checkFaithfulness(subgraphs.describeSubgraph(graph), graph),
  'checkFaithfulness of 75,000 characters': (graph) =>
    subgraphs.checkFaithfulness('node 1 relates to node 2. '.repeat(3000), graph),
  'checkFaithfulness of Unicode': (graph) => subgraphs.checkFaithfulness(unicode.slice(0, 100_000), graph),
  sequenceInput: (graph) => subgraphs.sequenceInput(graph),
  gapInput: (graph) => subgraphs.gapInput(graph),
  'node-link and back': (graph) => subgraphs.fromNodeLink(subgraphs.toNodeLink(graph)),
  'graphology and back': (graph) => subgraphs.fromGraphology(subgraphs.toGraphology(graph)),
  toGraphml: (graph) => subgraphs.toGraphml(graph),
  toDot: (graph) => subgraphs.toDot(graph),
};

const measured = Object.entries(graphs).flatMap(([graphName, graph]) =>
  Object.entries(calls).map(([callName, call]) => {
    const before = process.cpuUsage();
    call(graph);
    const { user, system } = process.cpuUsage(before);
    return { graphName, callName, milliseconds: (user + system) / 1000 };
  }),
);
measured.sort((left, right) => right.milliseconds - left.milliseconds);
console.log('| graph | function | CPU, ms |\n| --- | --- | ---: |');
for (const { graphName, callName, milliseconds } of measured) {
  if (milliseconds >= Number(values.least)) console.log(`| ${graphName} | ${callName} | ${milliseconds.toFixed(0)} |`);
}
console.log(`\n${measured.length} calls, the longest ${measured[0].milliseconds.toFixed(0)} ms of CPU`);
