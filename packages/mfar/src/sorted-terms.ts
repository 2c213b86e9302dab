import { takeArray } from './stored-arrays.js';
import type { StoredArray } from './stored-arrays.js';

/** Distinct terms in code-unit order, as stored: UTF-8 in `terms.bytes`, and where each starts in `terms.offsets`. */
export class SortedTerms {
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
  readonly #count: number;
  readonly #decoder = new TextDecoder();

  /** @throws LexicalIndexError if an array is missing or of another form */
  constructor(array: (name: string) => StoredArray | undefined, count: number) {
    this.#count = count;
    this.offsets = takeArray(array, 'terms.offsets', Uint32Array, count + 1);
    this.bytes = takeArray(array, 'terms.bytes', Uint8Array, this.offsets[count]);
  }

  /** Number of a term, from 0; -1 when it is not there. */
  numberOf(term: string): number {
    let low = 0;
    let high = this.#count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const other = this.#decoder.decode(this.bytes.subarray(this.offsets[middle], this.offsets[middle + 1]));
      if (other === term) return middle;
      if (other < term) low = middle + 1;
      else high = middle;
    }
    return -1;
  }
}

/** The arrays of {@link SortedTerms} for distinct terms in their order. */
export function encodeTerms(terms: readonly string[]): { 'terms.bytes': Uint8Array; 'terms.offsets': Uint32Array } {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(terms.reduce((sum, term) => sum + 3 * term.length, 0));
  const offsets = new Uint32Array(terms.length + 1);
  terms.forEach((term, rank) => {
    offsets[rank + 1] = offsets[rank]! + encoder.encodeInto(term, bytes.subarray(offsets[rank])).written;
  });
  return { 'terms.bytes': bytes.slice(0, offsets[terms.length]), 'terms.offsets': offsets };
}
