import { quoteName } from '@grasp/cypher-compiler';
import type { CypherRun } from '@grasp/graph-retriever';
import type { KnowledgeBase, NodeView } from '@grasp/skb';

import { PipelineError } from '../pipeline-error.js';

const NODES_PER_BATCH = 1_000;
const RELATIONS_PER_BATCH = 2_000;

/** How far loading has come. */
export interface LoadProgress {
  readonly phase: 'nodes' | 'relations';
  readonly done: number;
  readonly total: number;
}

/** Options of {@link loadIntoNeo4j}. */
export interface LoadOptions {
  readonly onProgress?: (progress: LoadProgress) => void;
  readonly signal?: AbortSignal;
}

/** What a database holds after loading. */
export interface LoadReport {
  readonly nodeCount: number;
  readonly relationCount: number;
  /** Labels and relationship types of which the database holds more than the knowledge base, and how many more. */
  readonly foreign: Readonly<Record<string, number>>;
}

/** Whole numbers as integers of Cypher, other numbers as floats. */
const toCypher = (value: unknown): unknown => (Number.isSafeInteger(value) ? BigInt(value as number) : value);

function toProperties({ id, name, aliases, fields }: NodeView): Record<string, unknown> {
  const values = Object.entries(fields).map(([field, value]) => [field, toCypher(value)]);
  return { name, ...(aliases.length === 0 ? {} : { aliases }), ...Object.fromEntries(values), id };
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

/** The edges of a relation between two types, as ids. */
function* edgesBetween(
  knowledgeBase: KnowledgeBase,
  relation: string,
  { from, to }: { readonly from: string; readonly to: string },
): Generator<{ from: string; to: string }> {
  const [sources, sinks] = [knowledgeBase.typeRange(from), knowledgeBase.typeRange(to)];
  const { offsets, targets } = knowledgeBase.adjacency(relation, 'out');
  for (let source = sources.start; source < sources.end; source++) {
    const id = knowledgeBase.idOf(source);
    for (let edge = offsets[source]!; edge < offsets[source + 1]!; edge++) {
      const sink = targets[edge]!;
      if (sink >= sinks.start && sink < sinks.end) yield { from: id, to: knowledgeBase.idOf(sink) };
    }
  }
}

/**
 * Writes a knowledge base into Neo4j: a label for each node type, a relationship type for each relation, properties `id`,
 * `name`, `aliases` and the fields; a field of the name `name` or `aliases` takes that place. First come unique
 * constraints on `id`, then nodes, then relations, in batches of one transaction each. Nothing is written twice: loading
 * again, also after an interruption, only adds and updates what differs, and deletes nothing.
 *
 * @param run - Must be allowed to write.
 * @throws PipelineError `invalid_input` for a field named `id`; Neo4jEngineError; the signal's reason
 */
export async function loadIntoNeo4j(
  knowledgeBase: KnowledgeBase,
  run: CypherRun,
  { onProgress, signal }: LoadOptions = {},
): Promise<LoadReport> {
  const { schema, report } = knowledgeBase;
  const cancel = signal === undefined ? {} : { signal };
  const clash = schema.nodeTypes.find(({ fields }) => fields.some(({ name }) => name === 'id'));
  if (clash !== undefined) {
    const got = `expected no field of the name "id", got one of "${clash.name}"`;
    throw new PipelineError('invalid_input', `${got}; Neo4j's property "id" holds ids: rename the field in grasp.json`);
  }
  for (const { name } of schema.nodeTypes) {
    await run(`CREATE CONSTRAINT IF NOT EXISTS FOR (n:${quoteName(name)}) REQUIRE n.id IS UNIQUE`, {}, cancel);
  }

  let done = 0;
  for (const { name: type } of schema.nodeTypes) {
    const text = `UNWIND $rows AS row MERGE (n:${quoteName(type)} {id: row.id}) SET n = row`;
    for (const nodes of batches(knowledgeBase.nodes({ type }), NODES_PER_BATCH)) {
      await run(text, { rows: nodes.map(toProperties) }, cancel);
      done += nodes.length;
      onProgress?.({ phase: 'nodes', done, total: knowledgeBase.nodeCount });
    }
  }
  done = 0;
  for (const { name: relation, endpoints } of schema.relations) {
    for (const pair of endpoints) {
      const text = `UNWIND $rows AS row
MATCH (a:${quoteName(pair.from)} {id: row.from})
MATCH (b:${quoteName(pair.to)} {id: row.to})
MERGE (a)-[:${quoteName(relation)}]->(b)`;
      for (const rows of batches(edgesBetween(knowledgeBase, relation, pair), RELATIONS_PER_BATCH)) {
        await run(text, { rows }, cancel);
        done += rows.length;
        onProgress?.({ phase: 'relations', done, total: report.relationCount });
      }
    }
  }

  const foreign: Record<string, number> = {};
  const compare = async (name: string, pattern: string, expected: number): Promise<void> => {
    const { rows } = await run(`MATCH ${pattern} RETURN count(*) AS count`, {}, cancel);
    const more = Number(rows[0]!['count']) - expected;
    if (more > 0) foreign[name] = more;
  };
  for (const { name } of schema.nodeTypes) {
    const { start, end } = knowledgeBase.typeRange(name);
    await compare(name, `(:${quoteName(name)})`, end - start);
  }
  for (const { name } of schema.relations) {
    const edges = knowledgeBase.adjacency(name, 'out').targets.length;
    await compare(name, `()-[:${quoteName(name)}]->()`, edges);
  }
  return { nodeCount: knowledgeBase.nodeCount, relationCount: done, foreign };
}
