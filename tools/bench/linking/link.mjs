// Linking from text to bindings: `node tools/bench/linking/link.mjs [--kind terms] [--count 1000000] [--questions 500] [--file names.skb]`,
// after `npx tsc -b apps/pipeline/tsconfig.lib.json`. Imports made-up names of one type with their vectors and the graph over them, and links
// anchors whose texts have 0, 1 and 2 typing errors: exact names, similar names and vectors together. Prints a line of JSON for each. `--file`
// keeps the file, or takes the one that was kept.
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { loadStaticEncoder } from '@grasp/encoders';
import { buildKnowledgeBase, createPipeline } from '@grasp/pipeline';
import { openKnowledgeBase } from '@grasp/skb';
import { randomNumbers } from '../../random-numbers.mjs';
import { makeNames, misspell } from './made-up-names.mjs';
import { processorMilliseconds, quantile, residentMegabytes, round } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'terms' },
    count: { type: 'string', default: '1000000' },
    questions: { type: 'string', default: '500' },
    file: { type: 'string' },
  },
});
const [count, questions] = [Number(values.count), Number(values.questions)];
const folder = mkdtempSync(join(tmpdir(), 'grasp-linking-'));
const file = values.file ?? join(folder, 'names.skb');
const names = makeNames(values.kind, count, 1);
const encoder = await loadStaticEncoder();
try {
  if (!existsSync(file)) await build();
  const before = residentMegabytes();
  const knowledgeBase = openKnowledgeBase(file);
  const pipeline = createPipeline({ knowledgeBase, encoder, reranker: null });
  const link = (text) =>
    pipeline.link({
      anchors: [{ var: 'T', text, label: 'thing', match_mode: 'name' }],
      hops: [],
      target: { var: 'T', labels: ['thing'], relevance_text: '' },
      risk_level: 'normal',
    });
  for (const edits of [0, 1, 2]) {
    const random = randomNumbers(20 + edits);
    for (let warm = 0; warm < 50; warm++) await link(names[Math.floor(random() * count)]);
    const [times, processorTimes] = [[], []];
    let found = 0;
    for (let question = 0; question < questions; question++) {
      const node = Math.floor(random() * count);
      const text = misspell(names[node], edits, random);
      const [usage, began] = [process.cpuUsage(), performance.now()];
      const { T } = await link(text);
      times.push(performance.now() - began);
      processorTimes.push(processorMilliseconds(usage));
      if (T.some(({ id }) => Number(id) === node)) found++;
    }
    console.log(
      JSON.stringify({
        names: count,
        edits,
        recall: round(found / questions),
        p50: round(quantile(times, 0.5)),
        p99: round(quantile(times, 0.99)),
        processorP50: round(quantile(processorTimes, 0.5)),
        processorP99: round(quantile(processorTimes, 0.99)),
        megabytes: Math.round(residentMegabytes() - before),
      }),
    );
  }
  knowledgeBase.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Imports the names and makes their vectors and the graph. */
async function build() {
  const source = {
    name: 'names',
    schema: { nodeTypes: [{ name: 'thing', fields: [] }], relations: [] },
    async *records() {
      for (let node = 0; node < count; node++) {
        yield { kind: 'node', type: 'thing', id: String(node).padStart(8, '0'), name: names[node] };
      }
    },
  };
  const [start, cpu] = [performance.now(), process.cpuUsage()];
  const { bytes } = await buildKnowledgeBase(source, file, { encoder, vectors: 'names', approximateFrom: 1 });
  console.log(
    JSON.stringify({
      kind: values.kind,
      names: count,
      buildSeconds: round((performance.now() - start) / 1000),
      buildProcessorSeconds: round(processorMilliseconds(cpu) / 1000),
      fileMegabytes: Math.round(bytes / 1e6),
    }),
  );
}
