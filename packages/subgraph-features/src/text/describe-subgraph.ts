import type { Subgraph } from '../subgraph.js';
import { answerPositions, questionPositions } from '../subgraph.js';
import { matrixOrder } from './linear-text.js';
import { displayNames, FactPhraser } from './phrase-fact.js';

/**
 * The subgraph in plain English, the same for the same subgraph: a sentence on question entities and answer, then one
 * sentence for each edge, in the order of the adjacency matrix. It says nothing that the subgraph does not hold.
 */
export function describeSubgraph(subgraph: Subgraph): string {
  const displayed = displayNames(subgraph);
  const names = (positions: readonly number[]): string => joinNames(positions.map((position) => displayed[position]!));
  const questions = questionPositions(subgraph);
  const answers = answerPositions(subgraph);
  const sentences: string[] = [];
  if (questions.length > 0) sentences.push(`The question is about ${names(questions)}.`);
  if (answers.length > 0) {
    sentences.push(`The proposed ${answers.length === 1 ? 'answer is' : 'answers are'} ${names(answers)}.`);
  }
  const edges = matrixOrder(subgraph, 'all');
  if (edges.length === 0) sentences.push('No relation is known between them.');
  const phraser = new FactPhraser(displayed);
  for (const edge of edges) sentences.push(`${phraser.phrase(edge)}.`);
  return sentences.join(' ');
}

function joinNames(names: readonly string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}
