// Times the extraction of shortest-path subgraphs from a synthetic graph with hubs with @grasp/subgraph-features and with
// python-igraph, checks that both find the same distances (the same subgraphs up to 100,000 nodes), and prints JSON. After
// `npx tsc -b packages/subgraph-features/tsconfig.lib.json`: `node tools/bench/subgraphs/extraction.mjs [nodes] [edges] [pairs]`.
// Defaults: 2,000,000 nodes, 20,000,000 edges, 100 pairs; takes some GB of memory and runs on Linux. igraph is installed into a temporary virtual
// environment that is removed at the end. Building the graph is timed apart. igraph is given the calls of the authors' program
// (one shortest path each way) and, up to 100,000 nodes, its call for all shortest paths, which is what we compute.
import { execFileSync, spawn } from 'node:child_process';
import { createWriteStream, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createSubgraphExtractor, shortestPathSubgraph } from '@grasp/subgraph-features';

const [NODES = 2_000_000, EDGES = 20_000_000, PAIRS = 100] = process.argv.slice(2).map(Number);

let state = 8;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

/** Ends of edges; the power makes a few nodes hubs, the first of some hundred thousand edges. */
const anyNode = () => Math.floor(random() * NODES);
const hubbedNode = () => Math.floor(random() ** 4 * NODES);

/** Compressed sparse rows from edges, ascending and without repetition. */
function rowsOf(sources, targets) {
  const byTarget = order(targets);
  const starts = new Uint32Array(NODES + 1);
  for (const source of sources) starts[source + 1]++;
  for (let node = 0; node < NODES; node++) starts[node + 1] += starts[node];
  const next = starts.slice();
  const ordered = new Uint32Array(sources.length);
  for (const edge of byTarget) ordered[next[sources[edge]]++] = targets[edge];
  const offsets = new Uint32Array(NODES + 1);
  let size = 0;
  for (let node = 0; node < NODES; node++) {
    for (let place = starts[node]; place < starts[node + 1]; place++) {
      if (place > starts[node] && ordered[place] === ordered[place - 1]) continue;
      // Written places are never read again, but the one before may be: it is equal only to what was written last.
      ordered[size++] = ordered[place];
    }
    offsets[node + 1] = size;
  }
  return { offsets, targets: ordered.slice(0, size) };
}

function order(keys) {
  const next = new Uint32Array(NODES + 1);
  for (const key of keys) next[key + 1]++;
  for (let node = 0; node < NODES; node++) next[node + 1] += next[node];
  const result = new Uint32Array(keys.length);
  for (let edge = 0; edge < keys.length; edge++) result[next[keys[edge]]++] = edge;
  return result;
}

const sources = Uint32Array.from({ length: EDGES }, anyNode);
const targets = Uint32Array.from({ length: EDGES }, hubbedNode);
const pairs = Array.from({ length: PAIRS }, () => [anyNode(), anyNode()]).filter(([left, right]) => left !== right);
const adjacencies = { out: rowsOf(sources, targets), in: rowsOf(targets, sources) };
const graph = {
  nodeCount: NODES,
  schema: { relations: [{ name: 'r' }] },
  adjacency: (_, direction) => adjacencies[direction],
  idOf: String,
  nameOf: String,
  typeOf: () => 'entity',
};

const folder = mkdtempSync(join(tmpdir(), 'extraction-bench-'));
try {
  const python = join(folder, 'venv', 'bin', 'python');
  execFileSync('python3', ['-m', 'venv', join(folder, 'venv')]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', 'igraph==0.11.9', 'numpy'], { stdio: 'inherit' });
  const file = createWriteStream(join(folder, 'edges'));
  for (const array of [sources, targets]) if (!file.write(Buffer.from(array.buffer))) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
  writeFileSync(join(folder, 'pairs.json'), JSON.stringify(pairs));

  let start = performance.now();
  const extractor = createSubgraphExtractor(graph);
  const merging = performance.now() - start;
  const memory = process.memoryUsage().arrayBuffers - sources.byteLength - targets.byteLength;
  const options = { maxNodes: Infinity, maxExpandedNodes: Infinity };
  const run = (extract) => {
    const times = [];
    const found = pairs.map(([left, right]) => {
      start = performance.now();
      const extraction = extract([left], right, options);
      times.push(performance.now() - start);
      return extraction;
    });
    return { found, times };
  };
  const merged = run((...request) => extractor.extract(...request));
  const direct = run((...request) => shortestPathSubgraph(graph, ...request));

  const worker = spawn(python, [fileURLToPath(new URL('igraph-worker.py', import.meta.url)), folder, String(NODES)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let igraph;
  for await (const line of createInterface({ input: worker.stdout })) igraph = JSON.parse(line);

  const same = merged.found.every(({ subgraph: { nodes, edges }, connections }, row) => {
    if (connections[0].distance !== igraph.distances[row]) return false;
    if (igraph.nodes.length === 0) return true;
    return nodes.map(({ id }) => Number(id)).join() === igraph.nodes[row].join() && edges.length === igraph.edges[row];
  });
  const summary = (times) => {
    const sorted = times.toSorted((left, right) => left - right);
    const round = (value) => Math.round(value * 100) / 100;
    return {
      mean: round(times.reduce((sum, value) => sum + value, 0) / times.length),
      median: round(sorted[Math.floor(sorted.length / 2)]),
      largest: round(sorted.at(-1)),
    };
  };
  const results = {
    cpu: cpus()[0].model,
    node: process.version,
    nodes: NODES,
    edges: adjacencies.out.targets.length,
    pairs: pairs.length,
    same,
    megabytes: { ours: Math.round(memory / 2 ** 20), igraph: igraph.megabytes },
    secondsToBuild: { merging: Math.round(merging / 100) / 10, igraph: igraph.secondsToBuild },
    millisecondsPerPair: {
      extractor: summary(merged.times),
      unmerged: summary(direct.times),
      ...(igraph.allPaths.length > 0 ? { igraphAllPaths: summary(igraph.allPaths) } : {}),
      igraphAsPublished: summary(igraph.asPublished),
    },
  };
  console.log(JSON.stringify(results, null, 2));
} finally {
  rmSync(folder, { recursive: true, force: true });
}
