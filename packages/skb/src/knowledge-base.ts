import type { Schema } from '@grasp/plan';

import type { Adjacency } from './adjacency.js';
import { FORMAT_VERSION, META_ENTRY, sectionEntry } from './base-entries.js';
import type { BaseMeta } from './base-entries.js';
import { BaseGraph } from './base-graph.js';
import type { Direction } from './base-graph.js';
import type { EntryStore, StoredArray } from './entry.js';
import type { ImportReport } from './import-report.js';
import { countsByName } from './import-report.js';
import { KnowledgeBaseFile } from './knowledge-base-file.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { findSimilarNames } from './names/find-similar-names.js';
import type { SimilarName, SimilarNameOptions } from './names/find-similar-names.js';
import { normalizeName } from './normalize-name.js';
import type { FieldValue } from './source.js';
import { NO_NODE } from './updates/node-numbering.js';
import type { NodeNumbering } from './updates/node-numbering.js';
import { relationEntries, UPDATE_ENTRIES } from './updates/update-entries.js';
import type { UpdateStore } from './updates/update-log.js';
import { UpdatedGraph } from './updates/updated-graph.js';

/** One node, decoded. */
export interface NodeView {
  readonly id: string;
  readonly index: number;
  readonly type: string;
  readonly name: string;
  readonly aliases: readonly string[];
  readonly fields: Readonly<Record<string, FieldValue>>;
}

/** One update of a knowledge base, with what its `decorate` stored. Nodes are given by slot, see {@link NodeNumbering}. */
export interface KnowledgeBaseUpdate {
  /** Slots of the nodes that the update replaced, then of those that it added. */
  readonly written: Uint32Array;
  readonly deleted: Uint32Array;
  /**
   * The edges of a relation that the update added or removed by themselves, as pairs of slots one after another; without
   * those that went with a deleted node.
   */
  edges(relation: string): { readonly added: Uint32Array; readonly removed: Uint32Array };
  array(name: string): StoredArray | undefined;
  json(name: string): unknown;
}

/**
 * A knowledge base, read-only. Nodes have a string id and a dense index from 0, sorted by type in the schema's order and
 * then by id in code-unit order, so that the nodes of one type are one range. Nothing is decoded before it is asked for.
 * It stays as it was when the file is updated or replaced; open the file again to see that.
 *
 * Methods throw a RangeError for a type, a relation or an index that the knowledge base does not have, and a
 * {@link KnowledgeBaseFileError} when the file turns out to be damaged or the knowledge base was closed.
 */
export class KnowledgeBase implements Disposable {
  readonly schema: Schema;
  readonly nodeCount: number;
  /** As of the import, with the counts and the size after the updates. */
  readonly report: ImportReport;
  /** The updates since the file was imported or compacted, oldest first. */
  readonly updates: readonly KnowledgeBaseUpdate[];
  /** Where nodes stand for which something was stored by an earlier index, see there. */
  readonly numbering: NodeNumbering;
  /** @internal */
  readonly graph: UpdatedGraph;
  readonly #store: EntryStore;

  /** @internal Use {@link openKnowledgeBase}. */
  constructor(file: string, store: EntryStore, meta: BaseMeta, bytes: number, updates: readonly UpdateStore[] = []) {
    const { schema } = meta;
    this.schema = schema;
    this.#store = store;
    this.graph = new UpdatedGraph(new BaseGraph(file, store, schema, meta.typeStarts), updates);
    this.numbering = this.graph.numbering;
    this.nodeCount = this.numbering.nodeCount;
    this.report = { ...meta.report, ...this.#counts(), bytes };
    this.updates = updates.map((update) => ({
      written: update.array(UPDATE_ENTRIES.written) as Uint32Array,
      deleted: update.array(UPDATE_ENTRIES.deleted) as Uint32Array,
      edges: (relation) => {
        const entries = relationEntries(this.#relation(relation));
        const pairs = (entry: string): Uint32Array =>
          (update.array(entry) as Uint32Array | undefined) ?? new Uint32Array(0);
        return { added: pairs(entries.added), removed: pairs(entries.removed) };
      },
      array: (name) => update.array(sectionEntry(name)),
      json: (name) => update.json(sectionEntry(name)),
    }));
  }

  /** The indexes of all nodes of a type, `end` exclusive. */
  typeRange(type: string): { readonly start: number; readonly end: number } {
    const position = this.schema.nodeTypes.findIndex(({ name }) => name === type);
    if (position < 0) throw new RangeError(`@grasp/skb: expected a node type of the schema, got "${type}"`);
    const { typeStarts } = this.numbering;
    return { start: typeStarts[position]!, end: typeStarts[position + 1]! };
  }

  /** The index of the node with this id; undefined when there is none. A binary search within each type. */
  indexOf(id: string): number | undefined {
    const slot = this.graph.slotOfId(id);
    return slot === NO_NODE ? undefined : this.numbering.indexOf(slot);
  }

  idOf(index: number): string {
    return this.graph.text('ids', this.#slotOf(index));
  }

  nameOf(index: number): string {
    return this.graph.text('names', this.#slotOf(index));
  }

  typeOf(index: number): string {
    this.#checkIndex(index);
    return this.schema.nodeTypes[this.graph.typeOf(index)]!.name;
  }

  /** All that is stored of a node. Fields come in the schema's order; absent ones are left out. */
  node(index: number): NodeView {
    const head = { id: this.idOf(index), index, type: this.typeOf(index), name: this.nameOf(index) };
    const { aliases = [], fields = {} } = readRecord(this.graph.text('records', this.#slotOf(index)));
    return { ...head, aliases, fields };
  }

  /**
   * Type and names of a node as it was imported, whatever updates followed, by its slot.
   *
   * @throws RangeError for a slot of {@link numbering} that no imported node has
   */
  importedNode(slot: number): Pick<NodeView, 'type' | 'name' | 'aliases'> {
    const { base } = this.graph;
    if (!Number.isInteger(slot) || slot < 0 || slot >= base.nodeCount) {
      throw new RangeError(
        `@grasp/skb: expected the slot of an imported node, 0 to ${base.nodeCount - 1}, got ${slot}`,
      );
    }
    const type = base.typeStarts.findIndex((_, at) => slot < base.typeStarts[at + 1]!);
    const { aliases = [] } = readRecord(base.column('records').at(slot));
    return { type: this.schema.nodeTypes[type]!.name, name: base.column('names').at(slot), aliases };
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
    return this.graph.nodesNamed(normalizeName(text));
  }

  /**
   * The names nearest to `text` after {@link normalizeName}, of all types or one: fewer edits first, then code-unit order.
   * An edit inserts, deletes or replaces a letter (UTF-16 code unit) or swaps two neighbours. A text of more than 4,096
   * code units is found only without edits, one of more than 65,536 not at all.
   */
  findSimilarNames(text: string, options: SimilarNameOptions & { readonly type?: string } = {}): SimilarName[] {
    const range = options.type === undefined ? { start: 0, end: this.nodeCount } : this.typeRange(options.type);
    return findSimilarNames(this.graph.nameSegments(), text, range, options);
  }

  /** All edges of a relation in one direction. The arrays are views of the file or a cache: do not change them. */
  adjacency(relation: string, direction: Direction): Adjacency {
    return this.graph.adjacency(this.#relation(relation), direction);
  }

  /** The neighbours of one node, ascending; do not change them. */
  neighbours(index: number, relation: string, direction: Direction): Uint32Array {
    this.#checkIndex(index);
    return this.graph.neighbours(index, this.#relation(relation), direction);
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
   * A typed array that was stored at import, whatever updates followed. More than 16 MiB are a view of the memory map where LMDB can give one, and
   * become empty when the knowledge base is closed. Undefined when there is no array of this name.
   */
  array(name: string): StoredArray | undefined {
    return this.#store.array(sectionEntry(name));
  }

  /** A JSON value that was stored at import, parsed anew at each call; undefined when there is none of this name. */
  json(name: string): unknown {
    return this.#store.json(sectionEntry(name));
  }

  /** Whether the file still is what was opened: not updated, compacted, replaced or removed since. Looks at the disk. */
  isCurrent(): boolean {
    return this.#store.isCurrent?.() ?? true;
  }

  /** Closes the file. Afterwards nothing can be read, and arrays that were views are empty. May be called again. */
  close(): void {
    this.graph.clear();
    this.#store.close();
  }

  [Symbol.dispose](): void {
    this.close();
  }

  #slotOf(index: number): number {
    this.#checkIndex(index);
    return this.numbering.slotOf(index);
  }

  #checkIndex(index: number): void {
    if (Number.isInteger(index) && index >= 0 && index < this.nodeCount) return;
    throw new RangeError(`@grasp/skb: expected a node index from 0 to ${this.nodeCount - 1}, got ${index}`);
  }

  #relation(name: string): number {
    const position = this.schema.relations.findIndex((relation) => relation.name === name);
    if (position < 0) throw new RangeError(`@grasp/skb: expected a relation of the schema, got "${name}"`);
    return position;
  }

  /** What updates changed of the report. */
  #counts(): Partial<ImportReport> {
    const { relationCounts } = this.graph;
    if (relationCounts === undefined) return {};
    const { nodeCount, typeStarts } = this.numbering;
    const nodeCounts = this.schema.nodeTypes.map((_, type) => typeStarts[type + 1]! - typeStarts[type]!);
    return {
      nodeCount,
      relationCount: relationCounts.reduce((sum, count) => sum + count, 0),
      nodes: countsByName(this.schema.nodeTypes, nodeCounts),
      relations: countsByName(this.schema.relations, relationCounts),
    };
  }
}

/** What a node has beside its name, as it is stored. */
const readRecord = (record: string): Partial<Pick<NodeView, 'aliases' | 'fields'>> =>
  record === '' ? {} : (JSON.parse(record) as Partial<Pick<NodeView, 'aliases' | 'fields'>>);

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
 * Opens the values of a file, and reads what they are.
 *
 * @throws KnowledgeBaseFileError
 */
export function openStore(file: string): { readonly store: KnowledgeBaseFile; readonly meta: BaseMeta } {
  const store = new KnowledgeBaseFile(file);
  try {
    return { store, meta: readMeta(store, file) };
  } catch (error) {
    store.close();
    throw error;
  }
}

/**
 * Opens a file that {@link importKnowledgeBase} wrote. Takes milliseconds whatever the size, because data is read when it
 * is first used, except that of each update a part is read. Several programs may open the same file; an update, or an
 * import that replaces it, does not disturb those that have it open.
 *
 * @throws KnowledgeBaseFileError
 */
export function openKnowledgeBase(file: string): KnowledgeBase {
  const { store, meta } = openStore(file);
  try {
    return new KnowledgeBase(file, store, meta, store.size, store.updates);
  } catch (error) {
    store.close();
    throw error;
  }
}
