import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';
import { crc32 } from 'node:zlib';

import { decodeArray, decodeEntryHeader, ENTRY_HEADER_BYTES, JSON_KIND } from './entry.js';
import type { EntryHeader, EntryStore, StoredArray } from './entry.js';
import { KnowledgeBaseFileError } from './knowledge-base-file-error.js';
import { readLmdbLayout } from './lmdb-layout.js';
import type { ValueLocation } from './lmdb-layout.js';
import { MemoryMap } from './memory-map.js';

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
  /** Length of the file in bytes. */
  readonly size: number;
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
      this.size = stat.size;
      this.#device = stat.dev;
      this.#inode = stat.ino;
      this.#locations = readLmdbLayout(this.#descriptor, stat.size, path);
    } catch (error) {
      closeSync(this.#descriptor);
      throw error;
    }
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
    const bytes = Buffer.from(new ArrayBuffer(length));
    for (let done = 0; done < length;) {
      const count = readSync(this.#descriptor, bytes, done, Math.min(READ_AT_ONCE, length - done), offset + done);
      if (count === 0) throw new KnowledgeBaseFileError('damaged', this.path, 'a file that was cut off while in use');
      done += count;
    }
    return bytes;
  }
}
