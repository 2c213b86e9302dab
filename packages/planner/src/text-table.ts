/** A sorted list of distinct texts as one run of bytes and the offsets of their starts, with one more for the end. */
export interface TextTableData {
  /** UTF-8. */
  readonly bytes: Uint8Array;
  readonly offsets: Uint32Array;
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true });

/** Puts texts, which must be well-formed, sorted by code units, into arrays that a {@link TextTable} reads. */
export function encodeTextTable(sorted: readonly string[]): TextTableData {
  const encoder = new TextEncoder();
  const bytes = new Uint8Array(sorted.reduce((sum, text) => sum + 3 * text.length, 0));
  const offsets = new Uint32Array(sorted.length + 1);
  sorted.forEach((text, row) => {
    offsets[row + 1] = offsets[row]! + encoder.encodeInto(text, bytes.subarray(offsets[row])).written;
  });
  return { bytes: bytes.slice(0, offsets[sorted.length]), offsets };
}

/** Reads single texts of a table and finds their rows. */
export class TextTable {
  readonly length: number;
  readonly #data: TextTableData;

  constructor(data: TextTableData) {
    this.#data = data;
    this.length = Math.max(0, data.offsets.length - 1);
  }

  at(row: number): string {
    const { bytes, offsets } = this.#data;
    return decoder.decode(bytes.subarray(offsets[row], offsets[row + 1]));
  }

  /** The row of a text; -1 when it is not there. */
  search(text: string): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const found = this.at(middle);
      if (found === text) return middle;
      if (found < text) low = middle + 1;
      else high = middle;
    }
    return -1;
  }
}
