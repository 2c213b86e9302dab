import type { Schema } from '@grasp/plan';

import type { Adjacency } from './adjacency.js';
import { adjacencyEntries, NAME_ROWS, SIMILAR_NAMES } from './base-entries.js';
import type { ColumnName } from './base-entries.js';
import type { EntryStore, StoredArray } from './entry.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import type { SimilarTextArrays } from './names/similar-texts.js';
import { openColumn } from './open-column.js';
import type { StringColumn } from './string-column.js';

/** `out` follows a relation as it is stored, `in` against that. */
export type Direction = 'out' | 'in';

/** Nodes, names and edges as an import wrote them, by the indexes that they had then. Nothing is read before it is used. */
export class BaseGraph {
  readonly schema: Schema;
  /** Index of the first node of each type in the schema's order, and the number of nodes at the end. */
  readonly typeStarts: readonly number[];
  readonly file: string;
  readonly store: EntryStore;
  readonly #columns = new Map<ColumnName, StringColumn>();
  readonly #rows = new Map<string, Adjacency>();

  constructor(file: string, store: EntryStore, schema: Schema, typeStarts: readonly number[]) {
    this.file = file;
    this.store = store;
    this.schema = schema;
    this.typeStarts = typeStarts;
  }

  get nodeCount(): number {
    return this.typeStarts.at(-1) ?? 0;
  }

  column(name: ColumnName): StringColumn {
    let column = this.#columns.get(name);
    if (column === undefined) {
      column = openColumn(this.store, this.file, name);
      this.#columns.set(name, column);
    }
    return column;
  }

  /** The nodes of each row of the column `name-keys`, ascending. */
  nameRows(): Adjacency {
    return this.#adjacency(NAME_ROWS);
  }

  /** What finds names in the column `name-keys` that are written a little differently; older files lack it. */
  similarNames(): SimilarTextArrays | undefined {
    const signatures = this.store.array(SIMILAR_NAMES.signatures) as Uint32Array | undefined;
    if (signatures === undefined) return undefined;
    const starts = this.#required(SIMILAR_NAMES.starts) as Uint32Array;
    return { signatures, starts, rows: this.#required(SIMILAR_NAMES.rows) as Uint32Array };
  }

  /** @param relation - Its position in the schema. */
  adjacency(relation: number, direction: Direction): Adjacency {
    return this.#adjacency(adjacencyEntries(relation, direction));
  }

  /** The index of the node with this id; -1 when there is none. A binary search within each type. */
  indexOf(id: string): number {
    const ids = this.column('ids');
    for (let type = 0; type + 1 < this.typeStarts.length; type++) {
      const index = ids.search(id, this.typeStarts[type], this.typeStarts[type + 1]);
      if (index >= 0) return index;
    }
    return -1;
  }

  /** Forgets all that was read. */
  clear(): void {
    this.#columns.clear();
    this.#rows.clear();
  }

  #adjacency(entries: { readonly offsets: string; readonly targets: string }): Adjacency {
    let rows = this.#rows.get(entries.offsets);
    if (rows === undefined) {
      const offsets = this.#required(entries.offsets) as Uint32Array;
      rows = { offsets, targets: this.#required(entries.targets) as Uint32Array };
      this.#rows.set(entries.offsets, rows);
    }
    return rows;
  }

  #required(entry: string): StoredArray {
    const array = this.store.array(entry);
    if (array !== undefined) return array;
    throw new KnowledgeBaseFileError('damaged', this.file, `no data for "${entry}"`);
  }
}
