import type { LinkedNode } from '@grasp/answer-candidates';
import type { Subgraph } from '@grasp/subgraph-features';

import type { AnswerEvidence } from './answer-evidence.js';
import type { LinkedText } from './answer-graph.js';
import type { RankedCandidate, RankedQuestion } from './rank-question.js';

/** Names come from anywhere; a terminal takes control characters for commands. */
const printable = (text: string): string => text.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ');

const labelOf = ({ nodes }: Subgraph, position: number): string => {
  const { id, name } = nodes[position]!;
  return printable(name === null || name === '' ? id : `${name} (${id})`);
};

/** The edges of a subgraph, a line each. */
function tripleLines(subgraph: Subgraph): string[] {
  return subgraph.edges.map(
    ({ source, target, relation, name }) =>
      `${labelOf(subgraph, source)} —[${printable(name ?? relation)}]→ ${labelOf(subgraph, target)}`,
  );
}

/** Texts with the nodes that they are linked to, and what else they may mean. */
function linkLines(linked: readonly LinkedText[]): string[] {
  return linked.map(({ text, nodes }) => {
    const [node, ...others] = nodes.map(({ id, name, score, via }) =>
      printable(`${name} (${id})${via === 'similar' ? `, similar ${score.toFixed(2)}` : ''}`),
    );
    return `"${printable(text)}" = ${node!}${others.length === 0 ? '' : `; or ${others.join('; ')}`}`;
  });
}

const shown = (value: number | null): string =>
  value === null ? 'not defined' : Number.isInteger(value) ? String(value) : value.toFixed(4);

/** How each question entity and the answer are connected, in words. */
function connectionLines({ subgraph, connections, flags }: AnswerEvidence): string[] {
  const position = new Map(subgraph.nodes.map(({ id }, at) => [id, at]));
  const lines = connections.map(({ source, target, outcome, distance, pathCount, limit }) => {
    const ends = `${labelOf(subgraph, position.get(source)!)} to ${labelOf(subgraph, position.get(target)!)}`;
    if (outcome === 'same') return `${ends}: the same`;
    if (outcome === 'unconnected') return `${ends}: no path`;
    if (outcome === 'cut_off') return `${ends}: not found within the limit on ${limit}`;
    return `${ends}: ${distance} ${distance === 1 ? 'edge' : 'edges'}, ${pathCount} ${pathCount === 1 ? 'path' : 'paths'}`;
  });
  return flags.length === 0 ? lines : [...lines, `(${flags.join(', ')})`];
}

const titled = (title: string, lines: readonly string[]): string[] =>
  (lines.length === 0 ? ['none'] : lines).map((line, at) => `${(at === 0 ? title : '').padEnd(12)}${line}`);

/** One answer with its subgraph, features and text, for people. */
export function explanationLines(
  entities: readonly LinkedText[],
  answer: LinkedText,
  evidence: AnswerEvidence,
  drawing?: string,
): string[] {
  return [
    ...titled('question', linkLines(entities)),
    ...titled('answer', linkLines([answer])),
    ...titled('connection', connectionLines(evidence)),
    ...titled('triples', tripleLines(evidence.subgraph)),
    ...titled(
      'features',
      Object.entries(evidence.features).map(([name, value]) => `${name.padEnd(28)}${shown(value)}`),
    ),
    ...titled('text', [printable(evidence.description)]),
    ...(drawing === undefined ? [] : titled('drawing', [drawing])),
  ];
}

const REASONS = {
  yes_no_question: 'a yes/no question',
  count_question: 'a count question',
  no_question_entity: 'no entity of the question is known',
  no_linked_answer: 'no answer is a node',
} as const;

/** A ranked question with the subgraphs of its answers, for people. */
export function rankedQuestionLines({ question, type, entities, kept, checked, answers }: RankedQuestion): string[] {
  const lines = [
    `${printable(question.question)}  (${question.id}, ${type})`,
    ...titled('  entities', linkLines(entities)),
  ];
  if (kept !== undefined) lines.push(`  not reranked: ${REASONS[kept]}`);
  if (checked !== undefined) lines.push(`  the graph says: ${String(checked.value)}`);
  for (const answer of answers) lines.push(...answerLines(answer));
  return [...lines, ''];
}

function answerLines({ rank, text, node, score, count, alternatives, evidence, isCorrect }: RankedCandidate): string[] {
  const what = node === undefined ? `${printable(text)}  (no node)` : printable(`${node.name}  (${node.id})`);
  const numbers = [score === null ? [] : `score ${score.toFixed(4)}`, count === 1 ? [] : `given ${count} times`].flat();
  const mark = isCorrect === undefined ? '' : isCorrect ? ' ✓' : ' ✗';
  const head = `${String(rank).padStart(3)}. ${what}${mark}  ${numbers.join(', ')}`.trimEnd();
  const others = alternatives.map(({ id, name }) => printable(`${name} (${id})`));
  return [
    head,
    ...(others.length === 0 ? [] : [`       or: ${others.join('; ')}`]),
    ...(evidence === undefined ? [] : tripleLines(evidence.subgraph).map((line) => `       ${line}`)),
  ];
}

/** The other nodes that a text may mean. */
const othersOf = (nodes: readonly LinkedNode[]): object =>
  nodes.length === 0 ? {} : { alternatives: nodes.map(({ id, name }) => ({ id, name })) };

/** A ranked question as a line of a file. */
export function rankedQuestionRecord({
  question,
  type,
  answerKind,
  entities,
  kept,
  checked,
  answers,
}: RankedQuestion): object {
  return {
    id: question.id,
    question: question.question,
    type,
    answerKind,
    reranked: kept === undefined,
    ...(kept === undefined ? {} : { reason: kept }),
    entities: entities.map(({ text, nodes: [node, ...alternatives] }) => ({
      text,
      id: node!.id,
      name: node!.name,
      ...othersOf(alternatives),
    })),
    ...(checked === undefined ? {} : { checked }),
    answers: answers.map(({ node, evidence, alternatives, ...answer }) => ({
      ...answer,
      ...(node === undefined ? {} : { node: { id: node.id, name: node.name } }),
      ...othersOf(alternatives),
      ...(evidence === undefined
        ? {}
        : {
            features: evidence.features,
            flags: evidence.flags,
            subgraph: evidence.subgraph,
            linearText: evidence.linear,
            description: evidence.description,
          }),
    })),
  };
}
