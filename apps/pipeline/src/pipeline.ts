import type { Encoder } from '@grasp/encoders';
import type { FusedHit } from '@grasp/fusion';
import { createGraphRetriever, createLinker, createMemoryExecutor, findTypeAlternatives } from '@grasp/graph-retriever';
import type { Bindings, Execution, MemoryExecutor, TypeAlternative } from '@grasp/graph-retriever';
import { createMultiFieldRetriever } from '@grasp/mfar';
import type { MultiFieldRetrieval } from '@grasp/mfar';
import type { Plan } from '@grasp/plan';
import { createTemplatePlanner } from '@grasp/planner';
import type {
  CandidateCounter,
  PlanAttempt,
  Planner,
  PlannerWeights,
  PlanOutcome,
  TemplatePlanner,
} from '@grasp/planner';
import { candidateText, createEncoderReranker, orderRerankResults } from '@grasp/rerank';
import type { Reranker, RerankResult } from '@grasp/rerank';
import type { KnowledgeBase } from '@grasp/skb';

import { candidateScopeOf } from './candidate-scope.js';
import { fusePlans, likeliestPlans } from './fuse-plans.js';
import type { ExecutedPlan } from './fuse-plans.js';
import { fuseReranked, fuseRuns, toRanking } from './fuse-runs.js';
import type { DynamicFusionSettings, FinalFusionSettings, Ranking, StaticFusionSettings } from './fuse-runs.js';
import { checkCount, checkQuestion, checkTypes, givenPlan } from './given-input.js';
import type { Hit } from './hit.js';
import { rememberLinks } from './remember-links.js';
import { StageClock } from './stage-clock.js';
import { traceHits } from './trace-hits.js';
import { openPlannerNames } from './planner-names.js';
import { readPlannerWeights } from './planner-weights.js';
import { PipelineError } from './pipeline-error.js';
import { openTextIndex } from './text-index.js';

/** What a planner can be made of inside a pipeline. */
export interface PlannerContext {
  readonly knowledgeBase: KnowledgeBase;
  readonly template: TemplatePlanner;
  /** Links and executes a plan, and counts what it finds. */
  readonly countCandidates: CandidateCounter;
}

/** What a pipeline is made of. Every part but the first two has a default and can be replaced. */
export interface PipelineParts {
  readonly knowledgeBase: KnowledgeBase;
  /** The encoder with which the knowledge base was built. */
  readonly encoder: Encoder;
  /** Default: the template planner, which needs no language model. A function makes one around it. */
  readonly planner?: Planner | ((context: PlannerContext) => Planner);
  /** Of the template planner. Default: those that `grasp train planner` stored in the file, else the planner's own. */
  readonly plannerWeights?: PlannerWeights;
  /** Default: the cosine of question and candidate text. `null` ends with the fused order. */
  readonly reranker?: Reranker | null;
  readonly fusion?: StaticFusionSettings | DynamicFusionSettings;
  readonly finalFusion?: FinalFusionSettings;
  /** Whether nodes outside the candidate set that a graph of STaRK has may be answers, too. Default: false. */
  readonly allNodes?: boolean;
  /** What executes plans, over the nodes of the knowledge base. Default: the memory engine. */
  readonly executor?: MemoryExecutor;
  /** How many of the fused order are reranked. Default 100 (paper, 3.3). */
  readonly rerankedCount?: number;
  /** How many nodes each of the two runs may hold. Default 1,000. */
  readonly runLength?: number;
  /** How many of the planner's best plans are executed and fused, weighted by their probabilities. Default 1. */
  readonly fusedPlans?: number;
}

/**
 * Defaults of {@link PipelineParts}, not tuned on any data. Dynamic fusion uses the defaults of `@grasp/fusion`. The last fusion trusts a
 * reranker that is handed in half, as the paper's optima do (4.5), and the built-in cosine only so far that it orders
 * what stage 2 found almost equal.
 */
export const PIPELINE_DEFAULTS = Object.freeze({
  fusion: Object.freeze({ mode: 'dynamic' } as const),
  finalFusion: Object.freeze({ rerankerWeight: 0.5, rankConstant: 2 }),
  finalFusionOfBuiltInReranker: Object.freeze({ rerankerWeight: 0.1, rankConstant: 2 }),
  rerankedCount: 100,
  runLength: 1_000,
  fusedPlans: 1,
});

/** Milliseconds that each stage took for one question. */
export interface StageTimings {
  readonly plan: number;
  readonly link: number;
  readonly execute: number;
  readonly text: number;
  readonly fuse: number;
  readonly rerank: number;
  readonly total: number;
}

/** What every stage made of one question. */
export interface PipelineRun {
  readonly question: string;
  /** Null when there is none; the text run stands alone then. */
  readonly plan: Plan | null;
  /** What the planner tried, where it tells: repairs, what was relaxed, and what stood in. */
  readonly attempts?: readonly PlanAttempt[];
  /** All plans that were executed, the likeliest first; there is one unless several are fused. */
  readonly executedPlans?: readonly ExecutedPlan[];
  /** Of the plan. */
  readonly bindings: Bindings;
  /** Anchors whose type has no node of this very name while other types have; nothing is bound by it. */
  readonly typeAlternatives?: readonly TypeAlternative[];
  readonly execution: Execution;
  readonly retrieval: MultiFieldRetrieval;
  readonly fusionWeight: { readonly graph: number; readonly text: number };
  readonly fusedHits: readonly FusedHit[];
  readonly rerankResults: readonly RerankResult[];
  readonly finalHits: readonly FusedHit[];
  readonly graph: Ranking;
  readonly text: Ranking;
  readonly fused: Ranking;
  /** The final order: the reranked head and after it the rest of the fused order. */
  readonly reranked: Ranking;
  readonly timings: StageTimings;
}

/** Options of {@link Pipeline.run}. */
export interface RunOptions {
  /** A plan to use instead of making one; checked against the schema. */
  readonly plan?: unknown;
  /** What to call that plan in an error, for example its file. */
  readonly planName?: string;
  /** Nodes to use for the anchors of that plan instead of linking them. */
  readonly bindings?: Bindings;
  /** Node types that may be answers. Default: those of the plan's target, or all without a plan; of a graph of STaRK its candidates only. */
  readonly types?: readonly string[];
  readonly signal?: AbortSignal;
}

/** Options of {@link Pipeline.ask}. */
export interface AskOptions extends RunOptions {
  /** How many hits; default 10. */
  readonly count?: number;
}

/** The answer to a question. */
export interface Answer {
  readonly question: string;
  readonly plan: Plan | null;
  /** What the planner tried, where it tells: repairs, what was relaxed, and what stood in. */
  readonly attempts?: readonly PlanAttempt[];
  readonly hits: readonly Hit[];
  /** Anchors whose type has no node of this very name while other types have. */
  readonly typeAlternatives?: readonly TypeAlternative[];
  readonly timings: StageTimings;
}

/** All stages over one knowledge base. */
export interface Pipeline {
  /** The best hits, each with its trace. @throws {@link PipelineError} `invalid_plan`, `invalid_input` */
  ask(question: string, options?: AskOptions): Promise<Answer>;
  /** What every stage made of the question, for measuring. Throws what `ask` throws. */
  run(question: string, options?: RunOptions): Promise<PipelineRun>;
  /** The plan alone; null when the planner has none. */
  plan(question: string, options?: { readonly signal?: AbortSignal }): Promise<Plan | null>;
  /** The plan with all that the planner tells about it. */
  planOutcome(question: string, options?: { readonly signal?: AbortSignal }): Promise<PlanOutcome>;
  /** How many nodes a valid plan finds, those that may not be answers included. */
  count(plan: Plan, options?: { readonly signal?: AbortSignal }): Promise<number>;
  /** What a valid plan finds, best first, at most `runLength`. */
  rank(plan: Plan, options?: { readonly signal?: AbortSignal }): Promise<Ranking>;
  /** The nodes that the anchors of a valid plan are linked to. */
  link(plan: Plan, options?: { readonly signal?: AbortSignal }): Promise<Bindings>;
}

const NO_EXECUTION: Execution = Object.freeze({ candidates: [], candidateCount: 0, truncated: false });

const cancelWith = (signal: AbortSignal | undefined): { readonly signal?: AbortSignal } =>
  signal === undefined ? {} : { signal };

function checkSettings(settings: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(settings)) {
    if (Number.isInteger(value) && value >= 1) continue;
    throw new PipelineError('invalid_input', `expected ${name} to be a whole number from 1, got ${value}`);
  }
}

/**
 * Wires all stages over one knowledge base. The knowledge base stays the caller's to close.
 *
 * @throws {@link PipelineError} `not_indexed` or `encoder_mismatch` when the file does not fit the encoder.
 */
export function createPipeline(parts: PipelineParts): Pipeline {
  const { knowledgeBase, encoder } = parts;
  const { schema } = knowledgeBase;
  const settings = {
    rerankedCount: parts.rerankedCount ?? PIPELINE_DEFAULTS.rerankedCount,
    runLength: parts.runLength ?? PIPELINE_DEFAULTS.runLength,
    fusedPlans: parts.fusedPlans ?? PIPELINE_DEFAULTS.fusedPlans,
  };
  checkSettings(settings);
  const fusion: StaticFusionSettings | DynamicFusionSettings = parts.fusion ?? PIPELINE_DEFAULTS.fusion;
  const finalFusion =
    parts.finalFusion ??
    (parts.reranker === undefined ? PIPELINE_DEFAULTS.finalFusionOfBuiltInReranker : PIPELINE_DEFAULTS.finalFusion);
  const index = openTextIndex(knowledgeBase, encoder);
  const names = {
    search: (
      vector: Float32Array,
      options: { readonly start: number; readonly end: number; readonly count: number; readonly atLeast?: number },
    ) =>
      index.nearestNames
        .search(vector, options)
        .map((hit) => ({ index: hit.index, score: hit.score, surface: hit.row - index.firstNameRow(hit.index) })),
  };
  const linker = rememberLinks(createLinker({ graph: knowledgeBase, names, documents: index.documents, encoder }));
  const executor = parts.executor ?? createMemoryExecutor(knowledgeBase);
  const vectors = index.documents;
  const graphRetriever = createGraphRetriever({ graph: knowledgeBase, linker, encoder, vectors, executor });
  const { scorers, scales } = index;
  const textRetriever = createMultiFieldRetriever({ nodes: knowledgeBase, scorers, scales, encoder });
  const reranker = parts.reranker === undefined ? createEncoderReranker(encoder) : parts.reranker;

  const scope = parts.allNodes === true ? undefined : candidateScopeOf(knowledgeBase);
  const accepting = (types: readonly string[]): { readonly accepts?: (index: number) => boolean } => {
    const accepts = scope?.acceptsAmong(types);
    return accepts === undefined ? {} : { accepts };
  };
  /** Types to search for texts: of those that are wanted the ones with candidates; of a plan for other nodes, all that have some. */
  const textTypes = (types: readonly string[] | undefined, isGiven: boolean): readonly string[] | undefined => {
    if (scope === undefined) return types;
    const wanted = scope.types.filter((type) => types === undefined || types.includes(type));
    return wanted.length > 0 || isGiven ? wanted : scope.types;
  };

  const countCandidates = async (
    plan: Plan,
    options: { readonly signal?: AbortSignal },
    restriction = accepting(plan.target.labels),
  ): Promise<number> => {
    const bindings = await linker.link(plan, options);
    return (await executor.execute(plan, bindings, { limit: 0, ...restriction, ...options })).candidateCount;
  };
  const nameSearch = {
    search: (vector: Float32Array, { count, type }: { readonly count: number; readonly type?: string }) => {
      const range = type === undefined ? { start: 0, end: knowledgeBase.nodeCount } : knowledgeBase.typeRange(type);
      return names.search(vector, { ...range, count }).map(({ index: node, score, surface }) => {
        const { name, aliases } = knowledgeBase.node(node);
        return { index: node, score, text: aliases[surface - 1] ?? name };
      });
    },
  };
  const needsTemplate = parts.planner === undefined || typeof parts.planner === 'function';
  const nameIndex = needsTemplate ? openPlannerNames(knowledgeBase) : undefined;
  const plannerWeights = parts.plannerWeights ?? readPlannerWeights(knowledgeBase);
  const template = createTemplatePlanner({
    schema,
    ...(plannerWeights === undefined ? {} : { weights: plannerWeights }),
    ...(nameIndex === undefined ? {} : { nameIndex }),
    lexicon: knowledgeBase,
    graph: knowledgeBase,
    encoder,
    nameSearch,
    countCandidates,
  });
  const planner =
    typeof parts.planner === 'function'
      ? parts.planner({ knowledgeBase, template, countCandidates })
      : (parts.planner ?? template);

  const plan: Pipeline['plan'] = async (question, { signal } = {}) => {
    const outcome = await planner.plan(question, cancelWith(signal));
    return outcome.status === 'planned' ? outcome.plan : null;
  };

  const rerank = async (question: string, fused: Ranking, bindings: Bindings, signal: AbortSignal | undefined) => {
    if (reranker === null || fused.length === 0) return [];
    const namedFirst = new Set(
      Object.values(bindings).flatMap((list) => list.flatMap(({ id }) => knowledgeBase.indexOf(id) ?? [])),
    );
    const documents = fused.slice(0, settings.rerankedCount).map(({ id }) => ({
      id,
      text: candidateText(knowledgeBase, knowledgeBase.indexOf(id)!, { namedFirst }),
    }));
    return orderRerankResults(await reranker.rerank({ query: question, documents, ...cancelWith(signal) }), {
      documents,
    });
  };

  const run: Pipeline['run'] = async (question, options = {}) => {
    const { types, signal } = options;
    signal?.throwIfAborted();
    checkQuestion(question);
    checkTypes(types, schema);
    const clock = new StageClock();
    const outcome = options.plan === undefined ? await planner.plan(question, cancelWith(signal)) : undefined;
    const plans =
      outcome === undefined
        ? [{ plan: givenPlan(options.plan, schema, options.planName), probability: 1 }]
        : likeliestPlans(outcome, settings.fusedPlans);
    const usedPlan = plans[0]?.plan ?? null;
    clock.end('plan');
    const isExecuted = usedPlan !== null && usedPlan.retrieval_mode !== 'skip';
    const linked = [];
    for (const likely of isExecuted ? plans : []) {
      linked.push({ ...likely, bindings: options.bindings ?? (await linker.link(likely.plan, cancelWith(signal))) });
    }
    const bindings = linked[0]?.bindings ?? {};
    clock.end('link');
    const isWanted = ({ id }: { readonly id: string }): boolean => {
      const node = knowledgeBase.indexOf(id)!;
      // An executor that was handed in may not know the restriction to candidates.
      if (scope?.accepts(node) === false) return false;
      return types === undefined || types.includes(knowledgeBase.typeOf(node));
    };
    const executedPlans: ExecutedPlan[] = [];
    for (const one of linked) {
      const { execution } = await graphRetriever.retrieve(one.plan, {
        bindings: one.bindings,
        limit: settings.runLength,
        ...accepting(one.plan.target.labels),
        ...cancelWith(signal),
      });
      executedPlans.push({ ...one, execution: { ...execution, candidates: execution.candidates.filter(isWanted) } });
    }
    const execution = isExecuted ? fusePlans(executedPlans, settings.runLength) : NO_EXECUTION;
    clock.end('execute');
    const searched = textTypes(types ?? (isExecuted ? usedPlan.target.labels : undefined), types !== undefined);
    const retrieval = await textRetriever.retrieve(question, {
      count: settings.runLength,
      types: searched,
      accepts: searched === undefined ? undefined : scope?.acceptsAmong(searched),
      signal,
    });
    const text = retrieval.ranking;
    clock.end('text');
    const graphRuns = executedPlans.map(({ plan: own, probability, execution: { candidates, candidateCount } }) => {
      return { ranking: candidates, plan: own, candidateCount, probability };
    });
    const noRun = { ranking: [], plan: usedPlan, candidateCount: 0, probability: 1 };
    const { fusionWeight, fusedHits } = fuseRuns(isExecuted ? graphRuns : [noRun], text, fusion);
    clock.end('fuse');
    const rerankResults = await rerank(question, fusedHits, bindings, signal);
    const { finalHits, reranked } = fuseReranked(fusedHits, rerankResults, settings.rerankedCount, finalFusion);
    clock.end('rerank');
    return {
      question,
      plan: usedPlan,
      ...(outcome?.attempts === undefined ? {} : { attempts: outcome.attempts }),
      executedPlans,
      bindings,
      typeAlternatives: usedPlan === null ? [] : findTypeAlternatives(knowledgeBase, usedPlan),
      execution,
      retrieval,
      fusionWeight,
      fusedHits,
      rerankResults,
      finalHits,
      graph: toRanking(execution.candidates),
      text: toRanking(text),
      fused: toRanking(fusedHits),
      reranked,
      timings: clock.timings(),
    };
  };

  return {
    plan,
    run,
    planOutcome: (question, { signal } = {}) => planner.plan(question, cancelWith(signal)),
    count: async (valid, { signal } = {}) => countCandidates(valid, cancelWith(signal), {}),
    async rank(valid, { signal } = {}) {
      const { execution } = await graphRetriever.retrieve(valid, {
        limit: settings.runLength,
        ...accepting(valid.target.labels),
        ...cancelWith(signal),
      });
      return toRanking(execution.candidates);
    },
    link: (valid, { signal } = {}) => linker.link(valid, cancelWith(signal)),
    async ask(question, { count = 10, ...options } = {}) {
      checkCount(count);
      const result = await run(question, options);
      const { plan: usedPlan, attempts, typeAlternatives = [], timings } = result;
      const hits = traceHits(knowledgeBase, result, count);
      return {
        question,
        plan: usedPlan,
        ...(attempts !== undefined && { attempts }),
        hits,
        ...(typeAlternatives.length > 0 && { typeAlternatives }),
        timings,
      };
    },
  };
}
