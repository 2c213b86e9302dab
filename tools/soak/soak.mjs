// Four processes read and update one knowledge base file for a while, and check all that they read.
//
//   node tools/soak/soak.mjs [seconds, default 600] [seed]
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { verifyKnowledgeBase } from '@grasp/skb';

import { buildKnowledgeBase } from '../../apps/pipeline/dist/build-knowledge-base.js';
import { letterEncoder as encoder, Model, randomChanges, schema } from '../crash/model.mjs';
import { randomNumbers } from '../random-numbers.mjs';
import { groupChanges } from './groups.mjs';

const PROCESSES = 4;
const seconds = Number(process.argv[2] ?? 600);
const seed = Number(process.argv[3] ?? 1);
/** A process may hold this much more in the last quarter than in the second, in MB. */
const MOST_GROWTH = 40;

const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

function run(file, own) {
  const script = join(import.meta.dirname, 'reader-writer.mjs');
  const args = ['--expose-gc', script, file, own, PROCESSES, seconds, seed].map(String);
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (bytes) => (output += bytes));
  return new Promise((resolve, reject) => {
    child.once('exit', (code, signal) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`process ${own} ended with ${code ?? signal}`));
    });
  });
}

const folder = mkdtempSync(join(tmpdir(), 'grasp-soak-'));
const file = join(folder, 'soak.skb');
try {
  const model = new Model();
  model.apply(randomChanges(randomNumbers(seed), 400));
  const groups = Array.from({ length: PROCESSES }, (_, group) => groupChanges(group, -1, 0)).flat();
  const source = {
    name: 'soak',
    schema,
    async *records() {
      yield* model.records();
      yield* groups;
    },
  };
  await buildKnowledgeBase(source, file, { encoder });
  const results = await Promise.all(Array.from({ length: PROCESSES }, (_, own) => run(file, own)));
  const rows = results.map(({ memory, own, ...counts }) => {
    const quarter = Math.floor(memory.length / 4);
    const [early, late] = [memory.slice(quarter, 2 * quarter), memory.slice(3 * quarter)].map(mean);
    return { process: own, ...counts, 'MB early': Math.round(early), 'MB late': Math.round(late) };
  });
  console.table(rows);
  const found = await verifyKnowledgeBase(file);
  console.log(
    `${found.nodeCount} nodes, ${found.updateCount} updates since the last compaction, ${statSync(file).size} bytes`,
  );
  const grown = rows.filter((row) => row['MB late'] - row['MB early'] > MOST_GROWTH);
  if (grown.length > 0) throw new Error(`memory grew in process ${grown.map((row) => row.process).join(', ')}`);
  console.log(`${seconds} s, seed ${seed}: no wrong read, memory flat`);
} catch (error) {
  console.error(error.stack);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
