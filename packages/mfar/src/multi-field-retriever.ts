import { askScorer } from './ask-scorer.js';
import type { AskedScorer, QuestionEncoder } from './ask-scorer.js';
import { MultiFieldError } from './errors.js';
import { scorerName } from './field-scorer.js';
import type { FieldScorer } from './field-scorer.js';
import { createWeighing } from './field-weights.js';
import type { FieldWeights, WeighQuestion } from './field-weights.js';
import type { ScorerScale, ScorerScales } from './fit-scorer-scales.js';

/** What the retriever needs of a knowledge base: nodes 0 to nodeCount − 1, those of one type in one range. */
export interface RetrievedNodes {
  readonly nodeCount: number;
  idOf(index: number): string;
  /** The range of a type's nodes, `end` exclusive; `undefined` for a type that there is none of. */
  typeRange(type: string): { readonly start: number; readonly end: number } | undefined;
}

/** Options of {@link createMultiFieldRetriever}. */
export interface MultiFieldRetrieverOptions {
  readonly nodes: RetrievedNodes;
  /** At least one, each (field, kind) once. */
  readonly scorers: readonly FieldScorer[];
  /** Needed for dense scorers and for weights. */
  readonly encoder?: QuestionEncoder | undefined;
  /** Learned weights. Default: none, so that the weights are the priors. */
  readonly weights?: FieldWeights | undefined;
  /**
   * What `fitScorerScales` gave, for exactly these scorers: a score counts as its distance from the scorer's mean in
   * standard deviations. Default: none, so that a score counts as its share of the scorer's best score for the question.
   */
  readonly scales?: ScorerScales | undefined;
  /** How many nodes each scorer proposes, from 1. Default 100. */
  readonly scorerCount?: number | undefined;
}

/** Defaults of {@link MultiFieldRetrieverOptions}. */
export const MULTI_FIELD_DEFAULTS = Object.freeze({ scorerCount: 100 });

/** Options of {@link MultiFieldRetriever.retrieve}. */
export interface RetrieveOptions {
  /** How many nodes to return at most, from 0. */
  readonly count: number;
  /** Types of the nodes to return. Default: all. */
  readonly types?: readonly string[] | undefined;
  /** Whether the node with this index may be returned. Default: every node of the types. */
  readonly accepts?: ((index: number) => boolean) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What one scorer gave one node. */
export interface FieldScore {
  readonly field: string;
  readonly kind: FieldScorer['kind'];
  /** BM25 or cosine, as the scorer gives it. */
  readonly score: number;
  /** What it adds to the node's score: the scorer's weight times the score on the common scale. */
  readonly value: number;
}

/** One node of a result. */
export interface RetrievedNode {
  readonly id: string;
  readonly index: number;
  /** The sum of the values of `fieldScores`; at most 1 without scales. */
  readonly score: number;
  /** Per scorer whose field the node has, in the scorers' order. */
  readonly fieldScores: readonly FieldScore[];
}

/** How much one scorer counted for a question. */
export interface ScorerWeight {
  readonly field: string;
  readonly kind: FieldScorer['kind'];
  /** The weights of all scorers sum to 1. */
  readonly weight: number;
  /** The scorer's best score within the types asked for; 0 if it found nothing, and then it adds nothing to any node. */
  readonly best: number;
}

/** The answer to one question. */
export interface MultiFieldRetrieval {
  /** Score descending, then id ascending by UTF-16 code units. */
  readonly ranking: readonly RetrievedNode[];
  readonly weights: readonly ScorerWeight[];
  /** Nodes that at least one scorer proposed. */
  readonly candidateCount: number;
}

/** Ranks the nodes of a knowledge base by several fields at once. */
export interface MultiFieldRetriever {
  /** @throws MultiFieldError with the code `unknown_type` or `out_of_range` */
  retrieve(question: string, options: RetrieveOptions): Promise<MultiFieldRetrieval>;
}

/** By how much the number of nodes grows that a scorer is asked for again. */
const MORE = 8;

interface ScoredNode {
  readonly index: number;
  readonly score: number;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const isWhole = (value: number, least: number): boolean => Number.isSafeInteger(value) && value >= least;
const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/**
 * Multi-field adaptive retrieval (mFAR; Li et al. 2024): each scorer proposes its best nodes; every proposed node is
 * scored by every scorer whose field it has; the scores, brought to one scale, are mixed by weights that depend on the
 * question. A node that lacks a field gets nothing from it.
 *
 * @throws MultiFieldError for impossible options
 */
export function createMultiFieldRetriever(options: MultiFieldRetrieverOptions): MultiFieldRetriever {
  const { nodes, scorers, encoder, weights, scales } = options;
  const scorerCount = options.scorerCount ?? MULTI_FIELD_DEFAULTS.scorerCount;
  checkScorers(scorers);
  if (!isWhole(scorerCount, 1)) {
    throw new MultiFieldError('out_of_range', `expected scorerCount to be a whole number from 1, got ${scorerCount}`);
  }
  if (encoder === undefined && (weights !== undefined || scorers.some(({ kind }) => kind === 'dense'))) {
    throw new MultiFieldError('missing_encoder', 'expected an encoder, as there are dense scorers or weights');
  }
  const weigh = createWeighing(scorers, weights, encoder);
  const scaleOf = scales === undefined ? undefined : scalesInOrder(scorers, scales);
  return {
    retrieve: async (question, { count, types, accepts, signal }) => {
      if (!isWhole(count, 0)) {
        throw new MultiFieldError('out_of_range', `expected count to be a whole number from 0, got ${count}`);
      }
      signal?.throwIfAborted();
      const ranges = rangesOf(nodes, types);
      const vector = (await encoder?.encode([question], { role: 'query', signal }))?.[0];
      return rank({ nodes, scorers, scorerCount, weigh, scaleOf, question, vector, ranges, accepts, count, signal });
    },
  };
}

interface RankInput {
  readonly nodes: RetrievedNodes;
  readonly scorers: readonly FieldScorer[];
  readonly scorerCount: number;
  readonly weigh: WeighQuestion;
  readonly scaleOf: readonly ScorerScale[] | undefined;
  readonly question: string;
  readonly vector: Float32Array | undefined;
  readonly ranges: readonly Range[];
  readonly accepts: ((index: number) => boolean) | undefined;
  readonly count: number;
  readonly signal: AbortSignal | undefined;
}

async function rank(input: RankInput): Promise<MultiFieldRetrieval> {
  const { nodes, scorers, scorerCount, scaleOf, question, vector, ranges, accepts, count, signal } = input;
  const mixture = input.weigh(vector);
  const asked = scorers.map((scorer) => askScorer(scorer, question, vector));
  const best = new Float64Array(scorers.length);
  const candidates = new Set<number>();
  for (const [position, scorer] of asked.entries()) {
    const proposals = ranges
      .flatMap((range) => (scorer === undefined ? [] : searchAccepted(scorer, range, scorerCount, accepts)))
      .sort((one, other) => other.score - one.score || one.index - other.index)
      .slice(0, scorerCount);
    best[position] = Math.max(0, proposals[0]?.score ?? 0);
    if (best[position]! > 0) for (const { index } of proposals) candidates.add(index);
    await nextTurn();
    signal?.throwIfAborted();
  }
  const scored = Array.from(candidates, (index): RetrievedNode => {
    const fieldScores: FieldScore[] = [];
    let sum = 0;
    asked.forEach((scorer, position) => {
      const score = best[position]! > 0 ? scorer?.score(index) : undefined;
      if (score === undefined) return;
      const { mean, deviation } = scaleOf?.[position] ?? { mean: 0, deviation: best[position]! };
      const value = (mixture[position]! * (score - mean)) / deviation;
      sum += value;
      fieldScores.push({ field: scorers[position]!.field, kind: scorers[position]!.kind, score, value });
    });
    return { id: nodes.idOf(index), index, score: sum, fieldScores };
  });
  scored.sort((one, other) => other.score - one.score || (one.id < other.id ? -1 : 1));
  return {
    ranking: scored.slice(0, count),
    weights: scorers.map(({ field, kind }, position) => ({
      field,
      kind,
      weight: mixture[position]!,
      best: best[position]!,
    })),
    candidateCount: candidates.size,
  };
}

/** The best accepted nodes of a range: the search is repeated for more nodes while too many of them are refused. */
function searchAccepted(
  scorer: AskedScorer,
  range: Range,
  count: number,
  accepts: ((index: number) => boolean) | undefined,
): readonly ScoredNode[] {
  if (accepts === undefined) return scorer.search(range, count);
  for (let asked = count; ; asked *= MORE) {
    const found = scorer.search(range, asked);
    const accepted = found.filter(({ index }) => accepts(index));
    if (accepted.length >= count || found.length < asked) return accepted.slice(0, count);
  }
}

function rangesOf(nodes: RetrievedNodes, types: readonly string[] | undefined): Range[] {
  if (types === undefined) return [{ start: 0, end: nodes.nodeCount }];
  return [...new Set(types)].map((type) => {
    const range = nodes.typeRange(type);
    if (range === undefined) throw new MultiFieldError('unknown_type', `expected a type of the nodes, got "${type}"`);
    return range;
  });
}

function scalesInOrder(scorers: readonly FieldScorer[], scales: ScorerScales): ScorerScale[] {
  return scorers.map((scorer) => {
    const scale = scales[scorerName(scorer)];
    if (scale === undefined || !Number.isFinite(scale.mean) || !(scale.deviation > 0 && scale.deviation < Infinity)) {
      throw new MultiFieldError(
        'scales_mismatch',
        `expected a mean and a deviation above 0 for "${scorerName(scorer)}", got ${JSON.stringify(scale)}`,
      );
    }
    return scale;
  });
}

function checkScorers(scorers: readonly FieldScorer[]): void {
  const names = scorers.map(scorerName);
  if (names.length === 0 || new Set(names).size !== names.length) {
    throw new MultiFieldError('invalid_fields', `expected distinct scorers, at least one, got [${names.join(', ')}]`);
  }
  for (const { prior = 1, field } of scorers) {
    if (!(prior > 0 && prior < Infinity)) {
      throw new MultiFieldError('invalid_fields', `expected the prior of "${field}" to be above 0, got ${prior}`);
    }
  }
}
