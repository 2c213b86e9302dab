import { quoteName } from '@grasp/cypher-compiler';
import { normalizeName } from '@grasp/skb';
import type { KnowledgeBase, NodeView } from '@grasp/skb';

import type { TextIndex } from '../text-index.js';
import { DOCUMENT_PROPERTY, loadedNames, LONGEST_KEY } from './neo4j-layout.js';

const NODES_PER_BATCH = 1_000;
const RELATIONS_PER_BATCH = 2_000;

/** One kind of rows to write, with the statement that writes `$rows` of them; what is there already stays one. */
export interface LoadStep {
  readonly phase: 'nodes' | 'relations' | 'names';
  readonly rows: Iterable<Readonly<Record<string, unknown>>>;
  readonly batchSize: number;
  /** A sequence of clauses that returns nothing. */
  readonly clauses: string;
}

/** Whole numbers as integers of Cypher, other numbers as floats. */
const toCypher = (value: unknown): unknown => (Number.isSafeInteger(value) ? BigInt(value as number) : value);

/** A vector as the database takes it. It stores zeros too, but a cosine with them is an error: null then. */
const toVector = (vector: Float32Array | undefined): readonly number[] | null =>
  vector?.some((value) => value !== 0) === true ? Array.from(vector) : null;

function toProperties({ id, name, aliases, fields }: NodeView): Record<string, unknown> {
  const values = Object.entries(fields).map(([field, value]) => [field, toCypher(value)]);
  return { name, ...(aliases.length === 0 ? {} : { aliases }), ...Object.fromEntries(values), id };
}

const setVector = (row: string, property: string): string =>
  `WITH n, ${row} AS vector WHERE vector IS NOT NULL CALL db.create.setNodeVectorProperty(n, '${property}', vector)`;

function* nodeRows(knowledgeBase: KnowledgeBase, type: string, texts: TextIndex | undefined) {
  for (const node of knowledgeBase.nodes({ type })) {
    yield { properties: toProperties(node), vector: toVector(texts?.documents.vector(node.index)) };
  }
}

/** The edges of a relation between two types, as ids. */
function* edgeRows(
  knowledgeBase: KnowledgeBase,
  relation: string,
  { from, to }: { readonly from: string; readonly to: string },
) {
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

function* nameRows(knowledgeBase: KnowledgeBase, type: string, texts: TextIndex, build: string) {
  for (const { id, index, name, aliases } of knowledgeBase.nodes({ type })) {
    const first = texts.firstNameRow(index);
    for (const [surface, text] of [name, ...aliases].entries()) {
      const key = normalizeName(text);
      yield {
        id: `${surface} ${id}`,
        properties: {
          id: `${surface} ${id}`,
          of: id,
          surface: BigInt(surface),
          text,
          build,
          ...(key === '' || key.length > LONGEST_KEY ? {} : { key }),
        },
        vector: toVector(texts.nameVector(first + surface)),
      };
    }
  }
}

/** All that is to be written, in order. Without `texts` there are no vectors and no nodes for names. */
export function* loadSteps(
  knowledgeBase: KnowledgeBase,
  texts: TextIndex | undefined,
  build: string,
): Generator<LoadStep> {
  const { nodeTypes, relations } = knowledgeBase.schema;
  for (const { name: type } of nodeTypes) {
    yield {
      phase: 'nodes',
      rows: nodeRows(knowledgeBase, type, texts),
      batchSize: NODES_PER_BATCH,
      clauses: `UNWIND $rows AS row MERGE (n:${quoteName(type)} {id: row.properties.id}) SET n = row.properties
${setVector('row.vector', DOCUMENT_PROPERTY)}`,
    };
  }
  for (const { name: relation, endpoints } of relations) {
    for (const pair of endpoints) {
      yield {
        phase: 'relations',
        rows: edgeRows(knowledgeBase, relation, pair),
        batchSize: RELATIONS_PER_BATCH,
        clauses: `UNWIND $rows AS row
MATCH (a:${quoteName(pair.from)} {id: row.from})
MATCH (b:${quoteName(pair.to)} {id: row.to})
MERGE (a)-[:${quoteName(relation)}]->(b)`,
      };
    }
  }
  if (texts === undefined) return;
  for (const { name: type } of nodeTypes) {
    const { label, vectors } = loadedNames(type);
    yield {
      phase: 'names',
      rows: nameRows(knowledgeBase, type, texts, build),
      batchSize: NODES_PER_BATCH,
      clauses: `UNWIND $rows AS row MERGE (n:${quoteName(label)} {id: row.id}) SET n = row.properties
${setVector('row.vector', vectors.property)}`,
    };
  }
}
