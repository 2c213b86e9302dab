import { quoteName } from '@grasp/cypher-compiler';
import { createCypherRun } from '@grasp/graph-retriever';
import type { Neo4jDriver } from '@grasp/graph-retriever';
import type { FieldKind, Schema } from '@grasp/plan';
import type { FieldValue, KnowledgeBaseSource, NodeRecord } from '@grasp/skb';

import { inspectNeo4j } from './inspect-neo4j.js';

/** What is to be read of a database; what `grasp neo4j inspect` prints fits. */
export interface Neo4jGraph {
  readonly schema: Schema;
  /** The string property that holds ids, unique over all labels; null: `elementId`, which lasts as long as the database. */
  readonly idProperty: string | null;
  /** By which properties the nodes of a label are called. A label that is not here goes by `name`, else by the id. */
  readonly names?: Readonly<Record<string, { readonly name: string; readonly aliases: readonly string[] }>>;
}

/** Options of {@link neo4jSource}. */
export interface Neo4jSourceOptions {
  /** Default: the user's home database. */
  readonly database?: string;
  /** Shown in reports. Default: `neo4j`, or the name of the database. */
  readonly name?: string;
  /** Default: what {@link inspectNeo4j} finds. */
  readonly graph?: Neo4jGraph;
  readonly signal?: AbortSignal;
}

type Row = Readonly<Record<string, unknown>>;

/** What the driver's result is besides: a stream that holds the server back while rows wait. */
interface RowStream extends PromiseLike<{ readonly records: readonly { toObject(): Record<string, unknown> }[] }> {
  readonly [Symbol.asyncIterator]?: () => AsyncIterator<{ toObject(): Record<string, unknown> }>;
}

const textOf = (value: unknown): string | undefined => {
  if (value === null || value === undefined) return undefined;
  if (typeof value === 'string') return value;
  // Dates and times print as ISO 8601, with the name of the zone behind.
  if (typeof value === 'object') return String(value as { toString(): string }).replace(/\[[^\]]*\]$/u, '');
  return String(value as number | bigint | boolean);
};

const textsOf = (value: unknown): string[] =>
  (Array.isArray(value) ? (value as unknown[]) : [value])
    .map(textOf)
    .filter((text) => text !== undefined && text !== '') as string[];

/** A value of the driver as a field of a kind; undefined for one that is none, such as a point. */
export function fieldValue(value: unknown, kind: FieldKind): FieldValue | undefined {
  if (value === null || value === undefined) return undefined;
  if (kind === 'number') {
    const number = Number(textOf(value));
    return Number.isFinite(number) ? number : undefined;
  }
  const texts = textsOf(value);
  return Array.isArray(value) ? (texts.length > 0 ? texts : undefined) : texts[0];
}

/** The rows of a statement that reads, as they come. */
async function* streamRows(
  driver: Neo4jDriver,
  database: string | undefined,
  text: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Row> {
  const session = driver.session({ ...(database === undefined ? {} : { database }), defaultAccessMode: 'READ' });
  try {
    const transaction = await session.beginTransaction();
    const result = transaction.run(text) as RowStream;
    if (result[Symbol.asyncIterator] === undefined) {
      for (const record of (await result).records) yield record.toObject();
    } else {
      for await (const record of result as unknown as AsyncIterable<{ toObject(): Record<string, unknown> }>) {
        signal?.throwIfAborted();
        yield record.toObject();
      }
    }
    await transaction.commit();
  } finally {
    await session.close();
  }
}

/**
 * A Neo4j as a source of a knowledge base: labels are node types, relationship types relations, properties fields. A node
 * with several labels is of the first that the schema lists. Rows are read as a stream, a statement for each label and
 * each relationship type; the database should not change meanwhile. Properties that the schema does not list, and
 * relationships' own, are left out.
 *
 * @throws Neo4jEngineError; the signal's reason
 */
export async function neo4jSource(driver: Neo4jDriver, options: Neo4jSourceOptions = {}): Promise<KnowledgeBaseSource> {
  const { database, signal } = options;
  const cancel = signal === undefined ? {} : { signal };
  const run = createCypherRun(driver, database === undefined ? {} : { database });
  const { schema, idProperty, names }: Neo4jGraph = options.graph ?? (await inspectNeo4j(run, cancel));
  const idOf = (node: string): string =>
    idProperty === null ? `elementId(${node})` : `toString(${node}.${quoteName(idProperty)})`;

  function statementFor(position: number): string {
    const { name: label, fields } = schema.nodeTypes[position]!;
    const earlier = schema.nodeTypes.slice(0, position).map(({ name }) => `NOT n:${quoteName(name)}`);
    const { name = 'name', aliases = [] } = names?.[label] ?? {};
    const property = (key: string): string => `n.${quoteName(key)}`;
    const columns = [
      `${idOf('n')} AS id`,
      `${property(name)} AS name`,
      `[${aliases.map(property).join(', ')}] AS aliases`,
      `[${fields.map((field) => property(field.name)).join(', ')}] AS fields`,
    ];
    const where = earlier.length === 0 ? '' : ` WHERE ${earlier.join(' AND ')}`;
    return `MATCH (n:${quoteName(label)})${where} RETURN ${columns.join(', ')}`;
  }

  function nodeRecord(position: number, row: Row): NodeRecord {
    const { name: type, fields } = schema.nodeTypes[position]!;
    const id = textOf(row['id']) ?? '';
    const name = textsOf(row['name'])[0] ?? id;
    const aliases = [...new Set([row['name'], ...(row['aliases'] as unknown[])].flatMap(textsOf))].filter(
      (alias) => alias !== name,
    );
    const values = row['fields'] as unknown[];
    const read = fields.flatMap(({ name: field, kind }, index): [string, FieldValue][] => {
      const value = fieldValue(values[index], kind);
      return value === undefined ? [] : [[field, value]];
    });
    return {
      kind: 'node',
      type,
      id,
      name,
      ...(aliases.length > 0 && { aliases }),
      ...(read.length > 0 && { fields: Object.fromEntries(read) }),
    };
  }

  return {
    name: options.name ?? database ?? 'neo4j',
    schema,
    async *records({ signal: stop = signal } = {}) {
      for (const position of schema.nodeTypes.keys()) {
        for await (const row of streamRows(driver, database, statementFor(position), stop)) {
          yield nodeRecord(position, row);
        }
      }
      for (const { name: relation } of schema.relations) {
        const text = `MATCH (a)-[:${quoteName(relation)}]->(b) RETURN ${idOf('a')} AS from, ${idOf('b')} AS to`;
        for await (const row of streamRows(driver, database, text, stop)) {
          yield { kind: 'relation', relation, from: textOf(row['from']) ?? '', to: textOf(row['to']) ?? '' };
        }
      }
    },
  };
}
