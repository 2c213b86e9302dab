import { quoteName } from '@grasp/cypher-compiler';
import type { CypherRun } from '@grasp/graph-retriever';
import type { KnowledgeBase } from '@grasp/skb';

import { PipelineError } from '../pipeline-error.js';
import { openTextIndex, textIndexEncoder } from '../text-index.js';
import { MARKER_CLAUSE, readLoadMarker } from './load-marker.js';
import type { LoadMarker } from './load-marker.js';
import { loadSteps } from './load-steps.js';
import type { LoadStep } from './load-steps.js';
import { awaitIndexes, createConstraints, createSearchIndexes, dropVectorIndexes } from './neo4j-indexes.js';
import { loadedNames, OWN_PREFIX } from './neo4j-layout.js';

/** How far loading has come. */
export interface LoadProgress {
  /** `indexes`: the database fills its indexes, and we wait for it. */
  readonly phase: 'nodes' | 'relations' | 'names' | 'indexes';
  readonly done: number;
  readonly total: number;
}

/** Options of {@link loadIntoNeo4j}. */
export interface LoadOptions {
  /**
   * Whether vectors and names are written too, so that Neo4j can link anchors and the file is not needed any more.
   * Default true, if the file has vectors.
   */
  readonly vectors?: boolean;
  /** Load into a database that holds something else already. Default: that is an error. */
  readonly merge?: boolean;
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly signal?: AbortSignal;
}

/** What a database holds after loading. */
export interface LoadReport {
  readonly nodeCount: number;
  readonly relationCount: number;
  /** Names and aliases with a vector index; 0 when the load was without vectors. */
  readonly nameCount: number;
  /** How many rows an interrupted load had written, so that this one did not. */
  readonly resumedAfter: number;
  /** Labels and relationship types of which the database holds more than the knowledge base, and how many more. */
  readonly foreign: Readonly<Record<string, number>>;
}

function* batches<Row>(rows: Iterable<Row>, size: number): Generator<Row[]> {
  let batch: Row[] = [];
  for (const row of rows) {
    batch.push(row);
    if (batch.length < size) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

/**
 * Writes a knowledge base into Neo4j: a label for each node type, a relationship type for each relation, properties `id`,
 * `name`, `aliases` and the fields; a field of the name `name` or `aliases` takes that place. With vectors, a node also
 * has that of its document, and each name and alias is a node of its own (see `loadedNames`). First come unique
 * constraints on `id`, then nodes, relations and names in batches of one transaction each, and the indexes for searching
 * last. Nothing is written twice: loading again adds and updates what differs, and deletes no node of the graph. How far
 * it came is written with each batch, so that after an interruption it goes on from there.
 *
 * @param run - Must be allowed to write.
 * @throws PipelineError `invalid_input` for a field named `id` or a name of ours, `database_mismatch` for a database that
 *   holds something else; Neo4jEngineError; the signal's reason
 */
export async function loadIntoNeo4j(
  knowledgeBase: KnowledgeBase,
  run: CypherRun,
  { vectors = true, merge = false, onProgress, signal }: LoadOptions = {},
): Promise<LoadReport> {
  const { schema, report } = knowledgeBase;
  const cancel = signal === undefined ? {} : { signal };
  checkNames(knowledgeBase);
  const encoder = vectors ? textIndexEncoder(knowledgeBase) : undefined;
  const texts = encoder === undefined ? undefined : openTextIndex(knowledgeBase, encoder);
  const build = JSON.stringify([report.nodeCount, report.relationCount, report.bytes, encoder ?? null]);
  const before = await readLoadMarker(run, cancel);
  if (!merge) await refuseOtherData(run, before, report.source, cancel);
  if (before !== undefined && before.encoder !== (encoder?.id ?? before.encoder)) await dropVectorIndexes(run, cancel);
  await createConstraints(run, schema, texts !== undefined, cancel);

  const isResumed = before !== undefined && before.build === build && !before.isComplete;
  const shared = {
    source: report.source,
    build,
    encoder: encoder?.id ?? null,
    dimensions: encoder?.dimensions ?? null,
  };
  const markerAt = (step: number, done: number, isComplete = false): Record<string, unknown> => {
    const marker: LoadMarker = { ...shared, step, done, isComplete };
    return { ...marker, step: BigInt(step), done: BigInt(done), dimensions: encoder && BigInt(encoder.dimensions) };
  };
  const done: Record<LoadStep['phase'], number> = { nodes: 0, relations: 0, names: 0 };
  const totals = { nodes: knowledgeBase.nodeCount, relations: report.relationCount, names: countNames(knowledgeBase) };
  let resumedAfter = 0;
  let position = 0;
  for (const { phase, rows, batchSize, clauses } of loadSteps(knowledgeBase, texts, build)) {
    const text = `CALL () {\n${clauses}\n}\n${MARKER_CLAUSE}`;
    const written = !isResumed || before.step < position ? 0 : before.step > position ? Infinity : before.done;
    let inStep = 0;
    for (const batch of batches(rows, batchSize)) {
      inStep += batch.length;
      done[phase] += batch.length;
      if (inStep <= written) {
        signal?.throwIfAborted();
        resumedAfter += batch.length;
        continue;
      }
      await run(text, { rows: batch, marker: markerAt(position, inStep) }, cancel);
      onProgress?.({ phase, done: done[phase], total: totals[phase] });
    }
    position++;
  }
  if (texts !== undefined) {
    for (const { name } of schema.nodeTypes) {
      const stale = `MATCH (n:${quoteName(loadedNames(name).label)}) WHERE n.build <> $build DELETE n`;
      await run(stale, { build }, cancel);
    }
  }
  await createSearchIndexes(run, schema, encoder?.dimensions, cancel);
  await awaitIndexes(run, cancel, (online, total) => onProgress?.({ phase: 'indexes', done: online, total }));
  await run(MARKER_CLAUSE, { marker: markerAt(position, 0, true) }, cancel);
  const { nodes: nodeCount, relations: relationCount, names: nameCount } = done;
  return { nodeCount, relationCount, nameCount, resumedAfter, foreign: await countForeign(knowledgeBase, run, cancel) };
}

function checkNames({ schema }: KnowledgeBase): void {
  const clash = schema.nodeTypes.find(({ fields }) => fields.some(({ name }) => name === 'id'));
  if (clash !== undefined) {
    const got = `expected no field of the name "id", got one of "${clash.name}"`;
    throw new PipelineError('invalid_input', `${got}; Neo4j's property "id" holds ids: rename the field in grasp.json`);
  }
  const fields = schema.nodeTypes.flatMap((type) => type.fields);
  const own = [...schema.nodeTypes, ...schema.relations, ...fields].find(({ name }) => name.startsWith(OWN_PREFIX));
  if (own === undefined) return;
  const got = `expected no name that begins with "${OWN_PREFIX}", got "${own.name}"`;
  throw new PipelineError('invalid_input', `${got}; these are for what Neo4j holds besides: rename it in grasp.json`);
}

/** A database into which nothing was loaded must be empty; else it must hold the same knowledge base. */
async function refuseOtherData(
  run: CypherRun,
  before: LoadMarker | undefined,
  source: string,
  cancel: { readonly signal?: AbortSignal },
): Promise<void> {
  const advice = 'load into an empty database, or add --merge to load beside what is there';
  if (before !== undefined) {
    if (before.source === source) return;
    const got = `expected an empty database or one with the knowledge base "${source}", got one with "${before.source}"`;
    throw new PipelineError('database_mismatch', `${got}; ${advice}`);
  }
  const { rows } = await run('RETURN COUNT { () } AS count', {}, cancel);
  const count = Number(rows[0]!['count']);
  if (count === 0) return;
  const got = `expected an empty database, got one with ${count.toLocaleString('en-US')} nodes that others wrote`;
  throw new PipelineError('database_mismatch', `${got}; ${advice}`);
}

function countNames(knowledgeBase: KnowledgeBase): number {
  let count = 0;
  for (const { aliases } of knowledgeBase.nodes()) count += 1 + aliases.length;
  return count;
}

async function countForeign(
  knowledgeBase: KnowledgeBase,
  run: CypherRun,
  cancel: { readonly signal?: AbortSignal },
): Promise<Record<string, number>> {
  const foreign: Record<string, number> = {};
  const compare = async (name: string, pattern: string, expected: number): Promise<void> => {
    const { rows } = await run(`MATCH ${pattern} RETURN count(*) AS count`, {}, cancel);
    const more = Number(rows[0]!['count']) - expected;
    if (more > 0) foreign[name] = more;
  };
  for (const { name } of knowledgeBase.schema.nodeTypes) {
    const { start, end } = knowledgeBase.typeRange(name);
    await compare(name, `(:${quoteName(name)})`, end - start);
  }
  for (const { name } of knowledgeBase.schema.relations) {
    const edges = knowledgeBase.adjacency(name, 'out').targets.length;
    await compare(name, `()-[:${quoteName(name)}]->()`, edges);
  }
  return foreign;
}
