import { firstPosition } from '../first-position.js';
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
    const row = firstPosition(0, this.length, (position) => this.#at(position) < text);
    return row < this.length && this.#at(row) === text ? row : -1;
  }

  readUnits(row: number, units: Uint16Array): number {
    const text = this.#at(row);
    if (text.length > units.length) return -1;
    for (let position = 0; position < text.length; position++) units[position] = text.charCodeAt(position);
    return text.length;
  }
}
