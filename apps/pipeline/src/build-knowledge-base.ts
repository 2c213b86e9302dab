import type { Encoder } from '@grasp/encoders';
import { importKnowledgeBase } from '@grasp/skb';
import type { ImportReport, KnowledgeBase, KnowledgeBaseSource, SectionWriter } from '@grasp/skb';

import { writePlannerNames } from './planner-names.js';
import { writeTextIndex } from './text-index.js';

/** How far a build is. */
export interface BuildProgress {
  /** What is being done, in a word or two. */
  readonly phase: string;
  readonly done: number;
  /** Unknown while rows are read. */
  readonly total?: number;
}

/** Options of {@link buildKnowledgeBase}. */
export interface BuildOptions {
  /** Encodes names and texts; the same one has to ask later. */
  readonly encoder: Encoder;
  /** Refuse the whole import when a row is bad. Default: skip and count the row. */
  readonly strict?: boolean;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

/**
 * Imports a source and indexes its text, all in one file. The file takes its place in one step when it is complete;
 * on failure or abort an older one stays as it was.
 *
 * @throws what `importKnowledgeBase` and the source throw.
 */
export async function buildKnowledgeBase(
  source: KnowledgeBaseSource,
  file: string,
  options: BuildOptions,
): Promise<ImportReport> {
  const { strict = false, onProgress, signal } = options;
  const cancel = signal === undefined ? {} : { signal };
  return importKnowledgeBase(source, file, {
    strict,
    ...cancel,
    onProgress({ phase, nodeCount, relationCount }) {
      if (phase === 'read') onProgress?.({ phase: 'reading rows', done: nodeCount + relationCount });
      if (phase === 'index') onProgress?.({ phase: 'sorting', done: nodeCount + relationCount });
      if (phase === 'write') onProgress?.({ phase: 'writing', done: nodeCount + relationCount });
    },
    decorate: (writer, knowledgeBase) => writeIndexes(writer, knowledgeBase, options),
  });
}

/** Stores all that a pipeline searches besides the graph. */
export async function writeIndexes(
  writer: SectionWriter,
  knowledgeBase: KnowledgeBase,
  { encoder, onProgress, signal }: Pick<BuildOptions, 'encoder' | 'onProgress' | 'signal'>,
): Promise<void> {
  writePlannerNames(writer, knowledgeBase);
  await writeTextIndex(writer, knowledgeBase, encoder, {
    ...(signal === undefined ? {} : { signal }),
    ...(onProgress === undefined ? {} : { onProgress }),
  });
}
