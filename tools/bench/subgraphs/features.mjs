// Times the paper's eight features of the 3,818 subgraphs of ShortPathQA with @grasp/subgraph-features and with networkx, in turn,
// checks that both give the same values, and prints JSON. After `npx tsc -b packages/subgraph-features/tsconfig.lib.json`:
// `node tools/bench/subgraphs/features.mjs [rounds]`. Installs networkx into a temporary virtual environment and removes it.
// Both get the graphs parsed, in their own form, and are timed for the features alone, on one thread.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import {
  connectionFeatures,
  fromNodeLink,
  graphFeatures,
  parsePythonLiteral,
  toGraphology,
  toNodeLink,
} from '@grasp/subgraph-features';

const ROUNDS = Number(process.argv[2] ?? 5);
const here = (name) => fileURLToPath(new URL(name, import.meta.url));

function readSubgraphs() {
  const file = here('../../../datasets/wikidata-shortpathqa/data/human_annotated_test.tsv.gz');
  const [, ...lines] = gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n');
  return lines.map((line) => {
    const cell = line.split('\t').at(-1).trimEnd();
    return fromNodeLink(parsePythonLiteral(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
  });
}

/** Milliseconds of one pass. */
function time(run) {
  const start = performance.now();
  run();
  return performance.now() - start;
}

const median = (values) => values.toSorted((left, right) => left - right)[Math.floor(values.length / 2)];

const subgraphs = readSubgraphs();
const folder = mkdtempSync(join(tmpdir(), 'subgraph-bench-'));
try {
  const python = join(folder, 'venv', 'bin', 'python');
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'networkx==3.6.1', 'numpy', 'scipy'], { stdio: 'inherit' });
  writeFileSync(join(folder, 'graphs.json'), JSON.stringify(subgraphs.map((subgraph) => toNodeLink(subgraph))));
  const worker = spawn(python, [here('networkx-worker.py'), join(folder, 'graphs.json')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const answers = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
  const ask = async (request) => {
    worker.stdin.write(`${request}\n`);
    return JSON.parse((await answers.next()).value);
  };

  const require = createRequire(import.meta.url);
  const { MultiDirectedGraph } = require('graphology');
  const convention = 'asPublished';
  const ways = {
    published: () => subgraphs.map((subgraph) => graphFeatures(subgraph, { convention })),
    corrected: () => subgraphs.map((subgraph) => graphFeatures(subgraph)),
    connection: () => subgraphs.map((subgraph) => connectionFeatures(subgraph)),
    graphologyGraphs: () => subgraphs.map((subgraph) => MultiDirectedGraph.from(toGraphology(subgraph))),
  };
  const values = await ask('values');
  const names = ['nodes', 'edges', 'density', 'cycles', 'bridges', 'katz', 'pageRank', 'averagePathLength'];
  const same = ways.published().every((features, row) =>
    names.every((name, column) => {
      const value = features[name];
      const other = values[row][column];
      return value === null ? other === null : Math.abs(value - other) <= 1e-6;
    }),
  );
  const times = { networkx: [], published: [], corrected: [], connection: [], graphologyGraphs: [] };
  for (let round = 0; round < ROUNDS; round++) {
    times.networkx.push(await ask('time'));
    for (const [name, run] of Object.entries(ways)) times[name].push(time(run));
  }
  worker.stdin.end();
  const results = Object.fromEntries(
    Object.entries(times).map(([name, list]) => [
      name,
      { milliseconds: Math.round(median(list)), graphsPerSecond: Math.round((subgraphs.length / median(list)) * 1000) },
    ]),
  );
  console.log(
    JSON.stringify(
      { cpu: cpus()[0].model, node: process.version, graphs: subgraphs.length, rounds: ROUNDS, same, results },
      null,
      2,
    ),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
