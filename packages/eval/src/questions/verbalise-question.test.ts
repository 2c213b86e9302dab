import type { Schema } from '@grasp/plan';

import { createSmallGraph } from '../../test/small-graph.js';
import { createRandom } from '../random.js';
import { enumerateTemplates } from './question-template.js';
import type { QuestionKind } from './question-template.js';
import { verbaliseQuestion } from './verbalise-question.js';

const schema: Schema = {
  nodeTypes: [
    { name: 'gene', aliases: ['locus'], fields: [] },
    { name: 'disease', fields: [] },
  ],
  relations: [
    { name: 'associated with', aliases: ['behind'], endpoints: [{ from: 'gene', to: 'disease' }] },
    { name: 'resembles', description: 'Between two diseases.', endpoints: [{ from: 'disease', to: 'disease' }] },
  ],
};
const graph = createSmallGraph(schema, [2, 2], [], (index) => ['G{C}', 'H$&', 'Gout', 'Flu'][index]!);

/** The wordings of the first template of a kind that starts with the given step, for many seeds. */
function wordings(kind: QuestionKind, relation: string, anchors: readonly number[], phrases = {}): ReadonlySet<string> {
  const template = enumerateTemplates(schema, [kind]).find(
    ({ branches }) => branches[0]!.steps[0]!.relation === relation,
  )!;
  const instance = { template, anchors, answers: [] };
  return new Set(
    Array.from({ length: 300 }, (_, seed) => verbaliseQuestion(instance, graph, createRandom(seed), phrases)),
  );
}

test('sentences and keywords, with names kept as they are', () => {
  const texts = wordings('one-hop', 'associated with', [0]);
  expect(texts).toContain('Find every disease that G{C} is associated with.');
  expect(texts).toContain('Can you name a disease that the locus G{C} is associated with?');
  expect(texts).toContain('Disease; behind G{C}');
  expect(texts.size).toBeGreaterThan(20);
  for (const text of texts) expect(text).toContain('G{C}');
});

test('two conditions, one of them negated', () => {
  const both = wordings('two-anchors', 'associated with', [0, 1]);
  expect(both).toContain('Find every disease that G{C} is associated with and that H$& is associated with.');
  const negated = wordings('negation', 'associated with', [0, 1]);
  expect(negated).toContain(
    'Give me each disease that G{C} is associated with, leaving out any disease that H$& is associated with.',
  );
  expect([...negated].some((text) => /not (?:behind|associated with) H\$&/u.test(text))).toBe(true);
});

test('a way of two hops nests its clauses', () => {
  const texts = wordings('two-hops', 'associated with', [0]);
  expect(texts).toContain('Please list any gene that is associated with a disease that G{C} is associated with.');
});

test('a relation that is described as symmetric has no direction in words', () => {
  expect(wordings('one-hop', 'resembles', [2])).toContain('Find every disease that "resembles" connects with Gout.');
});

test('phrases that are handed in take the place of names and aliases', () => {
  const phrases = { 'associated with': ['causes'], resembles: ['looks like'] };
  const texts = wordings('one-hop', 'associated with', [0], phrases);
  expect(texts).toContain('Find every disease that G{C} causes.');
  expect([...texts].some((text) => /behind|associated/u.test(text))).toBe(false);
});
