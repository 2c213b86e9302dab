// Writes datasets/wikidata-shortpathqa/questions.jsonl: the test set without its subgraphs, one question a line, in the form
// that `grasp answers` reads. Usage: node tools/shortpathqa/questions.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

const folder = new URL('../../datasets/wikidata-shortpathqa/', import.meta.url);
const [header, ...lines] = gunzipSync(readFileSync(new URL('data/human_annotated_test.tsv.gz', folder)))
  .toString('utf8')
  .trimEnd()
  .split('\n');
const columns = header.split('\t');
const listed = (text) => text.split(',').map((id) => id.trim());

const questions = new Map();
for (const line of lines) {
  const cells = line.split('\t');
  const cell = (name) => cells[columns.indexOf(name)];
  const question = cell('question').trim();
  const entry = questions.get(question) ?? {
    id: `q${questions.size + 1}`,
    question,
    entities: listed(cell('questionEntityId')),
    candidates: [],
    answers: [],
  };
  questions.set(question, entry);
  const id = cell('answerEntityId');
  const text = cell('answerEntity').trim();
  entry.candidates.push(text === '' ? { id } : { text, id });
  if (cell('correct') === 'True') entry.answers.push(id);
}
const text = [...questions.values()].map((entry) => `${JSON.stringify(entry)}\n`).join('');
writeFileSync(new URL('questions.jsonl', folder), text);
console.log(`${questions.size} questions, ${lines.length} candidates`);
