// How well the names in questions and candidates are linked; README.md has the usage.
import { readFileSync } from 'node:fs';

import { anchorsOfPlans, createPipeline, openAnswerGraph } from '../../../apps/pipeline/dist/index.js';
import { loadStaticEncoder } from '../../../packages/encoders/dist/index.js';
import { openKnowledgeBase } from '../../../packages/skb/dist/index.js';

const [wikidata, hpo] = process.argv.slice(2);
const encoder = await loadStaticEncoder();
const share = (part, whole) => (part / whole).toFixed(3);
const readQuestions = (file) =>
  readFileSync(new URL(`../../../datasets/${file}`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .map(JSON.parse);

const pool = readQuestions('wikidata-shortpathqa/questions.jsonl');
await using(wikidata, async (graph, planned) => {
  const asked = pool.map(({ question, entities }) => ({ question, entities }));
  await printEntities('ShortPathQA, names alone', graph, asked);
  await printEntities('ShortPathQA, with plans', planned, asked);
  const counts = { candidates: 0, first: 0, among: 0 };
  for (const { text, id } of pool.flatMap(({ candidates }) => candidates)) {
    if (text === undefined) continue;
    const ids = (await graph.link(text)).map((node) => node.id);
    counts.candidates++;
    counts.first += ids[0] === id ? 1 : 0;
    counts.among += ids.includes(id) ? 1 : 0;
  }
  const { candidates, first, among } = counts;
  console.log(`candidates by name: first ${share(first, candidates)}, among three ${share(among, candidates)}`);
});
if (hpo !== undefined) {
  await using(hpo, async (graph, planned) => {
    const asked = readQuestions('hpo/questions-held-out.jsonl').map(({ query, anchors }) => ({
      question: query,
      entities: Object.values(anchors ?? {}),
    }));
    await printEntities('HPO, names alone', graph, asked);
    await printEntities('HPO, with plans', planned, asked);
  });
}

async function using(file, work) {
  const knowledgeBase = openKnowledgeBase(file);
  const findAnchors = anchorsOfPlans(createPipeline({ knowledgeBase, encoder, allNodes: true }));
  await work(openAnswerGraph(knowledgeBase, encoder), openAnswerGraph(knowledgeBase, encoder, { findAnchors }));
  knowledgeBase.close();
}

async function printEntities(title, graph, asked) {
  const counts = { found: 0, annotated: 0, right: 0, some: 0 };
  for (const { question, entities } of asked) {
    const found = (await graph.linkQuestion(question)).map(({ nodes }) => nodes[0].id);
    const right = found.filter((id) => entities.includes(id)).length;
    counts.found += found.length;
    counts.annotated += new Set(entities).size;
    counts.right += right;
    counts.some += right > 0 ? 1 : 0;
  }
  const { found, annotated, right, some } = counts;
  const figures = `precision ${share(right, found)}, recall ${share(right, annotated)}`;
  console.log(`${title}: ${figures}, one right ${share(some, asked.length)} of ${asked.length}`);
}
