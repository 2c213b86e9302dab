import { GrowableUint32 } from './growable-uint32.js';
import type { Origin } from './source.js';

/** The records of one relation, as integers: the ends as numbers of ids, and where each was read. */
export class PendingRelations {
  readonly from = new GrowableUint32();
  readonly to = new GrowableUint32();
  /** 0 where the origin is not known. */
  readonly #line = new GrowableUint32();
  /** 0 where there is none; not made before the first, because most sources give none. */
  #column: GrowableUint32 | undefined;
  /** Thousands of relations in a row come from the same file. */
  readonly #files: { readonly start: number; readonly file: string }[] = [];

  get length(): number {
    return this.from.length;
  }

  push(from: number, to: number, origin: Origin | undefined): void {
    const position = this.length;
    if (origin !== undefined && origin.file !== this.#files.at(-1)?.file) {
      this.#files.push({ start: position, file: origin.file });
    }
    if (origin?.column !== undefined) this.#pushColumn(position, origin.column);
    this.from.push(from);
    this.to.push(to);
    this.#line.push(origin?.line ?? 0);
  }

  originAt(position: number): Origin | undefined {
    const line = this.#line.at(position);
    if (line === 0) return undefined;
    const origin = { file: this.#fileAt(position), line };
    const column = this.#column !== undefined && position < this.#column.length ? this.#column.at(position) : 0;
    return column === 0 ? origin : { ...origin, column };
  }

  #pushColumn(position: number, column: number): void {
    this.#column ??= new GrowableUint32();
    while (this.#column.length < position) this.#column.push(0);
    this.#column.push(column);
  }

  #fileAt(position: number): string {
    let [low, high] = [0, this.#files.length - 1];
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#files[middle]!.start <= position) low = middle;
      else high = middle - 1;
    }
    return this.#files[low]!.file;
  }
}
