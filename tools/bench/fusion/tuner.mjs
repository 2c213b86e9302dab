// Times the tuner on made-up questions of the size of STaRK's larger validation split: `node tools/bench/fusion/tuner.mjs`,
// after `npx nx build @grasp/fusion`. Prints JSON.
import { performance } from 'node:perf_hooks';
import { chooseFusion, RISK_LEVELS, tuneDynamicFusion, tuneStaticFusion } from '@grasp/fusion';

const QUESTIONS = Number(process.argv[2] ?? 2665);
const LENGTH = 100;
const RUNS = 5;

let state = 12345;
function random() {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
  return state / 2 ** 32;
}

function ranking(relevant, quality) {
  const ids = new Set();
  for (const id of relevant) if (random() < quality) ids.add(id);
  while (ids.size < LENGTH) ids.add(`node-${Math.floor(random() * 1e6)}`);
  return [...ids]
    .map((id) => ({ id, score: random() + (relevant.includes(id) ? quality : 0) }))
    .sort((left, right) => right.score - left.score);
}

const questions = Array.from({ length: QUESTIONS }, () => {
  const relevant = Array.from({ length: 1 + Math.floor(random() * 5) }, () => `node-${Math.floor(random() * 1e6)}`);
  const first = ranking(relevant, 0.3 + 0.4 * random());
  const shared = first.filter(() => random() < 0.3).map(({ id }) => ({ id, score: random() }));
  const second = [...shared, ...ranking(relevant, 0.6)]
    .filter(({ id }, index, all) => all.findIndex((other) => other.id === id) === index)
    .sort((left, right) => right.score - left.score)
    .slice(0, LENGTH);
  return {
    first,
    second,
    relevant,
    candidateCount: Math.floor(10 ** (3 * random())),
    riskLevel: RISK_LEVELS[Math.floor(random() * RISK_LEVELS.length)],
  };
});

function time(action) {
  const times = [];
  const cpuTimes = [];
  let result;
  for (let run = 0; run < RUNS; run += 1) {
    const start = performance.now();
    const startCpu = process.cpuUsage();
    result = action();
    times.push(performance.now() - start);
    const { user, system } = process.cpuUsage(startCpu);
    cpuTimes.push((user + system) / 1000);
  }
  const spread = (values) => {
    const [least, , median, , most] = values.sort((left, right) => left - right).map((value) => Math.round(value));
    return { least, median, most };
  };
  return { result, milliseconds: spread(times), cpuMilliseconds: spread(cpuTimes) };
}

const forStatic = time(() => tuneStaticFusion(questions));
const forDynamic = time(() => tuneDynamicFusion(questions));
const start = performance.now();
const choice = chooseFusion(questions);
const choiceMilliseconds = Math.round(performance.now() - start);
console.log(
  JSON.stringify(
    {
      questions: QUESTIONS,
      candidates: [LENGTH, LENGTH],
      node: process.version,
      static: {
        points: 189,
        best: forStatic.result.best,
        flatness: forStatic.result.flatness,
        milliseconds: forStatic.milliseconds,
        cpuMilliseconds: forStatic.cpuMilliseconds,
      },
      dynamic: {
        points: forDynamic.result.pointCount,
        best: forDynamic.result.best,
        flatness: forDynamic.result.flatness,
        milliseconds: forDynamic.milliseconds,
        cpuMilliseconds: forDynamic.cpuMilliseconds,
      },
      choice: {
        choice: choice.choice,
        difference: choice.difference,
        pValue: choice.pValue,
        milliseconds: choiceMilliseconds,
      },
      residentMegabytes: Math.round(process.memoryUsage().rss / 2 ** 20),
    },
    null,
    2,
  ),
);
