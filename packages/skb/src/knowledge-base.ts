import type { Schema } from '@grasp/plan';

import type { Adjacency } from './adjacency.js';
import {
  adjacencyEntries,
  FORMAT_VERSION,
  META_ENTRY,
  NAME_ROWS,
  sectionEntry,
} from './base-entries.js';
import type { BaseMeta, ColumnName } from './base-entries.js';
import type { EntryStore, StoredArray } from './entry.js';
import type { ImportReport } from './import-report.js';
import { KnowledgeBaseFile } from './knowledge-base-file.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { normalizeName } from './normalize-name.js';
import type { FieldValue } from './source.js';
import { openColumn } from './open-column.js';
import type { StringColumn } from './string-column.js';

/** `out` follows a relation as it is stored, `in` against that. */
export type Direction = 'out' | 'in';

/** One node, decoded. */
export interface NodeView {
  readonly id: string;
  readonly index: number;
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/**
 * A knowledge base, read-only. Nodes have a string id and a dense index from 0, sorted by type in the schema's order and
 * then by id in code-unit order, so that the nodes of one type are one range. Nothing is decoded before it is asked for.
 *
 * Methods throw a RangeError for a type, a relation or an index that the knowledge base does not have, and a
 * {@link KnowledgeBaseFileError} when the file turns out to be damaged or the knowledge base was closed.
 */
export class KnowledgeBase implements Disposable {
  readonly schema: Schema;
  readonly nodeCount: number;
  readonly report: ImportReport;
  readonly #file: string;
  readonly #store: EntryStore;
  readonly #typeStarts: readonly number[];
  readonly #columns = new Map<ColumnName, StringColumn>();
  readonly #adjacencies = new Map<string, Adjacency>();

  /** @internal Use {@link openKnowledgeBase}. */
  constructor(file: string, store: EntryStore, meta: BaseMeta, bytes: number) {
    this.schema = meta.schema;
    this.nodeCount = meta.typeStarts.at(-1) ?? 0;
    this.report = { ...meta.report, bytes };
    this.#file = file;
    this.#store = store;
    this.#typeStarts = meta.typeStarts;
  }

  /** The indexes of all nodes of a type, `end` exclusive. */
  typeRange(type: string): { readonly start: number; readonly end: number } {
    const position = this.schema.nodeTypes.findIndex(({ name }) => name === type);
    if (position < 0) throw new RangeError(`@grasp/skb: expected a node type of the schema, got "${type}"`);
    return { start: this.#typeStarts[position]!, end: this.#typeStarts[position + 1]! };
  }

  /** The index of the node with this id; undefined when there is none. A binary search within each type. */
  indexOf(id: string): number | undefined {
    const ids = this.#column('ids');
    for (let type = 0; type + 1 < this.#typeStarts.length; type++) {
      const index = ids.search(id, this.#typeStarts[type], this.#typeStarts[type + 1]);
      if (index >= 0) return index;
    }
    return undefined;
  }

  idOf(index: number): string {
    this.#checkIndex(index);
    return this.#column('ids').at(index);
  }

  nameOf(index: number): string {
    this.#checkIndex(index);
    return this.#column('names').at(index);
  }

  typeOf(index: number): string {
    this.#checkIndex(index);
    let type = 0;
    while (this.#typeStarts[type + 1]! <= index) type++;
    return this.schema.nodeTypes[type]!.name;
  }

  /** All that is stored of a node. Fields come in the schema's order; absent ones are left out. */
  node(index: number): NodeView {
    const head = { id: this.idOf(index), index, type: this.typeOf(index), name: this.nameOf(index) };
    const record = this.#column('records').at(index);
    const rest = record === '' ? {} : (JSON.parse(record) as Partial<Pick<NodeView, 'aliases' | 'fields'>>);
    return { ...head, aliases: rest.aliases ?? [], fields: rest.fields ?? {} };
  }

  /** The nodes in index order, decoded one at a time; all of them, or those of one type. */
  *nodes(options: { readonly type?: string } = {}): Generator<NodeView, void, undefined> {
    const { start, end } =
      options.type === undefined ? { start: 0, end: this.nodeCount } : this.typeRange(options.type);
    for (let index = start; index < end; index++) yield this.node(index);
  }

  /**
   * The nodes with a name or alias that equals `text` after {@link normalizeName}; ascending indexes. Names of which
   * nothing is left, such as `?`, are not found.
   */
  findByName(text: string): readonly number[] {
    const row = this.#column('name-keys').search(normalizeName(text));
    if (row < 0) return [];
    const { offsets, targets } = this.#rows(NAME_ROWS);
    return Array.from(targets.subarray(offsets[row], offsets[row + 1]));
  }

  /** All edges of a relation in one direction. The arrays are views of the file or a cache: do not change them. */
  adjacency(relation: string, direction: Direction): Adjacency {
    const position = this.schema.relations.findIndex(({ name }) => name === relation);
    if (position < 0) throw new RangeError(`@grasp/skb: expected a relation of the schema, got "${relation}"`);
    return this.#rows(adjacencyEntries(position, direction));
  }

  /** The neighbours of one node, ascending; a view. */
  neighbours(index: number, relation: string, direction: Direction): Uint32Array {
    this.#checkIndex(index);
    const { offsets, targets } = this.adjacency(relation, direction);
    return targets.subarray(offsets[index], offsets[index + 1]);
  }

  /** Number of edges at a node over all relations and both directions; an edge from a node to itself counts twice. */
  degree(index: number): number {
    let degree = 0;
    for (const { name } of this.schema.relations) {
      degree += this.neighbours(index, name, 'out').length + this.neighbours(index, name, 'in').length;
    }
    return degree;
  }

  /**
   * A typed array that was stored at import. More than 16 MiB are a view of the memory map where LMDB can give one, and
   * become empty when the knowledge base is closed. Undefined when there is no array of this name.
   */
  array(name: string): StoredArray | undefined {
    return this.#store.array(sectionEntry(name));
  }

  /** A JSON value that was stored at import, parsed anew at each call; undefined when there is none of this name. */
  json(name: string): unknown {
    return this.#store.json(sectionEntry(name));
  }

  /** Closes the file. Afterwards nothing can be read, and arrays that were views are empty. May be called again. */
  close(): void {
    this.#columns.clear();
    this.#adjacencies.clear();
    this.#store.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #checkIndex(index: number): void {
    if (Number.isInteger(index) && index >= 0 && index < this.nodeCount) return;
    throw new RangeError(`@grasp/skb: expected a node index from 0 to ${this.nodeCount - 1}, got ${index}`);
  }

  #column(name: ColumnName): StringColumn {
    let column = this.#columns.get(name);
    if (column === undefined) {
      column = openColumn(this.#store, this.#file, name);
      this.#columns.set(name, column);
    }
    return column;
  }

  #rows(entries: { readonly offsets: string; readonly targets: string }): Adjacency {
    let rows = this.#adjacencies.get(entries.offsets);
    if (rows === undefined) {
      const offsets = this.#required(entries.offsets) as Uint32Array;
      rows = { offsets, targets: this.#required(entries.targets) as Uint32Array };
      this.#adjacencies.set(entries.offsets, rows);
    }
    return rows;
  }

  #required(entry: string): StoredArray {
    const array = this.#store.array(entry);
    if (array !== undefined) return array;
    throw new KnowledgeBaseFileError('damaged', this.#file, `no data for "${entry}"`);
  }
}

function readMeta(store: KnowledgeBaseFile, file: string): BaseMeta {
  const names = new Set(store.names());
  if (!names.has(META_ENTRY)) {
    throw new KnowledgeBaseFileError('not_a_knowledge_base', file, 'an LMDB file of another kind');
  }
  const meta = store.json(META_ENTRY) as BaseMeta;
  if (meta.version !== FORMAT_VERSION) {
    const found = `format version ${meta.version} instead of ${FORMAT_VERSION}`;
    throw new KnowledgeBaseFileError('unsupported_version', file, found);
  }
  const missing = meta.entries.find((name) => !names.has(name));
  if (missing !== undefined) throw new KnowledgeBaseFileError('damaged', file, `no data for "${missing}"`);
  return meta;
}

/**
 * Opens a file that {@link importKnowledgeBase} wrote. Takes milliseconds whatever the size, because data is read when it
 * is first used. Several programs may open the same file; an import that replaces it does not disturb those that have it
 * open.
 *
 * @throws KnowledgeBaseFileError
 */
export function openKnowledgeBase(file: string): KnowledgeBase {
  const store = new KnowledgeBaseFile(file);
  try {
    return new KnowledgeBase(file, store, readMeta(store, file), store.size);
  } catch (error) {
    store.close();
    throw error;
  }
}
