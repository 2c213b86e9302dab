import { answerKey, classifyQuestion } from '@grasp/answer-candidates';
import type { AnswerKind, LinkedNode } from '@grasp/answer-candidates';
import type { AnswerRow } from '@grasp/rerank';
import { addRelativeFeatures } from '@grasp/rerank';
import { poolFeatures } from '@grasp/subgraph-features';
import type { PoolAnswer } from '@grasp/subgraph-features';

import { PipelineError } from '../pipeline-error.js';
import type { AnswerEvidence } from './answer-evidence.js';
import { answerEvidence, textVectors } from './answer-evidence.js';
import type { AnswerGraph, LinkedText } from './answer-graph.js';
import type { AnswerQuestion, GivenCandidate } from './answer-questions.js';

/** Why the generator's order stands. */
export type KeptReason = 'yes_no_question' | 'count_question' | 'no_question_entity' | 'no_linked_answer';

/** One candidate with all that is known about it. */
export interface LinkedCandidate {
  /** The id of its node; of a text that is no node, `text:` and the text. */
  readonly id: string;
  readonly text: string;
  readonly count: number;
  readonly node: LinkedNode | undefined;
  /** Other nodes that the text may mean. */
  readonly alternatives: readonly LinkedNode[];
  readonly evidence: AnswerEvidence | undefined;
}

/** One question with its candidates, linked, and their features as rows for rankers. */
export interface QuestionEvidence {
  readonly question: AnswerQuestion;
  /** As the file says, else as the classifier says. */
  readonly type: string;
  readonly answerKind: AnswerKind;
  readonly entities: readonly LinkedText[];
  readonly candidates: readonly LinkedCandidate[];
  /** A row for each candidate, in the same order. */
  readonly rows: readonly AnswerRow[];
  /** Undefined when the candidates can be reranked. */
  readonly kept: KeptReason | undefined;
}

/** The node among those of one text that is nearest to the question's entities; the likelier one when they are equally near. */
export function nearestNode(
  graph: AnswerGraph,
  entities: readonly number[],
  nodes: readonly LinkedNode[],
): LinkedNode | undefined {
  if (nodes.length < 2) return nodes[0];
  const far = (node: LinkedNode): number =>
    graph.extract(entities, node.index).connections.reduce((sum, { distance }) => sum + (distance ?? 100), 0);
  return nodes.map((node) => ({ node, far: far(node) })).reduce((best, each) => (each.far < best.far ? each : best))
    .node;
}

async function linkCandidate(
  graph: AnswerGraph,
  { text, id }: GivenCandidate,
  { place }: AnswerQuestion,
  signal: AbortSignal | undefined,
): Promise<LinkedNode[]> {
  if (id === undefined) return graph.link(text!, signal);
  const index = graph.knowledgeBase.indexOf(id);
  if (index !== undefined) return [{ index, id, name: graph.knowledgeBase.nameOf(index), score: 1, via: 'name' }];
  // A pool may know more nodes than the graph; without its text nothing is known of such an answer.
  if (text !== undefined) return [];
  throw new PipelineError(
    'invalid_input',
    `${place}: expected the id of a node or a text, got "${id}", which is no node`,
  );
}

/** The nodes of the question's entities, each once, the likeliest of each text. */
export const entityIndexes = (entities: readonly LinkedText[]): number[] => [
  ...new Set(entities.map(({ nodes }) => nodes[0]!.index)),
];

/** The nodes of an id or name that was given at some place. @throws {@link PipelineError} `invalid_input` that names the place. */
export async function linkGiven(
  graph: AnswerGraph,
  text: string,
  place: string,
  signal?: AbortSignal,
): Promise<LinkedText> {
  try {
    return await graph.linkIdOrName(text, signal);
  } catch (error) {
    if (!(error instanceof PipelineError)) throw error;
    throw new PipelineError('invalid_input', `${place}: ${error.message}`);
  }
}

/** What the file says the question's entities are, or the names in the question and what is similar to a name. */
export async function linkEntities(
  graph: AnswerGraph,
  { question, entities, place }: Pick<AnswerQuestion, 'question' | 'entities' | 'place'>,
  signal?: AbortSignal,
): Promise<LinkedText[]> {
  if (entities === undefined) return graph.linkQuestion(question, signal);
  const linked: LinkedText[] = [];
  for (const entity of entities) linked.push(await linkGiven(graph, entity, `${place}: entities`, signal));
  return linked;
}

/**
 * Links a question and its candidates, extracts the subgraph between them, and makes a row of each candidate. Candidates that
 * are linked to one node become one, with their counts added. Yes/no and count questions are linked only.
 *
 * @throws {@link PipelineError} `invalid_input` that names file and line.
 */
export async function gatherEvidence(
  graph: AnswerGraph,
  question: AnswerQuestion,
  signal?: AbortSignal,
): Promise<QuestionEvidence> {
  const found = classifyQuestion(question.question);
  const type = question.type ?? found.type;
  const isBoolean = type === 'yesno' || found.answerKind === 'boolean';
  const answerKind = isBoolean ? 'boolean' : type === 'count' ? 'number' : found.answerKind;
  const entities = await linkEntities(graph, question, signal);
  const indexes = entityIndexes(entities);
  const byId = new Map<string, LinkedCandidate>();
  for (const given of question.candidates) {
    signal?.throwIfAborted();
    const nodes = await linkCandidate(graph, given, question, signal);
    const node = nearestNode(graph, indexes, nodes);
    const text = given.text ?? node!.name;
    const id = node?.id ?? given.id ?? `text:${answerKey(text)}`;
    const known = byId.get(id);
    const alternatives = nodes.filter((other) => other !== node);
    if (known === undefined) byId.set(id, { id, text, count: given.count, node, alternatives, evidence: undefined });
    else byId.set(id, { ...known, count: known.count + given.count });
  }
  const linked = [...byId.values()];
  const kept = isBoolean
    ? 'yes_no_question'
    : type === 'count'
      ? 'count_question'
      : indexes.length === 0
        ? 'no_question_entity'
        : linked.every(({ node }) => node === undefined)
          ? 'no_linked_answer'
          : undefined;
  const candidates: LinkedCandidate[] = [];
  for (const candidate of linked) {
    const { node } = candidate;
    if (kept !== undefined || node === undefined) {
      candidates.push(candidate);
      continue;
    }
    const evidence = answerEvidence(graph, question.question, indexes, node.index, signal);
    candidates.push({ ...candidate, evidence });
  }
  const pool = poolFeatures(candidates.map((candidate) => answerNode(candidate)));
  const votes = candidates.reduce((sum, { count }) => sum + count, 0);
  const rows = candidates.map(({ id, count, node, evidence }, position): AnswerRow => {
    const generated = { votes: votes === 0 ? 0 : count / votes, place: 1 / (position + 1) };
    const known = { ...pool[position]!, linkScore: node?.score ?? null, ...generated };
    const features = evidence === undefined ? {} : { ...evidence.features, ...known };
    const row = { questionId: question.id, answerId: id, position, count, features };
    if (evidence === undefined) return row;
    return { ...row, vectors: textVectors(graph, question.question, node!.index, evidence) };
  });
  const names = [...new Set(rows.flatMap(({ features }) => Object.keys(features ?? {})))];
  const compared = kept === undefined ? addRelativeFeatures(rows, names) : rows;
  return { question, type, answerKind, entities, candidates, rows: compared, kept };
}

/** What the pool's features read: the answer's node of its subgraph, or the text that is no node. */
function answerNode({ id, text, evidence }: LinkedCandidate): PoolAnswer {
  return evidence?.subgraph.nodes.find(({ role }) => role === 'answer') ?? { id, name: text };
}

/** Whether a candidate is one of the right answers: by its node, or by its text. */
export function isRight({ id, text }: Pick<LinkedCandidate, 'id' | 'text'>, answers: readonly string[]): boolean {
  return answers.some((answer) => answer === id || answerKey(answer) === answerKey(text));
}
