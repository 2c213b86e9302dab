// Approximate search of name vectors against the exact scan (of rounded rows, as in `@grasp/pipeline`): `node tools/bench/linking/vectors.mjs
// [--kind terms] [--counts 10000,100000,1000000] [--widths 128,256,400,1000] [--questions 200] [--nearest 10]`, after
// `npx tsc -b packages/encoders/tsconfig.lib.json packages/skb/tsconfig.lib.json`; or with `--kb <file> [--limit 60000]` over the names of a
// knowledge base built by `grasp build`, or some of them spread evenly, of which every 53rd node's first alias is held out and asked for; or
// with `--stored <file>` over the vectors and the graph of a file that link.mjs kept. `--usearch <folder>` measures the package of that name
// beside ours, of a folder where it was installed (`npm install --ignore-scripts usearch@2.26.2`).
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
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
    usearch: { type: 'string' },
    kind: { type: 'string', default: 'terms' },
    counts: { type: 'string', default: '10000,100000,1000000' },
    widths: { type: 'string', default: '128,256,400,1000' },
    questions: { type: 'string', default: '200' },
    nearest: { type: 'string', default: '10' },
    limit: { type: 'string', default: 'Infinity' },
  },
});
const [questionCount, nearest] = [Number(values.questions), Number(values.nearest)];
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

/** The package's index over the same vectors as bytes, with one thread, in the form of ours; the width is its expansion. */
function buildUsearch(vectors, count) {
  const { Index } = createRequire(join(resolve(values.usearch), 'package.json'))('usearch');
  const file = join(mkdtempSync(join(tmpdir(), 'grasp-usearch-')), 'index');
  const open = (width) =>
    new Index({
      dimensions,
      metric: 'ip',
      quantization: 'i8',
      connectivity: 16,
      expansion_add: 128,
      expansion_search: width,
      multi: false,
    });
  const built = open(64);
  const cpu = process.cpuUsage();
  for (let start = 0; start < count; start += 10_000) {
    const end = Math.min(count, start + 10_000);
    const keys = BigUint64Array.from({ length: end - start }, (_, row) => BigInt(start + row));
    built.add(keys, vectors.subarray(start * dimensions, end * dimensions), 1);
  }
  const processorSeconds = round(processorMilliseconds(cpu) / 1000);
  built.save(file);
  console.log(
    JSON.stringify({
      names: count,
      build: 'usearch',
      processorSeconds,
      bytesPerName: round(statSync(file).size / count),
    }),
  );
  return (width) => {
    const index = open(width);
    index.load(file);
    return {
      // More than are wanted, scored again exactly.
      search: (query) =>
        [...index.search(query, 4 * nearest, 1).keys]
          .map((key) => ({ index: Number(key), score: dot(query, vectors, Number(key)) }))
          .sort((one, other) => other.score - one.score)
          .slice(0, nearest),
      close: () => rmSync(dirname(file), { recursive: true, force: true }),
    };
  };
}

function dot(query, vectors, row) {
  let sum = 0;
  for (let index = 0; index < dimensions; index++) sum += query[index] * vectors[row * dimensions + index];
  return sum;
}

/** Sums in another order differ by less. */
const ROUNDING = 1e-9;
const widths = values.widths.split(',').map(Number);
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
      const found = index.search(query, { count: nearest });
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
  /** Prints what an index finds of the nearest, and its times. */
  const compare = (search, width, index) => {
    timed(index);
    const { hits, measured } = timed(index);
    let [found, best] = [0, 0];
    hits.forEach((list, query) => {
      const expected = truth.hits[query];
      const least = expected.at(-1).score - ROUNDING;
      found += list.filter(({ score }) => score >= least).length / expected.length;
      if (list[0]?.score >= expected[0]?.score - ROUNDING) best++;
    });
    const recall = { [`recallAt${nearest}`]: round(found / queries.length), best: round(best / queries.length) };
    console.log(JSON.stringify({ names: count, search, width, ...recall, ...measured }));
    return measured;
  };
  const graphs = [{ start: 0, end: count, graph }];
  for (const width of widths) {
    const index = createApproximateIndex({ exact, vectors, dimensions, width, graphs });
    const { processorP50 } = compare('graph', width, index);
    if (width === APPROXIMATE_INDEX_DEFAULTS.width) {
      byCount.push({ names: count, exact: truth.measured.processorP50, graph: processorP50 });
    }
  }
  if (values.usearch !== undefined) {
    const openUsearch = buildUsearch(vectors, count);
    const indexes = widths.map(openUsearch);
    indexes.forEach((index, place) => compare('usearch', widths[place], index));
    indexes[0]?.close();
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
