// Rankers for the human-annotated questions of ShortPathQA, by repeated cross-validation; README.md has the usage.
import { parseArgs } from 'node:util';

import { bootstrapInterval, evaluate, holmCorrection, pairedRandomisation } from '../../packages/eval/dist/index.js';
import {
  crossValidateAnswerRankers,
  fitAnswerRanker,
  fuseAnswerRankings,
  rankAnswers,
} from '../../packages/rerank/dist/index.js';
import { startCatBoostWorker } from './catboost-worker.mjs';
import { openOnnxEncoder } from './onnx-encoder.mjs';
import { ALONE, FEATURES, readShortPathQa } from './shortpathqa-rows.mjs';

const { values } = parseArgs({
  options: {
    repetitions: { type: 'string', default: '10' },
    catboost: { type: 'string', default: '' },
    'catboost-repetitions': { type: 'string', default: '1' },
    'file-order': { type: 'boolean', default: false },
    vectors: { type: 'boolean', default: false },
    encoder: { type: 'string' },
  },
});
const EVERY = 'graph, paths, question, names, asked';
const MEASURES = ['hit@1', 'hit@3', 'mrr'];
const mean = (list) => list.reduce((sum, value) => sum + value, 0) / list.length;

const encoder = values.encoder === undefined ? undefined : await openOnnxEncoder(values.encoder);
const rows = await readShortPathQa({ vectors: values.vectors, encoder });
const questionIds = [...new Set(rows.map(({ questionId }) => questionId))];
const qrels = new Map(questionIds.map((id) => [id, new Map()]));
for (const { questionId, answerId, isCorrect } of rows) qrels.get(questionId).set(answerId, Number(isCorrect));
const isForChoosing = (questionId) => questionIds.indexOf(questionId) % 2 === 0;

const worker = values.catboost === '' ? undefined : startCatBoostWorker(rows);
const rankers = rankersToCompare();
const measured = await measure(rows, Number(values.repetitions));
// The ranker is chosen on one half of the questions alone, learned from and ranked without the other.
const half = rows.filter(({ questionId }) => isForChoosing(questionId));
const forChoosing = await measure(half, Math.min(3, Number(values.repetitions)));
const isTrained = ({ name }) => name.includes(':');
const best = (list) => list.reduce((most, each) => (mean(each.mrr) > mean(most.mrr) ? each : most));

console.log(
  '| ranker | Hits@1 | Hits@3 | MRR (95 % interval) | choosing: MRR | repetitions |\n|---|---|---|---|---|---|',
);
for (const ranker of measured) {
  const { low, high } = bootstrapInterval(ranker.mrr);
  const [first, third, reciprocal] = MEASURES.map((name) => mean(ranker[name]).toFixed(3));
  const interval = `${reciprocal} (${low.toFixed(3)} to ${high.toFixed(3)})`;
  const choosing = mean(forChoosing.find(({ name }) => name === ranker.name).mrr).toFixed(3);
  console.log(`| ${ranker.name} | ${first} | ${third} | ${interval} | ${choosing} | ${ranker.repetitions} |`);
}

const chosenName = best(forChoosing.filter(isTrained)).name;
const chosen = measured.find(({ name }) => name === chosenName);
console.log(`\nChosen on half of the questions: ${chosenName}\n`);
printAgainstSingles('the other half', (_, question) => !isForChoosing(questionIds[question]));
printAgainstSingles('all questions', () => true);
printAgainstBestSingle();
await worker?.stop();

/** The chosen ranker less each single feature; p corrected by Holm for all of them. */
function printAgainstSingles(title, isMeant) {
  const own = chosen.mrr.filter(isMeant);
  const singles = measured.filter(({ name }) => name in ALONE);
  const others = singles.map(({ mrr }) => mrr.filter(isMeant));
  const corrected = holmCorrection(others.map((other) => pairedRandomisation(own, other).pValue));
  const { low, high } = bootstrapInterval(own);
  console.log(`${title}: MRR ${mean(own).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}), of ${own.length}`);
  console.log('| less | MRR | difference (95 % interval) | corrected p |\n|---|---|---|---|');
  singles.forEach(({ name }, place) => {
    const differences = own.map((value, question) => value - others[place][question]);
    const { low, high } = bootstrapInterval(differences);
    const interval = `${mean(differences).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
    console.log(`| ${name} | ${mean(others[place]).toFixed(3)} | ${interval} | ${corrected[place].toFixed(4)} |`);
  });
  console.log('');
}

/** Each trained ranker less the best single feature, on all questions; p corrected by Holm for all of them. */
function printAgainstBestSingle() {
  const single = best(measured.filter(({ name }) => name in ALONE));
  const trained = measured.filter(isTrained);
  const corrected = holmCorrection(trained.map(({ mrr }) => pairedRandomisation(mrr, single.mrr).pValue));
  console.log(`| ranker | MRR less that of ${single.name} (95 % interval) | corrected p |\n|---|---|---|`);
  trained.forEach(({ name, mrr }, place) => {
    const differences = mrr.map((value, question) => value - single.mrr[question]);
    const { low, high } = bootstrapInterval(differences);
    const interval = `${mean(differences).toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)})`;
    console.log(`| ${name} | ${interval} | ${corrected[place].toFixed(4)} |`);
  });
}

function rankersToCompare() {
  const found = { none: { kind: 'none' }, random: { kind: 'random', seed: 1 } };
  for (const [feature, prefer] of Object.entries(ALONE)) found[feature] = { kind: 'single-feature', feature, prefer };
  const { graph, paths, question, names, asked, cosines } = FEATURES;
  const sets = {
    graph,
    cosines,
    'graph, cosines': [...graph, ...cosines],
    'graph, paths': [...graph, ...paths],
    'graph, paths, question': [...graph, ...paths, ...question],
    'graph, paths, question, names': [...graph, ...paths, ...question, ...names],
    [EVERY]: [...graph, ...paths, ...question, ...names, ...asked],
  };
  for (const [name, features] of Object.entries(sets)) {
    found[`linear regression: ${name}`] = { kind: 'linear-regression', features, penalty: 1 };
    found[`logistic regression: ${name}`] = { kind: 'logistic-regression', features, penalty: 1 };
    found[`softmax regression: ${name}`] = { kind: 'softmax-regression', features };
  }
  if (values.vectors) {
    const features = [...graph, 'question_answer', 'linear_text'];
    found['logistic regression: graph, vectors'] = { kind: 'logistic-regression', features, penalty: 300 };
  }
  for (const kind of values.catboost.split(',').filter(Boolean)) {
    for (const name of ['graph', EVERY]) {
      found[`CatBoost ${kind}: ${name}`] = (learned) => trainCatBoost(learned, kind, sets[name]);
    }
  }
  const trees = found[`CatBoost ranker: ${EVERY}`];
  if (trees !== undefined) {
    found[`late fusion of softmax regression and CatBoost ranker: ${EVERY}`] = async (learned) => {
      const linear = fitAnswerRanker(learned, found[`softmax regression: ${EVERY}`]);
      const ranker = await trees(learned);
      return (held) => fuseAnswerRankings(held, [rankAnswers(linear, held), ranker(held)]);
    };
  }
  return found;
}

/** Each ranker's measures by question, means over the repetitions. */
async function measure(chosenRows, mostRepetitions) {
  const sums = new Map();
  const asked = new Set(chosenRows.map(({ questionId }) => questionId));
  const judged = new Map([...qrels].filter(([questionId]) => asked.has(questionId)));
  for (let repetition = 1; repetition <= mostRepetitions; repetition++) {
    const isDone = repetition > Number(values['catboost-repetitions']);
    const compared = Object.entries(rankers).filter(([, ranker]) => typeof ranker !== 'function' || !isDone);
    const options = { repetitions: 1, seed: repetition };
    const placed = values['file-order'] ? chosenRows : inChanceOrder(chosenRows, repetition);
    const results = await crossValidateAnswerRankers(placed, Object.fromEntries(compared), options);
    for (const { name, repetitions } of results) {
      const run = repetitions[0].map(({ questionId, answers }) => [questionId, answers]);
      const { queries } = evaluate(run, judged, { measures: MEASURES, order: 'as-given' });
      sums.set(name, [...(sums.get(name) ?? []), queries]);
    }
  }
  return Array.from(sums, ([name, reports]) => {
    const of = (key) => reports[0].map((_, place) => mean(reports.map((queries) => queries[place].values[key])));
    return { name, repetitions: reports.length, ...Object.fromEntries(MEASURES.map((key) => [key, of(key)])) };
  });
}

/** Positions by lot. In the file, of two candidates with one name the right one always comes first. */
function inChanceOrder(list, seed) {
  const random = rankAnswers({ kind: 'random', seed }, list);
  const positions = new Map();
  for (const { answers } of random) for (const { index, rank } of answers) positions.set(index, rank);
  return list.map((row, index) => ({ ...row, position: positions.get(index) }));
}

async function trainCatBoost(learned, kind, features) {
  const loss = kind === 'ranker' ? 'QuerySoftMax' : null;
  const model = await worker.train(learned, { features, kind, loss, iterations: 150, depth: 3 });
  return (held) => rankAnswers(model, held);
}
