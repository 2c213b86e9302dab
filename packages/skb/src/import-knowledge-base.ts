import { statSync } from 'node:fs';

import { schemaSchema } from '@grasp/plan';

import { FORMAT_VERSION, META_ENTRY } from './base-entries.js';
import type { BaseMeta } from './base-entries.js';
import type { ByteRange } from './byte-spool.js';
import type { EntryStore, StoredArray, WritableValue } from './entry.js';
import { ImportRefusedError, refusalGrounds } from './import-refused-error.js';
import { countsByName } from './import-report.js';
import type { ImportReport } from './import-report.js';
import { KnowledgeBaseBuilder } from './knowledge-base-builder.js';
import { KnowledgeBase } from './knowledge-base.js';
import { SectionEntries } from './section-entries.js';
import type { KnowledgeBaseSource } from './source.js';
import { checkWritable, temporaryStem, writeKnowledgeBaseFile } from './write-knowledge-base-file.js';

/** How far an import is. */
export interface ImportProgress {
  /** `read` while records come in, `index` when all are there, `decorate` when that begins, `write` at the end. */
  readonly phase: 'read' | 'index' | 'decorate' | 'write';
  /** Nodes kept so far. */
  readonly nodeCount: number;
  /** Relations read so far. */
  readonly relationCount: number;
  /** How much of the source was read, in a unit of its own, if it knows. */
  readonly source?: { readonly done: number; readonly total: number };
  /** Bytes written so far, while that lasts. */
  readonly bytes?: number;
  /** How much of the phase is done, 0 to 1, of `index` and `write`. */
  readonly share?: number;
}

/**
 * Stores further values in a knowledge base while it is imported. A name has 1–200 printable ASCII characters without
 * spaces; storing under the same name again replaces the value.
 */
export interface SectionWriter {
  /** Keeps the array itself until the import ends: do not change it meanwhile. Just under 2 GiB at most. */
  putArray(name: string, array: StoredArray): void;
  /** Stores a small value as JSON text, at once. */
  putJson(name: string, value: unknown): void;
}

/** Options of {@link importKnowledgeBase}. */
export interface ImportOptions {
  /** Refuse the import when there is any problem but duplicate relations and rows left out by design. Default: false. */
  readonly strict?: boolean;
  /** Called when a phase begins, and now and then while it lasts. */
  readonly onProgress?: (progress: ImportProgress) => void;
  readonly signal?: AbortSignal;
  /**
   * Called when all nodes and relations are indexed and before anything is written, so that vectors and other indexes of
   * the nodes can be stored in the same file. What it throws ends the import.
   */
  readonly decorate?: (writer: SectionWriter, knowledgeBase: KnowledgeBase) => void | Promise<void>;
}

const RECORDS_PER_PROGRESS = 10_000;

class MemoryStore extends SectionEntries implements EntryStore {
  readonly entries: Map<string, WritableValue>;

  constructor(entries: Map<string, WritableValue>) {
    super(entries);
    this.entries = entries;
  }

  array(name: string): StoredArray | undefined {
    const value = this.entries.get(name);
    return value === undefined || 'json' in value || 'read' in value ? undefined : value;
  }

  range(name: string): ByteRange | undefined {
    const value = this.entries.get(name);
    return value !== undefined && 'read' in value ? value : undefined;
  }

  json(name: string): unknown {
    const value = this.entries.get(name);
    return value !== undefined && 'json' in value ? JSON.parse(value.json) : undefined;
  }

  close(): void {
    // The import still needs the entries.
  }
}

/**
 * Reads a source and writes it to one file, which replaces `file` in a single step at the end: on failure, abort or
 * refusal an older file stays as it was and nothing else is left. Where `file` is a link, what it leads to is replaced.
 * Rows that do not fit are skipped and counted in the report. The same records give the same knowledge base in whatever
 * order they come, except that of several nodes with the same id the first is kept.
 *
 * Holds in memory the ids, the edges (12 bytes for each record, and 8 at the end), the values that `decorate` stores, and
 * 64 MiB each of names and texts; what is longer lies in temporary files beside `file`. The same records in the same order
 * give the same file, byte for byte.
 *
 * @throws ImportRefusedError under `strict`.
 * @throws KnowledgeBaseFileError with the code `not_writable`.
 * @throws TypeError when the source's schema is not valid.
 * @throws the signal's reason when it is aborted, and whatever the source or `decorate` throws.
 */
export async function importKnowledgeBase(
  source: KnowledgeBaseSource,
  file: string,
  options: ImportOptions = {},
): Promise<ImportReport> {
  options.signal?.throwIfAborted();
  const parsed = schemaSchema.safeParse(source.schema);
  if (!parsed.success) {
    throw new TypeError(`@grasp/skb: expected a valid schema of "${source.name}": ${parsed.error.message}`);
  }
  const { schema } = source;
  const target = checkWritable(file);

  const builder = new KnowledgeBaseBuilder(schema, temporaryStem(target));
  try {
    return await importInto(builder, source, target, options);
  } finally {
    builder.close();
  }
}

async function importInto(
  builder: KnowledgeBaseBuilder,
  source: KnowledgeBaseSource,
  file: string,
  { strict = false, onProgress, signal, decorate }: ImportOptions,
): Promise<ImportReport> {
  const { schema } = source;
  const enter = (
    phase: ImportProgress['phase'],
    rest: Pick<ImportProgress, 'source' | 'bytes' | 'share'> = {},
  ): void => {
    signal?.throwIfAborted();
    onProgress?.({ phase, nodeCount: builder.nodeCount, relationCount: builder.relationCount, ...rest });
  };
  enter('read');
  await readRecords(builder, source, signal, () => {
    const position = source.position?.();
    enter('read', position === undefined ? {} : { source: position });
  });
  enter('index');
  const { entries, typeStarts, relationCounts } = await builder.build({
    signal,
    onProgress: (share) => enter('index', { share }),
  });
  const problems = builder.problems.summaries();
  const grounds = refusalGrounds(problems);
  if (strict && grounds.length > 0) throw new ImportRefusedError(source.name, grounds);

  const nodeCounts = schema.nodeTypes.map((_, type) => typeStarts[type + 1]! - typeStarts[type]!);
  const describe = (): BaseMeta => ({
    version: FORMAT_VERSION,
    schema,
    typeStarts,
    report: {
      source: source.name,
      nodeCount: builder.nodeCount,
      relationCount: relationCounts.reduce((sum, count) => sum + count, 0),
      nodes: countsByName(schema.nodeTypes, nodeCounts),
      relations: countsByName(schema.relations, relationCounts),
      problems,
    },
    entries: [...entries.keys()],
  });
  if (decorate !== undefined || source.decorate !== undefined) {
    enter('decorate');
    const store = new MemoryStore(entries);
    const knowledgeBase = new KnowledgeBase(file, store, describe(), 0);
    await source.decorate?.(store, knowledgeBase);
    await decorate?.(store, knowledgeBase);
  }
  enter('write');
  const meta = describe();
  entries.set(META_ENTRY, { json: JSON.stringify(meta) });
  await writeKnowledgeBaseFile(file, entries, {
    signal,
    onProgress: (bytes, total) => enter('write', { bytes, share: bytes / total }),
  });
  return { ...meta.report, bytes: statSync(file).size };
}

/**
 * Hands every record of the source to the builder, and calls `onProgress` after about every 10,000, or every hundredth of the
 * source if that is fewer.
 */
async function readRecords(
  builder: KnowledgeBaseBuilder,
  source: KnowledgeBaseSource,
  signal: AbortSignal | undefined,
  onProgress: () => void,
): Promise<void> {
  const cancel = signal === undefined ? {} : { signal };
  let recordCount = 0;
  if (source.batches === undefined) {
    for await (const record of source.records(cancel)) {
      signal?.throwIfAborted();
      builder.add(record);
      if (++recordCount % RECORDS_PER_PROGRESS === 0) onProgress();
    }
    return;
  }
  let reported = 0;
  let share = 0;
  for await (const batch of source.batches(cancel)) {
    signal?.throwIfAborted();
    for (const record of batch) builder.add(record);
    recordCount += batch.length;
    const { done, total } = source.position?.() ?? { done: 0, total: 0 };
    const isFar = total > 0 && done - share >= total / 100;
    if (recordCount - reported < RECORDS_PER_PROGRESS && !isFar) continue;
    [reported, share] = [recordCount, done];
    onProgress();
  }
}
