// Typo-tolerant search of names: `node tools/bench/linking/names.mjs [--kinds persons,terms,titles] [--counts 10000,100000,1000000,2000000]
// [--questions 2000] [--scanned 40]`, after `npx tsc -b packages/skb/tsconfig.lib.json`. For each kind and number of made-up names of one type
// it imports them into a file, opens it, and prints a line of JSON for names typed with 0, 1 and 2 errors.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import { importKnowledgeBase, normalizeName, openKnowledgeBase } from '@grasp/skb';
import { randomNumbers } from '../../random-numbers.mjs';
import { makeNames, misspell } from './made-up-names.mjs';
import { processorMilliseconds, quantile, residentMegabytes, round } from './statistics.mjs';

const { values } = parseArgs({
  options: {
    kinds: { type: 'string', default: 'persons,terms,titles' },
    counts: { type: 'string', default: '10000,100000,1000000,2000000' },
    questions: { type: 'string', default: '2000' },
    scanned: { type: 'string', default: '40' },
  },
});
const [questions, scanned] = [Number(values.questions), Number(values.scanned)];

/** Optimal string alignment distance, the whole table: what the search is compared with. */
function distance(a, b) {
  const rows = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  for (let j = 1; j <= b.length; j++) rows[0][j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      let edits = Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1),
      );
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, rows[i - 2][j - 2] + 1);
      rows[i][j] = edits;
    }
  }
  return rows[a.length][b.length];
}

const source = (names) => ({
  name: 'names',
  schema: { nodeTypes: [{ name: 'thing', fields: [] }], relations: [] },
  async *records() {
    for (let node = 0; node < names.length; node++) {
      yield { kind: 'node', type: 'thing', id: String(node).padStart(8, '0'), name: names[node] };
    }
  },
});

/** As the linker searches: the nearest only, one edit from 5 letters on, two from 9 on. */
function search(knowledgeBase, text) {
  const equal = knowledgeBase.findByName(text);
  if (equal.length > 0) return equal;
  for (let maxEdits = 1; maxEdits <= (text.length < 5 ? 0 : text.length < 9 ? 1 : 2); maxEdits++) {
    const found = knowledgeBase.findSimilarNames(text, { type: 'thing', maxEdits, count: Infinity });
    if (found.length > 0) return found.flatMap(({ nodes }) => nodes);
  }
  return [];
}

for (const count of values.counts.split(',').map(Number)) {
  for (const kind of values.kinds.split(',')) {
    const folder = mkdtempSync(join(tmpdir(), 'grasp-linking-'));
    try {
      const file = join(folder, 'names.skb');
      const names = makeNames(kind, count, 1);
      const start = performance.now();
      const { bytes } = await importKnowledgeBase(source(names), file);
      const importSeconds = (performance.now() - start) / 1000;
      const before = residentMegabytes();
      const knowledgeBase = openKnowledgeBase(file);
      for (const edits of [0, 1, 2]) {
        const random = randomNumbers(2 + edits);
        const asked = Array.from({ length: questions }, () => {
          const node = Math.floor(random() * count);
          return { node, text: misspell(names[node], edits, random) };
        });
        for (const { text } of asked.slice(0, 200)) search(knowledgeBase, text);
        let found = 0;
        const processorTimes = [];
        const times = asked.map(({ node, text }) => {
          const [cpu, began] = [process.cpuUsage(), performance.now()];
          const nodes = search(knowledgeBase, text);
          const time = performance.now() - began;
          processorTimes.push(processorMilliseconds(cpu));
          if (nodes.includes(node)) found++;
          return time;
        });
        let agreed = 0;
        const checked = asked.slice(0, Math.min(scanned, Math.ceil(2e6 / count)));
        for (const { text: typed } of checked) {
          const text = normalizeName(typed);
          const expected = [];
          for (const name of names) {
            if (Math.abs(name.length - text.length) <= 2 && distance(name, text) <= 2) expected.push(name);
          }
          const given = knowledgeBase.findSimilarNames(typed, { maxEdits: 2, count: Infinity }).map(({ name }) => name);
          if (JSON.stringify(given.sort()) === JSON.stringify(expected.sort())) agreed++;
        }
        const line = {
          kind,
          names: count,
          edits,
          p50: round(quantile(times, 0.5)),
          p99: round(quantile(times, 0.99)),
          processorP99: round(quantile(processorTimes, 0.99)),
          recall: round(found / questions),
          sameAsScan: `${agreed}/${checked.length}`,
          megabytes: Math.round(residentMegabytes() - before),
          importSeconds: round(importSeconds),
          fileMegabytes: Math.round(bytes / 1e6),
          indexBytesPerName: round(indexBytes(knowledgeBase) / count),
        };
        console.log(JSON.stringify(line));
      }
      knowledgeBase.close();
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** What the search adds to the file. */
function indexBytes(knowledgeBase) {
  const { signatures, starts, rows } = knowledgeBase.graph.base.similarNames();
  return signatures.byteLength + starts.byteLength + rows.byteLength;
}
