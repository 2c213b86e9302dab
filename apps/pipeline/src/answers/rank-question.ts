import { readBoolean, readNumber } from '@grasp/answer-candidates';

import type { Pipeline } from '../pipeline.js';
import type { AnswerGraph } from './answer-graph.js';
import type { AnswerQuestion } from './answer-questions.js';
import { gatherEvidence, isRight } from './answer-rows.js';
import type { LinkedCandidate, QuestionEvidence } from './answer-rows.js';
import { checkCount, checkExistence } from './check-answer.js';
import type { CheckedAnswer } from './check-answer.js';
import { checkRankerFeatures } from './open-answer-ranker.js';
import type { NamedRanker } from './open-answer-ranker.js';

/** A candidate in its place. */
export interface RankedCandidate extends LinkedCandidate {
  /** From 1. */
  readonly rank: number;
  /** The ranker's; null where the generator's order stands. */
  readonly score: number | null;
  /** Whether it is a right answer; absent when none is known. */
  readonly isCorrect?: boolean;
}

/** A question with its answers in order. */
export interface RankedQuestion extends Omit<QuestionEvidence, 'candidates' | 'rows'> {
  readonly answers: readonly RankedCandidate[];
  /** What the graph itself says, where a plan could be checked. */
  readonly checked: CheckedAnswer | undefined;
}

/** Whether a candidate says what was computed. */
function agrees({ text }: LinkedCandidate, { value }: CheckedAnswer): boolean {
  return (typeof value === 'boolean' ? readBoolean(text) : readNumber(text)) === value;
}

/** What the graph itself says where it can be asked: the answer of a yes/no or count question. */
export async function checkEvidence(
  graph: AnswerGraph,
  pipeline: Pick<Pipeline, 'plan' | 'count'>,
  { kept, question, entities }: QuestionEvidence,
  signal?: AbortSignal,
): Promise<CheckedAnswer | undefined> {
  if (kept === 'yes_no_question') return checkExistence(graph, question.question, entities, signal);
  return kept === 'count_question' ? checkCount(pipeline, question.question, signal) : undefined;
}

/**
 * Ids of the candidates in the order of a ranker. Rankers by subgraphs know nothing of candidates without one: those come last, in
 * the generator's order, without a score. Where there is nothing to rank by that order stands, but for candidates that say what
 * the graph says, which come first.
 */
export async function orderOf(
  { kept, candidates, rows }: QuestionEvidence,
  ranker: NamedRanker,
  { checked, signal }: { readonly checked?: CheckedAnswer | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly id: string; readonly score: number | null }[]> {
  const unscored = (list: readonly LinkedCandidate[]) => list.map(({ id }) => ({ id, score: null }));
  if (kept !== undefined) {
    if (checked === undefined) return unscored(candidates);
    const saying = (wanted: boolean) => candidates.filter((candidate) => agrees(candidate, checked) === wanted);
    return unscored([...saying(true), ...saying(false)]);
  }
  const isRanked = ({ evidence }: LinkedCandidate): boolean => evidence !== undefined || !ranker.readsFeatures;
  const ranked = rows.filter((_, at) => isRanked(candidates[at]!));
  checkRankerFeatures(ranker, ranked);
  const rankings = await ranker.rank(ranked, signal === undefined ? {} : { signal });
  const answers = rankings.flatMap((ranking) => ranking.answers);
  return [
    ...answers.map(({ id, score }) => ({ id, score })),
    ...unscored(candidates.filter((candidate) => !isRanked(candidate))),
  ];
}

/**
 * Puts the candidates of one question in order. Yes/no and count questions go around the ranker: where the graph itself
 * gives the answer, candidates that say so come first; else, and for questions without a subgraph, the generator's order stands.
 */
export async function rankQuestion(
  graph: AnswerGraph,
  pipeline: Pick<Pipeline, 'plan' | 'count'>,
  question: AnswerQuestion,
  ranker: NamedRanker,
  signal?: AbortSignal,
): Promise<RankedQuestion> {
  const evidence = await gatherEvidence(graph, question, signal);
  const { type, answerKind, entities, kept, candidates } = evidence;
  const checked = await checkEvidence(graph, pipeline, evidence, signal);
  const byId = new Map(candidates.map((candidate) => [candidate.id, candidate]));
  const order = await orderOf(evidence, ranker, { checked, signal });
  const answers = order.map(({ id, score }, at): RankedCandidate => {
    const candidate = byId.get(id)!;
    const right = question.answers;
    return {
      ...candidate,
      rank: at + 1,
      score,
      ...(right === undefined ? {} : { isCorrect: isRight(candidate, right) }),
    };
  });
  return { question, type, answerKind, entities, kept, answers, checked };
}
