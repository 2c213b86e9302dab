import { existsSync } from 'node:fs';

import { VectorCache, VectorJournal } from '@grasp/encoders';
import type { Encoder } from '@grasp/encoders';
import { importKnowledgeBase, KnowledgeBaseFileError, openKnowledgeBase } from '@grasp/skb';
import type { ImportReport, KnowledgeBase, KnowledgeBaseSource, SectionWriter } from '@grasp/skb';

import { writePlannerNames } from './planner-names.js';
import { addStoredVectors, writeTextIndex } from './text-index.js';
import type { TextIndexOptions, VectorChoice } from './text-index.js';

/** How far a build is. */
export interface BuildProgress {
  /** What is being done, in a word or two. */
  readonly phase: string;
  readonly done: number;
  /** Unknown while rows are read. */
  readonly total?: number;
  /** How much of the phase is done, 0 to 1, where `total` does not say it; while rows are read, where the source knows. */
  readonly share?: number;
}

/** Options of {@link buildKnowledgeBase}. */
export interface BuildOptions {
  /** Encodes names and texts; the same one has to ask later. */
  readonly encoder: Encoder;
  /** Which texts get vectors. Default: all. Without, names are linked by their letters and texts found by their words. */
  readonly vectors?: VectorChoice;
  /** Fewest names of a type among which the nearest are not searched exactly. Default 200,000; Infinity for never. */
  readonly approximateFrom?: number;
  /** Take vectors of unchanged texts from the file that is replaced. The result is the same. Default: true. */
  readonly reuse?: boolean;
  /** Refuse the whole import when a row is bad. Default: skip and count the row. */
  readonly strict?: boolean;
  readonly onProgress?: (progress: BuildProgress) => void;
  readonly signal?: AbortSignal;
}

/** What a build did. */
export interface BuildReport extends ImportReport {
  /** How many vectors were taken from the file that was there before, or from a build that was cut off. */
  readonly reusedVectors: number;
}

/** The file beside a target in which vectors that took long outlast a build that is cut off. */
export const journalOf = (file: string): string => `${file}.vectors`;

/**
 * Imports a source and indexes its text, all in one file. The file takes its place in one step when it is complete;
 * on failure or abort an older one stays as it was.
 *
 * Vectors of which a text took the encoder half a millisecond or more are kept in `<file>.vectors` until the file is
 * complete. When a build fails or is killed, the next one with the same encoder goes on from there.
 *
 * @throws what `importKnowledgeBase` and the source throw.
 */
export async function buildKnowledgeBase(
  source: KnowledgeBaseSource,
  file: string,
  options: BuildOptions,
): Promise<BuildReport> {
  const { encoder, reuse = true, strict = false, onProgress, signal } = options;
  const cancel = signal === undefined ? {} : { signal };
  const cache = new VectorCache();
  const journal = new VectorJournal(journalOf(file), encoder);
  const replaced = reuse ? openReplaced(file) : undefined;
  try {
    cache.add(journal);
    if (replaced !== undefined) addStoredVectors(cache, replaced, encoder);
    const report = await importKnowledgeBase(source, file, {
      strict,
      ...cancel,
      onProgress({ phase, nodeCount, relationCount, source: position, share: ofPhase }) {
        const done = nodeCount + relationCount;
        const ofSource = position === undefined || position.total === 0 ? undefined : position.done / position.total;
        const known = ofPhase ?? ofSource;
        const share = known === undefined ? {} : { share: known };
        if (phase === 'read') onProgress?.({ phase: 'reading rows', done, ...share });
        if (phase === 'index') onProgress?.({ phase: 'sorting', done, ...share });
        if (phase === 'write') onProgress?.({ phase: 'writing', done, ...share });
      },
      async decorate(writer, knowledgeBase) {
        await writeIndexes(writer, knowledgeBase, { ...options, cache, journal });
        // A file that is mapped into memory cannot be replaced everywhere.
        replaced?.close();
      },
    });
    journal.remove();
    return { ...report, reusedVectors: cache.found };
  } finally {
    replaced?.close();
    journal.close();
  }
}

/** The file that is to be replaced, if it can be read. */
function openReplaced(file: string): KnowledgeBase | undefined {
  if (!existsSync(file)) return undefined;
  try {
    return openKnowledgeBase(file);
  } catch (error) {
    if (error instanceof KnowledgeBaseFileError) return undefined;
    throw error;
  }
}

/** Stores all that a pipeline searches besides the graph. */
export async function writeIndexes(
  writer: SectionWriter,
  knowledgeBase: KnowledgeBase,
  { encoder, ...options }: TextIndexOptions & Pick<BuildOptions, 'encoder'>,
): Promise<void> {
  writePlannerNames(writer, knowledgeBase);
  await writeTextIndex(writer, knowledgeBase, encoder, options);
}
