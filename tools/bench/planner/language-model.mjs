// Asks the HPO questions of the template planner and of a language model in this process, in both ways of asking.
// See README.md beside it.
import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import { loadStaticEncoder } from '@grasp/encoders';
import { generateQuestions } from '@grasp/eval';
import { buildKnowledgeBase, createPipeline } from '@grasp/pipeline';
import { createLlmPlanner, createOpenAiModel, loadLlamaModel, recordCalls, replayCalls } from '@grasp/planner';
import { openKnowledgeBase, openSource } from '@grasp/skb';

const { values } = parseArgs({
  options: {
    model: { type: 'string' },
    url: { type: 'string' },
    oracle: { type: 'boolean', default: false },
    modes: { type: 'string', default: 'mentions,whole' },
    questions: { type: 'string', default: '70' },
    examples: { type: 'string', default: '4' },
    threads: { type: 'string', default: '2' },
    kb: { type: 'string' },
    module: { type: 'string' },
    log: { type: 'string' },
    record: { type: 'string' },
  },
});
if (values.model === undefined && !values.oracle) {
  console.error(
    'expected --model with a GGUF file (node-llama-cpp installed, or --module with its folder), or the name of a model at --url',
  );
  process.exit(2);
}

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'grasp-planner-bench-'));
const encoder = await loadStaticEncoder();
let kb = values.kb;
if (kb === undefined || !existsSync(kb)) {
  kb ??= join(folder, 'hpo.skb');
  await buildKnowledgeBase(await openSource(join(root, 'datasets/hpo')), kb, { encoder });
}
const knowledgeBase = openKnowledgeBase(kb);
const readLines = (file) =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
const questions = readLines(join(root, 'datasets/hpo/questions.jsonl'));
// Spread over the file, because its kinds come in blocks.
const wanted = Math.min(questions.length, Number(values.questions));
const chosen = Array.from({ length: wanted }, (_, at) => questions[Math.floor((at * questions.length) / wanted)]);

const module =
  values.module === undefined
    ? undefined
    : await import(pathToFileURL(createRequire(`${values.module}/`).resolve('node-llama-cpp')).href);
/** What a model would say that makes no mistake: the gold plan, or its names. */
let asked;
const oracle = (mode) => () => {
  const { plan } = asked;
  if (mode === 'whole') return JSON.stringify(plan);
  const named = plan.anchors.filter((anchor) => anchor.match_mode === 'name');
  return JSON.stringify({ asked: plan.target.labels[0], mentions: named.map(({ text, label }) => ({ text, label })) });
};
const openModel = () =>
  values.url === undefined
    ? loadLlamaModel({ modelPath: values.model, threads: Number(values.threads), contextSize: 8_192, module })
    : createOpenAiModel({ url: values.url, model: values.model });
let opened;
let calls = 0;
/** Loaded when it is first asked: a run that is recorded in full needs no model. */
const asking = {
  id: basename(values.model ?? 'oracle'),
  async complete(request) {
    opened ??= await openModel();
    calls++;
    return opened.complete(request);
  },
};
const recording = (file) =>
  replayCalls(
    asking.id,
    existsSync(file) ? readLines(file) : [],
    recordCalls(asking, (call) => appendFileSync(file, `${JSON.stringify(call)}\n`)),
  );
const recorded = values.record === undefined ? asking : recording(values.record);
const model = values.oracle ? undefined : recorded;

// Worked examples come from the knowledge base itself, one of each kind; none of them is among the questions asked.
const examples = generateQuestions(knowledgeBase, {
  count: Number(values.examples),
  seed: 11,
  maximumAnswers: 10,
}).questions.map(({ query, plan }) => ({ question: query, plan }));

const planners = [['template', undefined]];
for (const mode of values.modes.split(',').filter((name) => name !== '')) {
  planners.push([
    mode,
    ({ template, countCandidates }) =>
      createLlmPlanner({
        schema: knowledgeBase.schema,
        lexicon: knowledgeBase,
        model: model ?? oracle(mode),
        mode,
        template,
        countCandidates,
        examples,
        maxTokens: 400,
      }),
  ]);
}

const hit = (ranking, answers) => (ranking.length > 0 && answers.includes(ranking[0].id) ? 1 : 0);
const rows = [];
for (const [name, planner] of planners) {
  const pipeline = createPipeline({ knowledgeBase, encoder, ...(planner === undefined ? {} : { planner }) });
  const sums = { asked: 0, valid: 0, repaired: 0, ownPlan: 0, graph: 0, fused: 0, seconds: 0, processor: 0 };
  for (const question of chosen) {
    asked = question;
    const start = performance.now();
    const before = process.cpuUsage();
    const outcome = await pipeline.planOutcome(question.query);
    const seconds = (performance.now() - start) / 1_000;
    const { user, system } = process.cpuUsage(before);
    const processor = (user + system) / 1e6;
    const plan = outcome.status === 'planned' ? outcome.plan : undefined;
    const run = await pipeline.run(question.query, plan === undefined ? {} : { plan });
    const [first] = outcome.attempts ?? [];
    const last = outcome.attempts?.at(-1);
    const own = last === undefined || ['model', 'correction', 'relaxation'].includes(last.source);
    const wasPlan = first === undefined || !['unreadable', 'failed', 'invalid', 'refused'].includes(first.outcome);
    sums.asked++;
    sums.valid += wasPlan && first?.issues === undefined ? 1 : 0;
    sums.repaired += wasPlan ? 1 : 0;
    sums.ownPlan += own ? 1 : 0;
    const hits = { graph: hit(run.graph, question.answer_ids), fused: hit(run.fused, question.answer_ids) };
    sums.graph += hits.graph;
    sums.fused += hits.fused;
    sums.seconds += seconds;
    sums.processor += processor;
    if (values.log !== undefined) {
      const line = {
        planner: name,
        question: question.query,
        kind: question.kind,
        seconds,
        processor,
        plan,
        attempts: outcome.attempts,
        gold: question.plan,
        hits,
      };
      appendFileSync(values.log, `${JSON.stringify(line)}\n`);
    }
    process.stderr.write(`\r${name} ${sums.asked}/${wanted}  `);
  }
  rows.push([name, sums]);
}
process.stderr.write('\n');

const share = (count) => (count / wanted).toFixed(3);
console.log(`${asking.id}, ${wanted} questions, ${examples.length} worked examples, ${calls} calls of the model`);
console.log(
  'planner   valid  valid after repair  own plan kept  graph Hit@1  fused Hit@1  s/question  processor s/question',
);
for (const [name, { valid, repaired, ownPlan, graph, fused, seconds, processor }] of rows) {
  const cells = [
    share(valid),
    share(repaired).padStart(14),
    share(ownPlan).padStart(17),
    share(graph).padStart(13),
    share(fused).padStart(12),
    (seconds / wanted).toFixed(2).padStart(11),
    (processor / wanted).toFixed(2).padStart(15),
  ];
  console.log(`${name.padEnd(9)} ${cells.join('')}`);
}
await opened?.close?.();
knowledgeBase.close();
rmSync(folder, { recursive: true, force: true });
