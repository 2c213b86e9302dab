import { compileLinking, quoteName } from '@grasp/cypher-compiler';
import type { CypherDialect } from '@grasp/cypher-compiler';
import type { Anchor } from '@grasp/plan';

import type { Binding } from '../bindings.js';
import { GraphRetrieverError } from '../errors.js';
import { foldName } from '../fold-name.js';
import { checkLimits, keepBest, limitsOf, LINKER_DEFAULTS } from '../linker.js';
import type { Linker, LinkerOptions, LinkLimits, TextEncoder } from '../linker.js';
import { createCypherRun } from './cypher-run.js';
import type { CypherRun, CypherRunOptions } from './cypher-run.js';
import type { Neo4jDriver } from './neo4j-driver.js';
import { createReadOnlyRun } from './read-only-run.js';

/** Vectors in a database: one vector index, on one property, by cosine. */
export interface Neo4jVectors {
  readonly property: string;
  /** Name of the index. */
  readonly index: string;
}

/** Where a database keeps the names of one node type. */
export interface Neo4jNames {
  /** Label of the nodes that hold the names: the node type itself, or nodes of their own, one a name. */
  readonly label: string;
  /** Property with the name as it is written. */
  readonly text: string;
  /** Property with the id of the node that is named; null for the holder's own `elementId`. */
  readonly owner: string | null;
  /** Property with 0 for a name and a larger number for an alias. Default: all are names. */
  readonly surface?: string;
  /** Property with the name as `fold` writes it, for exact matches; it should have an index. Default: `text`, as it is. */
  readonly key?: string;
  /** Default: without case, accents, punctuation and white space. */
  readonly fold?: (text: string) => string;
  /** Default: exact matches only. */
  readonly vectors?: Neo4jVectors;
}

/** What a Neo4j linker is made of. */
export interface Neo4jLinkerParts {
  /** A driver of `neo4j-driver` 6; or `run`. It stays the caller's to close. */
  readonly driver?: Neo4jDriver;
  /** Another way to run statements, instead of a driver. It must give query type and plan of EXPLAIN. */
  readonly run?: CypherRun;
  /** For `driver`. Default: the user's home database, which costs a request more. */
  readonly database?: string;
  /** The encoder whose vectors the database holds. */
  readonly encoder: TextEncoder;
  /** The names of a node type; without them, anchors by name of this type are linked to nothing. */
  names(type: string): Neo4jNames | undefined;
  /** The vectors of the documents of a node type, which are on its own nodes. */
  documents(type: string): Neo4jVectors | undefined;
  /** Property with a node's id, or null for Neo4j's own `elementId`. Default `id`. */
  readonly idProperty?: string | null;
  /** Default `neo4j5`. */
  readonly dialect?: CypherDialect;
}

/** Anchors that are linked at the same time: a driver has a limited number of connections. */
const AT_ONCE = 4;
/** An index that is asked for few misses some of the nearest: of 100 the very nearest of 2 anchors in 189, of 400 of 1. */
const LEAST_FETCH = 800;
/** Beyond this many, ties are cut: an index that is asked for more takes seconds. */
const LARGEST_FETCH = 25_600;

type Row = { readonly id: unknown; readonly score: unknown; readonly more?: readonly unknown[] };

/**
 * A linker by cosine over Neo4j's vector indexes: what `createLinker` gives in memory, as far as the index, which is
 * approximate, finds what is nearest. It is asked for at least 800 names or documents, and for more while those that
 * it gives tie. Exact names are looked up beside it and come first, with the score 1.
 *
 * @throws GraphRetrieverError `invalid_option`. `link` throws Neo4jEngineError, for example `rejected` when the database
 *   has no such index; CypherCompilerError for a name that Neo4j cannot have; the signal's reason.
 */
export function createNeo4jLinker(parts: Neo4jLinkerParts, options: LinkerOptions = {}): Linker {
  const limits = {
    name: checkLimits('name', { ...LINKER_DEFAULTS.name, ...options.name }),
    doc: checkLimits('doc', { ...LINKER_DEFAULTS.doc, ...options.doc }),
  };
  const { driver, database } = parts;
  const unguarded = parts.run ?? (driver && createCypherRun(driver, database === undefined ? {} : { database }));
  if (unguarded === undefined) throw new GraphRetrieverError('invalid_option', 'expected driver or run, got neither');
  const run = createReadOnlyRun(unguarded);
  return {
    async link({ anchors }, { signal } = {}) {
      signal?.throwIfAborted();
      if (anchors.length === 0) return {};
      const cancel = signal === undefined ? {} : { signal };
      const texts = anchors.map(({ text }) => text);
      const vectors = await parts.encoder.encode(texts, { role: 'query', ...cancel });
      const link = async (anchor: Anchor, index: number): Promise<[string, Binding[]]> => {
        const [vector, limit] = [vectors[index]!, limitsOf(anchor, limits)];
        const linkOne = anchor.match_mode === 'name' ? linkByName : linkByDocument;
        return [anchor.var, await linkOne(parts, run, anchor, vector, limit, cancel)];
      };
      const linked: [string, Binding[]][] = [];
      for (let start = 0; start < anchors.length; start += AT_ONCE) {
        const part = anchors.slice(start, start + AT_ONCE);
        linked.push(...(await Promise.all(part.map((anchor, offset) => link(anchor, start + offset)))));
      }
      return Object.fromEntries(linked);
    },
  };
}

async function linkByDocument(
  parts: Neo4jLinkerParts,
  run: CypherRun,
  { label }: Anchor,
  vector: Float32Array,
  limits: LinkLimits,
  cancel: CypherRunOptions,
): Promise<Binding[]> {
  const vectors = parts.documents(label);
  if (vectors === undefined) return [];
  const { idProperty = 'id', dialect } = parts;
  const toBinding = ({ id, score }: Row): Binding => ({ id: String(id), score: cosine(score), via: 'doc' });
  const search = { label, vectors, idProperty, dialect, more: [] };
  return keepBest((await nearest(run, search, vector, limits.count, toBinding, cancel)).values(), limits);
}

async function linkByName(
  parts: Neo4jLinkerParts,
  run: CypherRun,
  { label: type, text }: Anchor,
  vector: Float32Array,
  limits: LinkLimits,
  cancel: CypherRunOptions,
): Promise<Binding[]> {
  const names = parts.names(type);
  if (names === undefined) return [];
  const { label, owner, surface, vectors } = names;
  const more = [names.text, ...(surface === undefined ? [] : [surface])];
  const toBinding = ({ id, score, more: [name, place] = [] }: Row): Binding => ({
    id: String(id),
    score: cosine(score),
    via: Number(place ?? 0) > 0 ? 'alias' : 'name',
    ...(typeof name === 'string' ? { text: name } : {}),
  });
  const found =
    vectors === undefined
      ? new Map<string, Binding>()
      : await nearest(
          run,
          { label, vectors, idProperty: owner, dialect: parts.dialect, more },
          vector,
          limits.count,
          toBinding,
          cancel,
        );
  const key = (names.fold ?? foldName)(text);
  const { rows } = key === '' ? { rows: [] } : await run(exactText(names, more), { key, text }, cancel);
  const exact = rows.map((row) => toBinding({ ...row, score: 1 } as unknown as Row));
  // Names before aliases: the first surface that equals the text is the one that matched.
  for (const binding of exact.filter(({ via }) => via === 'alias').reverse()) found.set(binding.id, binding);
  for (const binding of exact.filter(({ via }) => via === 'name')) found.set(binding.id, binding);
  return keepBest(found.values(), limits);
}

const cosine = (score: unknown): number => Math.min(1, Number(score));

/** Finds the holders of a name. The parameter that is not used is no error. */
function exactText({ label, owner, surface, key, text }: Neo4jNames, more: readonly string[]): string {
  const pattern = key === undefined ? `{${quoteName(text)}: $text}` : `{${quoteName(key)}: $key}`;
  return [
    `MATCH (n:${quoteName(label)} ${pattern})`,
    `RETURN ${owner === null ? 'elementId(n)' : `n.${quoteName(owner)}`} AS id, [${more.map((name) => `n.${quoteName(name)}`).join(', ')}] AS more`,
    `ORDER BY id${surface === undefined ? '' : `, n.${quoteName(surface)}`}`,
  ].join('\n');
}

interface Search {
  readonly label: string;
  readonly vectors: Neo4jVectors;
  readonly idProperty: string | null;
  readonly dialect: CypherDialect | undefined;
  readonly more: readonly string[];
}

/** The best binding of each of the nearest nodes: at least `count` of them, and all that tie with the last. */
async function nearest(
  run: CypherRun,
  { label, vectors, idProperty, dialect, more }: Search,
  vector: Float32Array,
  count: number,
  toBinding: (row: Row) => Binding,
  cancel: CypherRunOptions,
): Promise<Map<string, Binding>> {
  // A text without known words is near to nothing.
  if (vector.every((value) => value === 0)) return new Map();
  const query = compileLinking(
    { label, ...vectors },
    { nodeTypes: [{ name: label, fields: [] }], relations: [] },
    { idProperty, more, ...(dialect === undefined ? {} : { dialect }) },
  );
  for (let fetch = Math.max(LEAST_FETCH, 10 * count); ; fetch *= 4) {
    // The share that is kept is decided over nodes, not over their names: here all rows come back.
    const { rows } = await run(query.text, query.bind({ vector, count: fetch, ratio: 0, fetch }), cancel);
    const found = new Map<string, Binding>();
    for (const row of rows) {
      const binding = toBinding(row as Row);
      if (!found.has(binding.id)) found.set(binding.id, binding);
    }
    const last = [...found.values()][count - 1]?.score ?? -Infinity;
    const isWhole = rows.length < fetch || cosine(rows.at(-1)!['score']) < last;
    if (isWhole || fetch * 4 > LARGEST_FETCH) return found;
  }
}
