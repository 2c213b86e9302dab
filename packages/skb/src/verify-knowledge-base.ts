import { KnowledgeBaseFile } from './knowledge-base-file.js';
import { openKnowledgeBase } from './knowledge-base.js';
import { verifyGraph } from './verify-graph.js';

/** What {@link verifyKnowledgeBase} found. Plain JSON. */
export interface Verification {
  readonly nodeCount: number;
  readonly relationCount: number;
  /** Updates since the file was imported or compacted. */
  readonly updateCount: number;
  /** Values whose checksums were compared. */
  readonly valueCount: number;
  /** Names and aliases that were looked up, equal ones of a node once. */
  readonly nameCount: number;
}

/**
 * Reads a whole file, compares every checksum, and checks that all that is stored fits together: nodes are sorted and no
 * id comes twice, edges are the same in both directions, end at nodes of types that the schema allows and are as many as
 * the report says, and each name leads to its nodes and to no other. Opening checks the structure, and first use checks
 * arrays of up to 16 MiB; only this checks the rest.
 *
 * @throws KnowledgeBaseFileError with the code `damaged` at the first thing that is not so
 */
export function verifyKnowledgeBase(file: string): Verification {
  let valueCount = 0;
  const store = new KnowledgeBaseFile(file);
  try {
    for (const name of store.names()) {
      store.verify(name);
      valueCount++;
    }
    for (const update of store.updates) {
      for (const name of update.names()) {
        if (update.array(name) === undefined) update.json(name);
        valueCount++;
      }
    }
  } finally {
    store.close();
  }
  using knowledgeBase = openKnowledgeBase(file);
  const nameCount = verifyGraph(file, knowledgeBase);
  const { nodeCount, report, updates } = knowledgeBase;
  return { nodeCount, relationCount: report.relationCount, updateCount: updates.length, valueCount, nameCount };
}
