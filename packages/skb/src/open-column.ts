import { columnEntries } from './base-entries.js';
import type { ColumnName } from './base-entries.js';
import type { EntryStore } from './entry.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { StringColumn } from './string-column.js';
import type { StringChunk } from './string-column.js';

/**
 * A column of strings, of which nothing is read before it is used.
 *
 * @throws KnowledgeBaseFileError with the code `damaged` when it is not there
 */
export function openColumn(store: EntryStore, file: string, name: ColumnName): StringColumn {
  const chunks: StringChunk[] = [];
  for (;;) {
    const entries = columnEntries(name, chunks.length);
    const bytes = store.range?.(entries.bytes) ?? (store.array(entries.bytes) as Uint8Array | undefined);
    if (bytes === undefined) {
      if (chunks.length > 0) return new StringColumn(chunks);
      throw new KnowledgeBaseFileError('damaged', file, `no data for "${entries.bytes}"`);
    }
    const offsets = store.array(entries.offsets) as Uint32Array | undefined;
    if (offsets === undefined) throw new KnowledgeBaseFileError('damaged', file, `no data for "${entries.offsets}"`);
    chunks.push({ bytes, offsets });
  }
}
