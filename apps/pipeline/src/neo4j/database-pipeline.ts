import { encodeAll } from '@grasp/encoders';
import type { Encoder } from '@grasp/encoders';
import { createNeo4jExecutor, createReadOnlyRun } from '@grasp/graph-retriever';
import type { Bindings, CypherRun, Execution, Neo4jExecution } from '@grasp/graph-retriever';
import type { Plan } from '@grasp/plan';
import { createTemplatePlanner } from '@grasp/planner';
import { candidateText, createEncoderReranker, orderRerankResults } from '@grasp/rerank';
import type { Reranker } from '@grasp/rerank';

import { fuseReranked, fuseRuns, toRanking } from '../fuse-runs.js';
import { checkCount, checkQuestion, checkTypes, givenPlan } from '../given-input.js';
import { PIPELINE_DEFAULTS } from '../pipeline.js';
import type { Pipeline, PipelineRun } from '../pipeline.js';
import { StageClock } from '../stage-clock.js';
import { traceHits } from '../trace-hits.js';
import { createDatabaseLinker, hasVectorsOf } from './database-linker.js';
import { readDatabaseNames } from './database-names.js';
import { DatabaseNodes } from './database-nodes.js';
import { fullTextIndexes, fullTextStatement, searchTexts } from './database-texts.js';
import type { InspectedDatabase } from './inspect-neo4j.js';
import { DOCUMENT_PROPERTY } from './neo4j-layout.js';

/** What {@link createDatabasePipeline} is made of. */
export interface DatabasePipelineParts {
  /** Statements on the database; sessions that read are enough. */
  readonly run: CypherRun;
  /** What {@link inspectNeo4j} gave, as it is or corrected by hand. */
  readonly inspected: InspectedDatabase;
  readonly encoder: Encoder;
  /** Default: the cosine of question and candidate text. `null` ends with the fused order. */
  readonly reranker?: Reranker | null;
  /** How many names are read into memory. Default 200,000. */
  readonly nameLimit?: number;
  /** Milliseconds for executing one plan. Default 30,000. */
  readonly timeoutMs?: number;
  /** Told once of each thing that is missing or left out, in a sentence. */
  readonly note?: (text: string) => void;
  readonly signal?: AbortSignal;
}

/** The default numbers of {@link createDatabasePipeline}. */
export const DATABASE_PIPELINE_DEFAULTS = Object.freeze({ nameLimit: 200_000, timeoutMs: 30_000 });

const NO_EXECUTION: Execution = Object.freeze({ candidates: [], candidateCount: 0, truncated: false });

/**
 * Questions to a database as it is, without a knowledge base file. Names are read into memory at once, for the planner
 * and for linking; plans are executed in the database; the text run is that of its full-text indexes, and without one for
 * the types that are asked for, answers come from the graph alone.
 *
 * @throws Neo4jEngineError; the signal's reason
 */
export async function createDatabasePipeline(
  parts: DatabasePipelineParts,
): Promise<Pick<Pipeline, 'ask' | 'run' | 'plan' | 'link'>> {
  const { inspected, encoder } = parts;
  const { nameLimit, timeoutMs } = { ...DATABASE_PIPELINE_DEFAULTS, ...parts };
  const { schema, idProperty } = inspected;
  const run = createReadOnlyRun(parts.run);
  const cancelAll = parts.signal === undefined ? {} : { signal: parts.signal };
  const noted = new Set<string>();
  const note = (text: string): void => {
    if (!noted.has(text)) parts.note?.(text);
    noted.add(text);
  };

  const { names, leftOut } = await readDatabaseNames(run, inspected, { limit: nameLimit, ...cancelAll });
  for (const type of leftOut) {
    const size = (inspected.counts.nodes[type] ?? 0).toLocaleString('en-US');
    note(
      `questions cannot name the ${size} nodes of "${type}": at most ${nameLimit.toLocaleString('en-US')} names are read`,
    );
  }
  const linker = createDatabaseLinker(run, inspected, names, encoder);
  const hasVectors = hasVectorsOf(inspected, encoder);
  const executor = createNeo4jExecutor({
    run: parts.run,
    schema,
    idProperty,
    ...(hasVectors ? { documentProperty: DOCUMENT_PROPERTY } : {}),
  });

  const warn = ({ warnings, stopped }: Neo4jExecution): void => {
    for (const warning of warnings) note(`Neo4j: ${warning}`);
    if (stopped !== undefined) note(`a plan was not executed to its end (${stopped}): answers may be missing`);
  };

  const planner = createTemplatePlanner({
    schema,
    lexicon: names,
    encoder,
    nameSearch: {
      async search(vector, { count, type }) {
        const range = type === undefined ? { start: 0, end: names.nodeCount } : names.typeRange(type);
        return (await names.search(encoder, vector, { ...range, count })).map(({ index, score, surface }) => {
          const { name, aliases } = names.node(index);
          return { index, score, text: aliases[surface - 1] ?? name };
        });
      },
    },
    async countCandidates(plan, options) {
      const bindings = await linker.link(plan, options);
      const execution = await executor.execute(plan, bindings, { limit: 0, timeoutMs, ...options });
      // A plan that takes too long to count is not known to find nothing.
      return execution.stopped === 'timeout' ? 1 : execution.candidateCount;
    },
  });
  const reranker = parts.reranker === undefined ? createEncoderReranker(encoder) : parts.reranker;

  /** Executes a plan and adds what the documents say, in the database or, for as many as are ranked, here. */
  const execute = async (
    plan: Plan,
    bindings: Bindings,
    nodes: DatabaseNodes,
    cancel: { readonly signal?: AbortSignal },
  ): Promise<Execution> => {
    const text = plan.target.relevance_text;
    const [vector] = text.trim() === '' ? [] : await encoder.encode([text], { role: 'query', ...cancel });
    const isNear = vector?.some((value) => value !== 0) === true;
    const limit = PIPELINE_DEFAULTS.runLength;
    const relevance = hasVectors && isNear ? { relevance: vector } : {};
    const execution = await executor.execute(plan, bindings, { limit, timeoutMs, ...relevance, ...cancel });
    warn(execution);
    if (hasVectors || !isNear) return execution;
    const ids = execution.candidates.map(({ id }) => id);
    await nodes.add(ids);
    const documents = await encodeAll(
      encoder,
      ids.map((id) => nodes.textOf(id)),
      { count: ids.length, ...cancel },
    );
    const candidates = execution.candidates.map((candidate, row) => {
      let residualScore = 0;
      for (const [place, value] of vector.entries()) residualScore += value * documents[row * vector.length + place]!;
      return { ...candidate, residualScore, score: candidate.anchorScore + residualScore };
    });
    return { ...execution, candidates: candidates.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1)) };
  };

  const searchText = async (question: string, types: readonly string[], cancel: { readonly signal?: AbortSignal }) => {
    const bare = types.filter((type) => fullTextIndexes(inspected, [type]).length === 0);
    if (bare.length > 0) {
      const what =
        bare.length === types.length
          ? 'answers come from the graph alone'
          : `"${bare.join('", "')}" from the graph alone`;
      note(
        `no full-text index over ${bare.map((type) => `"${type}"`).join(', ')}: ${what}. To search text too, run in Neo4j, and inspect again:\n  ${fullTextStatement(inspected, bare[0]!)}`,
      );
    }
    return searchTexts(run, inspected, question, { types, count: PIPELINE_DEFAULTS.runLength, ...cancel });
  };

  const plan: Pipeline['plan'] = async (question, options = {}) => {
    const outcome = await planner.plan(question, options);
    return outcome.status === 'planned' ? outcome.plan : null;
  };

  const answer = async (
    question: string,
    options: Parameters<Pipeline['run']>[1] = {},
  ): Promise<{ readonly result: PipelineRun; readonly nodes: DatabaseNodes }> => {
    const { types, signal } = options;
    signal?.throwIfAborted();
    const cancel = signal === undefined ? {} : { signal };
    checkQuestion(question);
    checkTypes(types, schema);
    const clock = new StageClock();
    const used =
      options.plan === undefined ? await plan(question, cancel) : givenPlan(options.plan, schema, options.planName);
    clock.end('plan');
    const isExecuted = used !== null && used.retrieval_mode !== 'skip';
    const bindings = !isExecuted ? {} : (options.bindings ?? (await linker.link(used, cancel)));
    clock.end('link');
    const asked = types ?? (isExecuted ? used.target.labels : schema.nodeTypes.map(({ name }) => name));
    const nodes = new DatabaseNodes(
      run,
      inspected,
      [...asked, ...(used?.anchors ?? []).map(({ label }) => label)],
      cancel,
    );
    const execution = isExecuted ? await execute(used, bindings, nodes, cancel) : NO_EXECUTION;
    if (types !== undefined) await nodes.add(execution.candidates.map(({ id }) => id));
    const candidates = execution.candidates.filter(({ id }) => types === undefined || nodes.isOfType(id, types));
    clock.end('execute');
    const text = await searchText(question, asked, cancel);
    clock.end('text');
    const { fusion, rerankedCount } = PIPELINE_DEFAULTS;
    const { candidateCount } = execution;
    const graphRun = { ranking: candidates, plan: used, candidateCount, probability: 1 };
    const { fusionWeight, fusedHits } = fuseRuns([graphRun], text, fusion);
    clock.end('fuse');
    const head = fusedHits.slice(0, rerankedCount).map(({ id }) => id);
    const anchored = Object.values(bindings).flatMap((list) => list.map(({ id }) => id));
    await nodes.add([...head, ...anchored]);
    let rerankResults: PipelineRun['rerankResults'] = [];
    if (reranker !== null && head.length > 0) {
      await nodes.addNeighbours(head);
      const namedFirst = new Set(anchored.map((id) => nodes.indexOf(id)));
      const documents = head.map((id) => ({ id, text: candidateText(nodes, nodes.indexOf(id), { namedFirst }) }));
      rerankResults = orderRerankResults(await reranker.rerank({ query: question, documents, ...cancel }), {
        documents,
      });
    }
    const { finalFusion, finalFusionOfBuiltInReranker } = PIPELINE_DEFAULTS;
    const finalWeights = parts.reranker === undefined ? finalFusionOfBuiltInReranker : finalFusion;
    const { finalHits, reranked } = fuseReranked(fusedHits, rerankResults, rerankedCount, finalWeights);
    clock.end('rerank');
    const result: PipelineRun = {
      question,
      plan: used,
      bindings,
      execution: { ...execution, candidates },
      retrieval: {
        ranking: text.map(({ id, score }, index) => ({ id, index, score, fieldScores: [] })),
        weights: [],
        candidateCount: text.length,
      },
      fusionWeight,
      fusedHits,
      rerankResults,
      finalHits,
      graph: toRanking(candidates),
      text,
      fused: toRanking(fusedHits),
      reranked,
      timings: clock.timings(),
    };
    return { result, nodes };
  };

  return {
    plan,
    link: (valid, options = {}) => linker.link(valid, options),
    run: async (question, options = {}) => (await answer(question, options)).result,
    async ask(question, { count = 10, ...options } = {}) {
      checkCount(count);
      const { result, nodes } = await answer(question, options);
      const shown = new Set(result.reranked.slice(0, count).map(({ id }) => id));
      const ways = result.execution.candidates.filter(({ id }) => shown.has(id));
      const onWays = ways.flatMap(({ path, anchors }) => [
        ...path.flatMap(({ from, to }) => [from, to]),
        ...anchors.map(({ id }) => id),
      ]);
      await nodes.add([...shown, ...onWays]);
      return { question, plan: result.plan, hits: traceHits(nodes, result, count), timings: result.timings };
    },
  };
}
