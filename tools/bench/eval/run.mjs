// Compares @grasp/eval with pytrec_eval and ranx on one large run; see the README beside it.
import { execFileSync } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const PACKAGES = ['pytrec-eval-terrier==0.5.11', 'ranx==0.3.21', 'numpy', 'numba'];
const here = import.meta.dirname;

const { values } = parseArgs({
  options: {
    queries: { type: 'string', default: '10000' },
    documents: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    folder: { type: 'string' },
  },
});
const [queries, documents, rounds] = [values.queries, values.documents, values.rounds].map(Number);
const folder = values.folder ?? mkdtempSync(join(tmpdir(), 'grasp-bench-eval-'));
mkdirSync(folder, { recursive: true });

/** A run with distinct scores and qrels with 20 judgements from 0 to 2 a query, the same for the same numbers. */
function makeFiles(run, qrels) {
  let state = 1;
  const random = () => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0) / 2 ** 32;
  const [runFile, qrelsFile] = [openSync(run, 'w'), openSync(qrels, 'w')];
  for (let query = 0; query < queries; query++) {
    const ids = new Set();
    while (ids.size < documents) ids.add(`doc${Math.floor(random() * 1e6)}`);
    const lines = [...ids].map((id, index) => `q${query} Q0 ${id} ${index + 1} ${(2 * documents - index) / 8} bench\n`);
    writeSync(runFile, lines.join(''));
    const judged = new Set(Array.from({ length: 20 }, () => [...ids][Math.floor(random() ** 2 * documents)]));
    // Every query has one relevant document for sure.
    let level = 1;
    for (const id of judged) {
      writeSync(qrelsFile, `q${query} 0 ${id} ${level}\n`);
      level = Math.floor(random() * 3);
    }
  }
  closeSync(runFile);
  closeSync(qrelsFile);
}

const [run, qrels] = [`run-${queries}-${documents}.trec`, `qrels-${queries}-${documents}.trec`].map((name) =>
  join(folder, name),
);
if (!existsSync(qrels)) makeFiles(run, qrels);

const environment = join(folder, 'venv');
const python = join(environment, 'bin', 'python');
if (!existsSync(python)) {
  console.log('setting up the Python environment …');
  execFileSync('python3', ['-m', 'venv', environment]);
  execFileSync(python, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', ...PACKAGES], {
    stdio: 'inherit',
  });
}

const TOOLS = [
  { name: '@grasp/eval', command: process.execPath, args: [join(here, 'grasp-eval.mjs')] },
  { name: 'pytrec_eval', command: python, args: [join(here, 'peers.py'), 'pytrec_eval'] },
  { name: 'ranx', command: python, args: [join(here, 'peers.py'), 'ranx'] },
].map((tool) => ({ ...tool, results: [] }));

for (let round = 0; round < rounds; round++) {
  for (const { command, args, results } of TOOLS) {
    const start = performance.now();
    const output = execFileSync(command, [...args, run, qrels], { encoding: 'utf8' });
    const whole = (performance.now() - start) / 1000;
    results.push({ ...JSON.parse(output.trim().split('\n').at(-1)), process: whole });
  }
}

const median = (numbers) => numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
console.log(
  `${queries} queries × ${documents} documents, ${rounds} rounds, node ${process.version}, ${availableParallelism()} cores`,
);
console.table(
  Object.fromEntries(
    TOOLS.map(({ name, results }) => [
      name,
      {
        seconds: median(results.map(({ seconds }) => seconds)).toFixed(1),
        process: median(results.map((result) => result.process)).toFixed(1),
        'memory (MB)': Math.round(median(results.map(({ memory }) => memory))),
      },
    ]),
  ),
);

const expected = TOOLS[0].results[0].means;
for (const { name, results } of TOOLS) {
  for (const { means } of results) {
    for (const [measure, value] of Object.entries(expected)) {
      if (Math.abs(means[measure] - value) > 1e-9) {
        console.error(`${name}: ${measure} is ${means[measure]}, expected ${value}`);
        process.exitCode = 1;
      }
    }
  }
}
console.log('means', expected);
if (values.folder === undefined) rmSync(folder, { recursive: true });
