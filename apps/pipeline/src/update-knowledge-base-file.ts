import { VectorCache } from '@grasp/encoders';
import type { Encoder } from '@grasp/encoders';
import { compactKnowledgeBase, updateKnowledgeBase } from '@grasp/skb';
import type { ImportReport, KnowledgeBaseChange, UpdateOptions, UpdateReport } from '@grasp/skb';

import { writeIndexes } from './build-knowledge-base.js';
import type { BuildOptions } from './build-knowledge-base.js';
import { copyPlannerWeights } from './planner-weights.js';
import { addStoredVectors, textIndexChoices } from './text-index.js';
import { writeTextIndexUpdate } from './text-index-update.js';

/** Options of {@link updateKnowledgeBaseFile}. */
export interface UpdateFileOptions extends Omit<UpdateOptions, 'decorate'> {
  /** The encoder with which the file was built. */
  readonly encoder: Encoder;
}

/**
 * Changes a knowledge base and its text indexes in its file: all changes together or none, without rewriting what is
 * there. Programs that have the file open keep what they see until they open it again. The scales of the text retriever
 * stay as they were fitted when the file was built; compacting fits them anew.
 *
 * @throws what `updateKnowledgeBase` of `@grasp/skb` throws, and PipelineError `encoder_mismatch`.
 */
export function updateKnowledgeBaseFile(
  file: string,
  changes: Iterable<KnowledgeBaseChange> | AsyncIterable<KnowledgeBaseChange>,
  { encoder, ...options }: UpdateFileOptions,
): Promise<UpdateReport> {
  const { signal } = options;
  return updateKnowledgeBase(file, changes, {
    ...options,
    decorate: (writer, update) => writeTextIndexUpdate(writer, update, encoder, signal && { signal }),
  });
}

/** Options of {@link compactKnowledgeBaseFile}. */
export interface CompactFileOptions extends Pick<BuildOptions, 'encoder' | 'onProgress' | 'signal'> {
  /** How long to wait while another program changes the file, in milliseconds. Default 10,000. */
  readonly lockTimeoutMs?: number;
}

/**
 * Writes a knowledge base with its updates anew, as if its content had just been built, with text indexes if it has any.
 *
 * @throws what `compactKnowledgeBase` of `@grasp/skb` throws.
 */
export function compactKnowledgeBaseFile(
  file: string,
  { encoder, onProgress, ...options }: CompactFileOptions,
): Promise<ImportReport> {
  const { signal } = options;
  return compactKnowledgeBase(file, {
    ...options,
    onProgress({ phase, nodeCount, relationCount }) {
      if (phase !== 'decorate') onProgress?.({ phase: `compacting (${phase})`, done: nodeCount + relationCount });
    },
    async decorate(writer, knowledgeBase, old) {
      copyPlannerWeights(writer, old);
      const choices = textIndexChoices(old);
      if (choices === undefined) return;
      const cache = new VectorCache();
      addStoredVectors(cache, old, encoder);
      await writeIndexes(writer, knowledgeBase, {
        encoder,
        ...choices,
        cache,
        ...(signal !== undefined && { signal }),
        ...(onProgress !== undefined && { onProgress }),
      });
    },
  });
}
