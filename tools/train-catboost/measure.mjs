// Rankers for the human-annotated questions of ShortPathQA, by repeated cross-validation; README.md has the usage.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gunzipSync } from 'node:zlib';

import { loadStaticEncoder } from '../../packages/encoders/dist/index.js';
import { bootstrapInterval, evaluate, pairedRandomisation } from '../../packages/eval/dist/index.js';
import {
  addRelativeFeatures,
  crossValidateAnswerRankers,
  rankAnswers,
  readCatBoost,
} from '../../packages/rerank/dist/index.js';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '10' },
    catboost: { type: 'string', default: '' },
    vectors: { type: 'boolean', default: false },
  },
});
const fixture = new URL('../../packages/rerank/test/fixtures/shortpathqa-features.tsv', import.meta.url);
const script = fileURLToPath(new URL('./train_catboost.py', import.meta.url));
const GRAPH = ['num_nodes', 'num_edges', 'cycle', 'true_bridges_undirected', 'density', 'avg_ssp_length'];
GRAPH.push('katz_centrality', 'page_rank');
const COSINES = ['cosine_answer', 'cosine_question_answer', 'cosine_linear_text'];
const relative = (names) => [...names, ...names.map((name) => `relative:${name}`)];

const rows = addRelativeFeatures(await withTexts(readFixture()), [...GRAPH, ...COSINES]);
const sets = {
  graph: GRAPH,
  'graph, relative': relative(GRAPH),
  'cosines, relative': relative(COSINES),
  'graph and cosines, relative': relative([...GRAPH, ...COSINES]),
};
if (values.vectors) {
  sets['question_answer vector'] = ['question_answer'];
  sets['linear_text vector'] = ['linear_text'];
  sets['graph, relative, and vectors'] = [...relative(GRAPH), 'question_answer', 'linear_text'];
}

const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;
const single = (feature, prefer) => ({ kind: 'single-feature', feature, prefer });
const rankers = {
  none: { kind: 'none' },
  random: { kind: 'random', seed: 1 },
  nodes: single('num_nodes', 'low'),
  PageRank: single('page_rank', 'high'),
  Katz: single('katz_centrality', 'high'),
  'path length': single('avg_ssp_length', 'low'),
};
for (const name of COSINES) rankers[name] = single(name, 'high');
for (const [name, features] of Object.entries(sets)) {
  const penalty = features.some((feature) => feature === 'question_answer' || feature === 'linear_text') ? 300 : 1;
  rankers[`linear regression: ${name}`] = { kind: 'linear-regression', features, penalty };
  rankers[`logistic regression: ${name}`] = { kind: 'logistic-regression', features, penalty };
  if (penalty > 1) continue;
  for (const kind of values.catboost.split(',').filter(Boolean)) {
    rankers[`CatBoost ${kind}: ${name}`] = (learned) => trainCatBoost(learned, kind, features);
  }
}

const qrels = new Map();
for (const { questionId, answerId, isCorrect } of rows) {
  const judgements = qrels.get(questionId) ?? new Map();
  qrels.set(questionId, judgements.set(answerId, Number(isCorrect)));
}
const results = await crossValidateAnswerRankers(rows, rankers, { repetitions: Number(values.repetitions) });
const measured = results.map(({ name, repetitions }) => ({ name, byMeasure: questionMeans(repetitions) }));
const singles = measured.filter(({ name }) => rankers[name].kind === 'single-feature');
const bestSingle = singles.reduce((best, each) => (mean(each.byMeasure.mrr) > mean(best.byMeasure.mrr) ? each : best));
console.log(
  `| ranker | Hits@1 | Hits@3 | MRR (95 % interval) | MRR less ${bestSingle.name} | p |\n|---|---|---|---|---|---|`,
);
for (const { name, byMeasure } of measured) {
  const { low, high } = bootstrapInterval(byMeasure.mrr);
  const { pValue } = pairedRandomisation(byMeasure.mrr, bestSingle.byMeasure.mrr);
  const [first, third, reciprocal] = ['hit@1', 'hit@3', 'mrr'].map((measure) => mean(byMeasure[measure]).toFixed(3));
  const difference = (mean(byMeasure.mrr) - mean(bestSingle.byMeasure.mrr)).toFixed(3);
  const interval = `${reciprocal} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  console.log(`| ${name} | ${first} | ${third} | ${interval} | ${difference} | ${pValue.toFixed(4)} |`);
}

/** For each measure the values of the questions, each the mean over the repetitions. */
function questionMeans(repetitions) {
  const reports = repetitions.map((rankings) =>
    evaluate(
      rankings.map(({ questionId, answers }) => [questionId, answers]),
      qrels,
      { measures: ['hit@1', 'hit@3', 'mrr'], order: 'as-given' },
    ),
  );
  const ofMeasure = (name) =>
    reports[0].queries.map((_, question) => mean(reports.map(({ queries }) => queries[question].values[name])));
  return { 'hit@1': ofMeasure('hit@1'), 'hit@3': ofMeasure('hit@3'), mrr: ofMeasure('mrr') };
}

function trainCatBoost(learned, kind, features) {
  const folder = mkdtempSync(join(tmpdir(), 'grasp-catboost-'));
  const [data, model] = [join(folder, 'rows.jsonl'), join(folder, 'model.json')];
  writeFileSync(data, learned.map((row) => `${JSON.stringify({ ...row, vectors: {} })}\n`).join(''));
  const options = ['--features', features.join(','), '--kind', kind, '--out', model, '--iterations', '150'];
  execFileSync('python3', [script, data, ...options]);
  const read = readCatBoost(JSON.parse(readFileSync(model, 'utf8')));
  rmSync(folder, { recursive: true });
  return (held) => rankAnswers(read, held);
}

function readFixture() {
  const [header, ...lines] = readFileSync(fixture, 'utf8').trimEnd().split('\n');
  const names = header.split('\t').slice(3);
  return lines.map((line) => {
    const [questionId, answerId, correct, ...cells] = line.split('\t');
    const features = names.map((name, at) => [name, cells[at] === '' ? null : Number(cells[at])]);
    return { questionId, answerId, isCorrect: correct === '1', features: Object.fromEntries(features) };
  });
}

/** Adds cosines, and embeddings if wanted, from the data set's two tables, whose rows are the fixture's. */
async function withTexts(plain) {
  const encoder = await loadStaticEncoder();
  const [questions, sequences] = ['human_annotated_test', 'networkx_features'].map((name) => {
    const file = new URL(`../../datasets/wikidata-shortpathqa/data/${name}.tsv.gz`, import.meta.url);
    return gunzipSync(readFileSync(file)).toString('utf8').trimEnd().split('\n').slice(1);
  });
  const cosine = (a, b) => a.reduce((sum, value, place) => sum + value * b[place], 0);
  return plain.map((row, index) => {
    const [question, , answer] = questions[index].split('\t');
    const sequence = sequences[index].split('\t').at(-1).replaceAll(',', ' ');
    const of = (text) => encoder.encodeSync(text);
    const texts = [answer, `${question} ; ${answer}`, sequence].map(of);
    const own = of(question);
    const cosines = texts.map((vector, place) => [COSINES[place], cosine(own, vector)]);
    const vectors = values.vectors ? { question_answer: [...texts[1]], linear_text: [...texts[2]] } : {};
    return { ...row, features: { ...row.features, ...Object.fromEntries(cosines) }, vectors };
  });
}
