import { sectionEntry } from './base-entries.js';
import { checkEntryLength, kindOf } from './entry.js';
import type { StoredArray, StoredValue } from './entry.js';
import type { SectionWriter } from './import-knowledge-base.js';

const SECTION_NAME = /^[!-~]{1,200}$/u;

function checkedName(name: string): string {
  if (SECTION_NAME.test(name)) return sectionEntry(name);
  const expected = 'a section name of 1-200 printable ASCII characters without spaces';
  throw new RangeError(`@grasp/skb: expected ${expected}, got ${JSON.stringify(name)}`);
}

/** Puts what a caller stores among the values that are to be written. */
export class SectionEntries implements SectionWriter {
  readonly #entries: { set(name: string, value: StoredValue): unknown };

  constructor(entries: { set(name: string, value: StoredValue): unknown }) {
    this.#entries = entries;
  }

  putArray(name: string, array: StoredArray): void {
    if (kindOf(array) === undefined) {
      const expected = 'a Float32Array, Int32Array, Uint32Array or Uint8Array';
      throw new TypeError(`@grasp/skb: expected ${expected} for the section "${name}", got ${typeof array}`);
    }
    checkEntryLength(name, array.byteLength);
    this.#entries.set(checkedName(name), array);
  }

  putJson(name: string, value: unknown): void {
    const json = JSON.stringify(value) as string | undefined;
    if (json === undefined) throw new TypeError(`@grasp/skb: expected a JSON value for the section "${name}"`);
    this.#entries.set(checkedName(name), { json });
  }
}
