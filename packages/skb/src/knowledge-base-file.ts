import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { decodeArray, decodeEntryHeader, ENTRY_HEADER_BYTES, JSON_KIND } from './entry.js';
import type { EntryHeader, EntryStore, StoredArray } from './entry.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { readLmdbLayout } from './lmdb-layout.js';
import type { ValueLocation } from './lmdb-layout.js';
import { MemoryMap } from './memory-map.js';
import type { FileState } from './updates/append-update.js';
import { readUpdateLog } from './updates/update-log.js';
import type { UpdateStore } from './updates/update-log.js';

/** Values longer than this are used in the memory map; shorter ones are read and their checksum is compared. */
export const MAPPED_FROM_BYTES = 1 << 24;

const READ_AT_ONCE = 1 << 30;

function openForReading(path: string): number {
  try {
    // Without O_NONBLOCK, which Windows lacks, opening a named pipe would wait for ever.
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') throw new KnowledgeBaseFileError('not_found', path, 'no file');
    throw new KnowledgeBaseFileError('not_readable', path, `the system error ${code}`, { cause: error });
  }
}

/** The entries of a file that {@link writeKnowledgeBaseFile} wrote. Reads nothing but LMDB's own pages until asked. */
export class KnowledgeBaseFile implements EntryStore {
  readonly path: string;
  /** Length in bytes of the imported data and the updates. */
  readonly size: number;
  /** The updates that follow the imported data, oldest first. */
  readonly updates: readonly UpdateStore[];
  readonly #descriptor: number;
  readonly #device: number;
  readonly #inode: number;
  readonly #locations: ReadonlyMap<string, ValueLocation>;
  readonly #arrays = new Map<string, StoredArray>();
  #map: MemoryMap | 'none' | undefined;
  #isClosed = false;

  /** @throws KnowledgeBaseFileError */
  constructor(path: string) {
    this.path = path;
    this.#descriptor = openForReading(path);
    try {
      const stat = fstatSync(this.#descriptor);
      if (!stat.isFile()) throw new KnowledgeBaseFileError('not_a_knowledge_base', path, 'a folder or a device');
      this.#device = stat.dev;
      this.#inode = stat.ino;
      const { values, end } = readLmdbLayout(this.#descriptor, stat.size, path);
      this.#locations = values;
      const log = readUpdateLog(path, end, (offset, length) => this.#readUpTo(offset, length));
      this.updates = log.updates;
      this.size = log.end;
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
  }

  /** Which file this is, and where its next update goes. */
  get state(): FileState {
    return { path: this.path, device: this.#device, inode: this.#inode, size: this.size };
  }

  names(): string[] {
    return [...this.#locations.keys()];
  }

  /** Reads an array once; later calls give the same object. */
  array(name: string): StoredArray | undefined {
    let array = this.#arrays.get(name);
    if (array === undefined) {
      const entry = this.#locate(name);
      if (entry === undefined || entry.header.kind === JSON_KIND) return undefined;
      array = this.#readArray(name, entry.header, entry.location);
      this.#arrays.set(name, array);
    }
    return array;
  }

  json(name: string): unknown {
    const entry = this.#locate(name);
    if (entry?.header.kind !== JSON_KIND) return undefined;
    return JSON.parse(this.#payload(name, entry.header, entry.location, true).toString('utf8'));
  }

  /** Whether the path still leads to this file, and no update followed since it was opened. */
  isCurrent(): boolean {
    const stat = statSync(this.path, { throwIfNoEntry: false });
    if (stat?.ino !== this.#inode || stat.dev !== this.#device) return false;
    if (stat.size === this.size) return true;
    const { end } = readLmdbLayout(this.#descriptor, stat.size, this.path);
    return readUpdateLog(this.path, end, (offset, length) => this.#readUpTo(offset, length)).end === this.size;
  }

  /** Reads the whole of an entry and compares its checksum. @throws KnowledgeBaseFileError */
  verify(name: string): void {
    const entry = this.#locate(name);
    if (entry !== undefined) this.#payload(name, entry.header, entry.location, true);
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#arrays.clear();
    if (this.#map instanceof MemoryMap) this.#map.release();
    closeSync(this.#descriptor);
  }

  #locate(name: string): { readonly header: EntryHeader; readonly location: ValueLocation } | undefined {
    if (this.#isClosed) throw new KnowledgeBaseFileError('closed', this.path, 'one that was closed');
    const location = this.#locations.get(name);
    if (location === undefined) return undefined;
    const isLongEnough = location.length >= ENTRY_HEADER_BYTES;
    const header = isLongEnough ? decodeEntryHeader(name, this.#read(location.offset, ENTRY_HEADER_BYTES)) : undefined;
    if (header === undefined || header.length !== location.length - ENTRY_HEADER_BYTES) {
      throw new KnowledgeBaseFileError('damaged', this.path, `unreadable data for "${name}"`);
    }
    return { header, location };
  }

  #readArray(name: string, { kind, checksum, length }: EntryHeader, location: ValueLocation): StoredArray {
    const isShort = location.length <= MAPPED_FROM_BYTES;
    const mapped = isShort ? undefined : this.#mapped(name, location.length);
    if (mapped !== undefined) return decodeArray(kind, mapped.buffer, mapped.byteOffset + ENTRY_HEADER_BYTES, length);
    const payload = this.#payload(name, { kind, checksum, length }, location, isShort);
    return decodeArray(kind, payload.buffer, payload.byteOffset, length);
  }

  #mapped(name: string, length: number): Uint8Array | undefined {
    this.#map ??= MemoryMap.acquire(this.path, { device: this.#device, inode: this.#inode }) ?? 'none';
    return this.#map === 'none' ? undefined : this.#map.view(name, length);
  }

  #payload(name: string, header: EntryHeader, location: ValueLocation, isChecked: boolean): Buffer {
    const payload = this.#read(location.offset + ENTRY_HEADER_BYTES, header.length);
    if (isChecked && crc32(payload) !== header.checksum) {
      throw new KnowledgeBaseFileError('damaged', this.path, `changed data for "${name}"`);
    }
    return payload;
  }

  #read(offset: number, length: number): Buffer {
    const bytes = this.#readUpTo(offset, length);
    if (bytes.length < length) {
      throw new KnowledgeBaseFileError('damaged', this.path, 'a file that was cut off while in use');
    }
    return bytes;
  }

  #readUpTo(offset: number, length: number): Buffer {
    if (this.#isClosed) throw new KnowledgeBaseFileError('closed', this.path, 'one that was closed');
    const bytes = Buffer.from(new ArrayBuffer(length));
    for (let done = 0; done < length;) {
      const count = readSync(this.#descriptor, bytes, done, Math.min(READ_AT_ONCE, length - done), offset + done);
      if (count === 0) return bytes.subarray(0, done);
      done += count;
    }
    return bytes;
  }
}
