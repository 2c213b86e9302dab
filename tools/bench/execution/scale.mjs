// The memory engine on a graph of STaRK MAG's size: the nine patterns of published plans, anchors drawn by degree.
//
//   node tools/bench/execution/scale.mjs [--kb tmp/mag.skb] [--queries 400] [--bindings 1] [--limit 100] [--only text]
//   node tools/bench/execution/scale.mjs --growth [--largest 1]           the same from 10⁴ to 4·10⁷ edges
//
// --kb is a file that `node tools/bench/graphs/build.mjs --shape mag --out tmp/mag.skb` made; without it the same graph is
// made in memory, without texts (a minute, 1.5 GB).
// Times are of one process on one core. Wall time, and beside it the processor's time, which other programs disturb less.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { createMemoryExecutor } from '@grasp/graph-retriever';
import { openKnowledgeBase } from '@grasp/skb';

import { SeededRandom } from '../graphs/seeded-random.mjs';
import { drawAnchors } from './draw-anchors.mjs';
import { MAG_PATTERNS } from './mag-patterns.mjs';
import { createMemoryGraph } from './memory-graph.mjs';
import { percentile, short, table } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
    queries: { type: 'string', default: '400' },
    bindings: { type: 'string', default: '1' },
    limit: { type: 'string', default: '100' },
    only: { type: 'string', default: '' },
    growth: { type: 'boolean', default: false },
    largest: { type: 'string', default: '1' },
  },
});
const [queries, bindingCount, limit] = [values.queries, values.bindings, values.limit].map(Number);

const processorTime = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

async function measure(knowledgeBase, executor, name, plan) {
  const random = new SeededRandom(name);
  const draw = () => drawAnchors(knowledgeBase, plan, random, bindingCount);
  for (let i = 0; i < 60; i++) await executor.execute(plan, draw(), { limit });
  const found = { wall: [], processor: [], edges: [], candidates: [] };
  for (let i = 0; i < queries; i++) {
    const bindings = draw();
    const [processorStart, start] = [processorTime(), performance.now()];
    let touched = 0;
    const onTouched = (edges) => (touched = edges);
    const { candidateCount } = await executor.execute(plan, bindings, { limit, onTouched });
    found.wall.push(performance.now() - start);
    found.processor.push(processorTime() - processorStart);
    found.edges.push(touched);
    found.candidates.push(candidateCount);
  }
  return found;
}

const sum = (numbers) => numbers.reduce((total, number) => total + number, 0);

async function measureAll(knowledgeBase) {
  const executor = createMemoryExecutor(knowledgeBase);
  const patterns = Object.entries(MAG_PATTERNS).filter(([name]) => name.includes(values.only));
  const results = [];
  for (const [name, plan] of patterns) results.push([name, await measure(knowledgeBase, executor, name, plan)]);
  const join = (key) => results.flatMap(([, found]) => found[key]);
  const all = Object.fromEntries(['wall', 'processor', 'edges', 'candidates'].map((key) => [key, join(key)]));
  return { results: [...results, ['all', all]], all };
}

const cells = ({ wall, processor, edges, candidates }) => [
  short(percentile(candidates, 0.5)),
  short(percentile(edges, 0.5)),
  short(percentile(edges, 0.99)),
  short(percentile(wall, 0.5)),
  short(percentile(wall, 0.99)),
  short(Math.max(...wall)),
  short(percentile(processor, 0.5)),
  short(percentile(processor, 0.99)),
  short(sum(edges) / sum(processor) / 1000),
];
const HEAD = [
  'candidates p50',
  'edges p50',
  'edges p99',
  'p50 ms',
  'p99 ms',
  'max ms',
  'processor p50 ms',
  'processor p99 ms',
  '10⁶ edges/s',
];

/** One pass over every adjacency array in order, adding up the targets: the least that touching an edge can cost. */
function sequentialPass(knowledgeBase) {
  const arrays = knowledgeBase.schema.relations.flatMap(({ name }) =>
    ['out', 'in'].map((direction) => knowledgeBase.adjacency(name, direction)),
  );
  const pass = () => {
    let [edges, total] = [0, 0];
    for (const { offsets, targets } of arrays) {
      for (let node = 0; node + 1 < offsets.length; node++) {
        const end = offsets[node + 1];
        for (let i = offsets[node]; i < end; i++) total = (total + targets[i]) | 0;
      }
      edges += targets.length;
    }
    return { edges, total };
  };
  for (let i = 0; i < 2; i++) pass();
  let passes = 0;
  let total = 0;
  const start = processorTime();
  for (; processorTime() - start < 200; passes++) total ^= pass().total;
  const milliseconds = processorTime() - start;
  const { edges } = pass();
  return { edges, total, perSecond: (passes * edges * 1000) / milliseconds };
}

if (values.growth) {
  const rows = [];
  for (const scale of [0.00025, 0.0025, 0.025, 0.25, 1].filter((one) => one <= Number(values.largest))) {
    const knowledgeBase = createMemoryGraph({ shape: 'mag', scale });
    const { edges, perSecond } = sequentialPass(knowledgeBase);
    const { all } = await measureAll(knowledgeBase);
    rows.push([edges, knowledgeBase.nodeCount, ...cells(all), short(perSecond / 1e6)]);
    console.error(rows.at(-1).join(' | '));
  }
  console.log(table(['directed edges', 'nodes', ...HEAD, 'sequential 10⁶ edges/s'], rows));
} else {
  const isFile = values.kb !== undefined;
  const knowledgeBase = isFile ? openKnowledgeBase(values.kb) : createMemoryGraph({ shape: 'mag' });
  const { edges, perSecond } = sequentialPass(knowledgeBase);
  console.log(`${isFile ? values.kb : 'In memory'}: ${knowledgeBase.nodeCount} nodes, ${edges} directed edges`);
  console.log(`One pass over all of them in order: ${short(perSecond / 1e6)} million edges a second\n`);
  const { results } = await measureAll(knowledgeBase);
  console.log(
    table(
      ['pattern', ...HEAD],
      results.map(([name, found]) => [name, ...cells(found)]),
    ),
  );
  if (isFile) knowledgeBase.close();
}
