import { MAX_ENTRY_BYTES } from '../entry.js';
import type { StoredValue } from '../entry.js';
import { firstPosition } from '../first-position.js';
import { quote } from '../record-checker.js';
import { StringColumnBuilder } from '../string-column.js';
import type { CheckedNode, CollectedChanges, CollectedRelation } from './collect-changes.js';
import { NO_NODE } from './node-numbering.js';
import { relationEntries, UPDATE_ENTRIES, updateColumnEntries } from './update-entries.js';
import type { UpdateDescription } from './update-entries.js';
import type { UpdatedGraph } from './updated-graph.js';

/** How many nodes and relations an update changed, and how many were so already. */
export interface UpdateCounts {
  readonly nodes: {
    readonly added: number;
    readonly replaced: number;
    readonly unchanged: number;
    readonly deleted: number;
  };
  /** Relations that went with a deleted node count as deleted. */
  readonly relations: { readonly added: number; readonly unchanged: number; readonly deleted: number };
}

/** An update before it is written. */
export interface PlannedUpdate {
  readonly entries: Map<string, StoredValue>;
  readonly counts: UpdateCounts;
  /** Whether nothing would change. */
  readonly isEmpty: boolean;
}

type Pair = readonly [from: number, to: number];

/** Edges of one relation by the slots of their ends, each once. */
class PairSet {
  readonly #pairs = new Map<string, Pair>();

  get size(): number {
    return this.#pairs.size;
  }

  has(from: number, to: number): boolean {
    return this.#pairs.has(`${from} ${to}`);
  }

  add(from: number, to: number): void {
    this.#pairs.set(`${from} ${to}`, [from, to]);
  }

  delete(from: number, to: number): boolean {
    return this.#pairs.delete(`${from} ${to}`);
  }

  sorted(): Uint32Array {
    const pairs = [...this.#pairs.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    return Uint32Array.from(pairs.flat());
  }
}

/**
 * Works out what changes do to a knowledge base: deletions first, then nodes, then relations. Costs time by the number of
 * changes and of the relations at deleted nodes, not by the size of the knowledge base. Problems that need the knowledge
 * base are counted here.
 *
 * @param relationCounts - Number of relations before, by position in the schema.
 */
export function planUpdate(
  graph: UpdatedGraph,
  changes: CollectedChanges,
  relationCounts: readonly number[],
): PlannedUpdate {
  return new UpdatePlanner(graph, changes, relationCounts).plan();
}

class UpdatePlanner {
  readonly #graph: UpdatedGraph;
  readonly #changes: CollectedChanges;
  readonly #relationCounts: number[];
  readonly #deleted = new Set<number>();
  readonly #replaced: { readonly slot: number; readonly node: CheckedNode }[] = [];
  #added: readonly CheckedNode[] = [];
  readonly #slotOfAdded = new Map<string, number>();
  /** New slots of nodes that got another type, by their old ones. */
  readonly #moved = new Map<number, number>();
  readonly #addedPairs: readonly PairSet[];
  readonly #removedPairs: readonly PairSet[];
  readonly #counts = { unchangedNodes: 0, deletedNodes: 0, addedEdges: 0, unchangedEdges: 0, deletedEdges: 0 };

  constructor(graph: UpdatedGraph, changes: CollectedChanges, relationCounts: readonly number[]) {
    this.#graph = graph;
    this.#changes = changes;
    this.#relationCounts = [...relationCounts];
    this.#addedPairs = relationCounts.map(() => new PairSet());
    this.#removedPairs = relationCounts.map(() => new PairSet());
  }

  plan(): PlannedUpdate {
    this.#deleteNodes();
    this.#placeNodes();
    this.#removeEdges();
    this.#dropEdgesOfDeleted();
    for (const relation of this.#changes.relations) this.#addEdge(relation);
    this.#removedPairs.forEach((pairs, relation) => {
      this.#relationCounts[relation]! -= pairs.size;
      this.#counts.deletedEdges += pairs.size;
    });
    const { unchangedNodes, deletedNodes, addedEdges, unchangedEdges, deletedEdges } = this.#counts;
    const [added, replaced] = [this.#added.length, this.#replaced.length];
    const counts = {
      nodes: {
        added: added - this.#moved.size,
        replaced: replaced + this.#moved.size,
        unchanged: unchangedNodes,
        deleted: deletedNodes,
      },
      relations: { added: addedEdges, unchanged: unchangedEdges, deleted: deletedEdges },
    };
    const isEmpty = added + replaced + deletedNodes + addedEdges + deletedEdges === 0;
    return { entries: this.#entries(), counts, isEmpty };
  }

  #deleteNodes(): void {
    for (const [id, origin] of this.#changes.deletedNodes) {
      const slot = this.#graph.slotOfId(id);
      if (slot === NO_NODE) {
        this.#changes.problems.add('nothing_to_delete', () => `no node has the id ${quote(id)}`, origin);
      } else {
        this.#deleted.add(slot);
        this.#counts.deletedNodes++;
      }
    }
  }

  #placeNodes(): void {
    const added: CheckedNode[] = [];
    const retyped = new Map<string, number>();
    for (const node of this.#changes.nodes.values()) {
      const slot = this.#graph.slotOfId(node.id);
      if (slot === NO_NODE || this.#deleted.has(slot)) added.push(node);
      else if (this.#typeOf(slot) !== node.type) {
        retyped.set(node.id, slot);
        added.push(node);
      } else if (this.#graph.text('names', slot) === node.name && this.#graph.text('records', slot) === node.record) {
        this.#counts.unchangedNodes++;
      } else this.#replaced.push({ slot, node });
    }
    this.#replaced.sort((a, b) => a.slot - b.slot);
    added.sort((a, b) => a.type - b.type || (a.id < b.id ? -1 : 1));
    this.#added = added;
    added.forEach(({ id }, position) => this.#slotOfAdded.set(id, this.#graph.numbering.slotCount + position));
    for (const [id, slot] of retyped) {
      this.#deleted.add(slot);
      this.#moved.set(slot, this.#slotOfAdded.get(id)!);
    }
  }

  #removeEdges(): void {
    for (const { relation, from, to, origin } of this.#changes.deletedRelations) {
      const [source, target] = [this.#graph.slotOfId(from), this.#graph.slotOfId(to)];
      const isThere = source !== NO_NODE && target !== NO_NODE && this.#graph.hasEdge(relation, source, target);
      if (isThere) this.#removedPairs[relation]!.add(source, target);
      else {
        const describe = (): string => `${this.#changes.checker.describe(relation, from, to)} is not there`;
        this.#changes.problems.add('nothing_to_delete', describe, origin);
      }
    }
  }

  /** The relations of deleted nodes go with them; those of nodes that got another type move to their new slots. */
  #dropEdgesOfDeleted(): void {
    const { numbering } = this.#graph;
    for (const slot of this.#deleted) {
      const index = numbering.indexOf(slot);
      this.#relationCounts.forEach((_, relation) => {
        for (const other of this.#graph.neighbours(index, relation, 'out')) {
          this.#dropEdge(relation, slot, numbering.slotOf(other));
        }
        for (const other of this.#graph.neighbours(index, relation, 'in')) {
          const source = numbering.slotOf(other);
          if (!this.#deleted.has(source)) this.#dropEdge(relation, source, slot);
        }
      });
    }
  }

  #dropEdge(relation: number, from: number, to: number): void {
    this.#relationCounts[relation]!--;
    const wasRemoved = this.#removedPairs[relation]!.delete(from, to);
    const source = this.#deleted.has(from) ? this.#moved.get(from) : from;
    const target = this.#deleted.has(to) ? this.#moved.get(to) : to;
    if (wasRemoved || source === undefined || target === undefined) {
      this.#counts.deletedEdges++;
      return;
    }
    const ends = {
      from: this.#graph.text('ids', from),
      to: this.#graph.text('ids', to),
      fromType: this.#typeOf(source),
      toType: this.#typeOf(target),
    };
    const { checker } = this.#changes;
    if (checker.connects(relation, ends.fromType, ends.toType)) {
      this.#addedPairs[relation]!.add(source, target);
      this.#relationCounts[relation]!++;
    } else {
      const { nodes } = this.#changes;
      const { origin } = (this.#moved.has(from) ? nodes.get(ends.from) : nodes.get(ends.to)) ?? {};
      checker.addImpossible(relation, () => ends, origin);
      this.#counts.deletedEdges++;
    }
  }

  #addEdge({ relation, from, to, origin }: CollectedRelation): void {
    const { checker, problems } = this.#changes;
    const [source, target] = [this.#slotAfter(from), this.#slotAfter(to)];
    const missing = source === NO_NODE ? from : target === NO_NODE ? to : undefined;
    if (missing !== undefined) {
      const describe = (): string => `${checker.describe(relation, from, to)}: no node has the id ${quote(missing)}`;
      problems.add('dangling_relation', describe, origin);
      return;
    }
    const ends = { from, to, fromType: this.#typeOf(source), toType: this.#typeOf(target) };
    if (!checker.connects(relation, ends.fromType, ends.toType)) {
      checker.addImpossible(relation, () => ends, origin);
      return;
    }
    const known = this.#graph.numbering.slotCount;
    const isThere =
      this.#addedPairs[relation]!.has(source, target) ||
      (source < known && target < known && this.#graph.hasEdge(relation, source, target));
    if (isThere) {
      // What is deleted and added at once stays.
      this.#removedPairs[relation]!.delete(source, target);
      this.#counts.unchangedEdges++;
      return;
    }
    this.#addedPairs[relation]!.add(source, target);
    this.#relationCounts[relation]!++;
    this.#counts.addedEdges++;
  }

  /** The slot that the node with this id has after the update. */
  #slotAfter(id: string): number {
    const added = this.#slotOfAdded.get(id);
    if (added !== undefined) return added;
    const slot = this.#graph.slotOfId(id);
    return this.#deleted.has(slot) ? NO_NODE : slot;
  }

  /** Position in the schema of the type of the node in a slot, before the update or after it. */
  #typeOf(slot: number): number {
    const { numbering } = this.#graph;
    const added = this.#added[slot - numbering.slotCount];
    return added === undefined ? this.#graph.typeOf(numbering.indexOf(slot)) : added.type;
  }

  #entries(): Map<string, StoredValue> {
    const { numbering, base } = this.#graph;
    const slots = [
      ...this.#replaced.map(({ slot }) => slot),
      ...this.#added.map((_, position) => numbering.slotCount + position),
    ];
    const nodes = [...this.#replaced.map(({ node }) => node), ...this.#added];
    const description: UpdateDescription = { relationCounts: this.#relationCounts };
    const entries = new Map<string, StoredValue>()
      .set(UPDATE_ENTRIES.description, { json: JSON.stringify(description) })
      .set(UPDATE_ENTRIES.deleted, Uint32Array.from(this.#deleted).sort())
      .set(UPDATE_ENTRIES.written, Uint32Array.from(slots))
      .set(
        UPDATE_ENTRIES.addedTypes,
        Uint32Array.from(this.#added, ({ type }) => type),
      )
      .set(
        UPDATE_ENTRIES.addedBefore,
        Uint32Array.from(this.#added, ({ id, type }) => {
          const ids = base.column('ids');
          const isBefore = (index: number): boolean => ids.at(index) < id;
          return firstPosition(base.typeStarts[type]!, base.typeStarts[type + 1]!, isBefore);
        }),
      );
    const putColumn = (column: 'ids' | 'names' | 'records', texts: readonly string[]): void => {
      const builder = new StringColumnBuilder(undefined, MAX_ENTRY_BYTES);
      for (const text of texts) builder.push(text);
      const { bytes, offsets } = builder.build()[0]!;
      const target = updateColumnEntries(column);
      entries.set(target.bytes, 'read' in bytes ? bytes.read(0, bytes.length) : bytes).set(target.offsets, offsets);
    };
    putColumn(
      'ids',
      nodes.map(({ id }) => id),
    );
    putColumn(
      'names',
      nodes.map(({ name }) => name),
    );
    putColumn(
      'records',
      nodes.map(({ record }) => record),
    );
    this.#addedPairs.forEach((added, relation) => {
      const target = relationEntries(relation);
      const removed = this.#removedPairs[relation]!;
      if (added.size > 0) entries.set(target.added, added.sorted());
      if (removed.size > 0) entries.set(target.removed, removed.sorted());
    });
    return entries;
  }
}
