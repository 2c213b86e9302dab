import { importKnowledgeBase } from '../import-knowledge-base.js';
import type { ImportOptions } from '../import-knowledge-base.js';
import type { ImportReport } from '../import-report.js';
import { openKnowledgeBase } from '../knowledge-base.js';
import type { KnowledgeBase } from '../knowledge-base.js';
import type { KnowledgeBaseSource, NodeRecord, RelationRecord } from '../source.js';
import { copyStarkSections } from '../sources/stark/stark-sections.js';
import { withWriterLock } from './writer-lock.js';
import type { WriterLockOptions } from './writer-lock.js';

const BATCH_LENGTH = 4096;

/** Options of {@link compactKnowledgeBase}. */
export interface CompactOptions extends WriterLockOptions, Pick<ImportOptions, 'onProgress'> {
  /** Stores the sections of the new file, as that of an import does; `old` is the file as it was. None are kept without it. */
  readonly decorate?: (
    ...args: [...Parameters<NonNullable<ImportOptions['decorate']>>, old: KnowledgeBase]
  ) => void | Promise<void>;
}

function* allRecords(knowledgeBase: KnowledgeBase): Generator<NodeRecord | RelationRecord> {
  for (const { type, id, name, aliases, fields } of knowledgeBase.nodes()) {
    yield { kind: 'node', type, id, name, aliases, fields };
  }
  for (const { name: relation } of knowledgeBase.schema.relations) {
    const { offsets, targets } = knowledgeBase.adjacency(relation, 'out');
    for (let index = 0; index < knowledgeBase.nodeCount; index++) {
      if (offsets[index] === offsets[index + 1]) continue;
      const from = knowledgeBase.idOf(index);
      for (let edge = offsets[index]!; edge < offsets[index + 1]!; edge++) {
        yield { kind: 'relation', relation, from, to: knowledgeBase.idOf(targets[edge]!) };
      }
    }
  }
}

/** A knowledge base as a source: all its nodes in index order, then its relations. */
export function sourceOfKnowledgeBase(knowledgeBase: KnowledgeBase): KnowledgeBaseSource {
  const { schema } = knowledgeBase;
  return {
    name: knowledgeBase.report.source,
    schema,
    async *records() {
      yield* allRecords(knowledgeBase);
    },
    async *batches({ signal } = {}) {
      let batch: (NodeRecord | RelationRecord)[] = [];
      for (const record of allRecords(knowledgeBase)) {
        if (batch.push(record) < BATCH_LENGTH) continue;
        signal?.throwIfAborted();
        yield batch;
        batch = [];
      }
      yield batch;
    },
    decorate: (writer) => copyStarkSections(writer, knowledgeBase),
  };
}

/**
 * Writes a knowledge base with its updates anew, as if its content had just been imported, and puts it in the file's
 * place in one step. Programs that have the file open keep it. Problems that the first import reported are not kept.
 *
 * @throws KnowledgeBaseFileError, with the code `locked` when another program is writing for longer than the timeout.
 * @throws the signal's reason when it is aborted, and whatever `decorate` throws.
 */
export async function compactKnowledgeBase(file: string, options: CompactOptions = {}): Promise<ImportReport> {
  const { decorate, ...rest } = options;
  return withWriterLock(file, options, async () => {
    using old = openKnowledgeBase(file);
    return await importKnowledgeBase(sourceOfKnowledgeBase(old), file, {
      ...rest,
      ...(decorate !== undefined && { decorate: (writer, knowledgeBase) => decorate(writer, knowledgeBase, old) }),
    });
  });
}
