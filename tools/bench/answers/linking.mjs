// How well the names in ShortPathQA's questions and candidates are linked; README.md has the usage.
import { readFileSync } from 'node:fs';

import { openAnswerGraph } from '../../../apps/pipeline/dist/index.js';
import { loadStaticEncoder } from '../../../packages/encoders/dist/index.js';
import { openKnowledgeBase } from '../../../packages/skb/dist/index.js';

const knowledgeBase = openKnowledgeBase(process.argv[2]);
const graph = openAnswerGraph(knowledgeBase, await loadStaticEncoder());
const data = new URL('../../../datasets/wikidata-shortpathqa/questions.jsonl', import.meta.url);
const questions = readFileSync(data, 'utf8').trimEnd().split('\n').map(JSON.parse);

const counts = { found: 0, annotated: 0, right: 0, some: 0, candidates: 0, first: 0, among: 0 };
for (const { question, entities, candidates } of questions) {
  const found = new Set(graph.linkQuestion(question).map(({ nodes }) => nodes[0].id));
  const right = [...found].filter((id) => entities.includes(id)).length;
  counts.found += found.size;
  counts.annotated += new Set(entities).size;
  counts.right += right;
  counts.some += right > 0 ? 1 : 0;
  for (const { text, id } of candidates) {
    if (text === undefined) continue;
    const ids = (await graph.link(text)).map((node) => node.id);
    counts.candidates++;
    counts.first += ids[0] === id ? 1 : 0;
    counts.among += ids.includes(id) ? 1 : 0;
  }
}
knowledgeBase.close();
const share = (part, whole) => (counts[part] / whole).toFixed(3);
console.log(`question entities: precision ${share('right', counts.found)}, recall ${share('right', counts.annotated)}`);
console.log(`questions with a right entity: ${share('some', questions.length)} of ${questions.length}`);
console.log(
  `candidates by name: first ${share('first', counts.candidates)}, among three ${share('among', counts.candidates)}`,
);
