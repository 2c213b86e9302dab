import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { SourceError } from '../source-error.js';

/** A file of edges. */
interface StarkEdgeFile {
  /** Relative to the folder. */
  readonly file: string;
  /** Position of its relation in {@link StarkLayout.relations}. */
  readonly relation: number;
}

/** What a folder of the export layout holds. */
export interface StarkLayout {
  /** Files of nodes, relative to the folder, in code-unit order. */
  readonly nodeFiles: readonly string[];
  /** Files of edges in the order of their relations. */
  readonly edgeFiles: readonly StarkEdgeFile[];
  /** Names of node types by number. */
  readonly nodeTypes: readonly string[];
  /** Names of relations by number. */
  readonly relations: readonly string[];
  /** What schema.json says the relations connect: types and relation by number. Undefined: it does not say. */
  readonly tuples: readonly (readonly [from: number, relation: number, to: number])[] | undefined;
  /** Whether schema.json says that every edge stands in both directions. Undefined: it does not say. */
  readonly isUndirected: boolean | undefined;
  readonly candidateFile: string | undefined;
}

const SCHEMA_FILE = 'schema.json';
const CANDIDATE_FILES = ['candidate_ids.txt', 'candidate_ids.txt.gz', 'candidates.txt'];

type Json = Readonly<Record<string, unknown>>;

const fault = (message: string): SourceError => new SourceError('invalid_file', SCHEMA_FILE, message);

async function listFiles(folder: string, part: string, ending: RegExp): Promise<string[]> {
  try {
    const names = await readdir(join(folder, part));
    return names
      .filter((name) => ending.test(name))
      .sort()
      .map((name) => `${part}/${name}`);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return [];
    throw new SourceError('unreadable_file', part, `expected a folder that can be read, got "${message}"`, {
      cause: error,
    });
  }
}

/** Names by number, from `{ "0": "author" }`, `["author"]`, `[{ "id": 0, "name": "author" }]` or `{ "author": 0 }`. */
function namesByNumber(value: unknown, key: string): string[] {
  const names: string[] = [];
  const put = (number: number, name: unknown): void => {
    if (!Number.isInteger(number) || number < 0 || number > 250 || typeof name !== 'string' || name === '') {
      throw fault(
        `"${key}": expected numbers from 0 to 250 and a name for each, got ${JSON.stringify([number, name])}`,
      );
    }
    names[number] = name;
  };
  if (Array.isArray(value)) {
    value.forEach((entry: unknown, index) => {
      if (typeof entry === 'object' && entry !== null)
        put(Number((entry as Json)['id'] ?? index), (entry as Json)['name']);
      else put(index, entry);
    });
  } else if (typeof value === 'object' && value !== null) {
    for (const [first, second] of Object.entries(value)) {
      if (typeof second === 'number') put(second, first);
      else put(Number(first), second);
    }
  }
  if (names.length === 0) throw fault(`"${key}": expected names by number, such as { "0": "paper" }, got none`);
  const missing = Array.from(names).findIndex((name) => name === undefined);
  if (missing >= 0) throw fault(`"${key}": expected a name for each number, got none for ${missing}`);
  return names;
}

const firstOf = (schema: Json, keys: readonly string[]): readonly [string, unknown] => {
  const key = keys.find((name) => schema[name] !== undefined);
  if (key === undefined)
    throw fault(`expected the key "${keys[0]!}", got only ${Object.keys(schema).join(', ') || 'none'}`);
  return [key, schema[key]];
};

function tuplesOf(value: unknown, nodeTypes: readonly string[], relations: readonly string[]): StarkLayout['tuples'] {
  if (!Array.isArray(value)) return undefined;
  return value.map((tuple: unknown) => {
    const [from, relation, to] = Array.isArray(tuple) ? (tuple as unknown[]) : [];
    const numbers = [
      nodeTypes.indexOf(String(from)),
      relations.indexOf(String(relation)),
      nodeTypes.indexOf(String(to)),
    ] as const;
    if (numbers.includes(-1)) {
      throw fault(`"tuples": expected a node type, a relation and a node type, got ${JSON.stringify(tuple)}`);
    }
    return numbers;
  });
}

async function readSchema(folder: string, signal: AbortSignal | undefined): Promise<Json> {
  let text: string;
  try {
    text = await readFile(join(folder, SCHEMA_FILE), { encoding: 'utf8', signal });
  } catch (error) {
    signal?.throwIfAborted();
    const { code, message } = error as NodeJS.ErrnoException;
    const missing = code === 'ENOENT' || code === 'ENOTDIR';
    throw new SourceError(
      missing ? 'missing_file' : 'unreadable_file',
      SCHEMA_FILE,
      missing
        ? 'expected this file beside the folders nodes and edges, got none; tools/stark makes them of the official files'
        : `expected a readable file, got "${message}"`,
      { cause: error },
    );
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SourceError('invalid_file', SCHEMA_FILE, `expected JSON, got "${(error as Error).message}"`, {
      cause: error,
    });
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault('expected an object');
  return value as Json;
}

function edgeFile(file: string, relations: readonly string[]): StarkEdgeFile {
  const stem = /([^/]+?)\.tsv(?:\.gz)?$/u.exec(file)![1]!;
  const plain = (name: string): string => name.replace(/[^\p{L}\p{N}]+/gu, '_');
  const relation = /^\d+$/u.test(stem) ? Number(stem) : relations.findIndex((name) => plain(name) === plain(stem));
  if (relation >= 0 && relation < relations.length) return { file, relation };
  const message = `expected the number of a relation from 0 to ${relations.length - 1}, or its name, as the name of the file`;
  throw new SourceError('invalid_file', file, message);
}

/**
 * Looks at a folder of the layout in which STaRK's graphs are passed on: `schema.json`, `nodes/*.jsonl`,
 * `edges/*.tsv` (one a relation), `candidate_ids.txt`; files may be packed (`.gz`).
 *
 * @throws {SourceError} `missing_file`, `invalid_file`, `unreadable_file`
 */
export async function starkLayout(folder: string, signal?: AbortSignal): Promise<StarkLayout> {
  const schema = await readSchema(folder, signal);
  const [typesKey, types] = firstOf(schema, ['node_types', 'node_type_dict', 'nodeTypes']);
  const [relationsKey, relationNames] = firstOf(schema, [
    'edge_types',
    'edge_type_dict',
    'relation_types',
    'relations',
  ]);
  const nodeTypes = namesByNumber(types, typesKey);
  const relations = namesByNumber(relationNames, relationsKey);
  const nodeFiles = await listFiles(folder, 'nodes', /\.jsonl(?:\.gz)?$/u);
  if (nodeFiles.length === 0) {
    throw new SourceError('missing_file', 'nodes', 'expected a folder with files that end in .jsonl, got none');
  }
  const edgeFiles = (await listFiles(folder, 'edges', /\.tsv(?:\.gz)?$/u))
    .map((file) => edgeFile(file, relations))
    .sort((a, b) => a.relation - b.relation);
  const top = await readdir(folder);
  return {
    nodeFiles,
    edgeFiles,
    nodeTypes,
    relations,
    tuples: tuplesOf(schema['tuples'], nodeTypes, relations),
    isUndirected: typeof schema['is_undirected'] === 'boolean' ? schema['is_undirected'] : undefined,
    candidateFile: CANDIDATE_FILES.find((name) => top.includes(name)),
  };
}
