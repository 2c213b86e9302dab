// Approximate search of name vectors against the exact scan (of rounded rows, as in `@grasp/pipeline`): `node tools/bench/linking/vectors.mjs [--kind terms] [--counts 10000,100000,1000000]
// [--widths 128,256,400,640] [--questions 200]`, after `npx tsc -b packages/encoders/tsconfig.lib.json packages/skb/tsconfig.lib.json`; or with
// `--kb <file> [--limit 60000]` over the names of a knowledge base built by `grasp build`, or some of them spread evenly, of which every 53rd node's first alias is held out and asked for;
// or with `--stored <file>` over the vectors and the graph of a file that link.mjs kept.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import {
  APPROXIMATE_INDEX_DEFAULTS,
  buildVectorGraph,
  createApproximateIndex,
  createVectorIndex,
  loadStaticEncoder,
} from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';
import { randomNumbers } from '../../random-numbers.mjs';
import { makeNames, misspell } from './made-up-names.mjs';
import { processorMilliseconds, quantile, residentMegabytes, round } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
    stored: { type: 'string' },
    kind: { type: 'string', default: 'terms' },
    counts: { type: 'string', default: '10000,100000,1000000' },
    widths: { type: 'string', default: '128,256,400,640' },
    questions: { type: 'string', default: '200' },
    limit: { type: 'string', default: 'Infinity' },
  },
});
const questionCount = Number(values.questions);
const encoder = await loadStaticEncoder();
const { dimensions } = encoder;

/** Some names with another order of the words, and a typing error in one of them. */
function askFor(count, nameAt) {
  const random = randomNumbers(2);
  return Array.from({ length: questionCount }, () =>
    misspell(
      nameAt(Math.floor(random() * count))
        .split(' ')
        .reverse()
        .join(' '),
      1,
      random,
    ),
  );
}

function encodeNames(names) {
  const vectors = new Float32Array(names.length * dimensions);
  names.forEach((name, row) => encoder.encodeInto(name, vectors, row * dimensions));
  return vectors;
}

/** Vectors of distinct names, a graph of them if there is one, and texts that name them otherwise. */
function* cases() {
  if (values.stored !== undefined) {
    const knowledgeBase = openKnowledgeBase(values.stored);
    const part = (name) => [name, knowledgeBase.array(`names.graphs.0.${name}`)];
    const graph = Object.fromEntries(['order', 'links', 'bytes', 'memberOffsets', 'members'].map(part));
    const asked = askFor(knowledgeBase.nodeCount, (node) => knowledgeBase.node(node).name);
    yield { vectors: knowledgeBase.array('names.vectors'), asked, graph };
    knowledgeBase.close();
    return;
  }
  if (values.kb === undefined) {
    for (const count of values.counts.split(',').map(Number)) {
      const names = makeNames(values.kind, count, 1);
      yield { vectors: encodeNames(names), asked: askFor(count, (node) => names[node]) };
    }
    return;
  }
  const knowledgeBase = openKnowledgeBase(values.kb);
  const [names, heldOut] = [new Set(), new Set()];
  for (const node of knowledgeBase.nodes()) {
    if (node.index % 53 === 0 && node.aliases.length > 0) heldOut.add(node.aliases[0]);
    for (const name of [node.name, ...node.aliases]) names.add(name);
  }
  knowledgeBase.close();
  for (const name of heldOut) names.delete(name);
  yield {
    vectors: encodeNames(spread([...names], Number(values.limit))),
    asked: spread([...heldOut], questionCount),
  };
}

/** Some of a list, at most so many. */
function spread(list, most) {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, place) => list[Math.floor(place * step)]);
}

/** A graph of the vectors; prints what it took. */
async function build(vectors, count) {
  const [start, cpu, before] = [performance.now(), process.cpuUsage(), residentMegabytes()];
  let told = start;
  const onProgress = (share) => {
    if (performance.now() - told < 10_000) return;
    told = performance.now();
    process.stderr.write(`graph of ${count} names: ${Math.round(100 * share)} %\n`);
  };
  const graph = await buildVectorGraph({ vectors, dimensions, start: 0, end: count, onProgress });
  const bytes = Object.values(graph).reduce((sum, { byteLength }) => sum + byteLength, 0);
  console.log(
    JSON.stringify({
      names: count,
      build: 'graph',
      seconds: round((performance.now() - start) / 1000),
      processorSeconds: round(processorMilliseconds(cpu) / 1000),
      megabytes: Math.round(residentMegabytes() - before),
      bytesPerName: round(bytes / count),
    }),
  );
  return graph;
}

/** Time of a question by number of names: `{ names, exact, graph }`, milliseconds of the processor. */
const byCount = [];
for (const { vectors, asked, graph: stored } of cases()) {
  const count = vectors.length / dimensions;
  const queries = asked.map((text) => encoder.encodeSync(text));
  const exact = createVectorIndex({ vectors, dimensions, rounded: true });
  const timed = (index) => {
    const [times, processorTimes] = [[], []];
    const hits = queries.map((query) => {
      const [cpu, start] = [process.cpuUsage(), performance.now()];
      const found = index.search(query, { count: 10 });
      times.push(performance.now() - start);
      processorTimes.push(processorMilliseconds(cpu));
      return found;
    });
    const measured = {
      p50: round(quantile(times, 0.5)),
      p99: round(quantile(times, 0.99)),
      processorP50: round(quantile(processorTimes, 0.5)),
      processorP99: round(quantile(processorTimes, 0.99)),
    };
    return { hits, measured };
  };
  const truth = timed(exact);
  console.log(JSON.stringify({ names: count, search: 'exact', ...truth.measured }));
  const graph = stored ?? (await build(vectors, count));
  for (const width of values.widths.split(',').map(Number)) {
    const index = createApproximateIndex({
      exact,
      vectors,
      dimensions,
      width,
      graphs: [{ start: 0, end: count, graph }],
    });
    timed(index);
    const { hits, measured } = timed(index);
    let [found, best] = [0, 0];
    hits.forEach((list, query) => {
      const expected = truth.hits[query];
      found += list.filter(({ score }) => score >= expected.at(-1).score).length / expected.length;
      if (list[0]?.score === expected[0]?.score) best++;
    });
    console.log(
      JSON.stringify({
        names: count,
        search: 'graph',
        width,
        recallAt10: round(found / queries.length),
        best: round(best / queries.length),
        ...measured,
      }),
    );
    if (width === APPROXIMATE_INDEX_DEFAULTS.width) {
      byCount.push({ names: count, exact: truth.measured.processorP50, graph: measured.processorP50 });
    }
  }
}

// Where a search of the graph becomes the faster one: between two counts, as if both times were powers of the count.
byCount.forEach((after, place) => {
  const before = byCount[place - 1];
  if (before === undefined || before.exact >= before.graph || after.exact < after.graph) return;
  const [gapBefore, gapAfter] = [before, after].map(({ exact, graph }) => Math.log(exact / graph));
  const share = gapBefore / (gapBefore - gapAfter);
  const crossing = before.names * (after.names / before.names) ** share;
  console.log(JSON.stringify({ equallyFastAt: round(crossing), between: [before.names, after.names] }));
});
