import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readLines } from '../read-lines.js';
import type { Triple } from './read-triples.js';

const CHARACTERS_PER_WRITE = 1 << 18;

/** A statement and the file that it is from. */
export interface FiledTriple extends Triple {
  readonly file: string;
}

function partOf(text: string, count: number): number {
  let hash = 0;
  for (let at = 0; at < text.length; at++) hash = (Math.imul(hash, 31) + text.charCodeAt(at)) | 0;
  return (hash >>> 0) % count;
}

/**
 * Brings together the statements on each subject, which may lie far apart. With more than one part they are spooled to
 * as many temporary files by a hash of the subject, so that memory is bounded by the largest part.
 */
export class SubjectGroups {
  readonly #parts: number;
  readonly #memory: FiledTriple[] = [];
  readonly #waiting: string[];
  #folder: string | undefined;

  constructor(parts: number) {
    this.#parts = parts;
    this.#waiting = Array.from({ length: parts }, () => '');
  }

  add(triple: FiledTriple): void {
    if (this.#parts === 1) {
      this.#memory.push(triple);
      return;
    }
    const part = partOf(triple.subject, this.#parts);
    this.#waiting[part] += `${JSON.stringify(triple)}\n`;
    if (this.#waiting[part]!.length > CHARACTERS_PER_WRITE) this.#write(part);
  }

  /** The statements on one subject after the other, in the order in which they were added. Call it once. */
  async *groups(signal?: AbortSignal): AsyncGenerator<readonly FiledTriple[]> {
    if (this.#parts === 1) {
      yield* bySubject(this.#memory);
      return;
    }
    for (let part = 0; part < this.#parts; part++) this.#write(part);
    for (let part = 0; part < this.#parts; part++) {
      const triples: FiledTriple[] = [];
      for await (const { lines } of readLines({ folder: this.#folder!, file: String(part) }, signal)) {
        for (const line of lines) if (line !== '') triples.push(JSON.parse(line) as FiledTriple);
      }
      yield* bySubject(triples);
    }
  }

  /** Removes the temporary files. */
  close(): void {
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
    this.#folder = undefined;
  }

  #write(part: number): void {
    this.#folder ??= mkdtempSync(join(tmpdir(), 'grasp-rdf-'));
    const file = openSync(join(this.#folder, String(part)), 'a');
    try {
      writeSync(file, this.#waiting[part]!);
    } finally {
      closeSync(file);
    }
    this.#waiting[part] = '';
  }
}

function* bySubject(triples: readonly FiledTriple[]): Generator<readonly FiledTriple[]> {
  const groups = new Map<string, FiledTriple[]>();
  for (const triple of triples) {
    const group = groups.get(triple.subject);
    if (group === undefined) groups.set(triple.subject, [triple]);
    else group.push(triple);
  }
  yield* groups.values();
}
