import { quoteName } from '@grasp/cypher-compiler';
import type { CypherRun } from '@grasp/graph-retriever';
import type { Endpoints, Field, FieldKind, Schema } from '@grasp/plan';

/** Options of {@link inspectNeo4j}. */
export interface InspectOptions {
  /** How many nodes of each label, and edges of each pair, are looked at. Default 1000. */
  readonly sampleSize?: number;
  readonly signal?: AbortSignal;
}

/** An index of the database. */
export interface InspectedIndex {
  readonly name: string;
  /** `RANGE`, `VECTOR`, `FULLTEXT`, … */
  readonly type: string;
  readonly labelsOrTypes: readonly string[];
  readonly properties: readonly string[];
  readonly isUnique: boolean;
  readonly options: unknown;
}

/** What a database looks like, in the words of a knowledge base. */
export interface InspectedDatabase {
  readonly format: 'neo4j';
  readonly schema: Schema;
  /** The string property that is unique for every label; null: use `elementId`. */
  readonly idProperty: string | null;
  readonly counts: {
    readonly nodes: Readonly<Record<string, number>>;
    readonly relations: Readonly<Record<string, number>>;
  };
  readonly indexes: readonly InspectedIndex[];
  /** Properties that no field can hold, such as vectors and truth values: label, property and Neo4j's type of value. */
  readonly skipped: readonly string[];
}

interface SampledProperty {
  readonly key: string;
  readonly types: readonly string[];
  readonly count: number;
  readonly distinct: number;
  readonly longest: number;
  readonly spaced: number;
  readonly dated: number;
}

const LONGEST_KEYWORD = 64;

const PROPERTIES = `WITH n LIMIT toInteger($size)
UNWIND keys(n) AS key
WITH key, n[key] AS value
WITH key, valueType(value) AS type, CASE WHEN value IS :: STRING THEN [value] WHEN value IS :: LIST<STRING> THEN value ELSE [] END AS words
RETURN key, collect(DISTINCT type) AS types, count(*) AS count, count(DISTINCT words) AS distinct,
  max(reduce(longest = 0, word IN words | CASE WHEN size(word) > longest THEN size(word) ELSE longest END)) AS longest,
  sum(CASE WHEN any(word IN words WHERE word CONTAINS ' ') THEN 1 ELSE 0 END) AS spaced,
  sum(CASE WHEN size(words) > 0 AND all(word IN words WHERE word =~ '\\\\d{4}-\\\\d\\\\d(-\\\\d\\\\d(T.*)?)?') THEN 1 ELSE 0 END) AS dated
ORDER BY key`;

/** Integers of the driver as numbers, all else as it is. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('toNumber' in value && typeof value.toNumber === 'function') return (value.toNumber as () => number)();
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

function kindOf({ types, count, distinct, longest, spaced, dated }: SampledProperty): FieldKind | undefined {
  const all = (pattern: RegExp): boolean => types.every((type) => pattern.test(type));
  if (all(/^(?:INTEGER|FLOAT)\b/u)) return 'number';
  if (all(/^(?:DATE|LOCAL DATETIME|ZONED DATETIME)\b/u)) return 'date';
  if (!all(/^(?:STRING|LIST<(?:STRING|NOTHING))\b/u)) return undefined;
  if (dated === count) return 'date';
  const isList = types.some((type) => type.startsWith('LIST'));
  const isRepeated = isList || spaced === 0 || count >= 2 * distinct;
  return longest <= LONGEST_KEYWORD && isRepeated ? 'keyword' : 'text';
}

/**
 * Reads the schema of a database that others filled: labels, relationship types, which labels they connect, properties
 * with their kinds, indexes. Counts are exact; kinds and pairs are taken from samples, so a rare pair may be missing.
 *
 * @throws Neo4jEngineError, or the signal's reason
 */
export async function inspectNeo4j(
  run: CypherRun,
  { sampleSize = 1_000, signal }: InspectOptions = {},
): Promise<InspectedDatabase> {
  const ask = async <Row>(text: string): Promise<Row[]> => {
    const { rows } = await run(text, { size: sampleSize }, signal === undefined ? {} : { signal });
    return rows.map((row) => plain(row) as Row);
  };
  const namesOf = async (text: string): Promise<string[]> =>
    (await ask<{ name: string }>(text)).map(({ name }) => name).sort();
  const countOf = async (pattern: string): Promise<number> =>
    (await ask<{ count: number }>(`MATCH ${pattern} RETURN count(*) AS count`))[0]!.count;
  const indexes = await readIndexes(ask);

  const nodes: Record<string, number> = {};
  for (const label of await namesOf('CALL db.labels() YIELD label AS name RETURN name')) {
    const count = await countOf(`(:${quoteName(label)})`);
    if (count > 0) nodes[label] = count;
  }
  const labels = Object.keys(nodes);
  const sampled = new Map<string, readonly SampledProperty[]>();
  for (const label of labels) {
    sampled.set(label, await ask<SampledProperty>(`MATCH (n:${quoteName(label)})\n${PROPERTIES}`));
  }
  const idProperty = findIdProperty(labels, indexes, sampled);
  const skipped: string[] = [];
  const nodeTypes = labels.map((label) => ({
    name: label,
    fields: sampled.get(label)!.flatMap((property): Field[] => {
      const kind = kindOf(property);
      if (kind === undefined) skipped.push(`${label}.${property.key}: ${property.types.join(' or ')}`);
      return kind === undefined || property.key === idProperty ? [] : [{ name: property.key, kind }];
    }),
  }));

  const relations: Record<string, number> = {};
  const endpoints = new Map<string, readonly Endpoints[]>();
  for (const type of await namesOf('CALL db.relationshipTypes() YIELD relationshipType AS name RETURN name')) {
    const count = await countOf(`()-[:${quoteName(type)}]->()`);
    if (count === 0) continue;
    const pairs = await findEndpoints(ask, type, labels);
    if (pairs.length === 0) skipped.push(`${type}: connects nodes without labels only`);
    else endpoints.set(type, pairs);
    relations[type] = count;
  }
  const schema = { nodeTypes, relations: [...endpoints].map(([name, pairs]) => ({ name, endpoints: pairs })) };
  return { format: 'neo4j', schema, idProperty, counts: { nodes, relations }, indexes, skipped };
}

type Ask = <Row>(text: string) => Promise<Row[]>;

async function readIndexes(ask: Ask): Promise<InspectedIndex[]> {
  const rows = await ask<Omit<InspectedIndex, 'isUnique'> & { owner: string | null }>(
    `SHOW INDEXES YIELD name, type, labelsOrTypes, properties, owningConstraint AS owner, options
RETURN name, type, labelsOrTypes, properties, owner, options ORDER BY name`,
  );
  return rows
    .filter(({ type }) => type !== 'LOOKUP')
    .map(({ owner, ...index }) => ({ ...index, isUnique: owner !== null }));
}

function findIdProperty(
  labels: readonly string[],
  indexes: readonly InspectedIndex[],
  sampled: ReadonlyMap<string, readonly SampledProperty[]>,
): string | null {
  const isId = (label: string, name: string): boolean => {
    const types = sampled.get(label)?.find(({ key }) => key === name)?.types ?? [];
    const isIndexed = indexes.some(
      (index) => index.isUnique && index.labelsOrTypes[0] === label && index.properties.join('\n') === name,
    );
    return isIndexed && types.every((type) => type.startsWith('STRING'));
  };
  const names = [...new Set(['id', ...indexes.flatMap(({ properties }) => properties ?? [])])];
  return (labels.length > 0 && names.find((name) => labels.every((label) => isId(label, name)))) || null;
}

/** The pairs of labels that a relationship type connects: which labels take part is counted, their pairs are sampled. */
async function findEndpoints(ask: Ask, type: string, labels: readonly string[]): Promise<Endpoints[]> {
  if (labels.length === 0) return [];
  const edge = `[:${quoteName(type)}]`;
  const counts = labels.map((label, index) => {
    const node = `(:${quoteName(label)})`;
    return `COUNT { ${node}-${edge}->() } AS from${index}, COUNT { ()-${edge}->${node} } AS to${index}`;
  });
  const [row] = await ask<Record<string, number>>(`RETURN ${counts.join(', ')}`);
  const otherEnds = (pattern: string): Promise<{ name: string }[]> =>
    ask(`MATCH ${pattern} WITH n LIMIT toInteger($size) UNWIND labels(n) AS name RETURN DISTINCT name ORDER BY name`);
  const pairs: Endpoints[] = [];
  for (const [index, from] of labels.entries()) {
    if (row![`from${index}`] === 0) continue;
    for (const { name: to } of await otherEnds(`(:${quoteName(from)})-${edge}->(n)`)) pairs.push({ from, to });
  }
  for (const [index, to] of labels.entries()) {
    if (row![`to${index}`] === 0 || pairs.some((pair) => pair.to === to)) continue;
    for (const { name: from } of await otherEnds(`(n)-${edge}->(:${quoteName(to)})`)) pairs.push({ from, to });
  }
  return pairs.filter(({ from, to }) => labels.includes(from) && labels.includes(to));
}
