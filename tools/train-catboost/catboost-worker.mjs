// One Python program that trains all CatBoost models of a measurement.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { readCatBoost } from '../../packages/rerank/dist/index.js';

const script = fileURLToPath(new URL('./catboost_worker.py', import.meta.url));

/** Starts it for these rows; `train(learned, options)` resolves to a model, `stop()` ends it. What was trained before is remembered. */
export function startCatBoostWorker(rows) {
  const worker = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
  const indexes = new Map(rows.map((row, index) => [keyOf(row), index]));
  const known = new Map();
  const plain = rows.map(({ questionId, isCorrect, features }) => ({ questionId, isCorrect, features }));
  worker.stdin.write(`${JSON.stringify(plain)}\n`);
  return {
    async train(learned, options) {
      const request = JSON.stringify({ learn: learned.map((row) => indexes.get(keyOf(row))), ...options });
      if (!known.has(request)) {
        worker.stdin.write(`${request}\n`);
        const { value, done } = await answers.next();
        if (done) throw new Error('expected a model of catboost_worker.py, got its end');
        known.set(request, readCatBoost(JSON.parse(value)));
      }
      return known.get(request);
    },
    async stop() {
      worker.stdin.end();
      if (worker.exitCode === null) await once(worker, 'exit');
    },
  };
}

const keyOf = ({ questionId, answerId }) => `${questionId}\t${answerId}`;
