import { KnowledgeBaseFileError } from '../knowledge-base-file-error.js';
import type { StoredArray, StoredValue } from '../entry.js';
import {
  decodeUpdateHead,
  decodeUpdateList,
  decodeUpdateValue,
  isUpdateTail,
  UPDATE_HEAD_BYTES,
  UPDATE_TAIL_BYTES,
} from './update-format.js';
import type { UpdateEntry } from './update-format.js';

/** The values of one update, from its file or from memory. */
export interface UpdateStore {
  array(name: string): StoredArray | undefined;
  json(name: string): unknown;
  names(): readonly string[];
}

/** The values of an update that is being made. */
export class UpdateInMemory implements UpdateStore {
  readonly entries: Map<string, StoredValue>;

  constructor(entries: Map<string, StoredValue>) {
    this.entries = entries;
  }

  array(name: string): StoredArray | undefined {
    const value = this.entries.get(name);
    return value === undefined || 'json' in value ? undefined : value;
  }

  json(name: string): unknown {
    const value = this.entries.get(name);
    return value !== undefined && 'json' in value ? JSON.parse(value.json) : undefined;
  }

  names(): readonly string[] {
    return [...this.entries.keys()];
  }
}

/** Reads bytes of an opened file; fewer than asked for where the file ends. */
export type ReadBytes = (offset: number, length: number) => Buffer;

/** The values of an update in a file; each is read when it is asked for. */
class UpdateInFile implements UpdateStore {
  readonly #file: string;
  readonly #start: number;
  readonly #entries: ReadonlyMap<string, UpdateEntry>;
  readonly #read: ReadBytes;

  constructor(file: string, start: number, entries: ReadonlyMap<string, UpdateEntry>, read: ReadBytes) {
    this.#file = file;
    this.#start = start;
    this.#entries = entries;
    this.#read = read;
  }

  array(name: string): StoredArray | undefined {
    const value = this.#value(name);
    return value === undefined || 'json' in value ? undefined : value;
  }

  json(name: string): unknown {
    const value = this.#value(name);
    return value !== undefined && 'json' in value ? JSON.parse(value.json) : undefined;
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  #value(name: string): StoredValue | undefined {
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const bytes = this.#read(this.#start + entry.offset, entry.length);
    const value = bytes.length === entry.length ? decodeUpdateValue(entry, bytes) : undefined;
    if (value !== undefined) return value;
    throw new KnowledgeBaseFileError('damaged', this.#file, `changed data for "${name}" in an update`);
  }
}

/** The updates of a file. */
export interface UpdateLog {
  readonly updates: readonly UpdateStore[];
  /** Where the next update goes, in bytes from the start of the file. */
  readonly end: number;
}

const isZero = (bytes: Buffer): boolean => bytes.every((byte) => byte === 0);

/**
 * Reads which updates stand from `start` on. What follows the last one without being whole is what a program left that
 * was killed while it wrote, or is still writing; it does not count.
 *
 * @throws KnowledgeBaseFileError `damaged` when an update was changed after it was written.
 */
export function readUpdateLog(file: string, start: number, read: ReadBytes): UpdateLog {
  try {
    return readUpdates(file, start, read);
  } catch {
    // What a killed program left may have been overwritten between two reads.
    return readUpdates(file, start, read);
  }
}

function readUpdates(file: string, start: number, read: ReadBytes): UpdateLog {
  const updates: UpdateStore[] = [];
  let end = start;
  for (;;) {
    const update = readUpdate(file, end, updates.length + 1, read);
    if (update === undefined) return { updates, end };
    updates.push(update.store);
    end = update.end;
  }
}

function readUpdate(
  file: string,
  start: number,
  sequence: number,
  read: ReadBytes,
): { readonly store: UpdateStore; readonly end: number } | undefined {
  const fail = (): never => {
    throw new KnowledgeBaseFileError('damaged', file, `an unreadable update ${sequence}`);
  };
  const headBytes = read(start, UPDATE_HEAD_BYTES);
  if (headBytes.length < UPDATE_HEAD_BYTES || isZero(headBytes)) return undefined;
  const head = decodeUpdateHead(headBytes);
  if (head?.sequence !== sequence) return fail();
  const tail = read(start + head.bodyLength, UPDATE_TAIL_BYTES);
  if (tail.length < UPDATE_TAIL_BYTES || isZero(tail)) return undefined;
  if (!isUpdateTail(tail, head)) return fail();
  const list = decodeUpdateList(read(start + UPDATE_HEAD_BYTES, head.listLength), head) ?? fail();
  const store = new UpdateInFile(file, start, list, read);
  return { store, end: start + head.bodyLength + UPDATE_TAIL_BYTES };
}
