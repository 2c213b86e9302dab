/** What an update says of the knowledge base after it. */
export interface UpdateDescription {
  /** Number of relations by position in the schema. */
  readonly relationCounts: readonly number[];
}

/** Names of an update's values; nodes are given by slot. */
export const UPDATE_ENTRIES = {
  description: 'update',
  /** Slots of the nodes that were deleted. */
  deleted: 'deleted',
  /** Slots of the nodes that were replaced, and after them those of added nodes, which are the next slots in turn. */
  written: 'written',
  /** Of added nodes: position of the type in the schema. */
  addedTypes: 'added/types',
  /** Of added nodes: slot of the imported node before which it stands. */
  addedBefore: 'added/before',
} as const;

/** The two values of a column of strings, one string for each written node. */
export const updateColumnEntries = (
  column: 'ids' | 'names' | 'records',
): { readonly bytes: string; readonly offsets: string } => ({
  bytes: `${column}/bytes`,
  offsets: `${column}/offsets`,
});

/** Pairs of slots, one after another: the edges of a relation that were removed, and that were added. */
export const relationEntries = (relation: number): { readonly removed: string; readonly added: string } => ({
  removed: `relation-${relation}/removed`,
  added: `relation-${relation}/added`,
});
