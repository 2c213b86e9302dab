import type { SectionWriter } from '../import-knowledge-base.js';
import { ImportRefusedError, refusalGrounds } from '../import-refused-error.js';
import type { ProblemSummary } from '../import-report.js';
import { KnowledgeBase, openStore } from '../knowledge-base.js';
import { SectionEntries } from '../section-entries.js';
import { appendUpdate } from './append-update.js';
import { collectChanges } from './collect-changes.js';
import type { KnowledgeBaseChange } from './knowledge-base-change.js';
import { planUpdate } from './plan-update.js';
import type { UpdateCounts } from './plan-update.js';
import { encodeUpdate } from './update-format.js';
import { UpdateInMemory } from './update-log.js';
import { withWriterLock } from './writer-lock.js';
import type { WriterLockOptions } from './writer-lock.js';

/** Options of {@link updateKnowledgeBase}. */
export interface UpdateOptions extends WriterLockOptions {
  /** Refuse all changes when there is any problem but duplicates of relations and rows left out by design. Default: false. */
  readonly strict?: boolean;
  /** Write the update even when it changes nothing, for what `decorate` stores with it. Default: false. */
  readonly writesAlways?: boolean;
  /** What to call the changes in an error. Default: `changes`. */
  readonly name?: string;
  /**
   * Called before the update is written, so that further indexes of the changed nodes are stored with it. What it throws
   * ends the update. Do not close the knowledge bases that it gets.
   */
  readonly decorate?: (writer: SectionWriter, update: DecoratedUpdate) => void | Promise<void>;
}

/** What `decorate` gets of an update. */
export interface DecoratedUpdate {
  readonly before: KnowledgeBase;
  /** With the update, which is the last of its `updates`. */
  readonly after: KnowledgeBase;
}

/** What an update did. Plain JSON. */
export interface UpdateReport extends UpdateCounts {
  /** Nodes and relations that are there after the update. */
  readonly nodeCount: number;
  readonly relationCount: number;
  /** Kinds of changes that were skipped. */
  readonly problems: readonly ProblemSummary[];
  /** Updates since the file was imported or compacted. */
  readonly updateCount: number;
  /** Size of the file. */
  readonly bytes: number;
}

/**
 * Changes a knowledge base in its file: all changes together or none. Nothing that is in the file is rewritten; the update
 * is appended. Programs that have the file open keep what they see until they open it again. Deletions come first, then
 * nodes, then relations, whatever the order of the changes; changes that do not fit are skipped and counted.
 *
 * @throws ImportRefusedError under `strict`.
 * @throws KnowledgeBaseFileError, with the code `locked` when another program is writing for longer than the timeout.
 * @throws the signal's reason when it is aborted, and whatever `changes` or `decorate` throws.
 */
export async function updateKnowledgeBase(
  file: string,
  changes: Iterable<KnowledgeBaseChange> | AsyncIterable<KnowledgeBaseChange>,
  options: UpdateOptions = {},
): Promise<UpdateReport> {
  const { strict = false, writesAlways = false, name = 'changes', decorate, signal } = options;
  const early = openStore(file);
  early.store.close();
  const collected = await collectChanges(early.meta.schema, changes, signal);
  return withWriterLock(file, options, async () => {
    const { store, meta } = openStore(file);
    try {
      const before = new KnowledgeBase(file, store, meta, store.size, store.updates);
      const { schema, report } = before;
      const relationCounts = schema.relations.map((relation) => report.relations[relation.name]!);
      const { entries, counts, isEmpty } = planUpdate(before.graph, collected, relationCounts);
      const problems = collected.problems.summaries();
      const grounds = refusalGrounds(problems);
      if (strict && grounds.length > 0) throw new ImportRefusedError(name, grounds);
      if (isEmpty && !writesAlways) {
        const { nodeCount, relationCount, bytes } = report;
        return { ...counts, nodeCount, relationCount, problems, updateCount: store.updates.length, bytes };
      }
      const updates = [...store.updates, new UpdateInMemory(entries)];
      const after = new KnowledgeBase(file, store, meta, store.size, updates);
      await decorate?.(new SectionEntries(entries), { before, after });
      signal?.throwIfAborted();
      const bytes = appendUpdate(store.state, encodeUpdate(updates.length, entries), signal);
      const { nodeCount, relationCount } = after.report;
      return { ...counts, nodeCount, relationCount, problems, updateCount: updates.length, bytes };
    } finally {
      store.close();
    }
  });
}
