// Plans every question of STaRK's Prime and Amazon: is each plan valid, and what does it cost? See README.md beside it.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { validatePlan } from '@grasp/plan';
import { buildNameIndex, createTemplatePlanner } from '@grasp/planner';
import { importKnowledgeBase, openKnowledgeBase } from '@grasp/skb';

import { createGraphSource } from '../graphs/graph-source.mjs';
import { SeededRandom } from '../graphs/seeded-random.mjs';
import { readCsv } from './read-csv.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    sets: { type: 'string', default: 'prime,amazon' },
    nodes: { type: 'string', default: '5000' },
    from: { type: 'string', default: '0' },
    questions: { type: 'string', default: 'Infinity' },
    timed: { type: 'string', default: '1000' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('expected the folder with the STaRK data: prime/stark_qa.csv and amazon/stark_qa.csv');
  process.exit(2);
}
const SIZES = { prime: 129_375, amazon: 1_035_542 };

/** The made-up graph, where half of the nodes get one to four neighbouring words of a question as their name. */
function withNames(source, questions) {
  const random = new SeededRandom('names');
  const named = (record) => {
    if (record.kind !== 'node' || random.below(2) === 0) return record;
    const words = questions[random.below(questions.length)].split(/[\s,.?!"]+/u).filter((word) => word !== '');
    const length = 1 + random.below(4);
    const start = random.below(Math.max(1, words.length - length));
    return { ...record, name: words.slice(start, start + length).join(' ') || record.name };
  };
  return {
    name: source.name,
    schema: source.schema,
    async *records() {
      for (const record of source.makeRecords()) yield named(record);
    },
  };
}

/** Processor time of all threads so far, in milliseconds: what else the machine does matters little to it. */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

for (const set of values.sets.split(',')) {
  const asked = readCsv(readFileSync(join(folder, set, 'stark_qa.csv'), 'utf8')).map(({ query }) => query);
  const first = Number(values.from);
  const questions = asked.slice(first, first + Number(values.questions));
  const scratch = mkdtempSync(join(tmpdir(), 'grasp-every-question-'));
  const file = join(scratch, `${set}.skb`);
  const source = createGraphSource({ shape: set, scale: Number(values.nodes) / SIZES[set], text: 0.01 });
  await importKnowledgeBase(withNames(source, asked), file);
  const knowledgeBase = openKnowledgeBase(file);
  const { schema } = knowledgeBase;
  const nameIndex = buildNameIndex(knowledgeBase);
  const planner = createTemplatePlanner({ schema, lexicon: knowledgeBase, graph: knowledgeBase, nameIndex });
  const times = [];
  const kinds = { anchored: 0, documents: 0 };
  let valid = 0;
  // The timed ones are spread over the file.
  for (const question of questions.slice(0, 20)) await planner.plan(question);
  const step = Math.max(1, Math.floor(questions.length / Number(values.timed)));
  for (const [at, question] of questions.entries()) {
    const start = processorTime();
    const outcome = await planner.plan(question);
    const took = processorTime() - start;
    if (at % step === 0 && times.length < Number(values.timed)) times.push(took);
    if (outcome.status !== 'planned' || !validatePlan(outcome.plan, schema).ok) {
      console.error(`no valid plan: ${question}`);
      continue;
    }
    valid++;
    kinds[outcome.plan.hops.length > 0 ? 'anchored' : 'documents']++;
  }
  const peak = process.resourceUsage().maxRSS / 1024;
  times.sort((a, b) => a - b);
  console.log(
    [
      `${set}: ${valid} of ${questions.length} questions with a valid plan`,
      `${kinds.anchored} with anchors, ${kinds.documents} search documents`,
      `${knowledgeBase.nodeCount} nodes`,
      `${times.length} timed by processor: p50 ${quantile(times, 0.5).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms`,
      `peak ${peak.toFixed(0)} MB`,
    ].join('; '),
  );
  knowledgeBase.close();
  rmSync(scratch, { recursive: true });
}
