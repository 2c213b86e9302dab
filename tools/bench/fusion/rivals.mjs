// Times reciprocal rank fusion against LangChain JS's EnsembleRetriever, npm `rerank` and ranx, in turn in one run, and prints JSON.
// After `npx nx build @grasp/fusion`: `node --expose-gc --max-semi-space-size=256 tools/bench/fusion/rivals.mjs`.
// Installs the rivals into a temporary folder (npm and a Python virtual environment, from their registries) and removes it.
//
// Each is given its own form of the same lists beforehand and timed for the fusion alone: of EnsembleRetriever the method that
// fuses, without its callbacks; of ranx one call for all queries, as it is made for, on as many threads as it likes.
import { spawn, execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { reciprocalRankFusion } from '@grasp/fusion';

const VERSIONS = { rerank: '1.1.4', '@langchain/classic': '1.0.50', '@langchain/core': '1.4.0', ranx: '0.3.21' };
const SHAPES = [
  { name: '2 lists of 100', lists: 2, length: 100, queries: 1000, fusions: 1000 },
  // Of 1,000 different queries the objects alone would fill the memory; each of 100 is fused ten times.
  { name: '10 lists of 1000', lists: 10, length: 1000, queries: 100, fusions: 1000 },
];
const ROUNDS = Number(process.argv[2] ?? 7);

let state = 2024;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** Distinct ids, of which two lists of a query share about six in ten. */
function makeLists({ lists, length }) {
  return Array.from({ length: lists }, () => {
    const ids = new Set();
    while (ids.size < length) ids.add(`document-${Math.floor(random() * length * 1.7)}`);
    return [...ids];
  });
}

const folder = mkdtempSync(join(tmpdir(), 'fusion-bench-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main() {
  const shapes = Object.fromEntries(
    SHAPES.map((shape) => [shape.name, Array.from({ length: shape.queries }, () => makeLists(shape))]),
  );
  const { rerank, EnsembleRetriever, Document } = await installNodeRivals();
  const ranx = await startRanx(shapes);
  const report = [];
  for (const shape of SHAPES) {
    const queries = shapes[shape.name];
    const named = queries.map((lists) =>
      lists.map((ids, index) => ({
        name: `list ${index}`,
        ranking: ids.map((id, rank) => ({ id, score: 1 / (rank + 1) })),
      })),
    );
    const documents = queries.map((lists) =>
      lists.map((ids) => ids.map((pageContent) => new Document({ pageContent }))),
    );
    const ensemble = new EnsembleRetriever({ retrievers: [], weights: new Array(shape.lists).fill(1) });
    const contenders = {
      '@grasp/fusion': (index) => reciprocalRankFusion(named[index]),
      '@grasp/fusion, topN 10': (index) => reciprocalRankFusion(named[index], { topN: 10 }),
      'npm rerank': (index) =>
        rerank(
          named[index].map(({ ranking }) => ranking),
          'id',
        ),
      'LangChain JS EnsembleRetriever': (index) => ensemble._weightedReciprocalRank(documents[index]),
    };
    const times = Object.fromEntries([...Object.keys(contenders), 'ranx'].map((name) => [name, []]));
    const kilobytes = {};
    let peakMegabytes = 0;
    for (let round = 0; round < ROUNDS + 1; round += 1) {
      for (const [name, fuse] of Object.entries(contenders)) {
        globalThis.gc?.();
        const start = performance.now();
        for (let fusion = 0; fusion < shape.fusions; fusion += 1) await fuse(fusion % shape.queries);
        if (round > 0) times[name].push(((performance.now() - start) * 1000) / shape.fusions);
      }
      const answer = await ranx.fuse(shape.name);
      peakMegabytes = answer.peakMegabytes;
      if (round > 0) times.ranx.push((answer.seconds * 1e6) / shape.queries);
    }
    for (const [name, fuse] of Object.entries(contenders)) kilobytes[name] = await allocated(fuse);
    report.push({
      shape: shape.name,
      microsecondsPerFusion: Object.fromEntries(Object.entries(times).map(([name, values]) => [name, spread(values)])),
      kilobytesAllocatedPerFusion: kilobytes,
      ranxPeakMegabytes: Math.round(peakMegabytes),
    });
  }
  ranx.stop();
  console.log(
    JSON.stringify(
      { node: process.version, cpu: cpus()[0].model, cores: cpus().length, rounds: ROUNDS, versions: VERSIONS, report },
      null,
      2,
    ),
  );
}

function spread(values) {
  const sorted = [...values].sort((left, right) => left - right);
  const round = (value) => Math.round(value * 10) / 10;
  return { least: round(sorted[0]), median: round(sorted[sorted.length >> 1]), most: round(sorted.at(-1)) };
}

/** Least growth of the heap over a fusion; a collection in between would hide it, so several are tried. */
async function allocated(fuse) {
  let least = Infinity;
  for (let attempt = 0; attempt < 9; attempt += 1) {
    globalThis.gc?.();
    const before = process.memoryUsage();
    await fuse(attempt);
    const after = process.memoryUsage();
    const grown = after.heapUsed - before.heapUsed + after.arrayBuffers - before.arrayBuffers;
    if (grown > 0) least = Math.min(least, grown);
  }
  return Math.round(least / 1024);
}

async function installNodeRivals() {
  writeFileSync(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const packages = ['rerank', '@langchain/classic', '@langchain/core'].map((name) => `${name}@${VERSIONS[name]}`);
  execFileSync('npm', ['install', '--silent', '--no-audit', '--no-fund', ...packages], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const require = createRequire(join(folder, 'package.json'));
  const load = (name) => import(pathToFileURL(require.resolve(name)).href);
  const [rerank, ensemble, documents] = await Promise.all(
    ['rerank', '@langchain/classic/retrievers/ensemble', '@langchain/core/documents'].map(load),
  );
  return {
    rerank: rerank.reciprocalRankFusion ?? rerank.default.reciprocalRankFusion,
    EnsembleRetriever: ensemble.EnsembleRetriever,
    Document: documents.Document,
  };
}

async function startRanx(shapes) {
  const python = join(folder, 'venv', 'bin', 'python');
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', `ranx==${VERSIONS.ranx}`], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const data = join(folder, 'lists.json');
  writeFileSync(data, JSON.stringify(shapes));
  const worker = spawn(python, ['-W', 'ignore', fileURLToPath(new URL('ranx-worker.py', import.meta.url)), data], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
  const next = async () => {
    const { value, done } = await lines.next();
    if (done) throw new Error('ranx ended early');
    return value;
  };
  await next();
  return {
    async fuse(shape) {
      worker.stdin.write(`${shape}\n`);
      return JSON.parse(await next());
    },
    stop: () => worker.stdin.end(),
  };
}
