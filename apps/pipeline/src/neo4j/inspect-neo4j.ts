import { NAME_LENGTH_LIMIT, quoteName } from '@grasp/cypher-compiler';
import type { CypherRun } from '@grasp/graph-retriever';
import type { Endpoints, Field, Schema } from '@grasp/plan';

import { countPatterns, findEndpoints } from './find-endpoints.js';
import type { Ask } from './find-endpoints.js';
import { readLoadMarker } from './load-marker.js';
import { OWN_PREFIX } from './neo4j-layout.js';
import { kindOf, namesOf, propertiesText } from './sampled-properties.js';
import type { NameProperties, SampledProperty } from './sampled-properties.js';

/** Options of {@link inspectNeo4j}. */
export interface InspectOptions {
  /** How many nodes of each label, and edges of each pair, are looked at. Default 1000. */
  readonly sampleSize?: number;
  /** How many labels, and how many relationship types, are looked at: those with most nodes. Default 200. */
  readonly nameLimit?: number;
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
  readonly signal?: AbortSignal;
}

/** An index of the database. */
export interface InspectedIndex {
  readonly name: string;
  /** `RANGE`, `VECTOR`, `FULLTEXT`, … */
  readonly type: string;
  readonly entity: 'NODE' | 'RELATIONSHIP';
  readonly labelsOrTypes: readonly string[];
  readonly properties: readonly string[];
  readonly isUnique: boolean;
  readonly options: unknown;
}

/** What a database looks like, in the words of a knowledge base. */
export interface InspectedDatabase {
  readonly format: 'neo4j';
  readonly schema: Schema;
  /** The string property that is unique over all nodes, and for every label by a constraint; null: use `elementId`. */
  readonly idProperty: string | null;
  /** By which properties questions call the nodes of a type. A type that is not here has no names. */
  readonly names: Readonly<Record<string, NameProperties>>;
  /** What `grasp neo4j load` wrote: then its vectors link anchors. Null for a database that others filled. */
  readonly loaded: { readonly source: string; readonly encoder: string | null } | null;
  readonly counts: {
    readonly nodes: Readonly<Record<string, number>>;
    readonly relations: Readonly<Record<string, number>>;
  };
  readonly indexes: readonly InspectedIndex[];
  /** What the schema leaves out and why, for example properties with vectors or with values of several types. */
  readonly skipped: readonly string[];
}

/** How many nodes are looked at where no index or count helps. */
const SCAN_LIMIT = 1_000_000;

/** The default options of {@link inspectNeo4j}. */
export const INSPECT_DEFAULTS = Object.freeze({ sampleSize: 1_000, nameLimit: 200 });

/** Integers of the driver as numbers, all else as it is. */
function plain(value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(plain);
  if ('toNumber' in value && typeof value.toNumber === 'function') return (value.toNumber as () => number)();
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, plain(each)]));
}

const isOwn = (name: string): boolean => name.startsWith(OWN_PREFIX);
const isUsable = (name: string): boolean => name.length > 0 && name.length <= NAME_LENGTH_LIMIT;

/**
 * Reads the schema of a database that others filled: labels, relationship types, which labels they connect, properties
 * with their kinds, which of them hold names, indexes. It only reads. Counts are exact; kinds and pairs are taken from
 * samples, so a rare pair may be missing. What `grasp neo4j load` keeps beside the graph is left out.
 *
 * @throws Neo4jEngineError, or the signal's reason
 */
export async function inspectNeo4j(run: CypherRun, options: InspectOptions = {}): Promise<InspectedDatabase> {
  const { sampleSize, nameLimit } = { ...INSPECT_DEFAULTS, ...options };
  const { onProgress, signal } = options;
  const cancel = signal === undefined ? {} : { signal };
  const ask: Ask = async <Row>(text: string): Promise<Row[]> => {
    const { rows } = await run(text, { size: sampleSize }, cancel);
    return rows.map((row) => plain(row) as Row);
  };
  const skipped: string[] = [];
  const marker = await readLoadMarker(run, cancel);
  const indexes = await readIndexes(ask);

  const nodes = await largest(ask, {
    names: 'CALL db.labels() YIELD label AS name RETURN name',
    patternOf: (label) => `(:${quoteName(label)})`,
    ...{ what: 'label', limit: nameLimit, skipped },
  });
  const relations = await largest(ask, {
    names: 'CALL db.relationshipTypes() YIELD relationshipType AS name RETURN name',
    patternOf: (type) => `()-[:${quoteName(type)}]->()`,
    ...{ what: 'relationship type', limit: nameLimit, skipped },
  });
  const [labels, types] = [Object.keys(nodes), Object.keys(relations)];
  const total = labels.length + types.length;
  const sampled = new Map<string, readonly SampledProperty[]>();
  for (const label of labels) {
    const properties = await ask<SampledProperty>(propertiesText(label));
    sampled.set(
      label,
      properties.filter(({ key }) => !isOwn(key)),
    );
    onProgress?.({ done: sampled.size, total });
  }
  const [unlabelled] = await ask<{ count: number }>(
    `MATCH (n) WITH n LIMIT ${SCAN_LIMIT} WHERE size(labels(n)) = 0 RETURN count(n) AS count`,
  );
  if (unlabelled!.count > 0) skipped.push(`nodes without labels: ${unlabelled!.count} or more`);

  const candidate = findIdProperty(labels, indexes, sampled);
  const idProperty = candidate !== null && (await isUnique(ask, candidate, marker !== undefined)) ? candidate : null;
  if (candidate !== idProperty)
    skipped.push(`${candidate}: is unique for each label, but not known to be for all together`);
  const names: Record<string, NameProperties> = {};
  const nodeTypes = labels.map((label) => {
    const properties = sampled.get(label)!;
    const named = namesOf(properties, idProperty);
    if (named === undefined) skipped.push(`${label}: has no property that could be its name`);
    else names[label] = named;
    const isName = (key: string): boolean => named?.name === key || named?.aliases.includes(key) === true;
    const fields = properties.flatMap((property): Field[] => {
      const kind = isUsable(property.key) ? kindOf(property) : undefined;
      if (kind === undefined) skipped.push(`${label}.${property.key}: ${property.types.join(' or ')}`);
      const isField = kind !== undefined && property.key !== idProperty && !isName(property.key);
      return isField ? [{ name: property.key, kind }] : [];
    });
    return { name: label, fields };
  });

  const endpoints: { name: string; endpoints: readonly Endpoints[] }[] = [];
  for (const [position, type] of types.entries()) {
    const pairs = labels.length === 0 ? [] : await findEndpoints(ask, type, labels);
    if (pairs.length === 0) skipped.push(`${type}: connects nodes without labels only, or with labels left out here`);
    else endpoints.push({ name: type, endpoints: pairs });
    onProgress?.({ done: labels.length + position + 1, total });
  }
  return {
    format: 'neo4j',
    schema: { nodeTypes, relations: endpoints },
    idProperty,
    names,
    loaded: marker?.isComplete === true ? { source: marker.source, encoder: marker.encoder } : null,
    counts: { nodes, relations },
    indexes,
    skipped,
  };
}

/** The names of what the database holds most of, in order of name, with how many there are. */
async function largest(
  ask: Ask,
  {
    names,
    patternOf,
    what,
    limit,
    skipped,
  }: {
    readonly names: string;
    readonly patternOf: (name: string) => string;
    readonly what: string;
    readonly limit: number;
    readonly skipped: string[];
  },
): Promise<Record<string, number>> {
  const all = (await ask<{ name: string }>(names)).map(({ name }) => name).filter((name) => !isOwn(name));
  const usable = all.filter(isUsable).sort();
  if (usable.length < all.length) skipped.push(`${what}s of more than ${NAME_LENGTH_LIMIT} characters`);
  const counts = await countPatterns(ask, usable.map(patternOf));
  const present = usable.map((name, index) => ({ name, count: counts[index]! })).filter(({ count }) => count > 0);
  const kept = new Set([...present].sort((a, b) => b.count - a.count).slice(0, limit));
  if (kept.size < present.length) skipped.push(`${present.length - kept.size} ${what}s with the fewest entries`);
  return Object.fromEntries(present.filter((entry) => kept.has(entry)).map(({ name, count }) => [name, count]));
}

async function readIndexes(ask: Ask): Promise<InspectedIndex[]> {
  const rows = await ask<Omit<InspectedIndex, 'isUnique'> & { owner: string | null }>(
    `SHOW INDEXES YIELD name, type, entityType, labelsOrTypes, properties, owningConstraint AS owner, options
RETURN name, type, entityType AS entity, labelsOrTypes, properties, owner, options ORDER BY name`,
  );
  return rows
    .filter(
      ({ type, labelsOrTypes, properties }) => type !== 'LOOKUP' && ![...labelsOrTypes, ...properties].some(isOwn),
    )
    .map(({ owner, ...index }) => ({ ...index, isUnique: owner !== null }));
}

/** Whether no two nodes have the same value of a property. Not looked at in a large database: `assumed` then. */
async function isUnique(ask: Ask, property: string, assumed: boolean): Promise<boolean> {
  const [{ total } = { total: 0 }] = await ask<{ total: number }>('RETURN COUNT { () } AS total');
  if (total > SCAN_LIMIT) return assumed;
  const id = `n.${quoteName(property)}`;
  const twice = await ask(
    `MATCH (n) WHERE ${id} IS NOT NULL AND none(label IN labels(n) WHERE label STARTS WITH '${OWN_PREFIX}')
WITH ${id} AS id, count(*) AS count WHERE count > 1 RETURN id LIMIT 1`,
  );
  return twice.length === 0;
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
    return isIndexed && types.length > 0 && types.every((type) => type.startsWith('STRING'));
  };
  const names = [...new Set(['id', ...indexes.flatMap(({ properties }) => properties)])];
  return (labels.length > 0 && names.find((name) => labels.every((label) => isId(label, name)))) || null;
}
