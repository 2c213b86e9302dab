import type { Adjacency } from '../adjacency.js';
import type { BaseGraph, Direction } from '../base-graph.js';
import type { ColumnName } from '../base-entries.js';
import { firstPosition } from '../first-position.js';
import { KnowledgeBaseFileError } from '../knowledge-base-file-error.js';
import { nameSegment } from '../names/name-segment.js';
import type { NameSegment } from '../names/name-segment.js';
import { SortedTexts } from '../names/sorted-texts.js';
import { normalizeName } from '../normalize-name.js';
import { StringColumn } from '../string-column.js';
import { EdgeChanges, mergeAdjacency, mergeRow } from './edge-changes.js';
import { NO_NODE, NodeNumbering } from './node-numbering.js';
import type { AddedNode } from './node-numbering.js';
import { relationEntries, UPDATE_ENTRIES, updateColumnEntries } from './update-entries.js';
import type { UpdateDescription } from './update-entries.js';
import type { UpdateStore } from './update-log.js';

/** Where the newest content of a node stands. */
interface Revision {
  /** Number of the update, from 0. */
  readonly update: number;
  readonly row: number;
}

type TextColumn = Exclude<ColumnName, 'name-keys'>;

const NO_EDGES = new Uint32Array(0);

/** The graph that an import wrote with the updates that follow it, by slots and indexes of {@link NodeNumbering}. */
export class UpdatedGraph {
  readonly base: BaseGraph;
  readonly numbering: NodeNumbering;
  /** By relation in the schema's order; undefined when nothing was updated. */
  readonly relationCounts: readonly number[] | undefined;
  readonly #updates: readonly UpdateStore[];
  readonly #columns = new Map<string, StringColumn>();
  /** By slot; nodes that no update wrote are not in it. */
  readonly #revisions = new Map<number, Revision>();
  readonly #addedIds = new Map<string, number>();
  readonly #changes: readonly EdgeChanges[];
  readonly #merged = new Map<string, Adjacency>();
  #names: ReadonlyMap<string, readonly number[]> | undefined;
  #segments: readonly NameSegment[] | undefined;

  constructor(base: BaseGraph, updates: readonly UpdateStore[]) {
    this.base = base;
    this.#updates = updates;
    this.#changes = base.schema.relations.map(() => new EdgeChanges());
    const deleted = new Set<number>();
    const added = new Map<number, AddedNode>();
    let slotCount = base.nodeCount;
    updates.forEach((_, update) => {
      slotCount = this.#apply(update, slotCount, deleted, added);
    });
    this.numbering = new NodeNumbering(base.typeStarts, slotCount, deleted, [...added.values()]);
    for (const { id, slot } of added.values()) this.#addedIds.set(id, slot);
    const description = updates.at(-1)?.json(UPDATE_ENTRIES.description) as UpdateDescription | undefined;
    this.relationCounts = description?.relationCounts;
  }

  /** The slot of the node with this id; {@link NO_NODE} when there is none. */
  slotOfId(id: string): number {
    const added = this.#addedIds.get(id);
    if (added !== undefined) return added;
    const slot = this.base.indexOf(id);
    return slot < 0 || this.numbering.indexOf(slot) === NO_NODE ? NO_NODE : slot;
  }

  /** The id, the name, or the JSON of the rest of a node. */
  text(column: TextColumn, slot: number): string {
    const revision = this.#revisions.size === 0 ? undefined : this.#revisions.get(slot);
    if (revision === undefined) return this.base.column(column).at(slot);
    return this.#column(revision.update, column).at(revision.row);
  }

  /** The number of the update that last wrote the node, from 0; −1 when none did. */
  lastUpdateOf(slot: number): number {
    return this.#revisions.get(slot)?.update ?? -1;
  }

  /** Position of the node's type in the schema. */
  typeOf(index: number): number {
    const { typeStarts } = this.numbering;
    let type = 0;
    while (typeStarts[type + 1]! <= index) type++;
    return type;
  }

  /** Indexes of the nodes with this name or alias, which is normalised already; ascending. */
  nodesNamed(key: string): number[] {
    const row = this.base.column('name-keys').search(key);
    const imported = row < 0 ? NO_EDGES : this.importedNodesOfKey(row);
    if (this.#revisions.size === 0) return Array.from(imported);
    const written = this.writtenNames().get(key) ?? [];
    return [...imported, ...written].sort((a, b) => a - b);
  }

  /** Indexes of the nodes of a row of `name-keys` that no update wrote or deleted; ascending. */
  importedNodesOfKey(row: number): Uint32Array {
    const { offsets, targets } = this.base.nameRows();
    const slots = targets.subarray(offsets[row], offsets[row + 1]);
    if (this.#updates.length === 0) return slots;
    return slots
      .filter((slot) => !this.#revisions.has(slot) && this.numbering.indexOf(slot) !== NO_NODE)
      .map((slot) => this.numbering.indexOf(slot));
  }

  /** The names of imported nodes, and those of nodes that updates wrote. */
  nameSegments(): readonly NameSegment[] {
    if (this.#segments !== undefined) return this.#segments;
    const imported = nameSegment(
      this.base.column('name-keys'),
      (row) => this.importedNodesOfKey(row),
      () => this.base.similarNames(),
    );
    if (this.#revisions.size === 0) return (this.#segments = [imported]);
    const names = this.writtenNames();
    const sorted = [...names.keys()].sort();
    const written = nameSegment(new SortedTexts(sorted.length, (row) => sorted[row]!), (row) =>
      names.get(sorted[row]!)!,
    );
    return (this.#segments = [imported, written]);
  }

  /** By normalised name: indexes of the nodes that updates wrote. */
  writtenNames(): ReadonlyMap<string, readonly number[]> {
    if (this.#names !== undefined) return this.#names;
    const names = new Map<string, number[]>();
    for (const slot of this.#revisions.keys()) {
      const index = this.numbering.indexOf(slot);
      const record = this.text('records', slot);
      const { aliases = [] } = (record === '' ? {} : JSON.parse(record)) as { readonly aliases?: readonly string[] };
      for (const key of new Set([this.text('names', slot), ...aliases].map(normalizeName))) {
        if (key === '') continue;
        const nodes = names.get(key);
        if (nodes === undefined) names.set(key, [index]);
        else nodes.push(index);
      }
    }
    return (this.#names = names);
  }

  /** Pairs of a normalised name and a node that has it. */
  nameCount(): number {
    let count = 0;
    for (let row = 0; row < this.base.column('name-keys').length; row++) count += this.importedNodesOfKey(row).length;
    for (const nodes of this.writtenNames().values()) count += nodes.length;
    return count;
  }

  /** @param relation - Its position in the schema. */
  adjacency(relation: number, direction: Direction): Adjacency {
    const imported = this.base.adjacency(relation, direction);
    const changes = this.#changes[relation]!;
    if (this.numbering.isIdentity && changes.isEmpty) return imported;
    const key = `${relation} ${direction}`;
    let merged = this.#merged.get(key);
    if (merged === undefined) {
      const opposite = this.base.adjacency(relation, direction === 'out' ? 'in' : 'out');
      merged = mergeAdjacency(imported, opposite, changes, this.numbering, direction);
      this.#merged.set(key, merged);
    }
    return merged;
  }

  /** Indexes of the neighbours of one node, ascending; does not merge the whole relation for it. */
  neighbours(index: number, relation: number, direction: Direction): Uint32Array {
    const changes = this.#changes[relation]!;
    const known =
      this.numbering.isIdentity && changes.isEmpty
        ? this.base.adjacency(relation, direction)
        : this.#merged.get(`${relation} ${direction}`);
    if (known !== undefined) return known.targets.subarray(known.offsets[index], known.offsets[index + 1]);
    const slot = this.numbering.slotOf(index);
    const imported = this.#importedRow(slot, relation, direction);
    const changed = changes.row(slot, direction);
    const targets = new Uint32Array(imported.length + (changed?.size ?? 0));
    return targets.subarray(0, mergeRow(imported, changed, this.numbering, targets, 0));
  }

  /** Whether there is an edge between two nodes, by slot. Both must be there. */
  hasEdge(relation: number, from: number, to: number): boolean {
    const changed = this.#changes[relation]!.get(from, to);
    if (changed !== undefined) return changed;
    const row = this.#importedRow(from, relation, 'out');
    return row[firstPosition(0, row.length, (position) => row[position]! < to)] === to;
  }

  /** Forgets all that was read or merged. */
  clear(): void {
    this.#columns.clear();
    this.#merged.clear();
    this.#segments = undefined;
    this.base.clear();
  }

  #importedRow(slot: number, relation: number, direction: Direction): Uint32Array {
    if (slot >= this.numbering.importedCount) return NO_EDGES;
    const { offsets, targets } = this.base.adjacency(relation, direction);
    return targets.subarray(offsets[slot], offsets[slot + 1]);
  }

  /** Takes in one update; gives the number of slots after it. */
  #apply(update: number, slotCount: number, deleted: Set<number>, added: Map<number, AddedNode>): number {
    for (const slot of this.#slots(update, UPDATE_ENTRIES.deleted)) {
      deleted.add(slot);
      added.delete(slot);
      this.#revisions.delete(slot);
    }
    const types = this.#slots(update, UPDATE_ENTRIES.addedTypes);
    const before = this.#slots(update, UPDATE_ENTRIES.addedBefore);
    const written = this.#slots(update, UPDATE_ENTRIES.written);
    written.forEach((slot, row) => {
      this.#revisions.set(slot, { update, row });
      if (slot < slotCount) return;
      const id = this.#column(update, 'ids').at(row);
      added.set(slot, { slot, id, type: types[slot - slotCount]!, before: before[slot - slotCount]! });
    });
    this.#changes.forEach((changes, relation) => {
      const entries = relationEntries(relation);
      for (const [entry, isThere] of [[entries.removed, false] as const, [entries.added, true] as const]) {
        const pairs = this.#updates[update]!.array(entry);
        if (pairs === undefined) continue;
        for (let pair = 0; pair < pairs.length; pair += 2) changes.set(pairs[pair]!, pairs[pair + 1]!, isThere);
      }
    });
    return slotCount + types.length;
  }

  #slots(update: number, entry: string): Uint32Array {
    return this.#required(update, entry) as Uint32Array;
  }

  #column(update: number, name: TextColumn): StringColumn {
    const entries = updateColumnEntries(name);
    const key = `${update} ${name}`;
    let column = this.#columns.get(key);
    if (column === undefined) {
      const bytes = this.#required(update, entries.bytes) as Uint8Array;
      column = new StringColumn([{ bytes, offsets: this.#required(update, entries.offsets) as Uint32Array }]);
      this.#columns.set(key, column);
    }
    return column;
  }

  #required(update: number, entry: string) {
    const array = this.#updates[update]!.array(entry);
    if (array !== undefined) return array;
    throw new KnowledgeBaseFileError('damaged', this.base.file, `no data for "${entry}" in update ${update + 1}`);
  }
}
