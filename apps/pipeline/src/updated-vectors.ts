import { createApproximateIndex, createVectorIndex, joinVectorIndexes } from '@grasp/encoders';
import type { ApproximateIndexInput, VectorIndex } from '@grasp/encoders';
import { NO_NODE } from '@grasp/skb';
import type { KnowledgeBase } from '@grasp/skb';

import { firstAtLeast } from './first-at-least.js';
import { PipelineError } from './pipeline-error.js';

/** Vectors of nodes, several or none for a node. */
export interface NodeVectors {
  readonly index: VectorIndex;
  /** The same rows; its search may miss some of the nearest where there are graphs. */
  readonly nearest: VectorIndex;
  /** The row of `index` with the first vector of a node that has one. */
  firstRow(index: number): number;
  /** A row of `index`. */
  vector(row: number): Float32Array;
}

interface Rows {
  readonly vectors: Float32Array;
  /** Indexes of nodes, ascending; undefined when each row belongs to the node of its number. */
  readonly owners: Uint32Array | undefined;
  readonly absent: Uint8Array | undefined;
}

/** By slot: one more than the number of the update that last wrote the node; 0 where none did. */
function lastUpdates({ numbering, updates }: KnowledgeBase): Uint32Array {
  const last = new Uint32Array(numbering.slotCount);
  updates.forEach(({ written }, update) => {
    for (const slot of written) last[slot] = update + 1;
  });
  return last;
}

/** Stored rows by the indexes that their nodes have now; those of nodes that were written or deleted since are absent. */
function renumber({ vectors, owners }: Rows, knowledgeBase: KnowledgeBase, dimensions: number): Rows {
  const { indexes } = knowledgeBase.numbering;
  const last = lastUpdates(knowledgeBase);
  const rowCount = vectors.length / dimensions;
  const renumbered = new Uint32Array(rowCount);
  const absent = new Uint8Array(rowCount);
  let before = 0;
  for (let row = 0; row < rowCount; row++) {
    const slot = owners === undefined ? row : owners[row]!;
    if (last[slot] !== 0 || indexes[slot] === NO_NODE) absent[row] = 1;
    else before = indexes[slot]!;
    renumbered[row] = before;
  }
  return { vectors, owners: renumbered, absent };
}

/** The rows that updates stored for nodes which no later one wrote or deleted. */
function rowsOfUpdates(knowledgeBase: KnowledgeBase, name: string, dimensions: number): Rows {
  const { indexes } = knowledgeBase.numbering;
  const last = lastUpdates(knowledgeBase);
  const kept: { readonly index: number; readonly vector: Float32Array }[] = [];
  knowledgeBase.updates.forEach((update, number) => {
    const owners = update.array(`${name}.owners`);
    const vectors = update.array(`${name}.vectors`);
    if (!(owners instanceof Uint32Array) || !(vectors instanceof Float32Array)) {
      const expected = `expected the vectors "${name}" in update ${number + 1} of the file`;
      throw new PipelineError('not_indexed', `${expected}; compact it with its text indexes`);
    }
    owners.forEach((slot, row) => {
      if (last[slot] !== number + 1 || indexes[slot] === NO_NODE) return;
      kept.push({ index: indexes[slot]!, vector: vectors.subarray(row * dimensions, (row + 1) * dimensions) });
    });
  });
  kept.sort((one, other) => one.index - other.index);
  const vectors = new Float32Array(kept.length * dimensions);
  kept.forEach(({ vector }, row) => vectors.set(vector, row * dimensions));
  return { vectors, owners: Uint32Array.from(kept, ({ index }) => index), absent: undefined };
}

/** The first row of `index` that is there; −1 when there is none. */
function firstRowOf({ owners, absent, vectors }: Rows, index: number, dimensions: number): number {
  if (owners === undefined) return (index + 1) * dimensions <= vectors.length ? index : -1;
  let row = firstAtLeast(owners, index);
  while (owners[row] === index && absent?.[row] === 1) row++;
  return owners[row] === index ? row : -1;
}

const joined = (parts: readonly VectorIndex[]): VectorIndex =>
  parts.length === 1 ? parts[0]! : joinVectorIndexes(parts);

/**
 * Vectors of nodes as they were stored when the file was built, with those that updates stored since.
 *
 * @param stored - Row after row; `owners` are the nodes' first indexes.
 * @throws {@link PipelineError} `not_indexed` when an update did not store any.
 */
export function updatedVectors(
  knowledgeBase: KnowledgeBase,
  name: string,
  stored: {
    readonly vectors: Float32Array;
    readonly owners?: Uint32Array;
    readonly dimensions: number;
    readonly graphs?: ApproximateIndexInput['graphs'];
  },
): NodeVectors {
  const { vectors, owners, dimensions, graphs = [] } = stored;
  const imported: Rows = { vectors, owners, absent: undefined };
  const isUpdated = knowledgeBase.updates.length > 0;
  const parts = isUpdated
    ? [renumber(imported, knowledgeBase, dimensions), rowsOfUpdates(knowledgeBase, name, dimensions)]
    : [imported];
  const indexes = parts.map((part) => createVectorIndex({ ...part, dimensions, rounded: true }));
  const importedRows = vectors.length / dimensions;
  const first = parts[0]!;
  const [exact, ...others] = indexes;
  const index = joined([exact!, ...others]);
  const input = { ...first, dimensions, exact: exact!, graphs };
  return {
    index,
    nearest: graphs.length === 0 ? index : joined([createApproximateIndex(input), ...others]),
    firstRow(index) {
      const row = firstRowOf(first, index, dimensions);
      return row >= 0 || parts.length === 1 ? row : importedRows + firstRowOf(parts[1]!, index, dimensions);
    },
    vector(row) {
      const [part, start] = row < importedRows ? [first, row] : [parts[1]!, row - importedRows];
      return part.vectors.subarray(start * dimensions, (start + 1) * dimensions);
    },
  };
}
