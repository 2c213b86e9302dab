import { DEFAULT_MEASURES, evaluate, qrelsOfQuestions } from '@grasp/eval';
import type { Question, Ranking, Report } from '@grasp/eval';

import type { RiskLevel } from '@grasp/plan';

import type { Pipeline } from './pipeline.js';

/** The rankings that are measured: each stage alone and together, in the order of the pipeline. */
export const EVALUATED_RUNS = Object.freeze(['graph', 'text', 'fused', 'reranked'] as const);

export type EvaluatedRun = (typeof EVALUATED_RUNS)[number];

/** The figures of one run. */
export interface EvaluationRow {
  readonly run: EvaluatedRun;
  /** Mean over all questions, by measure name; a question without a ranking counts 0. */
  readonly measures: Readonly<Record<string, number>>;
  /** Mean time of the stages that this run needs. */
  readonly millisecondsPerQuestion: number;
}

/** Hit@1 of each run over the questions of one kind. */
export interface KindRow {
  readonly kind: string;
  readonly questions: number;
  readonly hitAt1: Readonly<Record<EvaluatedRun, number>>;
}

/** What dynamic fusion went by for one question; a line of `plans.jsonl`. */
export interface PlanSignalRow {
  /** Id of the question. */
  readonly id: string;
  readonly candidate_count: number;
  readonly risk_level: RiskLevel;
  /** There was no plan, or one to be skipped. */
  readonly skipped: boolean;
}

/** The outcome of {@link evaluatePipeline}. */
export interface PipelineEvaluation {
  readonly questions: number;
  /** Fingerprint of the questions and answers, from `@grasp/eval`: figures with another hash are not comparable. */
  readonly hash: string;
  readonly rows: readonly EvaluationRow[];
  /** By kind, in order of first appearance; empty when no question tells its kind. */
  readonly kinds: readonly KindRow[];
  readonly planSignals: readonly PlanSignalRow[];
  readonly rankings: Readonly<Record<EvaluatedRun, ReadonlyMap<string, Ranking>>>;
}

/** Options of {@link evaluatePipeline}. */
export interface EvaluatePipelineOptions {
  /** Names of `@grasp/eval`; default Hit@1, Hit@5, Recall@20 and MRR by STaRK's definitions. */
  readonly measures?: readonly string[];
  /** The nodes that count at all: others vanish from rankings and answers, as for STaRK. Default: every node. */
  readonly candidates?: { has(id: string): boolean };
  readonly onProgress?: (done: number) => void;
  readonly signal?: AbortSignal;
}

/** Asks every question and measures the ranking after each stage against the known answers. */
export async function evaluatePipeline(
  pipeline: Pipeline,
  questions: readonly Question[],
  options: EvaluatePipelineOptions = {},
): Promise<PipelineEvaluation> {
  const { measures = DEFAULT_MEASURES, candidates, onProgress, signal } = options;
  const rankings = { graph: new Map(), text: new Map(), fused: new Map(), reranked: new Map() } satisfies Record<
    EvaluatedRun,
    Map<string, Ranking>
  >;
  const milliseconds: Record<EvaluatedRun, number> = { graph: 0, text: 0, fused: 0, reranked: 0 };
  const planSignals: PlanSignalRow[] = [];
  for (const [position, question] of questions.entries()) {
    const run = await pipeline.run(question.query, signal === undefined ? {} : { signal });
    for (const name of EVALUATED_RUNS) rankings[name].set(question.id, run[name]);
    planSignals.push({
      id: question.id,
      candidate_count: run.execution.candidateCount,
      risk_level: run.plan?.risk_level ?? 'no_trade',
      skipped: run.plan === null || run.plan.retrieval_mode === 'skip',
    });
    const { plan, link, execute, text, fuse, rerank } = run.timings;
    milliseconds.graph += plan + link + execute;
    milliseconds.text += text;
    milliseconds.fused += plan + link + execute + text + fuse;
    milliseconds.reranked += plan + link + execute + text + fuse + rerank;
    onProgress?.(position + 1);
  }

  const qrels = qrelsOfQuestions(questions);
  const reports = Object.fromEntries(
    EVALUATED_RUNS.map((run) => [
      run,
      evaluate(rankings[run], qrels, {
        measures: [...new Set([...measures, 'hit@1'])],
        ...(candidates === undefined ? {} : { candidates }),
      }),
    ]),
  ) as Record<EvaluatedRun, Report>;
  const kinds = [...new Set(questions.flatMap(({ kind }) => (kind === undefined ? [] : [kind])))];
  return {
    questions: questions.length,
    hash: reports.graph.hash,
    rows: EVALUATED_RUNS.map((run) => ({
      run,
      measures: Object.fromEntries(measures.map((name) => [name, reports[run].means[name]!])),
      millisecondsPerQuestion: milliseconds[run] / Math.max(1, questions.length),
    })),
    kinds: kinds.map((kind) => {
      const ids = new Set(questions.filter((question) => question.kind === kind).map(({ id }) => id));
      const meanHit = (run: EvaluatedRun): number => {
        const values = reports[run].queries.filter(({ id }) => ids.has(id)).map(({ values: found }) => found['hit@1']!);
        return values.reduce((sum, value) => sum + value, 0) / ids.size;
      };
      return {
        kind,
        questions: ids.size,
        hitAt1: {
          graph: meanHit('graph'),
          text: meanHit('text'),
          fused: meanHit('fused'),
          reranked: meanHit('reranked'),
        },
      };
    }),
    planSignals,
    rankings,
  };
}
