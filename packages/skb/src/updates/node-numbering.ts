/** Stands for "no node" where an index or a slot is expected. */
export const NO_NODE = 0xffff_ffff;

/** A node that an update added and no later one deleted. */
export interface AddedNode {
  readonly slot: number;
  /** Position of its type in the schema. */
  readonly type: number;
  /** The slot of the imported node that it stands before: the first of its type with a higher id, or where the next type starts. */
  readonly before: number;
  readonly id: string;
}

/**
 * Indexes and slots of the nodes of a file that was updated. An index is dense and sorted, so it changes with every update
 * that adds or deletes nodes; a slot is a node's number for as long as the file is not compacted: imported nodes have
 * their first index, added nodes the next numbers in turn, and the slot of a deleted node is not used again. Imported
 * nodes keep their order among themselves, so that what was stored by slot has only to be renumbered.
 */
export class NodeNumbering {
  /** Slots below this are those of imported nodes. */
  readonly importedCount: number;
  /** Slots that have been given out. */
  readonly slotCount: number;
  readonly nodeCount: number;
  /** Index of the first node of each type in the schema's order, and the number of nodes at the end. */
  readonly typeStarts: readonly number[];
  /** Whether every index is its own slot. */
  readonly isIdentity: boolean;
  #indexes: Uint32Array | undefined;
  #slots: Uint32Array | undefined;

  constructor(
    importedStarts: readonly number[],
    slotCount = importedStarts.at(-1) ?? 0,
    deleted: ReadonlySet<number> = new Set(),
    added: readonly AddedNode[] = [],
  ) {
    this.importedCount = importedStarts.at(-1) ?? 0;
    this.slotCount = slotCount;
    this.isIdentity = deleted.size === 0 && added.length === 0;
    if (this.isIdentity) {
      this.nodeCount = this.importedCount;
      this.typeStarts = importedStarts;
      return;
    }
    const sorted = [...added].sort((a, b) => a.type - b.type || a.before - b.before || (a.id < b.id ? -1 : 1));
    const indexes = new Uint32Array(slotCount).fill(NO_NODE);
    const isDeleted = new Uint8Array(slotCount);
    for (const slot of deleted) isDeleted[slot] = 1;
    const slots = new Uint32Array(this.importedCount + added.length);
    const typeStarts = [0];
    let [index, next] = [0, 0];
    const place = (slot: number): void => {
      indexes[slot] = index;
      slots[index++] = slot;
    };
    for (let type = 0; type + 1 < importedStarts.length; type++) {
      const end = importedStarts[type + 1]!;
      for (let slot = importedStarts[type]!; ;) {
        const following = next < sorted.length && sorted[next]!.type === type ? sorted[next] : undefined;
        for (const stop = following?.before ?? end; slot < stop; slot++) if (isDeleted[slot] === 0) place(slot);
        if (following === undefined) break;
        place(following.slot);
        next++;
      }
      typeStarts.push(index);
    }
    this.nodeCount = index;
    this.typeStarts = typeStarts;
    this.#indexes = indexes;
    this.#slots = slots.subarray(0, index);
  }

  /** The index of each slot's node, {@link NO_NODE} where it was deleted. Do not change it. */
  get indexes(): Uint32Array {
    if (this.#indexes !== undefined) return this.#indexes;
    const indexes = new Uint32Array(this.slotCount);
    for (let slot = 0; slot < indexes.length; slot++) indexes[slot] = slot;
    return (this.#indexes = indexes);
  }

  /** The slot of each index's node. Do not change it. */
  get slots(): Uint32Array {
    return (this.#slots ??= this.indexes);
  }

  /** {@link NO_NODE} for the slot of a deleted node. */
  indexOf(slot: number): number {
    return this.#indexes === undefined ? slot : this.#indexes[slot]!;
  }

  slotOf(index: number): number {
    return this.#slots === undefined ? index : this.#slots[index]!;
  }
}
