// Links the anchors of questions in memory and by the vector indexes of a Neo4j, and compares the bindings. See --help.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { loadStaticEncoder } from '@grasp/encoders';
import { connectNeo4j, createNeo4jLinker } from '@grasp/graph-retriever';
import { createPipeline, loadedDocuments, loadedNames } from '@grasp/pipeline';
import { openKnowledgeBase } from '@grasp/skb';

const USAGE = `usage: node tools/neo4j/compare-linking.mjs --kb hpo.skb --questions datasets/hpo/questions.jsonl --url bolt://…

Links every anchor of the questions' plans, and every question as a whole as a document of each plan's target, both by
the .skb file and by the database that grasp neo4j load filled from it. Prints how many bindings are the same: node, way
of matching, matched text, and the cosine to 1e-6. Memory also corrects spelling, which the database does not: such anchors
are counted apart. The exit status is 1 if any differ.`;

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
    questions: { type: 'string' },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || !values.kb || !values.questions || !values.url) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const questions = readFileSync(values.questions, 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => JSON.parse(line));
const anchors = questions.flatMap(({ query, plan }) =>
  plan === undefined ? [] : [...plan.anchors, { text: query, label: plan.target.labels[0], match_mode: 'doc' }],
);
const encoder = await loadStaticEncoder();
const knowledgeBase = openKnowledgeBase(values.kb);
const { NEO4J_USER: user, NEO4J_PASSWORD: password } = process.env;
const driver = await connectNeo4j({ url: values.url, user, password });
try {
  const memory = createPipeline({ knowledgeBase, encoder });
  const database = createNeo4jLinker({ driver, encoder, names: loadedNames, documents: loadedDocuments });
  const timeOf = async (work) => {
    const start = performance.now();
    return [await work(), performance.now() - start];
  };
  let [same, bound, difference, misspelt, worst] = [0, 0, 0, 0, 0];
  const times = { memory: [], database: [] };
  for (const [position, anchor] of anchors.entries()) {
    const plan = { anchors: [{ ...anchor, var: 'A' }] };
    const [{ A: wanted }, memoryTime] = await timeOf(() => memory.link(plan));
    const [{ A: found }, databaseTime] = await timeOf(() => database.link(plan));
    if (position > 0) {
      times.memory.push(memoryTime);
      times.database.push(databaseTime);
    }
    if (wanted.some(({ edits }) => edits !== undefined)) {
      misspelt++;
      continue;
    }
    bound += wanted.length;
    const byId = new Map(found.map((binding) => [binding.id, binding]));
    const matches = wanted.filter(({ id, score, via, text }) => {
      const other = byId.get(id);
      if (other === undefined || other.via !== via || other.text !== text) return false;
      worst = Math.max(worst, Math.abs(other.score - score));
      return Math.abs(other.score - score) <= 1e-6;
    });
    if (matches.length === wanted.length && found.length === wanted.length) same++;
    else {
      difference++;
      console.log(`${anchor.match_mode} ${anchor.label} ${JSON.stringify(anchor.text)}`);
      for (const [name, list] of Object.entries({ memory: wanted, database: found })) {
        console.log(`  ${name}: ${list.map(({ id, score, via }) => `${id} ${score.toFixed(6)} ${via}`).join(', ')}`);
      }
    }
  }
  const median = (list) => list.sort((a, b) => a - b)[list.length >> 1].toFixed(1);
  console.log(
    `${anchors.length} anchors, ${bound} bindings: ${same} anchors the same, ${difference} not, ${misspelt} misspelt and so not compared; largest difference of a cosine ${worst.toExponential(1)}`,
  );
  console.log(`milliseconds an anchor, median: memory ${median(times.memory)}, database ${median(times.database)}`);
  process.exitCode = difference === 0 ? 0 : 1;
} finally {
  await driver.close();
  knowledgeBase.close();
}
