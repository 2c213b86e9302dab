// Makes a graph of a shape and imports it: `node tools/bench/graphs/build.mjs --shape mag --scale 1 --out tmp/mag.skb`.
// Prints time, peak memory, size of the file and the time to open it. `--dry` makes the records and imports nothing.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { importKnowledgeBase, openKnowledgeBase } from '@grasp/skb';
import { createGraphSource } from './graph-source.mjs';

const { values } = parseArgs({
  options: {
    shape: { type: 'string', default: 'mag' },
    scale: { type: 'string', default: '1' },
    text: { type: 'string', default: '1' },
    seed: { type: 'string', default: '1' },
    out: { type: 'string' },
    dry: { type: 'boolean', default: false },
  },
});
const source = createGraphSource({ ...values, scale: Number(values.scale), text: Number(values.text) });
const seconds = (since) => Number(((performance.now() - since) / 1000).toFixed(1));
const peakMegabytes = () => Math.round(process.resourceUsage().maxRSS / 1024);

const start = performance.now();
if (values.dry) {
  const counts = { node: 0, relation: 0 };
  let characters = 0;
  for (const record of source.makeRecords()) {
    counts[record.kind]++;
    if (record.kind === 'node') characters += record.name.length + JSON.stringify(record.fields).length;
  }
  console.log(
    JSON.stringify({
      source: source.name,
      ...counts,
      characters,
      seconds: seconds(start),
      peakMegabytes: peakMegabytes(),
    }),
  );
} else {
  const file = values.out ?? `tmp/${values.shape}.skb`;
  mkdirSync(dirname(file), { recursive: true });
  let phase = '';
  let phaseStart = start;
  const phases = {};
  const enter = (next) => {
    if (next === phase) return;
    if (phase !== '') phases[phase] = seconds(phaseStart);
    [phase, phaseStart] = [next, performance.now()];
  };
  const report = await importKnowledgeBase(source, file, { onProgress: (progress) => enter(progress.phase) });
  enter('');
  const importSeconds = seconds(start);
  const opened = performance.now();
  const knowledgeBase = openKnowledgeBase(file);
  const openMilliseconds = Number((performance.now() - opened).toFixed(1));
  knowledgeBase.close();
  const problems = report.problems.map(({ code, count }) => `${count} ${code}`).join(', ');
  console.log(
    JSON.stringify(
      {
        source: source.name,
        file,
        nodes: report.nodes,
        relations: report.relations,
        nodeCount: report.nodeCount,
        relationCount: report.relationCount,
        ...(problems === '' ? {} : { problems }),
        seconds: importSeconds,
        phases,
        peakMegabytes: peakMegabytes(),
        fileMegabytes: Math.round(report.bytes / 2 ** 20),
        openMilliseconds,
      },
      null,
      2,
    ),
  );
}
