// Reading STaRK's MAG questions: which of the possible patterns answers it? See README.md beside it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { createTemplatePlanner, DEFAULT_WEIGHTS, fitPlannerWeights } from '@grasp/planner';

import { readCsv } from './read-csv.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    questions: { type: 'string', default: '100000' },
    strength: { type: 'string' },
  },
});
const [folder] = positionals;
if (folder === undefined) {
  console.error('expected the folder with the STaRK data: mag/stark_qa.csv and the patterns of its questions');
  process.exit(2);
}

const SCHEMA = {
  nodeTypes: [
    { name: 'author', aliases: ['writer', 'researcher', 'scientist'], fields: [] },
    { name: 'institution', aliases: ['university', 'institute', 'college', 'laboratory', 'company'], fields: [] },
    { name: 'field_of_study', aliases: ['field', 'topic', 'subject', 'area', 'domain'], fields: [] },
    {
      name: 'paper',
      aliases: ['article', 'publication', 'study', 'work', 'research', 'literature'],
      fields: [{ name: 'abstract', kind: 'text' }],
    },
  ],
  relations: [
    {
      name: 'affiliated_with',
      aliases: ['affiliation', 'from', 'at', 'associated with', 'researchers at', 'produced by', 'published by'],
      endpoints: [{ from: 'author', to: 'institution' }],
    },
    {
      name: 'cites',
      aliases: ['cited by', 'citing', 'references', 'refer to'],
      endpoints: [{ from: 'paper', to: 'paper' }],
    },
    {
      name: 'has_topic',
      aliases: ['on', 'about', 'in the field of', 'topic', 'related to', 'focused on', 'discussing'],
      endpoints: [{ from: 'paper', to: 'field_of_study' }],
    },
    {
      name: 'writes',
      aliases: ['written by', 'authored by', 'author of', 'by', 'coauthor', 'co-author', 'shared author'],
      endpoints: [{ from: 'author', to: 'paper' }],
    },
  ],
};
const RELATIONS = { WRITES: 'writes', CITES: 'cites', HAS_TOPIC: 'has_topic', AFFILIATED_WITH: 'affiliated_with' };
const TYPES = { Author: 'author', Institution: 'institution', FieldOfStudy: 'field_of_study', Paper: 'paper' };

const rowsOf = (file) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const patternsFolder = join(folder, 'no-licence-stated/graphraft');
const answersOf = new Map(
  readCsv(readFileSync(join(folder, 'mag/stark_qa.csv'), 'utf8')).map(({ id, query, answer_ids }) => [
    Number(id),
    { query, answers: new Set(JSON.parse(answer_ids)).size },
  ]),
);

/** Anchor, relations and outcome of one pattern. */
function readPattern(text, hits, size, answers) {
  const [, type, name] = /^MATCH \(x1:(\w+) \{name: "(.*)"\}\)-\[/su.exec(text);
  const walk = [...text.slice(text.lastIndexOf('"})')).matchAll(/\[r\d+:(\w+)\]-\(x\d+:(\w+)\)/gu)].map(
    ([, relation, to]) => `${RELATIONS[relation]} ${TYPES[to]}`,
  );
  return { type: TYPES[type], name, walk: walk.join(' '), recall: Math.min(1, hits / answers), size };
}

function readSplit(name) {
  return rowsOf(join(patternsFolder, `mag.qa_with_cypher_queries.${name}.jsonl`))
    .slice(0, Number(values.questions))
    .map(({ id, cypher_queries, hits, num_results }) => {
      const { query, answers } = answersOf.get(id);
      const patterns = cypher_queries.map((text, at) => readPattern(text, hits[at], num_results[at], answers));
      return { query, patterns };
    });
}

const fold = (text) =>
  text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The names that are linked in one question, as a small knowledge base of their own. */
function lexiconOf(patterns) {
  const nodes = [
    ...new Map(patterns.map(({ type, name }) => [`${type} ${name}`, { type, name, aliases: [] }])).values(),
  ];
  return {
    nodes,
    lexicon: {
      nodeCount: nodes.length,
      node: (index) => nodes[index],
      findByName: (text) => nodes.flatMap(({ name }, index) => (fold(name) === fold(text) ? [index] : [])),
    },
  };
}

const LEARNING = { ...DEFAULT_WEIGHTS, learned: {} };

/** The planner's features of each pattern: those of the plan with just this anchor and walk. */
async function featuresOf({ query, patterns }) {
  const { nodes, lexicon } = lexiconOf(patterns);
  const planner = createTemplatePlanner({ schema: SCHEMA, lexicon, weights: LEARNING });
  const read = new Map();
  for (let round = 0; round < 2; round++) {
    const missing = nodes.filter(
      (node) => ![...read.keys()].some((key) => key.startsWith(`${node.type} ${node.name}|`)),
    );
    if (missing.length === 0) break;
    // A linked name that is paraphrased in the question stands behind it.
    const text = round === 0 ? query : `${query} ${missing.map(({ name }) => `${name}.`).join(' ')}`;
    const mentions = missing.map(({ name, type }) => ({ text: name, label: type }));
    for (const { plan, features } of await planner.plans(text, { count: 400, mentions, target: 'paper' })) {
      const [anchor, ...more] = plan.anchors;
      if (more.length > 0 || anchor === undefined || anchor.var === 'T' || plan.hops.some((hop) => hop.negated))
        continue;
      const node = nodes[lexicon.findByName(anchor.text).find((index) => nodes[index].type === anchor.label)];
      if (node === undefined) continue;
      const walk = plan.hops.map(({ rel, to_label }) => `${rel} ${to_label}`).join(' ');
      const key = `${node.type} ${node.name}|${walk}`;
      if (!read.has(key)) read.set(key, features);
    }
  }
  return patterns.map(({ type, name, walk, size }) => {
    const features = read.get(`${type} ${name}|${walk}`);
    const shape = `walk:${type} ${walk}`;
    // How much a pattern finds is known before it is chosen: the planner executes the best few plans anyway.
    const found = `${shape}#${Math.min(6, Math.floor(2 * Math.log10(1 + size)) / 2)}`;
    return { features: { ...(features ?? { [shape]: 1 }), [found]: 1 }, isRead: features !== undefined };
  });
}

/** What the planner cares for: answers, in few candidates. Twenty are a page. */
const worthOf = ({ recall, size }) => recall / Math.sqrt(1 + size / 100);

async function prepare(name) {
  const questions = [];
  for (const question of readSplit(name)) {
    const features = await featuresOf(question);
    questions.push(question.patterns.map((pattern, at) => ({ ...pattern, ...features[at], worth: worthOf(pattern) })));
  }
  return questions;
}

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];

function measure(questions, choose) {
  const chosen = questions.map((patterns) => choose(patterns));
  const sizes = chosen.map(({ size }) => size).sort((a, b) => a - b);
  const mean = (of) => chosen.reduce((sum, pattern) => sum + of(pattern), 0) / chosen.length;
  return [
    mean(({ recall }) => recall).toFixed(3),
    mean(({ recall }) => (recall > 0 ? 1 : 0)).toFixed(3),
    String(quantile(sizes, 0.5)),
    String(quantile(sizes, 0.9)),
  ];
}

const best = (patterns, scoreOf) => patterns.reduce((a, b) => (scoreOf(b) > scoreOf(a) ? b : a));
const scoreWith = (weights) => (pattern) =>
  Object.entries(pattern.features).reduce(
    (sum, [name, value]) => sum + value * (weights.features[name] ?? weights.learned?.[name] ?? 0),
    0,
  );
const shapeOf = ({ type, walk }) => `${type} ${walk}`;

/** How often each shape is the best of its question: nine numbers. */
function shapePrior(questions) {
  const [counts, wins] = [new Map(), new Map()];
  for (const patterns of questions) {
    const winner = oracle(patterns);
    for (const pattern of patterns) {
      counts.set(shapeOf(pattern), (counts.get(shapeOf(pattern)) ?? 0) + 1);
      if (pattern === winner && winner.recall > 0) wins.set(shapeOf(pattern), (wins.get(shapeOf(pattern)) ?? 0) + 1);
    }
  }
  return (pattern) => (wins.get(shapeOf(pattern)) ?? 0) / Math.max(1, counts.get(shapeOf(pattern)) ?? 0);
}
const oracle = (patterns) => best(patterns, ({ recall, size }) => recall - size / 1e8);

const started = performance.now();
const validation = await prepare('valid');
const test = await prepare('test');
const read = [...validation, ...test].flat();
console.error(
  `${validation.length} + ${test.length} questions, ${(100 * (read.filter(({ isRead }) => isRead).length / read.length)).toFixed(1)} % of the patterns read by the planner, ${((performance.now() - started) / 1000).toFixed(0)} s`,
);

const settings = values.strength === undefined ? [0.5, 1, 2, 4] : [Number(values.strength)];
const FOLDS = 5;
const without = (questions, mark) =>
  questions.map((patterns) =>
    patterns.map((pattern) => ({
      ...pattern,
      features: Object.fromEntries(Object.entries(pattern.features).filter(([name]) => !mark.test(name))),
    })),
  );

/** Fits on the validation questions; five folds among them choose the strength. */
function train(questions, name) {
  let chosen = { strength: settings[0], worth: -1 };
  for (const learnedStrength of settings.length === 1 ? [] : settings) {
    let worth = 0;
    for (let fold = 0; fold < FOLDS; fold++) {
      const part = questions.filter((_, at) => at % FOLDS !== fold);
      const weights = fitPlannerWeights(part, { learnedStrength, steps: 100 });
      for (const [at, patterns] of questions.entries()) {
        if (at % FOLDS === fold) worth += best(patterns, scoreWith(weights)).worth;
      }
    }
    console.error(`${name}: strength ${learnedStrength}, worth ${(worth / questions.length).toFixed(4)} in five folds`);
    if (worth > chosen.worth) chosen = { strength: learnedStrength, worth };
  }
  return fitPlannerWeights(questions, { learnedStrength: chosen.strength });
}

const rows = [
  ['choice on the test questions', 'recall', 'any hit', 'median', 'p90'],
  ['oracle', ...measure(test, oracle)],
  ['fewest results', ...measure(test, (patterns) => best(patterns, ({ size }) => -size))],
  ['nine numbers', ...measure(test, (patterns) => best(patterns, shapePrior(validation)))],
  ['planner, default weights', ...measure(test, (patterns) => best(patterns, scoreWith(DEFAULT_WEIGHTS)))],
];
for (const [name, mark] of [
  ['planner, trained', /^$/u],
  ['the same without result sizes', /#/u],
  ['the same without words', /\|/u],
  ['the same without both', /[|#]/u],
]) {
  const weights = train(without(validation, mark), name);
  rows.push([name, ...measure(without(test, mark), (patterns) => best(patterns, scoreWith(weights)))]);
}
for (const [name, ...cells] of rows) console.log(name.padEnd(34) + cells.map((cell) => cell.padStart(9)).join(''));
