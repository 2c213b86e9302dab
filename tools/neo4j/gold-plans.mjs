// Executes the gold plan of every question of a data set, with the nodes that its anchors mean, in memory and on a real
// server in both forms of Cypher. See --help and README.md.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

import { readQuestions } from '@grasp/eval';
import { connectNeo4j, createCypherRun, createMemoryExecutor, createNeo4jExecutor } from '@grasp/graph-retriever';
import { loadIntoNeo4j } from '@grasp/pipeline';
import { openKnowledgeBase } from '@grasp/skb';

import { startNeo4j } from './start-neo4j.mjs';

const USAGE = `usage: npm run gold-plans -- --kb <file.skb> --questions <questions.jsonl> [options]

Executes each question's plan from the nodes that its anchors mean, in memory and on a Neo4j that is started and filled
for it, flat and stepwise. The engines must give the same ids and scores, and these the question's answers, or, for
kinds that end in "+text", the answers and more. The exit status is 1 if anything differs.

  --url <bolt://…>   a server to use instead, which holds this knowledge base already
  --help`;

const { values } = parseArgs({
  options: {
    kb: { type: 'string' },
    questions: { type: 'string' },
    url: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help || values.kb === undefined || values.questions === undefined) {
  console.log(USAGE);
  process.exit(values.help ? 0 : 2);
}

const knowledgeBase = openKnowledgeBase(values.kb);
const server = values.url === undefined ? await startNeo4j({ heap: '2g' }) : { url: values.url, stop: () => undefined };
const driver = await connectNeo4j({ url: server.url });
try {
  if (values.url === undefined) {
    await loadIntoNeo4j(knowledgeBase, createCypherRun(driver, { database: 'neo4j', access: 'write' }));
  }
  const parts = { driver, schema: knowledgeBase.schema, database: 'neo4j' };
  const engines = {
    memory: createMemoryExecutor(knowledgeBase),
    flat: createNeo4jExecutor({ ...parts, form: 'flat' }),
    stepwise: createNeo4jExecutor({ ...parts, form: 'stepwise' }),
  };
  const options = { limit: 100_000, timeoutMs: 60_000, pathCount: 0 };
  const seen = { questions: 0, exact: 0, answersAndMore: 0, differences: 0 };
  for await (const question of readQuestions(readFileSync(values.questions, 'utf8'))) {
    const { id, query, plan, anchors = {}, answer_ids: answers, kind } = question;
    seen.questions++;
    const bindings = Object.fromEntries(
      Object.entries(anchors).map(([variable, node]) => [variable, [{ id: node, score: 1, via: 'name' }]]),
    );
    const found = {};
    for (const [name, engine] of Object.entries(engines)) {
      const { candidates, stopped } = await engine.execute(plan, bindings, options);
      found[name] = candidates.map((candidate) => [candidate.id, candidate.score]);
      if (stopped !== undefined) found[name].push([stopped]);
    }
    const ids = found.memory.map(([node]) => node).sort();
    const isExact = JSON.stringify(ids) === JSON.stringify([...answers].sort());
    const hasAnswers = answers.every((answer) => ids.includes(answer));
    const areEqual = ['flat', 'stepwise'].every((form) => JSON.stringify(found[form]) === JSON.stringify(found.memory));
    if (isExact) seen.exact++;
    else if (hasAnswers && kind?.endsWith('+text')) seen.answersAndMore++;
    if (!areEqual || !(isExact || (hasAnswers && kind?.endsWith('+text')))) {
      seen.differences++;
      console.log(`${id}: ${query}\n  answers ${answers.join(' ')}`);
      for (const [name, rows] of Object.entries(found)) console.log(`  ${name}: ${rows.join(' ')}`);
    }
  }
  console.log(seen);
  process.exitCode = seen.differences === 0 ? 0 : 1;
} finally {
  await driver.close();
  await server.stop();
  knowledgeBase.close();
}
