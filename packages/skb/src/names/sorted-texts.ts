import type { NameKeys } from './name-segment.js';

/** Distinct texts in memory, sorted by code units, as the rows of a column. */
export class SortedTexts implements NameKeys {
  readonly length: number;
  readonly #at: (row: number) => string;

  constructor(length: number, at: (row: number) => string) {
    this.length = length;
    this.#at = at;
  }

  at(row: number): string {
    return this.#at(row);
  }

  search(text: string): number {
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#at(middle) < text) low = middle + 1;
      else high = middle;
    }
    return low < this.length && this.#at(low) === text ? low : -1;
  }

  readUnits(row: number, units: Uint16Array): number {
    const text = this.#at(row);
    if (text.length > units.length) return -1;
    for (let position = 0; position < text.length; position++) units[position] = text.charCodeAt(position);
    return text.length;
  }
}
