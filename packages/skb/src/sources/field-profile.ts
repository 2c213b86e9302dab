import type { FieldKind } from '@grasp/plan';

import { isIsoDate, parseNumber } from './cell-value.js';
import type { Cell } from './read-table.js';

/** A keyword is no longer than this. */
const KEYWORD_LENGTH = 64;
/** More different values than this are not counted further: they are not few. */
const MAX_DISTINCT = 10_000;

/** Whether a number was written for its digits, as a postal code or a part number is. */
const hasLeadingZero = (cell: Cell): boolean => typeof cell === 'string' && /^[+-]?0\d/u.test(cell);

/** Gathers the values of a column, to tell what kind of field it is. */
export class FieldProfile {
  #count = 0;
  #allNumbers = true;
  #allDates = true;
  #allShort = true;
  #allSingleWords = true;
  readonly #distinct = new Set<string>();

  add(cell: Cell): void {
    if (typeof cell === 'object') {
      this.#allNumbers = false;
      for (const element of cell) this.#addText(element);
      return;
    }
    if (this.#allNumbers && (parseNumber(cell) === undefined || hasLeadingZero(cell))) this.#allNumbers = false;
    this.#addText(String(cell));
  }

  /**
   * `number` when every value is one; `date` when every value is an ISO 8601 date with a month; `keyword` when no value is longer
   * than 64 characters and either all are single words or each occurs twice on average; else `text`.
   */
  kind(): FieldKind {
    if (this.#count === 0) return 'text';
    if (this.#allNumbers) return 'number';
    if (this.#allDates) return 'date';
    const few = this.#distinct.size <= MAX_DISTINCT && this.#distinct.size * 2 <= this.#count;
    return this.#allShort && (this.#allSingleWords || few) ? 'keyword' : 'text';
  }

  #addText(text: string): void {
    this.#count++;
    if (this.#allDates && (text.length < 7 || !isIsoDate(text))) this.#allDates = false;
    if (!this.#allShort) return;
    if (text.length > KEYWORD_LENGTH) {
      this.#allShort = false;
      this.#distinct.clear();
      return;
    }
    if (this.#allSingleWords && /\s/u.test(text)) this.#allSingleWords = false;
    if (this.#distinct.size <= MAX_DISTINCT) this.#distinct.add(text);
  }
}
