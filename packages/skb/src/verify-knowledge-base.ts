import { KnowledgeBaseFile } from './knowledge-base-file.js';
import { openKnowledgeBase } from './knowledge-base.js';
import { verifyGraph } from './verify-graph.js';
import type { VerificationProgress } from './verify-graph.js';

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

/** Options of {@link verifyKnowledgeBase}. */
export interface VerificationOptions {
  /** Called now and then. */
  readonly onProgress?: (progress: VerificationProgress) => void;
  readonly signal?: AbortSignal;
}

/** Between two turns of the event loop, in which an abort is noticed. */
const TURN_EVERY_MS = 50;

/**
 * Reads a whole file, compares every checksum, and checks that all that is stored fits together: nodes are sorted and no
 * id comes twice, edges are the same in both directions, end at nodes of types that the schema allows and are as many as
 * the report says, and each name leads to its nodes and to no other. Opening checks the structure, and first use checks
 * arrays of up to 16 MiB; only this checks the rest.
 *
 * @throws KnowledgeBaseFileError with the code `damaged` at the first thing that is not so; the signal's reason
 */
export async function verifyKnowledgeBase(
  file: string,
  { onProgress, signal }: VerificationOptions = {},
): Promise<Verification> {
  signal?.throwIfAborted();
  const steps = verify(file);
  let turned = performance.now();
  try {
    for (;;) {
      const step = steps.next();
      if (step.done === true) return step.value;
      onProgress?.(step.value);
      if (performance.now() - turned >= TURN_EVERY_MS) {
        await new Promise((resolve) => setImmediate(resolve));
        turned = performance.now();
      }
      signal?.throwIfAborted();
    }
  } finally {
    // Closes the file where it is left in the middle.
    steps.return(undefined as never);
  }
}

function* verify(file: string): Generator<VerificationProgress, Verification> {
  const valueCount = yield* verifyValues(file);
  using knowledgeBase = openKnowledgeBase(file);
  const nameCount = yield* verifyGraph(file, knowledgeBase);
  const { nodeCount, report, updates } = knowledgeBase;
  return { nodeCount, relationCount: report.relationCount, updateCount: updates.length, valueCount, nameCount };
}

/** @returns the number of values whose checksums were compared. */
function* verifyValues(file: string): Generator<VerificationProgress, number> {
  const store = new KnowledgeBaseFile(file);
  try {
    const checks = [
      ...store.names().map((name) => () => store.verify(name)),
      ...store.updates.flatMap((update) => update.names().map((name) => () => update.array(name) ?? update.json(name))),
    ];
    for (const [done, check] of checks.entries()) {
      yield { part: 'values', done, total: checks.length };
      check();
    }
    return checks.length;
  } finally {
    store.close();
  }
}
