import { closeSync, fstatSync, openSync } from 'node:fs';

import { readLmdbLayout } from '../lmdb-layout.js';
import { openStore } from '../knowledge-base.js';

/** One value of a file. */
export interface EntrySize {
  /** `base/…` holds nodes and relations, `section/…` what `decorate` stored, `updates` all updates since. */
  readonly name: string;
  readonly bytes: number;
}

/**
 * The values of a file with their sizes, the largest first, then by name. Pages of LMDB add a little to their sum.
 *
 * @throws KnowledgeBaseFileError
 */
export function listEntries(file: string): readonly EntrySize[] {
  openStore(file).store.close();
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    const { values, end } = readLmdbLayout(descriptor, size, file);
    const entries = [...values].map(([name, { length }]): EntrySize => ({ name, bytes: length }));
    if (size > end) entries.push({ name: 'updates', bytes: size - end });
    return entries.sort((a, b) => b.bytes - a.bytes || (a.name < b.name ? -1 : 1));
  } finally {
    closeSync(descriptor);
  }
}
