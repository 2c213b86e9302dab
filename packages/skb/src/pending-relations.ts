import { GrowableUint32 } from './growable-uint32.js';
import { Interner } from './interner.js';
import type { Origin } from './source.js';

/** The records of one relation, as integers: the ends as numbers of ids, and where each was read. */
export class PendingRelations {
  readonly from = new GrowableUint32();
  readonly to = new GrowableUint32();
  readonly #files = new Interner();
  readonly #file = new GrowableUint32();
  /** 0 where the origin is not known. */
  readonly #line = new GrowableUint32();
  /** 0 where there is none. */
  readonly #column = new GrowableUint32();

  get length(): number {
    return this.from.length;
  }

  push(from: number, to: number, origin: Origin | undefined): void {
    this.from.push(from);
    this.to.push(to);
    this.#file.push(origin === undefined ? 0 : this.#files.number(origin.file));
    this.#line.push(origin?.line ?? 0);
    this.#column.push(origin?.column ?? 0);
  }

  originAt(position: number): Origin | undefined {
    const [line, column] = [this.#line.at(position), this.#column.at(position)];
    if (line === 0) return undefined;
    const origin = { file: this.#files.texts[this.#file.at(position)]!, line };
    return column === 0 ? origin : { ...origin, column };
  }
}
