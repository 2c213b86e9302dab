// Approximate search of name vectors against the exact scan: `node tools/bench/linking/vectors.mjs [--kind terms] [--counts 10000,100000,1000000]
// [--widths 128,256,400,640] [--questions 200]`, after `npx tsc -b packages/encoders/tsconfig.lib.json packages/skb/tsconfig.lib.json`; or with
// `--kb <file> [--limit 60000]` over the names of a knowledge base built by `grasp build`, or some of them spread evenly, of which every 53rd node's first alias is held out and asked for.
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { buildVectorGraph, createApproximateIndex, createVectorIndex, loadStaticEncoder } from '@grasp/encoders';
import { openKnowledgeBase } from '@grasp/skb';
import { randomNumbers } from '../../random-numbers.mjs';
import { makeNames, misspell } from './made-up-names.mjs';
import { quantile, residentMegabytes, round } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
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

/** Distinct names, and texts that name them otherwise. */
function* cases() {
  if (values.kb === undefined) {
    for (const count of values.counts.split(',').map(Number)) {
      const names = makeNames(values.kind, count, 1);
      const random = randomNumbers(2);
      const asked = Array.from({ length: questionCount }, () => {
        const words = names[Math.floor(random() * count)].split(' ');
        // Another order of the words, and a typing error in one of them.
        return misspell(words.reverse().join(' '), 1, random);
      });
      yield { names, asked };
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
  const step = Math.max(1, Math.floor(heldOut.size / questionCount));
  yield {
    names: [...names],
    asked: [...heldOut].filter((_, position) => position % step === 0).slice(0, questionCount),
  };
}

for (const { names, asked } of cases()) {
  const count = names.length;
  const vectors = new Float32Array(count * dimensions);
  names.forEach((name, row) => encoder.encodeInto(name, vectors, row * dimensions));
  const queries = asked.map((text) => encoder.encodeSync(text));
  const exact = createVectorIndex({ vectors, dimensions });
  const timed = (index) => {
    const times = [];
    const hits = queries.map((query) => {
      const start = performance.now();
      const found = index.search(query, { count: 10 });
      times.push(performance.now() - start);
      return found;
    });
    return { hits, times };
  };
  const truth = timed(exact);
  console.log(
    JSON.stringify({
      names: count,
      search: 'exact',
      p50: round(quantile(truth.times, 0.5)),
      p99: round(quantile(truth.times, 0.99)),
    }),
  );
  const [start, cpu, before] = [performance.now(), process.cpuUsage(), residentMegabytes()];
  const graph = await buildVectorGraph({ vectors, dimensions, start: 0, end: count });
  const { user, system } = process.cpuUsage(cpu);
  const bytes = Object.values(graph).reduce((sum, { byteLength }) => sum + byteLength, 0);
  console.log(
    JSON.stringify({
      names: count,
      build: 'graph',
      seconds: round((performance.now() - start) / 1000),
      cpuSeconds: round((user + system) / 1e6),
      megabytes: Math.round(residentMegabytes() - before),
      bytesPerName: round(bytes / count),
    }),
  );
  for (const width of values.widths.split(',').map(Number)) {
    const index = createApproximateIndex({
      exact,
      vectors,
      dimensions,
      width,
      graphs: [{ start: 0, end: count, graph }],
    });
    timed(index);
    const { hits, times } = timed(index);
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
        p50: round(quantile(times, 0.5)),
        p99: round(quantile(times, 0.99)),
      }),
    );
  }
}
