import { KnowledgeBaseFile } from './knowledge-base-file.js';
import { openKnowledgeBase } from './knowledge-base.js';

/**
 * Reads a whole file and compares every checksum. Opening checks the structure, and first use checks arrays of up to
 * 16 MiB; only this checks the rest.
 *
 * @throws KnowledgeBaseFileError
 */
export function verifyKnowledgeBase(file: string): void {
  openKnowledgeBase(file).close();
  const store = new KnowledgeBaseFile(file);
  try {
    for (const name of store.names()) store.verify(name);
  } finally {
    store.close();
  }
}
