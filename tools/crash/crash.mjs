// Kills a process with SIGKILL at random moments while it builds, updates and compacts a knowledge base file, and checks
// after each that the file opens, holds exactly what was there before or after, and that all its indexes agree.
//
//   node tools/crash/crash.mjs [kills, default 200] [seed]
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { openKnowledgeBase, verifyKnowledgeBase } from '@grasp/skb';

import { checkTextIndex } from '../../apps/pipeline/dist/check-text-index.js';
import { randomNumbers } from '../random-numbers.mjs';
import { contentOf, letterEncoder, Model, randomChanges } from './model.mjs';

const kills = Number(process.argv[2] ?? 200);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000);
if (!(Number.isInteger(kills) && kills > 0 && Number.isInteger(seed))) {
  console.error('usage: node tools/crash/crash.mjs [kills, default 200] [seed]');
  process.exit(2);
}
const LANES = 2;
const KINDS = ['build', 'upsert', 'upsert', 'upsert', 'delete', 'delete', 'compact'];

/** A process that waits for work. */
function startWriter() {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'writer.mjs')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const exit = new Promise((resolve) => child.once('exit', (code, signal) => resolve({ code, signal })));
  return {
    exit,
    expect: async (wanted) => {
      const { value } = await lines.next();
      if (value !== wanted) throw new Error(`expected the writer to say "${wanted}", got "${value}"`);
    },
    hasFinished: async () => (await lines.next()).value === 'done',
    tell: (work) => child.stdin.write(`${JSON.stringify(work)}\n`),
    kill: () => child.kill('SIGKILL'),
  };
}

/** Waits to the microsecond; a timer alone would always hit the same places. */
function waitUntil(time) {
  return new Promise((resolve) => {
    const spin = () => {
      while (performance.now() < time);
      resolve();
    };
    const rest = time - performance.now() - 1.5;
    if (rest > 0) setTimeout(spin, rest);
    else spin();
  });
}

function workFor(random, model) {
  const kind = KINDS[Math.floor(random() * KINDS.length)];
  const after = model.copy();
  if (kind === 'compact') return { kind, after };
  if (kind === 'build') {
    const changes = [...model.records(), ...randomChanges(random, 40).filter(({ kind }) => kind === 'relation')];
    after.apply(changes);
    return { kind, changes, after };
  }
  const changes = randomChanges(random, 1 + Math.floor(random() * 80), kind === 'delete');
  after.apply(changes);
  return { kind, changes, after };
}

async function check(file, allowed) {
  await verifyKnowledgeBase(file);
  const knowledgeBase = openKnowledgeBase(file);
  try {
    const content = contentOf(knowledgeBase);
    const found = allowed.findIndex((model) => String(model) === content);
    if (found < 0) throw new Error(`${file}: the content is neither that before nor that after`);
    await checkTextIndex(knowledgeBase, letterEncoder);
    return found;
  } finally {
    knowledgeBase.close();
  }
}

async function lane(folder, number, killCount) {
  const random = randomNumbers(seed * 10 + number);
  const file = join(folder, `lane-${number}.skb`);
  const counts = {};
  const durations = {};
  let model = new Model();
  let next = startWriter();
  await next.expect('ready');
  model.apply(randomChanges(random, 200));
  next.tell({ file, kind: 'build', changes: model.records() });
  await next.expect('begin');
  await next.expect('done');
  for (let kill = 0; kill < killCount;) {
    const writer = next;
    // The next one starts while this one works.
    next = startWriter();
    for (let isKilled = false; !isKilled;) {
      const { kind, changes, after } = workFor(random, model);
      writer.tell({ file, kind, changes });
      await writer.expect('begin');
      const start = performance.now();
      isKilled = random() < 0.7;
      if (!isKilled) {
        await writer.expect('done');
        durations[kind] = 0.5 * (durations[kind] ?? performance.now() - start) + 0.5 * (performance.now() - start);
        model = after;
        continue;
      }
      // Half of the kills near the end, where the file is written.
      const share = random() < 0.5 ? 1.1 * random() : 0.8 + 0.3 * random();
      await waitUntil(start + share * (durations[kind] ?? 20));
      writer.kill();
      const { signal } = await writer.exit;
      if (signal !== 'SIGKILL') throw new Error('the writer ended by itself');
      const isDone = await writer.hasFinished();
      const found = await check(file, isDone ? [after] : [model, after]);
      const isAfter = isDone || found === 1;
      // Where nothing changes, before and after look alike.
      const outcome = isDone ? 'finished' : isAfter ? 'committed' : 'not committed';
      counts[kind] ??= { finished: 0, committed: 0, 'not committed': 0 };
      counts[kind][outcome]++;
      if (isAfter) model = after;
      kill++;
    }
    await next.expect('ready');
  }
  next.kill();
  await next.exit;
  return counts;
}

// A killed process loses nothing that it has written, wherever; in memory a commit does not wait for a disk.
const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'grasp-crash-'));
const start = performance.now();
try {
  const lanes = await Promise.all(
    Array.from({ length: LANES }, (_, number) => lane(folder, number, Math.floor((kills + number) / LANES))),
  );
  const total = {};
  for (const counts of lanes) {
    for (const [kind, outcomes] of Object.entries(counts)) {
      total[kind] ??= {};
      for (const [outcome, count] of Object.entries(outcomes))
        total[kind][outcome] = (total[kind][outcome] ?? 0) + count;
    }
  }
  console.table(total);
  const left = readdirSync(folder).filter((name) => name.endsWith('.draft')).length;
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  console.log(`${kills} kills, seed ${seed}: every file sound, in ${seconds} s; ${left} drafts left by killed builds`);
} catch (error) {
  console.error(`seed ${seed}: ${error.stack}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exit();
