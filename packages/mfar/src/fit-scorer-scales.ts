import { askScorer } from './ask-scorer.js';
import type { AskedScorer, QuestionEncoder } from './ask-scorer.js';
import { MultiFieldError } from './errors.js';
import { scorerName } from './field-scorer.js';
import type { FieldScorer } from './field-scorer.js';

/** The distribution of one scorer's scores over questions and nodes that have its field. */
export interface ScorerScale {
  readonly mean: number;
  /** Standard deviation, above 0. */
  readonly deviation: number;
}

/** One scale per scorer, by its name (`field/lexical` or `field/dense`). JSON. */
export type ScorerScales = Readonly<Record<string, ScorerScale>>;

/** Options of {@link fitScorerScales}. */
export interface FitScorerScalesOptions {
  /** Indexes run from 0 to nodeCount − 1. */
  readonly nodeCount: number;
  /** Needed for dense scorers. */
  readonly encoder?: QuestionEncoder | undefined;
  /** Nodes with the field that each scorer is tried on, at least 2. Default 1,000. */
  readonly sampleSize?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Defaults of {@link FitScorerScalesOptions}. */
export const FIT_SCALES_DEFAULTS = Object.freeze({ sampleSize: 1000 });

/**
 * A deviation below this share of the median of its kind is raised to it: a field of few nodes that hardly matched any
 * of the questions would otherwise outweigh all others when it does.
 */
const LEAST_SHARE_OF_MEDIAN = 0.1;

/** A prime: steps of it visit every index once, scattered, unless nodeCount is a multiple of it. */
const STRIDE = 1_000_003;

/**
 * Measures the mean and the standard deviation of each scorer's scores, so that BM25 and cosines of all fields can be
 * mixed on one scale that does not change from question to question. No judgements are needed: any 30 to 100 texts like
 * those that will be asked do, such as names and descriptions of nodes. The same input gives the same scales.
 *
 * @throws MultiFieldError with the code `missing_encoder` or `out_of_range`
 */
export async function fitScorerScales(
  scorers: readonly FieldScorer[],
  questions: readonly string[],
  options: FitScorerScalesOptions,
): Promise<ScorerScales> {
  const { nodeCount, encoder, signal } = options;
  const sampleSize = options.sampleSize ?? FIT_SCALES_DEFAULTS.sampleSize;
  if (!Number.isSafeInteger(sampleSize) || sampleSize < 2 || questions.length === 0) {
    throw new MultiFieldError(
      'out_of_range',
      `expected at least one question and a sampleSize from 2, got ${questions.length} and ${sampleSize}`,
    );
  }
  if (encoder === undefined && scorers.some(({ kind }) => kind === 'dense')) {
    throw new MultiFieldError('missing_encoder', 'expected an encoder, as there are dense scorers');
  }
  signal?.throwIfAborted();
  const vectors = await encoder?.encode(questions, { role: 'query', signal });
  const measured: ScorerScale[] = [];
  for (const scorer of scorers) {
    const asked = questions
      .map((question, position) => askScorer(scorer, question, vectors?.[position]))
      .filter((query) => query !== undefined);
    measured.push(asked.length === 0 ? { mean: 0, deviation: 0 } : measure(asked, nodeCount, sampleSize));
    await new Promise((resolve) => setImmediate(resolve));
    signal?.throwIfAborted();
  }
  return raiseSmallDeviations(scorers, measured);
}

function measure(asked: readonly AskedScorer[], nodeCount: number, sampleSize: number): ScorerScale {
  const nodes: number[] = [];
  for (let step = 0; step < nodeCount && nodes.length < sampleSize; step += 1) {
    const index = nodeCount % STRIDE === 0 ? step : (step * STRIDE) % nodeCount;
    if (asked[0]!.score(index) !== undefined) nodes.push(index);
  }
  if (nodes.length === 0) return { mean: 0, deviation: 0 };
  // Scorers find nodes that ascend sooner; they are summed in the order in which they were drawn.
  const scores = new Float64Array(nodes.length * asked.length);
  const ascending = Uint32Array.from(nodes.keys()).sort((one, other) => nodes[one]! - nodes[other]!);
  asked.forEach((query, position) => {
    for (const node of ascending) scores[node * asked.length + position] = query.score(nodes[node]!)!;
  });
  let sum = 0;
  let squares = 0;
  for (const score of scores) {
    sum += score;
    squares += score * score;
  }
  const count = scores.length;
  const mean = sum / count;
  const variance = squares / count - mean * mean;
  // What rounding leaves of equal scores is no variance.
  return { mean, deviation: variance > 1e-12 * (squares / count) ? Math.sqrt(variance) : 0 };
}

function raiseSmallDeviations(scorers: readonly FieldScorer[], measured: readonly ScorerScale[]): ScorerScales {
  const least = (kind: FieldScorer['kind']): number => {
    const deviations = measured
      .filter((_, position) => scorers[position]!.kind === kind)
      .map(({ deviation }) => deviation)
      .filter((deviation) => deviation > 0)
      .sort((one, other) => one - other);
    return deviations.length === 0 ? 1 : LEAST_SHARE_OF_MEDIAN * deviations[deviations.length >> 1]!;
  };
  const leastOfKind = { lexical: least('lexical'), dense: least('dense') };
  return Object.fromEntries(
    scorers.map((scorer, position) => {
      const { mean, deviation } = measured[position]!;
      return [scorerName(scorer), { mean, deviation: Math.max(deviation, leastOfKind[scorer.kind]) }];
    }),
  );
}
