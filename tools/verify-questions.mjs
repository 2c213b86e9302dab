// Executes the plan of every question of a questions.jsonl with the nodes that its anchors were written for, and compares what is found
// with the question's answers: `node tools/verify-questions.mjs <file.skb> <questions.jsonl>`. The executor of
// @grasp/graph-retriever shares no code with the question generator of @grasp/eval.
import { readFileSync } from 'node:fs';

import { readQuestions } from '@grasp/eval';
import { createMemoryExecutor } from '@grasp/graph-retriever';
import { validatePlan } from '@grasp/plan';
import { openKnowledgeBase } from '@grasp/skb';

const [file, questionFile] = process.argv.slice(2);
if (questionFile === undefined) {
  console.error('usage: node tools/verify-questions.mjs <file.skb> <questions.jsonl>');
  process.exit(2);
}

const knowledgeBase = openKnowledgeBase(file);
const executor = createMemoryExecutor(knowledgeBase);
let total = 0;
let equal = 0;
for await (const { id, query, plan, anchors, answer_ids: answers } of readQuestions(
  readFileSync(questionFile, 'utf8'),
)) {
  total++;
  const validation = validatePlan(plan, knowledgeBase.schema);
  if (!validation.ok) {
    console.log(`${id}: invalid plan: ${JSON.stringify(validation.issues)}`);
    continue;
  }
  const bindings = Object.fromEntries(
    Object.entries(anchors ?? {}).map(([variable, node]) => [variable, [{ id: node, score: 1, via: 'name' }]]),
  );
  const { candidates } = await executor.execute(validation.plan, bindings, { limit: Infinity });
  const found = candidates.map((candidate) => candidate.id).sort();
  if (JSON.stringify(found) === JSON.stringify([...answers].sort())) equal++;
  else console.log(`${id}: ${query}\n  answers ${answers.join(' ')}\n  found   ${found.join(' ')}`);
}
knowledgeBase.close();
console.log(`${equal} of ${total} questions: the plan finds exactly the answers`);
process.exitCode = equal === total ? 0 : 1;
