import { statSync } from 'node:fs';

import { open } from 'lmdb';
import type { RootDatabase } from 'lmdb';

/** Identity of a file that does not depend on its name. */
interface FileIdentity {
  readonly device: number;
  readonly inode: number;
}

/**
 * The memory map of one file, shared by all that use it in this process. LMDB maps a file once for a process, so the last
 * user closes it.
 */
export class MemoryMap {
  static readonly #open = new Map<string, MemoryMap>();

  readonly #key: string;
  readonly #database: RootDatabase;
  readonly #buffers = new Set<ArrayBuffer>();
  #users = 0;

  private constructor(key: string, database: RootDatabase) {
    this.#key = key;
    this.#database = database;
  }

  /** Undefined when the file cannot be mapped, or `path` names another file by now. Release it after use. */
  static acquire(path: string, { device, inode }: FileIdentity): MemoryMap | undefined {
    const key = `${device}:${inode}`;
    let map = MemoryMap.#open.get(key);
    if (map === undefined) {
      let database: RootDatabase;
      try {
        database = open({ path, noSubdir: true, readOnly: true, encoding: 'binary', keyEncoding: 'binary' });
      } catch {
        // No memory map, for example where no lock file can be made: the caller reads the file instead.
        return undefined;
      }
      const now = statSync(path, { throwIfNoEntry: false });
      if (now === undefined || now.dev !== device || now.ino !== inode) {
        void database.close();
        return undefined;
      }
      MemoryMap.#open.set(key, (map = new MemoryMap(key, database)));
    }
    map.#users++;
    return map;
  }

  /**
   * The value of `key` in the map, without copying it; undefined when this build of LMDB cannot give it so. It is valid
   * until {@link release}.
   */
  view(key: string, length: number): Uint8Array | undefined {
    let bytes: Uint8Array | undefined;
    try {
      bytes = this.#database.getBinaryFast(Buffer.from(key, 'latin1'));
    } catch {
      // LMDB cannot map a value at an address where it mapped a shorter file before.
      return undefined;
    }
    const buffer = bytes?.buffer as (ArrayBuffer & { readonly isSharedMap?: boolean }) | undefined;
    if (bytes === undefined || buffer?.isSharedMap !== true || bytes.byteLength !== length) return undefined;
    this.#buffers.add(buffer);
    return bytes;
  }

  /** The last release closes the map; views of it become empty, because reading unmapped memory ends the process. */
  release(): void {
    this.#users--;
    if (this.#users > 0) return;
    MemoryMap.#open.delete(this.#key);
    for (const buffer of this.#buffers) structuredClone(buffer, { transfer: [buffer] });
    void this.#database.close();
  }
}
