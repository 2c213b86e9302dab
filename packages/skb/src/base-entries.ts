import type { Schema } from '@grasp/plan';

import type { ImportReport } from './import-report.js';

/** Raised whenever a file written before could be misread. */
export const FORMAT_VERSION = 2;

/** The entry that is written last, so that it is there only in a complete file. */
export const META_ENTRY = 'base/meta';

/** The value of {@link META_ENTRY}. */
export interface BaseMeta {
  readonly version: number;
  readonly schema: Schema;
  /** Index of the first node of each type in the schema's order, and the number of nodes at the end. */
  readonly typeStarts: readonly number[];
  readonly report: Omit<ImportReport, 'bytes'>;
  /** The names of all other entries of the file. */
  readonly entries: readonly string[];
}

/** Columns of strings: ids and names of nodes, JSON of the rest of each node, and normalised names in sorted order. */
export type ColumnName = 'ids' | 'names' | 'records' | 'name-keys';

/** The two entries of a chunk of a column of strings, numbered from 0. Most columns have one chunk. */
export const columnEntries = (column: ColumnName, chunk = 0): { readonly bytes: string; readonly offsets: string } => {
  const suffix = chunk === 0 ? '' : `/${chunk}`;
  return { bytes: `base/${column}/bytes${suffix}`, offsets: `base/${column}/offsets${suffix}` };
};

/** The two entries that lead from a normalised name to nodes. */
export const NAME_ROWS = { offsets: 'base/name-rows/offsets', targets: 'base/name-rows/targets' } as const;

/** The three entries with which names are found that are written a little differently; older files lack them. */
export const SIMILAR_NAMES = {
  signatures: 'base/similar-names/signatures',
  starts: 'base/similar-names/starts',
  rows: 'base/similar-names/rows',
} as const;

/** The two entries of a relation in one direction; relations are numbered in the schema's order. */
export const adjacencyEntries = (
  relation: number,
  direction: 'out' | 'in',
): { readonly offsets: string; readonly targets: string } => ({
  offsets: `base/relation-${relation}/${direction}/offsets`,
  targets: `base/relation-${relation}/${direction}/targets`,
});

/** The entry of a section that the caller stored. */
export const sectionEntry = (name: string): string => `section/${name}`;
