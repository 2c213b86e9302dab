// One Python program that trains all CatBoost models of a measurement.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { readCatBoost } from '../../packages/rerank/dist/index.js';

const script = fileURLToPath(new URL('./catboost_worker.py', import.meta.url));

// A measurement that was stopped goes on where it was, and one with more rankers does not train the others again.
const kept = fileURLToPath(new URL('./tmp/models/', import.meta.url));

/** Starts it for these rows; `train(learned, options)` resolves to a model, `stop()` ends it. Models are kept in tmp/models. */
export function startCatBoostWorker(rows) {
  const worker = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const answers = createInterface({ input: worker.stdout })[Symbol.asyncIterator]();
  const indexes = new Map(rows.map((row, index) => [keyOf(row), index]));
  const plain = JSON.stringify(
    rows.map(({ questionId, isCorrect, features }) => ({ questionId, isCorrect, features })),
  );
  const digest = (text) => createHash('sha256').update(text).digest('hex');
  mkdirSync(kept, { recursive: true });
  worker.stdin.write(`${plain}\n`);
  return {
    async train(learned, options) {
      const request = JSON.stringify({ learn: learned.map((row) => indexes.get(keyOf(row))), ...options });
      const read = learned.map(({ isCorrect, features }) => [
        isCorrect,
        options.features.map((name) => features[name]),
      ]);
      const file = `${kept}${digest(JSON.stringify(read) + request)}.json`;
      if (!existsSync(file)) {
        worker.stdin.write(`${request}\n`);
        const { value, done } = await answers.next();
        if (done) throw new Error('expected a model of catboost_worker.py, got its end');
        writeFileSync(`${file}.part`, value);
        renameSync(`${file}.part`, file);
      }
      return readCatBoost(JSON.parse(readFileSync(file, 'utf8')));
    },
    async stop() {
      worker.stdin.end();
      if (worker.exitCode === null) await once(worker, 'exit');
    },
  };
}

const keyOf = ({ questionId, answerId }) => `${questionId}\t${answerId}`;
