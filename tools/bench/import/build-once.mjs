// One build in a process of its own: `node build-once.mjs '{"folder": …, "file": …, "vectors": "none"}'`. Prints JSON.
import { readFileSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { loadStaticEncoder } from '@grasp/encoders';
import { buildKnowledgeBase } from '@grasp/pipeline';
import { openSource } from '@grasp/skb';
import { createGraphSource } from '../graphs/graph-source.mjs';

const { folder, format, graph, file, vectors, approximateFrom, reuse } = JSON.parse(process.argv[2]);
const seconds = (milliseconds) => Number((milliseconds / 1000).toFixed(1));

/** Peak resident memory of this process in MiB. */
function peakMegabytes() {
  try {
    return Math.round(Number(/VmHWM:\s+(\d+) kB/u.exec(readFileSync('/proc/self/status', 'utf8'))[1]) / 1024);
  } catch {
    return Math.round(process.resourceUsage().maxRSS / 1024);
  }
}

const start = performance.now();
const phases = {};
let phase = 'start';
let last = start;
const enter = (next) => {
  const now = performance.now();
  phases[phase] = (phases[phase] ?? 0) + now - last;
  [phase, last] = [next, now];
};
const source = folder === undefined ? createGraphSource(graph) : await openSource(folder, { format });
const report = await buildKnowledgeBase(source, file, {
  encoder: await loadStaticEncoder(),
  vectors,
  ...(approximateFrom === undefined ? {} : { approximateFrom }),
  reuse,
  onProgress: ({ phase: next }) => enter(next),
});
enter('end');
const { user, system } = process.cpuUsage();
const rows = report.nodeCount + report.relationCount + report.problems.reduce((sum, { count }) => sum + count, 0);
console.log(
  JSON.stringify({
    nodes: report.nodeCount,
    relations: report.relationCount,
    rows,
    seconds: seconds(performance.now() - start),
    cpuSeconds: seconds((user + system) / 1000),
    peakMegabytes: peakMegabytes(),
    fileMegabytes: Math.round(report.bytes / 1e6),
    reusedVectors: report.reusedVectors,
    phases: Object.fromEntries(Object.entries(phases).map(([name, value]) => [name, seconds(value)])),
  }),
);
