import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { SourceFile } from './read-lines.js';

/** Counts how much of a source's files was read, in bytes as they are on disk: of a packed file, packed ones. */
export class ReadMeter {
  #done = 0;
  #total = 0;

  /**
   * Starts at nothing.
   *
   * @param files - What will be read; a file that will be read twice stands there twice. One that is not there counts
   *   nothing: reading it will say so.
   * @param times - How much more there is to do than to read them, as a factor.
   */
  async start(folder: string, files: readonly string[], times = 1): Promise<void> {
    const sizes = await Promise.all(
      files.map((file) =>
        stat(resolve(folder, file)).then(
          ({ size }) => size,
          () => 0,
        ),
      ),
    );
    this.#done = 0;
    this.#total = times * sizes.reduce((sum, size) => sum + size, 0);
  }

  /** A file whose bytes are counted as they are read. */
  file(folder: string, file: string): SourceFile {
    return { folder, file, onRead: (bytes) => this.add(bytes) };
  }

  add(bytes: number): void {
    this.#done = Math.min(this.#total, this.#done + bytes);
  }

  /** See `KnowledgeBaseSource.position`. */
  position(): { readonly done: number; readonly total: number } {
    return { done: this.#done, total: this.#total };
  }
}
