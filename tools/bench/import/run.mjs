// Builds knowledge bases of several sizes, each in a process of its own, and prints time, memory, size of the file and time
// to open it beside what they should be. `node tools/bench/import/run.mjs --only hpo,wordnet,prime,mag`
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { createGraphSource } from '../graphs/graph-source.mjs';
import { writeStark } from './write-stark.mjs';
import { writeTables } from './write-tables.mjs';

const HERE = dirname(fileURLToPath(import.meta.url));
const ROOT = join(HERE, '../../..');
const MEMORY_GOAL_GIB = 12;
const OPEN_GOAL_MS = 1000;

/** What is built, and in how many seconds it should be, at full size and with the vectors that the goal speaks of. */
const CASES = {
  hpo: { folder: join(ROOT, 'datasets/hpo'), goal: 20, vectors: 'all' },
  wordnet: { folder: join(ROOT, 'datasets/wordnet'), goal: 30, vectors: 'all' },
  prime: { shape: 'prime', goal: 60, vectors: 'none' },
  amazon: { shape: 'amazon', vectors: 'none' },
  mag: { shape: 'mag', goal: 600, vectors: 'none' },
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: 'hpo,wordnet,prime,mag' },
    scales: { type: 'string', default: '1' },
    vectors: { type: 'string' },
    'approximate-from': { type: 'string' },
    tables: { type: 'boolean', default: false },
    stark: { type: 'boolean', default: false },
    folder: { type: 'string', default: join(ROOT, 'tmp/bench-import') },
    keep: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
  },
});

function run(script, argument) {
  const options = ['--max-old-space-size=8192', join(HERE, script), argument];
  const { status, stdout, stderr } = spawnSync(process.execPath, options, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} ${argument} failed with ${status}:\n${stderr}`);
  return JSON.parse(stdout);
}

async function inputOf(name, { folder, shape }, scale) {
  if (folder !== undefined) return { folder };
  const graph = { shape, scale };
  if (values.stark) {
    const stark = join(values.folder, `${name}-${scale}-stark`);
    if (!existsSync(join(stark, 'schema.json'))) await writeStark(createGraphSource(graph), shape, stark);
    return { folder: stark, format: 'stark' };
  }
  if (!values.tables) return { graph };
  const tables = join(values.folder, `${name}-${scale}`);
  if (!existsSync(join(tables, 'grasp.json'))) await writeTables(createGraphSource(graph), tables);
  return { folder: tables };
}

const besides = (value, goal, digits = 1) => `${value.toFixed(digits)}${goal === undefined ? '' : ` (≤ ${goal})`}`;

mkdirSync(values.folder, { recursive: true });
const columns = ['case', 'rows', 'seconds', 'CPU s', 'rows/s', 'peak GiB', 'file MB', 'open ms', 'first node ms'];
console.log(`| ${columns.join(' | ')} |\n| ${columns.map((_, index) => (index === 0 ? '---' : '---:')).join(' | ')} |`);
for (const name of values.only.split(',')) {
  const { goal, ...one } = CASES[name];
  const scales = one.folder === undefined ? values.scales.split(',').map(Number) : [1];
  for (const scale of scales) {
    const vectors = values.vectors ?? one.vectors;
    const file = join(values.folder, `${name}-${scale}-${vectors}.skb`);
    rmSync(file, { force: true });
    const approximateFrom = values['approximate-from'] && Number(values['approximate-from']);
    const input = { ...(await inputOf(name, one, scale)), file, vectors, approximateFrom };
    const built = run('build-once.mjs', JSON.stringify(input));
    const opened = run('open-once.mjs', file);
    const isGoal = scale === 1 && vectors === one.vectors;
    const cells = [
      `${name}${scale === 1 ? '' : ` × ${scale}`}, vectors: ${vectors}`,
      built.rows.toLocaleString('en-US'),
      besides(built.seconds, isGoal ? goal : undefined),
      built.cpuSeconds.toFixed(1),
      Math.round(built.rows / built.seconds).toLocaleString('en-US'),
      besides(built.peakMegabytes / 1024, MEMORY_GOAL_GIB, 2),
      built.fileMegabytes.toLocaleString('en-US'),
      besides(opened.openMilliseconds, OPEN_GOAL_MS, 0),
      opened.firstNodeMilliseconds.toFixed(0),
    ];
    console.log(
      values.json ? JSON.stringify({ name, scale, vectors, ...built, ...opened }) : `| ${cells.join(' | ')} |`,
    );
    if (!values.json)
      console.log(
        `|   ${Object.entries(built.phases)
          .map(([phase, time]) => `${phase} ${time}`)
          .join(', ')} |`,
      );
    if (!values.keep) for (const leftover of [file, `${file}-lock`]) rmSync(leftover, { force: true });
  }
}
